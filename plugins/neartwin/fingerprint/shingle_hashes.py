"""Compiled: hashes of runs of tokens, their minima and their sorted sets."""

# ruff: noqa: ANN001, ANN201 (numba infers the types of compiled functions; annotations would be ignored)
# mypy: ignore-errors

import numpy as np
from numba import njit

from neartwin.fingerprint.layout import ONE, SHINGLE_BASE, ZERO, mix

MAX_BUCKET_BITS, CROWDED = 16, 32


@njit(nogil=True, cache=True)
def shingle_hash(hashes, start, size):
    """Hash a run of token hashes: a polynomial over them, spread."""
    value = ZERO
    for index in range(start, start + size):
        value = value * SHINGLE_BASE + hashes[index]
    return mix(value ^ np.uint64(size))


@njit(nogil=True, cache=True)
def shingles(hashes, n_tokens, size):
    """Turn token hashes into the hashes of runs of `size` of them, in place; return their number.

    Fewer tokens than that are one shingle of themselves.
    """
    if n_tokens <= size:
        if n_tokens:
            hashes[0] = shingle_hash(hashes, 0, n_tokens)
        return min(n_tokens, 1)
    top = ONE
    for _ in range(size - 1):
        top *= SHINGLE_BASE
    value, salt = ZERO, np.uint64(size)
    for index in range(size):
        value = value * SHINGLE_BASE + hashes[index]
    n_runs = n_tokens - size + 1
    for index in range(n_runs):
        leaving = hashes[index]
        hashes[index] = mix(value ^ salt)
        if index + 1 < n_runs:
            value = (value - leaving * top) * SHINGLE_BASE + hashes[index + size]
    return n_runs


@njit(nogil=True, cache=True)
def minima(values, multipliers, addends, out):
    """Lower `out` to the minima of each permutation a·x + b mod 2³² over a slice of values (all uint32).

    Permutation outside and a slice inside: so it is compiled to vector instructions.
    """
    for index in range(out.shape[0]):
        a, b, low = multipliers[index], addends[index], out[index]
        for place in range(values.shape[0]):
            low = min(low, np.uint32(a * values[place] + b))
        out[index] = low


@njit(nogil=True, cache=True)
def sort_spread(values, room):
    """Sort well-spread 64-bit values in place. `room` is as long as they are, at least.

    They are laid into twice as many buckets, by their upper bits; few stand in a wrong order after that, and one pass
    of insertion moves these. A bucket that is crowded all the same is left to the library's sort.
    """
    count = values.shape[0]
    bits = 1
    while 1 << bits < 2 * count and bits < MAX_BUCKET_BITS:
        bits += 1
    shift = np.uint64(64 - bits)
    ends = np.zeros((1 << bits) + 1, dtype=np.int64)
    for index in range(count):
        ends[(values[index] >> shift) + ONE] += 1
    most = 0
    for bucket in range(1 << bits):
        most = max(most, ends[bucket + 1])
        ends[bucket + 1] += ends[bucket]
    for index in range(count):
        bucket = values[index] >> shift
        room[np.uint64(ends[bucket])] = values[index]
        ends[bucket] += 1
    start = 0
    for bucket in range(1 << bits if most > CROWDED else 0):
        if ends[bucket] - start > CROWDED:
            room[start : ends[bucket]] = np.sort(room[start : ends[bucket]])
        start = ends[bucket]
    for index in range(count):
        value, at = room[index], np.uint64(index)
        while at > ZERO and values[at - ONE] > value:
            values[at] = values[at - ONE]
            at -= ONE
        values[at] = value
