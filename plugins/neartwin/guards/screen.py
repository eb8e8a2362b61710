"""The compiled first level: which pairs could any rule stop? It may only let pass what the exact rules let pass.

For each rule the screen has a necessary condition over the flags of differing tokens; the rules' own conditions are
stricter. Both levels read the same alignment.
"""

import numba as nb
import numpy as np
import numpy.typing as npt

from neartwin.guards.alignment import arrays, compare, workspace
from neartwin.guards.tokens import (
    CAPITAL,
    CORRECTION,
    DIGIT,
    FUNCTION,
    LETTER,
    NEGATION,
    PARTICLE,
    POLAR,
    SENTENCE,
    SINGLE,
    VALUED,
    Tokens,
)

SHORT_TOKENS, MIN_LENGTH_RATIO = 50, 0.5
TIGHT_NAME = 5
MIN_TOKENS, MAX_COVERAGE, RUN, RUN_SINGLE = 6, 0.4, 3, 2
MIN_MISSING, MIN_RUN = 12, 5
MAX_CROSSED = 4_000


def screen(
    tokens: Tokens, lefts: npt.NDArray[np.int64], rights: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int32]]:
    """Tell for each pair whether the exact rules must look at it, and how many of its tokens are matched."""
    size = int(np.diff(tokens.offsets).max(initial=0)) + 1
    marks = np.empty(size, np.bool_), np.empty(size, np.bool_)
    return _screen(lefts, rights, arrays(tokens), workspace(tokens), marks)


@nb.njit(cache=True, nogil=True)
def _screen(lefts, rights, columns, work, marks):
    suspect = np.zeros(lefts.shape[0], np.bool_)
    matched = np.zeros(lefts.shape[0], np.int32)
    offsets, keys, flags, sentences, s_starts, s_keys, s_order = columns
    for pair in range(lefts.shape[0]):
        left, right = lefts[pair], rights[pair]
        n, m, n_hunks, n_matched = compare(left, right, offsets, keys, flags, sentences, s_starts, s_keys, s_order, work)
        matched[pair] = n_matched
        size_l, size_r = offsets[left + 1] - offsets[left], offsets[right + 1] - offsets[right]
        if min(size_l, size_r) < MIN_LENGTH_RATIO * max(size_l, size_r):
            suspect[pair] = True
        elif n_hunks > 0:
            flags_l, flags_r = flags[offsets[left] : offsets[left + 1]], flags[offsets[right] : offsets[right + 1]]
            keys_l, keys_r = keys[offsets[left] : offsets[left + 1]], keys[offsets[right] : offsets[right + 1]]
            suspect[pair] = (
                min(size_l, size_r) < SHORT_TOKENS
                or _has_suspect_hunk(flags_l, flags_r, work[0][:n], work[1][:m], work[4][:n_hunks])
                or _has_crossed(keys_l, keys_r, flags_l, work[0][:n], work[1][:m], work[2], work[3])
                or _has_sentence(flags_l, flags_r, work[0][:n], work[1][:m], work[2], work[3], work[4][:n_hunks], marks)
            )
    return suspect, matched


@nb.njit(cache=True, nogil=True)
def _union(flags, rest, first, end):
    """Return the flags found in a hunk's part, those common to all its tokens, and for an empty part its neighbours'."""
    some, every = np.uint16(0), np.uint16(0xFFFF)
    for at in range(first, end):
        some |= flags[rest[at]]
        every &= flags[rest[at]]
    if first == end and rest.shape[0] > 0:
        place = rest[first - 1] + 1 if first > 0 else rest[0]
        if place > 0:
            some |= flags[place - 1]
        if place < flags.shape[0]:
            some |= flags[place]
    return some, every


@nb.njit(cache=True, nogil=True)
def _has_suspect_hunk(flags_l, flags_r, rest_l, rest_r, hunks):
    for hunk in range(hunks.shape[0]):
        a, b, c, d = hunks[hunk]
        some_l, every_l = _union(flags_l, rest_l, a, b)
        some_r, every_r = _union(flags_r, rest_r, c, d)
        if (some_l & VALUED and some_r & VALUED) or (some_l & POLAR and some_r & POLAR):
            return True
        if (b > a and some_l & (NEGATION | CORRECTION)) or (d > c and some_r & (NEGATION | CORRECTION)):
            return True
        if b > a and d > c and max(b - a, d - c) <= 2 * TIGHT_NAME:
            if every_l & SINGLE and every_r & SINGLE and not (some_l | some_r) & PARTICLE:
                return True
            if _has_name(flags_l, rest_l, a, b) and _has_name(flags_r, rest_r, c, d):
                return True
    return False


@nb.njit(cache=True, nogil=True)
def _has_name(flags, rest, first, end):
    for at in range(first, end):
        flag = flags[rest[at]]
        if flag & CAPITAL and not flag & (FUNCTION | DIGIT | LETTER):
            return True
    return False


@nb.njit(cache=True, nogil=True)
def _has_crossed(keys_l, keys_r, flags_l, rest_l, rest_r, hits_l, hits_r):
    """Tell whether a content word differs on both sides: it may have changed places."""
    n_l, n_r = rest_l.shape[0] - hits_l[: rest_l.shape[0]].sum(), rest_r.shape[0] - hits_r[: rest_r.shape[0]].sum()
    if n_l * n_r > MAX_CROSSED:
        return n_l > 0 and n_r > 0
    for i in range(rest_l.shape[0]):
        if hits_l[i] or flags_l[rest_l[i]] & FUNCTION:
            continue
        for j in range(rest_r.shape[0]):
            if not hits_r[j] and keys_l[rest_l[i]] == keys_r[rest_r[j]]:
                return True
    return False


@nb.njit(cache=True, nogil=True)
def _has_sentence(flags_l, flags_r, rest_l, rest_r, hits_l, hits_r, hunks, marks):
    """Tell whether both sides have a sentence of their own, or one side has runs that the other lacks in between."""
    matched_l, matched_r = marks[0][: flags_l.shape[0]], marks[1][: flags_r.shape[0]]
    _mark(matched_l, rest_l, hits_l)
    _mark(matched_r, rest_r, hits_r)
    if _has_own(flags_l, matched_l) and _has_own(flags_r, matched_r):
        return True
    n_l = n_r = 0
    for hunk in range(hunks.shape[0]):
        a, b, c, d = hunks[hunk]
        if b - a >= MIN_TOKENS and d - c >= MIN_TOKENS and flags_l[rest_l[a]] & flags_r[rest_r[c]] & SENTENCE:
            return True
        if c == d and b - a >= MIN_RUN and _is_inner(matched_l, rest_l[a], rest_l[b - 1]):
            n_l += b - a
        if a == b and d - c >= MIN_RUN and _is_inner(matched_r, rest_r[c], rest_r[d - 1]):
            n_r += d - c
    return max(n_l, n_r) >= MIN_MISSING


@nb.njit(cache=True, nogil=True)
def _mark(matched, rest, hits):
    matched[:] = True
    for at in range(rest.shape[0]):
        matched[rest[at]] = hits[at]


@nb.njit(cache=True, nogil=True)
def _has_own(flags, matched):
    first = 0
    for end in range(1, matched.shape[0] + 1):
        if end < matched.shape[0] and not flags[end] & SENTENCE:
            continue
        n = end - first
        if n >= MIN_TOKENS and matched[first:end].sum() <= MAX_COVERAGE * n:
            run = RUN_SINGLE if flags[first] & SINGLE else RUN
            if not (matched[first : first + run].all() or matched[end - run : end].all()):
                return True
        first = end
    return False


@nb.njit(cache=True, nogil=True)
def _is_inner(matched, first, last):
    """Tell whether matched tokens stand before the last and after the first token of a hunk, which may have gaps."""
    return matched[:last].any() and matched[first + 1 :].any()
