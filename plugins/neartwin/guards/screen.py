"""The compiled first level: which rules could stop a pair? It may only let pass what the exact rules let pass.

For each rule the screen has a necessary condition over the flags of differing tokens; the rule's own conditions are
stricter. Both levels read the same alignment.
"""

from typing import Any

import numba as nb
import numpy as np
import numpy.typing as npt

from neartwin.guards.alignment import Alignment, arrays, compare, workspace
from neartwin.guards.tokens import (
    CAPITAL,
    CLAUSE,
    CORRECTION,
    DIGIT,
    FUNCTION,
    LETTER,
    NEGATION,
    NUMERIC,
    PARTICLE,
    POLAR,
    SENTENCE,
    SIGN,
    SINGLE,
    UNIT,
    Tokens,
    lookup,
)

LENGTH, NUMBERS, DECISIONS, CORRECTIONS, NAMES, ORDER, SENTENCES, SHORT = (1 << i for i in range(8))
EVERY = 255

SHORT_TOKENS, MIN_LENGTH_RATIO = 50, 0.5
TIGHT_NUMBER, TIGHT_DECISION, TIGHT_NEGATION, TIGHT_NAME, UNIT_REACH, HEAD = 8, 12, 6, 5, 4, 60
MIN_TOKENS, MAX_COVERAGE, RUN, RUN_SINGLE = 6, 0.4, 3, 2
MIN_MISSING, MIN_RUN, DECISION_REACH = 12, 5, 3
HALF = np.uint64(32)
MAX_CROSSED, MAX_SPAN, ZERO = 60, 24, np.uint64(0)


class Screen:
    """Compares pairs of one token set; not for use by two threads at once."""

    def __init__(self, tokens: Tokens, concepts: tuple[npt.NDArray[Any], ...]) -> None:
        """Take a token set and the tables of concepts by token key (`lexicon.concept_tables`)."""
        size = int(np.diff(tokens.offsets).max(initial=0)) + 1
        self._tokens, self._concepts = tokens, concepts
        self._columns, self._work = arrays(tokens), workspace(tokens)
        self._marks = np.empty(size, np.bool_), np.empty(size, np.bool_), np.empty(size, np.uint8)

    def suspects(
        self, lefts: npt.NDArray[np.int64], rights: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int32]]:
        """Return for each pair the rules that must look at it, as bits, and how many of its tokens are matched."""
        return _screen(lefts, rights, self._columns, self._work, self._marks, self._concepts)

    def align(self, left: int, right: int, *, screened: bool = True) -> Alignment:
        """Align two texts; unscreened, every rule may object to every hunk."""
        n, m, n_hunks, n_matched = compare(left, right, *self._columns, self._work)
        rest_l, rest_r, hits_l, hits_r = self._work[0][:n], self._work[1][:m], self._work[2][:n], self._work[3][:m]
        hunks, offsets, rules = self._work[4][:n_hunks], self._tokens.offsets, self._marks[2][:n_hunks]
        if screened:
            flags, keys = self._tokens.flags, self._tokens.keys
            span_l, span_r = slice(offsets[left], offsets[left + 1]), slice(offsets[right], offsets[right + 1])
            _hunk_rules(flags[span_l], flags[span_r], keys[span_l], keys[span_r], rest_l, rest_r, hunks, self._concepts, rules)
        else:
            rules[:] = EVERY
        sizes = int(offsets[left + 1] - offsets[left]), int(offsets[right + 1] - offsets[right])
        parts = rest_l.copy(), rest_r.copy(), hits_l.copy(), hits_r.copy()
        return Alignment(*parts, hunks.tolist(), rules.tolist(), int(n_matched), *sizes)


@nb.njit(cache=True, nogil=True)
def _screen(lefts, rights, columns, work, marks, concepts):
    suspect = np.zeros(lefts.shape[0], np.uint8)
    matched = np.zeros(lefts.shape[0], np.int32)
    offsets, keys, flags, sentences, s_starts, s_keys, s_order = columns
    for pair in range(lefts.shape[0]):
        left, right = lefts[pair], rights[pair]
        n, m, n_hunks, n_matched = compare(left, right, offsets, keys, flags, sentences, s_starts, s_keys, s_order, work)
        matched[pair] = n_matched
        size_l, size_r = offsets[left + 1] - offsets[left], offsets[right + 1] - offsets[right]
        if min(size_l, size_r) < MIN_LENGTH_RATIO * max(size_l, size_r):
            suspect[pair] |= LENGTH
        if n_hunks == 0:
            continue
        if min(size_l, size_r) < SHORT_TOKENS:
            suspect[pair] |= SHORT
        flags_l, flags_r = flags[offsets[left] : offsets[left + 1]], flags[offsets[right] : offsets[right + 1]]
        keys_l, keys_r = keys[offsets[left] : offsets[left + 1]], keys[offsets[right] : offsets[right + 1]]
        rest_l, rest_r, hits_l, hits_r, hunks = work[0][:n], work[1][:m], work[2][:n], work[3][:m], work[4][:n_hunks]
        suspect[pair] |= _hunk_rules(flags_l, flags_r, keys_l, keys_r, rest_l, rest_r, hunks, concepts, marks[2][:n_hunks])
        if _has_crossed(keys_l, keys_r, flags_l, flags_r, rest_l, rest_r, hunks):
            suspect[pair] |= ORDER
        if _has_sentence(flags_l, flags_r, rest_l, rest_r, hits_l, hits_r, hunks, marks):
            suspect[pair] |= SENTENCES
    return suspect, matched


@nb.njit(cache=True, nogil=True)
def _hunk_rules(flags_l, flags_r, keys_l, keys_r, rest_l, rest_r, hunks, concepts, marks):
    every = 0
    for hunk in range(hunks.shape[0]):
        rules = 0
        a, b, c, d = hunks[hunk]
        some_l, every_l = _union(flags_l, rest_l, a, b)
        some_r, every_r = _union(flags_r, rest_r, c, d)
        long_l = b - a if some_l & SINGLE == 0 else (b - a + 1) // 2
        longest = max(long_l, d - c if some_r & SINGLE == 0 else (d - c + 1) // 2)
        if longest <= TIGHT_NUMBER and _is_valued(flags_l, rest_l, a, b, some_l) and _is_valued(flags_r, rest_r, c, d, some_r):
            rules |= NUMBERS
        if longest <= TIGHT_DECISION and some_l & (POLAR | SIGN) and some_r & (POLAR | SIGN):
            bits_l = _concepts(flags_l, keys_l, rest_l, a, b, concepts)
            bits_r = _concepts(flags_r, keys_r, rest_r, c, d, concepts)
            if bits_l & (bits_r >> HALF | bits_r << HALF):
                rules |= DECISIONS
        if longest <= TIGHT_NEGATION and ((b > a and some_l & NEGATION) or (d > c and some_r & NEGATION)):
            if _may_deny(flags_l, rest_l, a, b, flags_r, rest_r, c, d):
                rules |= DECISIONS
        if some_l & CORRECTION and _corrects(flags_l, rest_l, a, b) or some_r & CORRECTION and _corrects(flags_r, rest_r, c, d):
            rules |= CORRECTIONS
        if b > a and d > c and longest <= TIGHT_NAME:
            if every_l & every_r & SINGLE and not (some_l | some_r) & PARTICLE:
                rules |= NAMES
            if _has_name(flags_l, rest_l, a, b) and _has_name(flags_r, rest_r, c, d):
                rules |= NAMES
        marks[hunk] = rules
        every |= rules
    return every


@nb.njit(cache=True, nogil=True)
def _place(rest, first):
    """Return where an empty part stands: after the token before it in the rest."""
    if first > 0:
        return rest[first - 1] + 1
    return rest[0] if rest.shape[0] > 0 else -1


@nb.njit(cache=True, nogil=True)
def _union(flags, rest, first, end):
    """Return the flags found in a hunk's part, those common to all its tokens, and for an empty part its neighbours'."""
    some, every = np.uint16(0), np.uint16(0xFFFF)
    for at in range(first, end):
        some |= flags[rest[at]]
        every &= flags[rest[at]]
    place = _place(rest, first)
    if first == end and place >= 0:
        if place > 0:
            some |= flags[place - 1]
        if place < flags.shape[0]:
            some |= flags[place]
    return some, every


@nb.njit(cache=True, nogil=True)
def _is_valued(flags, rest, first, end, some):
    """Tell whether a part may touch a value: a number, or a unit with a number at most four tokens away."""
    if some & NUMERIC:
        return True
    if not some & UNIT:
        return False
    low = rest[first] if end > first else _place(rest, first)
    high = rest[end - 1] + 1 if end > first else low
    for at in range(max(low - UNIT_REACH, 0), min(high + UNIT_REACH, flags.shape[0])):
        if flags[at] & NUMERIC:
            return True
    return False


@nb.njit(cache=True, nogil=True)
def _concepts(flags, keys, rest, first, end, concepts):
    """Return the sides of concepts that a part may take, as bits; a negation near turns them round.

    One Han character counts only where it is all that differs.
    """
    many_keys, many_bits, one_keys, one_bits = concepts
    bits, plain = np.uint64(0), 0
    for at in range(first, end):
        bits |= lookup(keys[rest[at]], many_keys, many_bits)
        plain += flags[rest[at]] & FUNCTION == 0
    if first < end:
        for at in range(first, end if plain <= 1 else first):
            bits |= lookup(keys[rest[at]], one_keys, one_bits)
    place = rest[first] if first < end else _place(rest, first)
    if first == end and place > 0:
        bits |= lookup(keys[place - 1], many_keys, many_bits)
    if first == end and 0 <= place < keys.shape[0]:
        bits |= lookup(keys[place], many_keys, many_bits)
    last = rest[end - 1] if first < end else place
    for at in range(max(place - 2 * DECISION_REACH, 0), min(last + 1, flags.shape[0])):
        if flags[at] & NEGATION:
            return bits | bits >> HALF | bits << HALF
    return bits


@nb.njit(cache=True, nogil=True)
def _may_deny(flags_l, rest_l, a, b, flags_r, rest_r, c, d):
    """Tell whether the rest of both parts, without negations and function words, may be equally long."""
    n_l = n_r = n_negations = 0
    for at in range(a, b):
        n_negations += flags_l[rest_l[at]] & NEGATION != 0
        n_l += flags_l[rest_l[at]] & (NEGATION | FUNCTION) == 0
    for at in range(c, d):
        n_negations += flags_r[rest_r[at]] & NEGATION != 0
        n_r += flags_r[rest_r[at]] & (NEGATION | FUNCTION) == 0
    return abs(n_l - n_r) <= n_negations - 1


@nb.njit(cache=True, nogil=True)
def _corrects(flags, rest, first, end):
    """Tell whether a word of correction stands near the head, or starts a clause."""
    for at in range(first, end):
        flag = flags[rest[at]]
        if flag & CORRECTION and (rest[at] < HEAD or flag & CLAUSE):
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
def _has_crossed(keys_l, keys_r, flags_l, flags_r, rest_l, rest_r, hunks):
    """Tell whether words may have changed places: X to Y and Y to X in two hunks, or equal words in another order."""
    n = hunks.shape[0]
    if n > MAX_CROSSED:
        return True
    for i in range(n):
        a, b, c, d = hunks[i]
        old, new = _sum(keys_l, flags_l, rest_l, a, b), _sum(keys_r, flags_r, rest_r, c, d)
        for j in range(i, n):
            e, f, g, h = hunks[j]
            if j > i and old != ZERO and new != ZERO:
                if old == _sum(keys_r, flags_r, rest_r, g, h) and new == _sum(keys_l, flags_l, rest_l, e, f):
                    return True
            if j < i + 3 and _is_reordered(keys_l, keys_r, rest_l, rest_r, a, f, c, h):
                return True
    return False


@nb.njit(cache=True, nogil=True)
def _sum(keys, flags, rest, first, end):
    """Return the sum of the keys of the words of a part that are no function words."""
    total = ZERO
    for at in range(first, end):
        if flags[rest[at]] & FUNCTION == 0:
            total += keys[rest[at]]
    return total


@nb.njit(cache=True, nogil=True)
def _is_reordered(keys_l, keys_r, rest_l, rest_r, a, f, c, h):
    """Tell whether the words from the first to the last hunk, matched ones included, sum to the same on both sides."""
    first_l, first_r = rest_l[a] if f > a else -1, rest_r[c] if h > c else -1
    first_l = first_l if a < rest_l.shape[0] and f > a else _place(rest_l, a)
    first_r = first_r if c < rest_r.shape[0] and h > c else _place(rest_r, c)
    end_l = rest_l[f - 1] + 1 if f > a else first_l
    end_r = rest_r[h - 1] + 1 if h > c else first_r
    if end_l - first_l != end_r - first_r or not 3 <= end_l - first_l <= MAX_SPAN:
        return False
    total = ZERO
    for at in range(first_l, end_l):
        total += keys_l[at]
    for at in range(first_r, end_r):
        total -= keys_r[at]
    return total == ZERO


@nb.njit(cache=True, nogil=True)
def _has_sentence(flags_l, flags_r, rest_l, rest_r, hits_l, hits_r, hunks, marks):
    """Tell whether both sides have a sentence of their own, or one side has runs that the other lacks in between."""
    matched_l, matched_r = marks[0][: flags_l.shape[0]], marks[1][: flags_r.shape[0]]
    _mark(matched_l, rest_l, hits_l)
    _mark(matched_r, rest_r, hits_r)
    own_l, own_r = _has_own(flags_l, matched_l), _has_own(flags_r, matched_r)
    n_l = n_r = 0
    for hunk in range(hunks.shape[0]):
        a, b, c, d = hunks[hunk]
        if b > a and d > c and flags_l[rest_l[a]] & flags_r[rest_r[c]] & SENTENCE:
            own_l = own_l or b - a >= MIN_TOKENS
            own_r = own_r or d - c >= MIN_TOKENS
        if c == d:
            n_l += _inner_tokens(matched_l, rest_l, a, b)
        if a == b:
            n_r += _inner_tokens(matched_r, rest_r, c, d)
    if own_l and own_r:
        return True
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
def _inner_tokens(matched, rest, first, end):
    """Return the number of tokens of a part in runs of at least MIN_RUN with matched tokens directly on both sides."""
    total, start = 0, first
    for at in range(first + 1, end + 1):
        if at < end and rest[at] == rest[at - 1] + 1:
            continue
        low, high = rest[start], rest[at - 1] + 1
        if at - start >= MIN_RUN and low > 0 and high < matched.shape[0]:
            if matched[max(low - RUN, 0) : low].all() and matched[high : high + RUN].all():
                total += at - start
        start = at
    return total
