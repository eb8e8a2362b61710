"""Tell form letters from copies: texts that share a frame while each has its own content in the same places.

For a pair, look at the third texts that hold what both share. Where one of the two is an edited copy, most third texts
hold one side's version of each difference: of what L alone has and what R alone has, about one whole is held. Where the
pair are two fillings of one form, most third texts hold neither: they have their own. That needs only how many texts of
the connected component hold each shingle. Insertions replace nothing, so two copies with insertions look like forms
too: a pair that has one good partner in common is no form.
"""

from dataclasses import dataclass

import numba
import numpy as np
import numpy.typing as npt

from neartwin.fingerprint.kernel import ShingleSets

MIN_THIRD_TEXTS = 1.5
MAX_HELD_SHARE = 0.4
MIN_OWN_SHARE = 0.02  # less is a heading, a date, a name: other guards look at these

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Families:
    """For each pair: in how many third texts its common part lies, and which share of its own parts most of these hold.

    `held_share` adds up the shares of both sides; it is 1 where there are fewer than MIN_THIRD_TEXTS third texts, or
    where one side has less than MIN_OWN_SHARE of its own.
    """

    n_third: npt.NDArray[np.float64]
    held_share: npt.NDArray[np.float64]


def compare_families(sets: ShingleSets, component: Ints, left: Ints, right: Ints) -> Families:
    """Look at each pair of rows of `sets` among the texts of its component (as `stars.components` returns them)."""
    is_asked = np.zeros(len(component), dtype=np.bool_)
    is_asked[left] = is_asked[right] = True
    order = np.argsort(component, kind="stable")
    n_holders, is_counted = _holders(sets.offsets, sets.hashes, order, component, is_asked)
    return Families(*_third_texts(sets.offsets, sets.hashes, n_holders, is_counted, left, right))


def templates(families: Families, left: Ints, right: Ints) -> npt.NDArray[np.bool_]:
    """Return which of the pairs that would be joined are two fillings of one form.

    A pair is no form if some third text would be joined with both and is a form with neither.
    """
    is_template = (families.n_third >= MIN_THIRD_TEXTS) & (families.held_share < MAX_HELD_SHARE)
    if not is_template.any():
        return is_template
    good = ~is_template
    ends, others = np.concatenate([left[good], right[good]]), np.concatenate([right[good], left[good]])
    order = np.lexsort((others, ends))
    n_nodes = int(max(left.max(), right.max())) + 1
    offsets = np.searchsorted(ends[order], np.arange(n_nodes + 1))
    flagged = np.flatnonzero(is_template)
    is_template[flagged] = ~_share_partner(offsets, others[order], left[flagged], right[flagged])
    return is_template


@numba.njit(cache=True, nogil=True)
def _share_partner(offsets, partners, left, right):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    out = np.zeros(len(left), dtype=np.bool_)
    for pair in range(len(left)):
        a, a_stop = offsets[left[pair]], offsets[left[pair] + 1]
        b, b_stop = offsets[right[pair]], offsets[right[pair] + 1]
        while a < a_stop and b < b_stop:
            if partners[a] == partners[b]:
                out[pair] = True
                break
            if partners[a] < partners[b]:
                a += 1
            else:
                b += 1
    return out


@numba.njit(cache=True, nogil=True)
def _holders(offsets, hashes, order, component, is_asked):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Return for each shingle of each asked set how many sets of its component hold it, and for which sets that is so.

    Components that are too small to have MIN_THIRD_TEXTS third texts are left out.
    """
    out, is_counted = np.empty(len(hashes), dtype=np.int32), np.zeros(len(component), dtype=np.bool_)
    start = 0
    while start < len(order):
        stop, total, n_asked = start, 0, 0
        while stop < len(order) and component[order[stop]] == component[order[start]]:
            total += offsets[order[stop] + 1] - offsets[order[stop]]
            n_asked += is_asked[order[stop]]
            stop += 1
        if n_asked and stop - start >= 2 + MIN_THIRD_TEXTS:
            _count(offsets, hashes, order[start:stop], total, is_asked, out)
            is_counted[order[start:stop]] = True
        start = stop
    return out, is_counted


@numba.njit(cache=True, nogil=True)
def _count(offsets, hashes, members, total, is_asked, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    size = 1
    while size < 2 * total:
        size *= 2
    mask = np.uint64(size - 1)
    table = np.zeros((size, 2), dtype=np.uint64)  # shingle, and how many sets hold it
    for turn in range(2):
        for member in members:
            if turn and not is_asked[member]:
                continue
            for at in range(offsets[member], offsets[member + 1]):
                key = hashes[at]
                slot = (key ^ (key >> np.uint64(32))) & mask
                while table[slot, 1] and table[slot, 0] != key:
                    slot = (slot + np.uint64(1)) & mask
                if turn == 0:
                    table[slot, 0] = key
                    table[slot, 1] += np.uint64(1)
                else:
                    out[at] = table[slot, 1]


@numba.njit(cache=True, nogil=True)
def _third_texts(offsets, hashes, n_holders, is_counted, left, right):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    n_third, held_share = np.zeros(len(left)), np.ones(len(left))
    for pair in range(len(left)):
        a, b = left[pair], right[pair]
        if not is_counted[a]:
            continue
        n_common, held_common = _common(offsets, hashes, n_holders, a, b)
        if n_common:
            n_third[pair] = held_common / n_common
        if n_third[pair] < MIN_THIRD_TEXTS:
            continue
        n_a, n_b = offsets[a + 1] - offsets[a] - n_common, offsets[b + 1] - offsets[b] - n_common
        if min(n_a, n_b) < MIN_OWN_SHARE * (n_common + min(n_a, n_b)):
            continue
        most = np.int64(np.floor(n_third[pair] / 2)) + 1
        held_a, held_b = _own(offsets, hashes, n_holders, a, b, most)
        held_share[pair] = held_a / n_a + held_b / n_b
    return n_third, held_share


@numba.njit(cache=True, nogil=True)
def _common(offsets, hashes, n_holders, a, b):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Return how many shingles two sets share, and how many third sets hold them, summed up."""
    at, stop, other, other_stop = offsets[a], offsets[a + 1], offsets[b], offsets[b + 1]
    n = held = 0
    while at < stop and other < other_stop:
        x, y = hashes[at], hashes[other]
        n += x == y
        held += (x == y) * (n_holders[at] - 2)
        at += x <= y
        other += y <= x
    return n, held


@numba.njit(cache=True, nogil=True)
def _own(offsets, hashes, n_holders, a, b, most):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Return how many of the shingles that one of two sets has alone more than `most` sets hold, for both."""
    at, stop, other, other_stop = offsets[a], offsets[a + 1], offsets[b], offsets[b + 1]
    held_a = held_b = 0
    while at < stop and other < other_stop:
        x, y = hashes[at], hashes[other]
        held_a += (x < y) & (n_holders[at] > most)
        held_b += (y < x) & (n_holders[other] > most)
        at += x <= y
        other += y <= x
    for rest in range(at, stop):
        held_a += n_holders[rest] > most
    for rest in range(other, other_stop):
        held_b += n_holders[rest] > most
    return held_a, held_b
