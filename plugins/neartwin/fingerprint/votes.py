"""Compiled: the votes of features for the bits of a SimHash, and how many features differ."""

# ruff: noqa: ANN001, ANN201, ANN202 (numba infers the types of compiled functions; annotations would be ignored)
# mypy: ignore-errors

import numpy as np
from numba import njit

from neartwin.fingerprint.layout import DISTINCT_LIMIT, FULL, ONE, ZERO, lookup, mix

N_PLANES = 48


@njit(nogil=True, cache=True)
def vote(hashes, n_tokens, tables, default_weight, salt):
    """Return the SimHash of weighted features: a bit is one if the weights that have it exceed the others'.

    Counts are bit-sliced: plane q holds bit q of all 64 counters, so one addition serves 64 lanes.
    """
    planes = np.zeros(N_PLANES, dtype=np.uint64)
    if tables.weight_keys.shape[0] == 0 and default_weight == 1:
        _add_all(planes, hashes, n_tokens, salt)
        total = np.uint64(n_tokens)
    else:
        total = _add_weighted(planes, hashes, n_tokens, tables, default_weight, salt)
    half = total >> ONE
    above, equal = ZERO, FULL
    for plane in range(N_PLANES - 1, -1, -1):
        bit = FULL if (half >> np.uint64(plane)) & ONE else ZERO
        above |= equal & planes[plane] & ~bit
        equal &= ~(planes[plane] ^ bit)
    return above


@njit(nogil=True, cache=True)
def _add_weighted(planes, hashes, n_tokens, tables, default_weight, salt):
    """Add each feature's lanes as often as it weighs; return the sum of the weights."""
    total = ZERO
    is_weighted = tables.weight_keys.shape[0] > 0
    for index in range(n_tokens):
        weight = np.uint64(default_weight)
        if is_weighted:
            place = lookup(tables.weight_keys, hashes[index])
            if place >= 0:
                weight = np.uint64(tables.weights[place])
        lanes = _lanes(hashes[index], salt)
        total += weight
        plane = 0
        while weight:
            if weight & ONE:
                _add(planes, lanes, plane)
            weight >>= ONE
            plane += 1
    return total


@njit(nogil=True, cache=True)
def _add_all(planes, hashes, n_tokens, salt):
    """Add each feature's lanes once, eight features at a time: of these, one addition runs through the upper planes.

    That is a tree of carry-save adders (Harley and Seal's population count; Warren, Hacker's Delight, 5-1).
    """
    ones, twos, fours = ZERO, ZERO, ZERO
    n_eights = n_tokens >> 3
    for eight in range(n_eights):
        some = hashes[8 * eight : 8 * eight + 8]
        ones, two = _sum(ones, _lanes(some[0], salt), _lanes(some[1], salt))
        ones, more = _sum(ones, _lanes(some[2], salt), _lanes(some[3], salt))
        twos, four = _sum(twos, two, more)
        ones, two = _sum(ones, _lanes(some[4], salt), _lanes(some[5], salt))
        ones, more = _sum(ones, _lanes(some[6], salt), _lanes(some[7], salt))
        twos, other = _sum(twos, two, more)
        fours, lanes = _sum(fours, four, other)
        _add(planes, lanes, 3)
    planes[0], planes[1], planes[2] = ones, twos, fours
    for index in range(8 * n_eights, n_tokens):
        _add(planes, _lanes(hashes[index], salt), 0)


@njit(nogil=True, cache=True, inline="always")
def _sum(a, b, c):
    """Return the lower and the upper bit of the sum of three bits, in 64 lanes."""
    odd = a ^ b
    return odd ^ c, (a & b) | (odd & c)


@njit(nogil=True, cache=True, inline="always")
def _lanes(value, salt):
    return mix(value ^ salt) if salt else value


@njit(nogil=True, cache=True, inline="always")
def _add(planes, lanes, plane):
    """Add one to the counters of these lanes, from a plane on."""
    while lanes:
        carry = planes[plane] & lanes
        planes[plane] ^= lanes
        lanes = carry
        plane += 1


@njit(nogil=True, cache=True)
def count_distinct(values, slots):
    """Return how many well-spread values differ, at most DISTINCT_LIMIT. `slots` is a power of two, 64 at least.

    A value that is new and one that was there take the same way, which no processor has to guess.
    """
    bits, size = np.uint64(6), 64
    while size < 4 * values.shape[0] and size < slots.shape[0]:
        bits, size = bits + ONE, size * 2
    mask, shift = np.uint64(size - 1), np.uint64(64) - bits
    slots[:size] = ZERO
    n_distinct, has_zero = 0, 0
    for index in range(values.shape[0]):
        value = values[index]
        slot = value >> shift
        while slots[slot] != ZERO and slots[slot] != value:
            slot = (slot + ONE) & mask
        is_new = slots[slot] == ZERO
        has_zero |= value == ZERO
        if n_distinct >= DISTINCT_LIMIT and is_new:
            continue
        n_distinct += is_new & (value != ZERO)
        slots[slot] = value
    return min(n_distinct + has_zero, DISTINCT_LIMIT)


@njit(nogil=True, cache=True)
def power_of_two(least):
    """Return the smallest power of two that is no less, 64 at least."""
    size = 64
    while size < least:
        size *= 2
    return size


@njit(nogil=True, cache=True)
def damped(values, count, table, voters):
    """Return how many well-spread values differ, at most DISTINCT_LIMIT, and how many were written to `voters`.

    `voters` takes a value at its 1st, 2nd, 4th, 8th … occurrence: 1 + log2 of its frequency times. Values that are new
    after the limit are left out of both. The slots of `table` are a power of two, 64 at least, and one for zero.
    """
    slots, tallies = table
    bits, size = np.uint64(6), 64
    while size < 4 * count and size < slots.shape[0] - 1:
        bits, size = bits + ONE, size * 2
    mask, shift = np.uint64(size - 1), np.uint64(64) - bits
    slots[:size] = ZERO
    tallies[: size + 1] = 0
    n_distinct, n_voters = 0, 0
    for index in range(count):
        value = values[index]
        slot = value >> shift
        while slots[slot] != ZERO and slots[slot] != value:
            slot = (slot + ONE) & mask
        if value == ZERO:
            slot = np.uint64(size)
        tally = tallies[slot] + np.uint32(1)
        if n_distinct == DISTINCT_LIMIT and tally == 1:
            continue
        slots[slot], tallies[slot] = value, tally
        n_distinct += tally == 1
        voters[n_voters] = value
        n_voters += tally & (tally - np.uint32(1)) == 0
    return n_distinct, n_voters
