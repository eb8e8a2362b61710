"""Index keys: every pair within the promised distance shares a block key; band keys agree exactly when rows do."""

import numpy as np
import pytest
from fingerprint_texts import configured
from hypothesis import given
from hypothesis import strategies as st

from neartwin.fingerprint import keys
from neartwin.fingerprint.results import Signatures

SIMHASH = [method_id for method_id, method in configured().items() if method.bits]


def flipped(words, positions):
    """Flip the given bits of 64-bit words, the first word first."""
    masks = [sum(1 << bit % 64 for bit in positions if bit // 64 == index) for index in range(len(words))]
    return [(word.view(np.uint64) ^ np.uint64(mask)).view(np.int64) for word, mask in zip(words, masks, strict=True)]


@pytest.mark.parametrize("method_id", SIMHASH)
@given(st.data())
def test_every_pair_within_the_promised_distance_shares_a_key(method_id, data):
    method = configured()[method_id]
    words = [np.array([data.draw(st.integers(-(2**63), 2**63 - 1))]) for _ in range(method.bits // 64)]
    bits = st.sets(st.integers(0, method.bits - 1), max_size=method.max_hamming)
    near = flipped(words, data.draw(bits))

    assert (keys.block_keys(words, method) == keys.block_keys(near, method)).any()


@pytest.mark.parametrize("method_id", SIMHASH)
def test_a_distance_beyond_the_blocks_can_be_missed(method_id):
    method = configured()[method_id]
    n, r = method.blocks
    words = [np.zeros(1, dtype=np.int64)] * (method.bits // 64)
    first_bits = [first for first, _ in keys.block_bounds(method.bits, n)]
    far = flipped(words, first_bits[: n - r + 1])

    assert not (keys.block_keys(words, method) == keys.block_keys(far, method)).any()


@pytest.mark.parametrize(("bits", "n"), [(64, 4), (64, 5), (64, 7), (128, 14), (128, 13), (64, 64)])
def test_blocks_cover_every_bit_once(bits, n):
    bounds = keys.block_bounds(bits, n)

    assert [bit for first, width in bounds for bit in range(first, first + width)] == list(range(bits))


@pytest.mark.parametrize("method_id", SIMHASH)
def test_the_configured_blocks_are_the_cheapest_at_a_quarter_million_documents(method_id):
    method = configured()[method_id]

    assert method.blocks == keys.cheapest_blocks(250_000, method.max_hamming, method.bits)


@given(st.lists(st.lists(st.integers(0, 3), min_size=8, max_size=8), min_size=1, max_size=12))
def test_band_keys_agree_exactly_when_all_rows_of_the_band_agree(rows):
    minhash = np.array(rows, dtype=np.uint32)
    found = keys.band_keys(minhash, bands=4)

    for band in range(4):
        part = minhash[:, 2 * band : 2 * band + 2]
        assert ((part[:, None] == part[None]).all(axis=2) == (found[:, None, band] == found[None, :, band])).all()


def test_few_features_give_no_block_keys_but_keep_their_bands():
    method = configured()["hybrid-words@1"]
    ones = np.ones(3, dtype=np.int64)
    features = np.array([method.min_features - 1, method.min_features, 99])
    signatures = Signatures(ones, None, np.ones((3, 128), dtype=np.uint32), features, features)
    lists = keys.of_signatures(signatures, method)

    assert [len(one) for one in lists.to_pylist()] == [32, method.n_keys, method.n_keys]


def test_a_method_without_index_has_empty_key_lists():
    signatures = Signatures(None, None, None, np.ones(2, dtype=np.int64), np.ones(2, dtype=np.int64))

    assert keys.of_signatures(signatures, configured()["bag-words@1"]).to_pylist() == [[], []]
