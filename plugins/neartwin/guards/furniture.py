"""Which lines may be page furniture, compiled: a line that is not named here surely is content.

The rule itself is `Side.is_furniture`; it needs phrases and values, this needs keys, flags and gaps only.
"""

# ruff: noqa: ANN001, ANN201, ANN202, C901 (the compiler infers types; one pass, one idea)
# mypy: ignore-errors

import numba as nb

from neartwin.guards import kernel as k

LONGEST, APPEAL, MAX_LISTED, MAX_COUNTERS, MAX_COUNTED, MAX_STATE = 25, 60, 12, 16, 8, 12
HEAD_TOKENS, TAIL_TOKENS, MAX_STAMP_WORDS, CREDIT_TOKENS = 80, 40, 6, 6
IN_VALUE = k.NUMERIC | k.UNIT


@nb.njit(cache=True, nogil=True)
def line_of(flags, token, longest):
    """Return the first and the end token of the line of a token; of a line much longer than `longest`, a part of it."""
    first, end = token, token + 1
    while first > 0 and not flags[first] & k.LINE and token - first <= longest:
        first -= 1
    while end < flags.shape[0] and not flags[end] & k.LINE and end - first <= longest:
        end += 1
    return first, end


@nb.njit(cache=True, nogil=True)
def may_be(side, token, roles):
    """Tell whether a token may stand in a line that is page furniture."""
    keys, flags, gaps = side.keys, side.flags, side.gaps
    first, end = line_of(flags, token, 2 * APPEAL)
    has_bar = gaps[first - 1] & k.BAR != 0 if first > 0 else side.starts[0] > 0
    width = 2 if flags[first] & k.SINGLE else 1
    if end - first > LONGEST * width:
        return end - first <= APPEAL * width and (has_bar or _may_appeal(side, first, end, roles))
    if has_bar:
        return True
    is_sentence = gaps[end - 1] & k.STOP != 0
    has_credit = has_colon = has_value = has_digit = False
    n_words, every = 0, 0
    head = k.lookup(keys[first], roles[0], roles[1])
    is_state = head & k.STATE != 0
    for at in range(first, end):
        role = k.lookup(keys[at], roles[0], roles[1])
        if role & k.LABEL:
            if at == first:
                return True
            has_credit = has_credit or at >= end - CREDIT_TOKENS
        if (
            role & k.WITHIN
            or (role & k.BYLINE and not is_sentence)
            or (is_state and role & k.STATED and at - first < MAX_STATE)
        ):
            return True
        every |= role
        has_digit = has_digit or flags[at] & k.DIGIT != 0
        has_colon = has_colon or gaps[at] & k.COLON != 0
        has_bar = has_bar or (at + 1 < end and gaps[at] & k.BAR != 0)
        has_value = has_value or flags[at] & IN_VALUE != 0
        n_words += flags[at] & (IN_VALUE | k.FUNCTION) == 0
    if (has_credit and has_colon) or (every & k.ASKING and every & k.ADDRESS):
        return True
    if is_sentence:
        return False
    if has_bar or head & k.HEADING:
        return True
    if end - first <= MAX_COUNTERS * width and _may_count(side, first, end, every, has_digit, roles):
        return True
    is_at_edge = first <= HEAD_TOKENS or flags.shape[0] - end <= TAIL_TOKENS
    return (is_at_edge and has_value and n_words <= MAX_STAMP_WORDS) or _may_be_listed(side, first, roles)


@nb.njit(cache=True, nogil=True)
def _may_appeal(side, first, end, roles):
    """Tell whether a paragraph may ask its reader for something, or say something of the page's own state."""
    head, every = k.lookup(side.keys[first], roles[0], roles[1]), 0
    for at in range(first + 1, end):
        role = k.lookup(side.keys[at], roles[0], roles[1])
        if head & k.STATE and role & k.STATED and at - first < MAX_STATE:
            return True
        every |= role
    every |= head
    return every & k.ASKING != 0 and every & k.ADDRESS != 0


@nb.njit(cache=True, nogil=True)
def _may_count(side, first, end, every, has_digit, roles):
    """Tell whether a line may be a counter, or one half of it: the number, or what it counts."""
    if every & k.COUNTER:
        return has_digit or (first > 0 and side.flags[first - 1] & k.DIGIT != 0)
    if not has_digit:
        return False
    for at in range(end, min(end + MAX_COUNTED, side.flags.shape[0])):
        if k.lookup(side.keys[at], roles[0], roles[1]) & k.COUNTER:
            return True
    return False


@nb.njit(cache=True, nogil=True)
def _may_be_listed(side, first, roles):
    """Tell whether a line may stand under the heading of a list of other documents."""
    for _ in range(MAX_LISTED):
        if first == 0 or side.gaps[first - 1] & k.STOP:
            return False
        end = first
        first -= 1
        while first > 0 and not side.flags[first] & k.LINE and end - first <= 2 * LONGEST:
            first -= 1
        if end - first > 2 * LONGEST:
            return False
        if k.lookup(side.keys[first], roles[0], roles[1]) & k.HEADING:
            return True
    return False
