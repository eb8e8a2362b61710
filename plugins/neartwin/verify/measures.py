"""Exact measures of many pairs at once: Jaccard and containment of shingle sets, distances of signatures."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numba
import numpy as np
import numpy.typing as npt

from neartwin.fingerprint.kernel import ShingleSets, Signatures

SLICE_PAIRS = 20_000


@dataclass(frozen=True, slots=True)
class Measures:
    """One row a pair. A measure that the signatures do not carry is None.

    `jaccard` is |A∩B| / |A∪B| and `containment` |A∩B| / min(|A|, |B|) of the shingle sets (0 where one is empty);
    `hamming` counts differing bits; `minhash_jaccard` is the share of equal minima, an estimate of `jaccard` (Broder
    1997).
    """

    jaccard: npt.NDArray[np.float64]
    containment: npt.NDArray[np.float64]
    hamming: npt.NDArray[np.int16] | None
    minhash_jaccard: npt.NDArray[np.float64] | None


def measure(
    sets: ShingleSets,
    left: npt.NDArray[np.int32],
    right: npt.NDArray[np.int32],
    signatures: Signatures | None = None,
    *,
    threads: int = 1,
) -> Measures:
    """Measure pairs of row numbers of `sets` (and of `signatures`, if given)."""
    bounds = [(start, min(start + SLICE_PAIRS, len(left))) for start in range(0, len(left), SLICE_PAIRS)]
    with ThreadPoolExecutor(max_workers=threads) as pool:
        parts = pool.map(lambda b: _shared(sets.offsets, sets.hashes, left[b[0] : b[1]], right[b[0] : b[1]]), bounds)
        shared = np.concatenate([np.empty(0, dtype=np.int64), *parts])
    sizes = np.diff(sets.offsets)
    size_left, size_right = sizes[left], sizes[right]
    return Measures(
        shared / np.maximum(size_left + size_right - shared, 1),
        shared / np.maximum(np.minimum(size_left, size_right), 1),
        _hamming(signatures, left, right) if signatures else None,
        _agreement(signatures, left, right) if signatures else None,
    )


def _hamming(
    signatures: Signatures, left: npt.NDArray[np.int32], right: npt.NDArray[np.int32]
) -> npt.NDArray[np.int16] | None:
    words = [word for word in (signatures.simhash, signatures.simhash_high) if word is not None]
    if not words:
        return None
    distance = np.zeros(len(left), dtype=np.int16)
    for word in words:
        distance += np.bitwise_count((word[left] ^ word[right]).view(np.uint64))
    return distance


def _agreement(
    signatures: Signatures, left: npt.NDArray[np.int32], right: npt.NDArray[np.int32]
) -> npt.NDArray[np.float64] | None:
    if signatures.minhash is None:
        return None
    agreement: npt.NDArray[np.float64] = _equal_minima(signatures.minhash, left, right) / signatures.minhash.shape[1]
    return agreement


@numba.njit(cache=True, nogil=True)
def _shared(offsets, hashes, left, right):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Count the common elements of sorted sets by a merge without branches to mispredict."""
    out = np.empty(len(left), dtype=np.int64)
    for pair in range(len(left)):
        a, a_end = offsets[left[pair]], offsets[left[pair] + 1]
        b, b_end = offsets[right[pair]], offsets[right[pair] + 1]
        count = 0
        while a < a_end and b < b_end:
            x, y = hashes[a], hashes[b]
            count += x == y
            a += x <= y
            b += y <= x
        out[pair] = count
    return out


@numba.njit(cache=True, nogil=True)
def _equal_minima(minhash, left, right):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    out = np.empty(len(left), dtype=np.int64)
    for pair in range(len(left)):
        a, b = minhash[left[pair]], minhash[right[pair]]
        count = 0
        for row in range(a.shape[0]):
            count += a[row] == b[row]
        out[pair] = count
    return out
