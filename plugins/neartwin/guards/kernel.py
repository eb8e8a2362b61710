"""The guards' compiled code: what flags and rules are, and which rules could object to what differs.

Tokens are made in `scanning`, two texts are aligned in `aligning`, and `suspicion` looks at the rules a second time.
"""

# ruff: noqa: ANN001, ANN201, ANN202, C901, PLR0913, SIM102 (the compiler infers types; one pass, one idea)
# mypy: ignore-errors

import zlib
from typing import Any, NamedTuple

import numba as nb
import numpy as np
import numpy.typing as npt

# Classes of code points, in the lower four bits; the upper ones are marks that may stand together.
C_OTHER, C_LETTER, C_DIGIT, C_SINGLE, C_MARK, C_INVISIBLE, C_SPACE, C_NEWLINE, C_STOP, C_WIDE_STOP = range(10)
C_MINUS, C_JOINER, C_PLUS, C_COMMA, C_CURRENCY = range(10, 15)
CLASS, UPPER, CLOSER = 15, 16, 1 << 15

# What stands in the gap after a token: marks of its code points, and (in the bits of the class) of its token and edges.
STOP, COLON, POINTER, BAR, LOUD, SEPARATOR, BLANK, POINT, COMMA = (1 << i for i in range(6, 15))
GAP, PURE, LEADING, TRAILING, MONEY = 0x7FC0, 1, 2, 4, 8

# Flags of tokens.
DIGIT, NUMERAL, NEGATION, POLAR, CAPITAL, FUNCTION, SINGLE, SENTENCE = (1 << i for i in range(8))
LINE, CLAUSE, LETTER, PARTICLE, CORRECTION, UNIT, SIGN, JOINED = (1 << i for i in range(8, 16))
NUMERIC = DIGIT | NUMERAL | LETTER
PRICED = DIGIT | NUMERAL
GRATIS = "gratis"  # the concept of words that say that something costs nothing
FREE = np.uint64(1 << zlib.crc32(GRATIS.encode()) % 32)

# Rules that the screen may suspect, and their bounds, in tokens.
LENGTH, NUMBERS, DECISIONS, CORRECTIONS, NAMES, ORDER, SENTENCES, SHORT, TERMS = (1 << i for i in range(9))
EVERY = 511
CONFLICT, REPLACED, MISSING = (1 << i for i in range(9, 12))
DECIDED = CONFLICT | REPLACED | MISSING  # what the screen itself finds of numbers and sentences

# What the screen says of a hunk beside its rules: whether it looked if the passage is rewritten, and that it is; why it
# suspects a decision: a negation, or words of one concept.
WEIGHED, REWRITTEN, DENIAL, OPPOSED = (1 << i for i in range(12, 16))

# What words may be to a line or a value, besides their flags.
PART, LABEL, WITHIN, BYLINE, DATED, SPOKEN, BETWEEN, SCALE, ARTICLE, UPDATE = (1 << i for i in range(10))
STATE, STATED, COUNTER, HEADING, ASKING, ADDRESS = (1 << i for i in range(10, 16))
CONDITION, CAUSE = 1 << 16, 1 << 17
SHORT_TOKENS, MIN_LENGTH_RATIO = 50, 0.5
TIGHT_NUMBER, TIGHT_DECISION, TIGHT_NEGATION, TIGHT_NAME, TIGHT_CLASS = 8, 12, 6, 5, 4
UNIT_REACH, DECISION_REACH, HEAD_OF_CORRECTION, GROWTH = 4, 3, 60, 2
MIN_TOKENS, MAX_COVERAGE, RUN, RUN_SINGLE = 6, 0.4, 3, 2
MIN_MISSING, MIN_RUN = 12, 5
MAX_CROSSED, MAX_SPAN = 1_000, 24

MIN_SENTENCE, MIN_CLAUSE, MAX_EDITS, KNOWN, FEW = 4, 4, 300, 1 << 15, 48
FNV_OFFSET, FNV_PRIME = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)
MIX_1, MIX_2 = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)
NEGATIVE, FRACTION, NO_KEY = np.uint64(0x6E65676174697665), np.uint64(0x6672616374696F6E), np.uint64(0)
S33, HALF = np.uint64(33), np.uint64(32)
ZERO, LETTER_I, LETTER_T, LETTER_Q, LETTER_Y = 0x30, np.uint32(0x69), 0x74, 0x71, 0x79


class Side(NamedTuple):
    """One text of a pair: its tokens, those in sentences that only one side holds, which of all are matched.

    `seen` is room for what was found out of the sentence last looked at.
    """

    keys: npt.NDArray[Any]
    flags: npt.NDArray[Any]
    gaps: npt.NDArray[Any]
    starts: npt.NDArray[Any]
    ends: npt.NDArray[Any]
    rest: npt.NDArray[Any]
    matched: npt.NDArray[Any]
    seen: npt.NDArray[Any]


@nb.njit(cache=True, nogil=True, inline="always")
def mix(value):
    """Spread a value over 64 bits."""
    value = (value ^ (value >> S33)) * MIX_1
    value = (value ^ (value >> S33)) * MIX_2
    return value ^ (value >> S33)


@nb.njit(cache=True, nogil=True)
def order_of(values):
    """Return the places of values in rising order, equal ones as they stand; few are sorted in place."""
    n = values.shape[0]
    if n > FEW:
        return np.argsort(values, kind="mergesort")
    order = np.empty(n, np.int64)
    for place in range(n):
        at = place
        while at > 0 and values[order[at - 1]] > values[place]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = place
    return order


@nb.njit(cache=True, nogil=True)
def lookup(key, table_keys, table_flags):
    """Return the flags of a key in an open-addressing table whose size is a power of two; 0 where it is absent."""
    mask = np.uint64(table_keys.shape[0] - 1)
    slot = key & mask
    while table_keys[slot] != np.uint64(0):
        if table_keys[slot] == key:
            return table_flags[slot]
        slot = (slot + np.uint64(1)) & mask
    return table_flags.dtype.type(0)


@nb.njit(cache=True, nogil=True)
def bounds(flags, token, flag):
    """Return the first and the end token of the line, sentence or clause that holds a token."""
    first, end = token, token + 1
    while first > 0 and not flags[first] & flag:
        first -= 1
    while end < flags.shape[0] and not flags[end] & flag:
        end += 1
    return first, end


@nb.njit(cache=True, nogil=True)
def hunk_rules(flags_l, flags_r, keys_l, keys_r, rest_l, rest_r, hunks, concepts, marks):
    """Write the rules that could object to each hunk to `marks`, as bits, and why; return all of them together."""
    every = 0
    for hunk in range(hunks.shape[0]):
        rules = 0
        a, b, c, d = hunks[hunk]
        some_l, every_l = _union(flags_l, rest_l, a, b)
        some_r, every_r = _union(flags_r, rest_r, c, d)
        long_l = b - a if some_l & SINGLE == 0 else (b - a + 1) // 2
        longest = max(long_l, d - c if some_r & SINGLE == 0 else (d - c + 1) // 2)
        if (
            longest <= TIGHT_NUMBER
            and _is_valued(flags_l, rest_l, a, b, some_l)
            and _is_valued(flags_r, rest_r, c, d, some_r)
        ):
            rules |= NUMBERS
        if longest <= TIGHT_NUMBER and (
            (a == b and grows(flags_r, rest_r, c, d)) or (c == d and grows(flags_l, rest_l, a, b))
        ):
            rules |= NUMBERS
        if longest <= TIGHT_DECISION and some_l & (POLAR | SIGN) and some_r & (POLAR | SIGN):
            bits_l = _concepts(flags_l, keys_l, rest_l, a, b, concepts)
            bits_r = _concepts(flags_r, keys_r, rest_r, c, d, concepts)
            if bits_l & (bits_r >> HALF | bits_r << HALF):
                rules |= DECISIONS | OPPOSED
            if longest <= TIGHT_CLASS and max(b - a, d - c) > 0 and (min(b - a, d - c) > 0 or b - a + d - c <= GROWTH):
                every_class_l, class_l = _members(flags_l, keys_l, rest_l, a, b, concepts)
                every_class_r, class_r = _members(flags_r, keys_r, rest_r, c, d, concepts)
                if every_class_l & (every_class_r | class_r) | class_l & every_class_r:
                    rules |= DECISIONS | OPPOSED
        if longest <= TIGHT_NAME and (
            (some_r & PRICED and _is_free(keys_l, rest_l, a, b, some_l, concepts))
            or (some_l & PRICED and _is_free(keys_r, rest_r, c, d, some_r, concepts))
        ):
            rules |= DECISIONS | OPPOSED
        if longest <= TIGHT_NEGATION and ((b > a and some_l & NEGATION) or (d > c and some_r & NEGATION)):
            if _may_deny(flags_l, rest_l, a, b, flags_r, rest_r, c, d):
                rules |= DECISIONS | DENIAL
        if (some_l & CORRECTION and _corrects(flags_l, rest_l, a, b)) or (
            some_r & CORRECTION and _corrects(flags_r, rest_r, c, d)
        ):
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
def place_of(rest, first):
    """Return where an empty part stands: after the token before it in the rest."""
    if first > 0:
        return rest[first - 1] + 1
    return rest[0] if rest.shape[0] > 0 else -1


@nb.njit(cache=True, nogil=True)
def _union(flags, rest, first, end):
    """Return the flags found in a hunk's part (an empty part: its neighbours'), and those common to all its tokens."""
    some, every = np.uint16(0), np.uint16(0xFFFF)
    for at in range(first, end):
        some |= flags[rest[at]]
        every &= flags[rest[at]]
    place = place_of(rest, first)
    if first == end and place >= 0:
        if place > 0:
            some |= flags[place - 1]
        if place < flags.shape[0]:
            some |= flags[place]
    return some, every


@nb.njit(cache=True, nogil=True)
def _is_valued(flags, rest, first, end, some):
    """Tell whether a part may touch a value: it has a number, a unit near a number, or stands between words of one."""
    if first == end:
        place = place_of(rest, first)
        if not 0 < place < flags.shape[0] or not some & (NUMERIC | UNIT):
            return False
        inside = NUMERIC | UNIT | FUNCTION
        return flags[place - 1] & inside != 0 and flags[place] & inside != 0
    if some & NUMERIC:
        return True
    if not some & UNIT:
        return False
    for at in range(max(rest[first] - UNIT_REACH, 0), min(rest[end - 1] + 1 + UNIT_REACH, flags.shape[0])):
        if flags[at] & NUMERIC:
            return True
    return False


@nb.njit(cache=True, nogil=True)
def grows(flags, rest, first, end):
    """Tell whether a part may be the edge of a value that goes on beside it."""
    if first == end:
        return False
    low, high, inside = rest[first], rest[end - 1] + 1, NUMERIC | UNIT
    is_numeric = False
    for at in range(first, end):
        is_numeric = is_numeric or flags[rest[at]] & NUMERIC != 0
    before = low > 0 and flags[low] & inside and flags[low - 1] & inside
    return is_numeric and (before or (high < flags.shape[0] and flags[high - 1] & inside and flags[high] & inside))


@nb.njit(cache=True, nogil=True)
def _concepts(flags, keys, rest, first, end, concepts):
    """Return the sides of concepts that a part may take, as bits; a negation near turns them round.

    One Han character counts only where it is all that differs.
    """
    many_keys, many_bits, one_keys, one_bits, _, _ = concepts
    bits, plain = np.uint64(0), 0
    for at in range(first, end):
        bits |= lookup(keys[rest[at]], many_keys, many_bits)
        plain += flags[rest[at]] & FUNCTION == 0
    if first < end:
        for at in range(first, end if plain <= 1 else first):
            bits |= lookup(keys[rest[at]], one_keys, one_bits)
    place = rest[first] if first < end else place_of(rest, first)
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
def _is_free(keys, rest, first, end, some, concepts):
    """Tell whether a part may say that something costs nothing."""
    if some & POLAR:
        for at in range(first, end):
            if lookup(keys[rest[at]], concepts[0], concepts[1]) & FREE:
                return True
    return False


@nb.njit(cache=True, nogil=True)
def _members(flags, keys, rest, first, end, concepts):
    """Return the closed classes that every content word of a part may belong to, and those that some may, as bits.

    A part of function words only may belong to those of any, an empty one to those of its neighbours. Of Han
    characters two in a row must belong to a class, or one beside a function word.
    """
    _, _, _, _, class_keys, class_bits = concepts
    some, every, is_function = np.uint64(0), ~np.uint64(0), True
    runs, before, was_function = np.uint64(0), np.uint64(0), True
    for at in range(first, end):
        bits = lookup(keys[rest[at]], class_keys, class_bits)
        own = flags[rest[at]] & FUNCTION != 0
        some |= bits
        if not own:
            every, is_function = every & bits, False
        if flags[rest[at]] & SINGLE == 0:
            runs |= bits
        elif at > first:
            runs |= bits & before if own == was_function else before if own else bits
        before, was_function = bits, own
    if first < end:
        return (some if is_function else every), runs
    place = place_of(rest, first)
    if place > 0:
        some |= lookup(keys[place - 1], class_keys, class_bits)
    if 0 <= place < keys.shape[0]:
        some |= lookup(keys[place], class_keys, class_bits)
    return np.uint64(0), some


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
        if flag & CORRECTION and (rest[at] < HEAD_OF_CORRECTION or flag & CLAUSE):
            return True
    return False


@nb.njit(cache=True, nogil=True)
def _has_name(flags, rest, first, end):
    for at in range(first, end):
        flag = flags[rest[at]]
        if flag & (CAPITAL | JOINED) and not flag & (FUNCTION | DIGIT | LETTER):
            return True
    return False


@nb.njit(cache=True, nogil=True)
def has_crossed(keys_l, keys_r, flags_l, flags_r, rest_l, rest_r, hunks):
    """Tell whether words may have changed places: X to Y and Y to X in two hunks, or equal words in another order."""
    n = hunks.shape[0]
    if n > MAX_CROSSED:
        return True
    old, new = np.empty(n, np.uint64), np.empty(n, np.uint64)
    edges = np.empty((n, 4), np.int64)  # first and end tokens of both parts; an empty one has both where it stands
    for i in range(n):
        a, b, c, d = hunks[i, 0], hunks[i, 1], hunks[i, 2], hunks[i, 3]
        old[i], new[i] = _sum(keys_l, flags_l, rest_l, a, b), _sum(keys_r, flags_r, rest_r, c, d)
        edges[i, 0] = rest_l[a] if b > a else place_of(rest_l, a)
        edges[i, 1] = rest_l[b - 1] + 1 if b > a else edges[i, 0]
        edges[i, 2] = rest_r[c] if d > c else place_of(rest_r, c)
        edges[i, 3] = rest_r[d - 1] + 1 if d > c else edges[i, 2]
    for i in range(n):
        first_l, first_r = edges[i, 0], edges[i, 2]
        for j in range(i, min(i + 3, n)):
            if j == i + 1:  # from an empty part on: from the matched token behind it
                first_l = rest_l[hunks[i, 0]] if hunks[i, 0] < rest_l.shape[0] else first_l
                first_r = rest_r[hunks[i, 2]] if hunks[i, 2] < rest_r.shape[0] else first_r
            end_l = rest_l[hunks[j, 1] - 1] + 1 if j > i else edges[i, 1]
            end_r = rest_r[hunks[j, 3] - 1] + 1 if j > i else edges[i, 3]
            size = end_l - first_l
            if (
                size == end_r - first_r
                and 3 <= size <= MAX_SPAN
                and _hold_the_same(keys_l, keys_r, first_l, first_r, size)
            ):
                return True
        if old[i] == NO_KEY or new[i] == NO_KEY:
            continue
        for j in range(i + 1, n):
            if old[i] == new[j] and new[i] == old[j]:
                return True
    return False


@nb.njit(cache=True, nogil=True)
def is_one_change(keys_l, keys_r, flags_l, flags_r, rest_l, rest_r, hunks):
    """Tell whether all changed content words change in the same way, in three places or more."""
    n, old, new = 0, NO_KEY, NO_KEY
    for hunk in range(hunks.shape[0]):
        a, b, c, d = hunks[hunk]
        x, y = _sum(keys_l, flags_l, rest_l, a, b), _sum(keys_r, flags_r, rest_r, c, d)
        if x == NO_KEY and y == NO_KEY:
            continue
        if x == NO_KEY or y == NO_KEY or (n > 0 and (x != old or y != new)):
            return False
        n, old, new = n + 1, x, y
    return n > 2


@nb.njit(cache=True, nogil=True)
def _sum(keys, flags, rest, first, end):
    """Return the sum of the keys of the words of a part that are no function words."""
    total = NO_KEY
    for at in range(first, end):
        if flags[rest[at]] & FUNCTION == 0:
            total += keys[rest[at]]
    return total


@nb.njit(cache=True, nogil=True)
def _hold_the_same(keys_l, keys_r, first_l, first_r, size):
    """Tell whether the words of two runs of tokens, matched ones included, sum to the same."""
    total = NO_KEY
    for at in range(size):
        total += keys_l[first_l + at] - keys_r[first_r + at]
    return total == NO_KEY
