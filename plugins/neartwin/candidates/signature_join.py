"""The index of a method over signatures in memory: the same pairs as the stage proposes, without a warehouse."""

from dataclasses import dataclass

import numba
import numpy as np
import numpy.typing as npt

from neartwin.candidates.bucket_join import HotBuckets, join_buckets
from neartwin.candidates.memory_join import index_of
from neartwin.fingerprint import keys
from neartwin.fingerprint.kernel import Signatures
from neartwin.methods import Method
from neartwin.settings import CandidatesSettings

Rows = npt.NDArray[np.int64]

CHUNK_ROWS = 2_048  # what their keys are made of stays near the processor
MIX = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Proposals:
    """Pairs of row numbers (left < right), and the buckets that were too full to be joined on one key.

    `is_equal` marks pairs of equal signatures: each such row is paired with the hub of its signature alone.
    """

    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    is_equal: npt.NDArray[np.bool_]
    hot: HotBuckets


def join(
    signatures: Signatures,
    method: Method,
    limits: CandidatesSettings | None = None,
    *,
    preference: npt.NDArray[np.int64] | None = None,
) -> Proposals:
    """Return every pair that the index of a method proposes among n signed texts.

    `preference` ranks the texts (the smallest of equal signatures becomes their hub); without one the first text is
    preferred. Texts without a feature are in no pair.
    """
    n_texts = len(signatures.n_features)
    order = np.argsort(preference, kind="stable") if preference is not None else np.arange(n_texts)
    order = order[_is_indexed(signatures, method)[order]]
    hubs, members, their_hubs = _collapse(signatures, order)
    found_left, found_right, hot = _join_hubs(signatures, method, limits or CandidatesSettings(), hubs)
    left, right = np.concatenate([members, found_left]), np.concatenate([their_hubs, found_right])
    return Proposals(
        np.minimum(left, right).astype(np.int32),
        np.maximum(left, right).astype(np.int32),
        np.arange(len(left)) < len(members),
        hot,
    )


def _is_indexed(signatures: Signatures, method: Method) -> npt.NDArray[np.bool_]:
    if not method.n_keys:
        return np.zeros(len(signatures.n_features), dtype=np.bool_)
    return signatures.n_features >= (1 if method.num_perm else method.min_features)


def _words(signatures: Signatures) -> list[Rows]:
    return [word for word in (signatures.simhash, signatures.simhash_high) if word is not None]


def _collapse(signatures: Signatures, order: Rows) -> tuple[Rows, Rows, Rows]:
    """Return the first row of each distinct signature in order, the other rows, and the first row of each of these."""
    columns = _words(signatures)
    table = np.column_stack(columns) if columns else np.zeros((len(signatures.n_features), 0), dtype=np.int64)
    minhash = signatures.minhash if signatures.minhash is not None else np.zeros((len(table), 0), dtype=np.uint32)
    _, first, group = np.unique(_signature_keys(table, minhash)[order], return_index=True, return_inverse=True)
    is_hub = np.zeros(len(order), dtype=np.bool_)
    is_hub[first] = True
    return order[is_hub], order[~is_hub], order[first[group[~is_hub]]]


@numba.njit(cache=True, nogil=True)
def _signature_keys(words, minhash):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Return one 64-bit key a row: equal rows have equal keys, and a million unlike rows collide once in 10⁷ tries."""
    out = np.zeros(len(words), dtype=np.uint64)
    for row in range(len(words)):
        key = np.uint64(0)
        for word in words[row]:
            key = (key + np.uint64(word)) * MIX
            key ^= key >> np.uint64(29)
        for value in minhash[row]:
            key = (key + np.uint64(value)) * MIX
            key ^= key >> np.uint64(29)
        out[row] = key
    return out


def _join_hubs(
    signatures: Signatures, method: Method, limits: CandidatesSettings, hubs: Rows
) -> tuple[Rows, Rows, HotBuckets]:
    present = np.ones((len(hubs), method.n_keys), dtype=np.bool_)
    present[signatures.n_features[hubs] < method.min_features, method.bands :] = False
    every = np.ones(len(hubs), dtype=np.bool_)
    words = [word[hubs] for word in _words(signatures)]
    pairs = join_buckets(
        _key_matrix(signatures, method, hubs),
        index_of(method, limits),
        groups=np.arange(len(hubs)),
        probes=every,
        new=every,
        present=present,
        simhash=np.column_stack(words) if words else None,
    )
    return hubs[pairs.left], hubs[pairs.right], pairs.hot


def _key_matrix(signatures: Signatures, method: Method, rows: Rows) -> Rows:
    """Return the keys of the chosen rows, computed in chunks."""
    table = np.empty((len(rows), method.n_keys), dtype=np.int64)
    for start in range(0, len(rows), CHUNK_ROWS):
        chunk = rows[start : start + CHUNK_ROWS]
        if signatures.minhash is not None:
            table[start : start + CHUNK_ROWS, : method.bands] = keys.band_keys(signatures.minhash[chunk], method.bands)
        if words := [word[chunk] for word in _words(signatures)]:
            table[start : start + CHUNK_ROWS, method.bands :] = keys.block_keys(words, method)
    return table
