"""Where values may stand, compiled: a value is a chain of words of values, some with a joining word between."""

# ruff: noqa: ANN001, ANN201, ANN202 (the compiler infers types)
# mypy: ignore-errors

import numba as nb

from neartwin.guards import kernel as k

INSIDE = k.NUMERIC | k.UNIT
REACH = 8


@nb.njit(cache=True, nogil=True)
def is_tied(side, token):
    """Tell whether nothing or a single separator stands between a token and the next one."""
    size = side.starts[token + 1] - side.ends[token]
    return size == 0 or (size == 1 and side.gaps[token] & k.SEPARATOR != 0)


@nb.njit(cache=True, nogil=True)
def is_part(side, token, roles):
    """Tell whether a word may belong to a value.

    An article does only where a mark ties it (the `a` of `5 a.m.`) or another word of the value follows (`half a
    million`, `a day and two hours`).
    """
    flags = side.flags[token]
    if flags & k.NUMERIC or not flags & k.UNIT:
        return flags & k.NUMERIC != 0
    if not flags & k.FUNCTION or not k.lookup(side.keys[token], roles[0], roles[1]) & k.ARTICLE:
        return True
    if token > 0 and is_tied(side, token - 1):
        return True
    return token + 1 < side.flags.shape[0] and (side.flags[token + 1] & INSIDE != 0 or is_tied(side, token))


@nb.njit(cache=True, nogil=True)
def may_enclose(side, place, roles):
    """Tell whether one value may stand on both sides of an empty place."""
    n = side.flags.shape[0]
    if not 0 < place < n:
        return False
    before, after = is_part(side, place - 1, roles), is_part(side, place, roles)
    if not before and not after:
        return False
    if not before:
        before = place > 1 and _joins(side, place - 1, roles) and side.flags[place - 2] & INSIDE != 0
    if not after:
        after = place + 1 < n and _joins(side, place, roles) and side.flags[place + 1] & INSIDE != 0
    return before and after


@nb.njit(cache=True, nogil=True)
def may_hold(side, first, end, roles):
    """Tell whether a part of a hunk may belong to a value, or stand empty within one."""
    if first == end:
        return may_enclose(side, k.place_of(side.rest, first), roles)
    for at in range(first, end):
        token = side.rest[at]
        if is_part(side, token, roles) and (_is_value(side, token, roles) or _is_linked(side, token, roles)):
            return True
    return False


@nb.njit(cache=True, nogil=True)
def _joins(side, token, roles):
    """Tell whether a word may stand within a value: `of` in a date, `and` in a numeral."""
    return k.lookup(side.keys[token], roles[0], roles[1]) & k.BETWEEN != 0


@nb.njit(cache=True, nogil=True)
def _is_value(side, token, roles):
    """Tell whether a word may be a value by itself: a number that is more than a magnitude."""
    flags = side.flags[token]
    if flags & (k.DIGIT | k.LETTER):
        return True
    return flags & k.NUMERAL != 0 and not k.lookup(side.keys[token], roles[0], roles[1]) & k.SCALE


@nb.njit(cache=True, nogil=True)
def _is_linked(side, token, roles):
    """Tell whether a chain of words of values leads from a word to a value; of a long one it is assumed."""
    n = side.flags.shape[0]
    for step in (-1, 1):
        at = token + step
        for _ in range(REACH):
            if not 0 <= at < n:
                break
            if not (is_part(side, at, roles) or _joins(side, at, roles)):
                break
            if _is_value(side, at, roles):
                return True
            at += step
        else:
            return True
    return False
