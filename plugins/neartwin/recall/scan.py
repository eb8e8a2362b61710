"""Compare a few signatures with all stored ones, without any index (numba): nothing that matters can be overlooked."""

from math import sqrt

import numba
import numpy as np
import numpy.typing as npt

STANDARD_ERRORS = 4.5  # a pair at the threshold agrees in fewer minima than this allows once in 300,000
PREFIX = 32


def least_agreement(jaccard: float, n_minima: int) -> int:
    """Return in how many of n minima a pair of at least this Jaccard agrees, but for one in 300,000."""
    return max(1, int(n_minima * (jaccard - STANDARD_ERRORS * sqrt(jaccard * (1 - jaccard) / n_minima))))


def near_minima(
    sample: npt.NDArray[np.uint32], stored: npt.NDArray[np.uint32], jaccard: float
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return (sample row, stored row) of signatures that may belong to texts of at least this Jaccard."""
    prefix = min(PREFIX, sample.shape[1])
    floors = least_agreement(jaccard, prefix), least_agreement(jaccard, sample.shape[1])
    hits: npt.NDArray[np.int32] = _near_minima(sample, stored, prefix, *floors)
    return hits[:, 0], hits[:, 1]


def near_bits(
    sample: npt.NDArray[np.int64], stored: npt.NDArray[np.int64], max_hamming: int
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return (sample row, stored row) of SimHashes, shape (n, words), within a distance."""
    hits: npt.NDArray[np.int32] = _near_bits(sample.view(np.uint64), stored.view(np.uint64), max_hamming)
    return hits[:, 0], hits[:, 1]


@numba.njit(cache=True, nogil=True)
def _append(hits, n_hits, left, right):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    if n_hits == len(hits):
        hits = np.concatenate((hits, np.empty_like(hits)))
    hits[n_hits, 0], hits[n_hits, 1] = left, right
    return hits


@numba.njit(cache=True, nogil=True)
def _agreement(left, right):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    count = 0
    for row in range(left.shape[0]):
        count += left[row] == right[row]
    return count


@numba.njit(cache=True, nogil=True)
def _near_minima(sample, stored, prefix, least_prefix, least):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    hits = np.empty((1024, 2), dtype=np.int32)
    n_hits = 0
    for right in range(stored.shape[0]):
        for left in range(sample.shape[0]):
            if _agreement(sample[left, :prefix], stored[right, :prefix]) < least_prefix:
                continue
            if _agreement(sample[left], stored[right]) >= least:
                hits = _append(hits, n_hits, left, right)
                n_hits += 1
    return hits[:n_hits]


@numba.njit(cache=True, nogil=True)
def _near_bits(sample, stored, max_hamming):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    hits = np.empty((1024, 2), dtype=np.int32)
    n_hits = 0
    for right in range(stored.shape[0]):
        for left in range(sample.shape[0]):
            distance = np.int64(0)
            for word in range(sample.shape[1]):
                x = sample[left, word] ^ stored[right, word]
                x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
                x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
                x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
                distance += np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))
            if distance <= max_hamming:
                hits = _append(hits, n_hits, left, right)
                n_hits += 1
    return hits[:n_hits]
