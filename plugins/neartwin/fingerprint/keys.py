"""Index keys of signatures: MinHash bands and SimHash blocks, as signed 64-bit integers.

A document of a method has MinHash bands first (band_index 0 … bands − 1), then one key for each combination of SimHash
blocks. Two documents that share a (band_index, band_key) are candidates.
"""

from itertools import pairwise
from math import comb

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.fingerprint.results import Signatures
from neartwin.methods import Method

ROW_COST = (
    30  # pair checks for which one key can be stored and sorted: 250 ns against some 8 ns, measured at 60,000 texts
)
USEFUL_BITS = 0.7  # of real fingerprints: two unrelated English texts differ in 22 of 64 bits, not in 32
BAND_BASE = np.uint64(0x9E3779B97F4A7C15)


def of_signatures(signatures: Signatures, method: Method) -> pa.ListArray:
    """Return the index keys of each document as lists: all bands, then all blocks.

    A document with fewer than `min_features` distinct features has no block keys: its few votes say too little.
    """
    parts = []
    if signatures.minhash is not None:
        parts.append(band_keys(signatures.minhash, method.bands))
    if signatures.simhash is not None:
        words = [word for word in (signatures.simhash, signatures.simhash_high) if word is not None]
        parts.append(block_keys(words, method))
    if not parts:
        return pa.ListArray.from_arrays(
            np.zeros(len(signatures.n_features) + 1, dtype=np.int32), pa.array([], pa.int64())
        )
    keys = np.hstack(parts)
    lengths = np.where(signatures.n_features < method.min_features, method.bands, keys.shape[1])
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return pa.ListArray.from_arrays(offsets, pa.array(keys[np.arange(keys.shape[1]) < lengths[:, None]]))


def band_keys(minhash: npt.NDArray[np.uint32], bands: int) -> npt.NDArray[np.int64]:
    """Return one key a band: (n, num_perm) minima to (n, bands) keys. Two documents share a key iff its rows agree."""
    rows = minhash.reshape(len(minhash), bands, minhash.shape[1] // bands)
    key = np.zeros(rows.shape[:2], dtype=np.uint64)
    for row in range(rows.shape[2]):
        key += rows[:, :, row]
        key *= BAND_BASE
        key ^= key >> np.uint64(32)
    return key.view(np.int64)


def block_keys(words: list[npt.NDArray[np.int64]], method: Method) -> npt.NDArray[np.int64]:
    """Return one key a combination of SimHash blocks: (n,) words, lowest bits first, to (n, combinations) keys.

    With n blocks of which r must agree, every pair within n − r bits shares a key (Manku, Jain, Das Sarma 2007).
    """
    unsigned = [word.view(np.uint64) for word in words]
    blocks = [_block(unsigned, *bounds) for bounds in block_bounds(method.bits, method.blocks[0])]
    keys = np.zeros((len(words[0]), len(method.block_choices)), dtype=np.uint64)
    for column, choice in enumerate(method.block_choices):
        for block in choice:
            keys[:, column] = (keys[:, column] + blocks[block]) * BAND_BASE
            keys[:, column] ^= keys[:, column] >> np.uint64(32)
    return keys.view(np.int64)


def block_bounds(bits: int, n: int) -> list[tuple[int, int]]:
    """Return (first bit, number of bits) of each of n nearly equal blocks."""
    edges = [bits * index // n for index in range(n + 1)]
    return [(low, high - low) for low, high in pairwise(edges)]


def cheapest_blocks(n_documents: int, max_hamming: int, bits: int = 64) -> tuple[int, int]:
    """Return the (n, r) that finds every pair within max_hamming bits at the lowest estimated cost.

    Cost of one choice: C(n, r) keys a document, each stored and sorted, and the pairs that agree by chance.
    """
    choices = [(r + max_hamming, r) for r in range(1, 6) if r + max_hamming <= bits]
    return min(choices, key=lambda choice: _cost(n_documents, choice, bits))


def _cost(n_documents: int, choice: tuple[int, int], bits: int) -> float:
    n, r = choice
    return comb(n, r) * (ROW_COST * n_documents + n_documents**2 / 2 ** (1 + USEFUL_BITS * bits * r / n))


def _block(words: list[npt.NDArray[np.uint64]], first: int, width: int) -> npt.NDArray[np.uint64]:
    value = words[first // 64] >> np.uint64(first % 64)
    if first % 64 + width > 64:
        value |= words[first // 64 + 1] << np.uint64(64 - first % 64)
    return value & np.uint64((1 << width) - 1) if width < 64 else value
