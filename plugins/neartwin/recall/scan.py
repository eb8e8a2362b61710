"""Compare a few signatures with all stored ones, without any index: nothing that matters can be overlooked."""

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
    left, right = [np.empty(0, dtype=np.int32)], [np.empty(0, dtype=np.int32)]
    for row, signature in enumerate(sample):
        distance = np.bitwise_count((stored ^ signature).view(np.uint64)).sum(axis=1, dtype=np.uint8)
        near = np.flatnonzero(distance <= max_hamming).astype(np.int32)
        left.append(np.full(len(near), row, dtype=np.int32))
        right.append(near)
    return np.concatenate(left), np.concatenate(right)


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
