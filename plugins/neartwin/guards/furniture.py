"""Which lines may be page furniture, compiled: a line that is not named here surely is content.

The rule itself is `Side.is_furniture`; it needs phrases and values, this needs keys, flags and gaps only.
"""

# ruff: noqa: ANN001, ANN201 (the compiler infers types)
# mypy: ignore-errors

import numba as nb

from neartwin.guards import kernel as k

LONGEST = 25
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
    first, end = line_of(flags, token, 2 * LONGEST)
    if end - first > (2 * LONGEST if flags[first] & k.SINGLE else LONGEST):
        return False
    is_sentence = gaps[end - 1] & k.STOP != 0
    has_bar = gaps[first - 1] & k.BAR != 0 if first > 0 else side.starts[0] > 0
    has_credit = has_colon = has_value = False
    n_words = 0
    for at in range(first, end):
        role = k.lookup(keys[at], roles[0], roles[1])
        if role & k.LABEL:
            if at == first:
                return True
            has_credit = has_credit or at >= end - CREDIT_TOKENS
        if role & k.WITHIN or (role & k.BYLINE and not is_sentence):
            return True
        has_colon = has_colon or gaps[at] & k.COLON != 0
        has_bar = has_bar or (at + 1 < end and gaps[at] & k.BAR != 0)
        has_value = has_value or flags[at] & IN_VALUE != 0
        n_words += flags[at] & (IN_VALUE | k.FUNCTION) == 0
    if has_credit and has_colon:
        return True
    is_at_edge = first <= HEAD_TOKENS or flags.shape[0] - end <= TAIL_TOKENS
    return not is_sentence and (has_bar or (is_at_edge and has_value and n_words <= MAX_STAMP_WORDS))
