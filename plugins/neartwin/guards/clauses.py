"""Which pairs may have a condition or a cause of their own, compiled; the rule itself is `rules.clauses`."""

# ruff: noqa: ANN001, ANN201, ANN202, SIM102 (the compiler infers types)
# mypy: ignore-errors

import numba as nb

from neartwin.guards import kernel as k

MIN_RUN, MIN_CHANGED, REACH, LONGEST = 4, 5, 3, 24


@nb.njit(cache=True, nogil=True)
def _adds_condition(side, first, end, other, other_first, other_end, roles):
    """Tell whether a run between matched words holds a word of condition, and the other side nothing but grammar."""
    for at in range(other_first, other_end):
        if not other.flags[other.rest[at]] & k.FUNCTION:
            return False
    if end - first < MIN_RUN or side.rest[end - 1] - side.rest[first] != end - first - 1:
        return False
    before, after = side.rest[first] - 1, side.rest[end - 1] + 1
    if before < 0 or after >= side.flags.shape[0] or not (side.matched[before] and side.matched[after]):
        return False
    is_open = side.flags[side.rest[first]] & k.SINGLE != 0  # such a word may stand behind its condition
    for at in range(first, end if is_open else min(first + REACH, end)):
        if k.lookup(side.keys[side.rest[at]], roles[0], roles[1]) & k.CONDITION:
            return True
    return False


@nb.njit(cache=True, nogil=True)
def _follows_cause(side, first, roles):
    """Tell whether a word that names a cause stands before a part, with grammar between."""
    token = side.rest[first] - 1
    for at in range(token, max(token - REACH, -1), -1):
        if k.lookup(side.keys[at], roles[0], roles[1]) & k.CAUSE:
            return True
        if not side.flags[at] & k.FUNCTION:
            return False
    return False


@nb.njit(cache=True, nogil=True)
def may_hold(left, right, hunks, roles):
    """Tell whether the rule about clauses must be asked."""
    for hunk in range(hunks.shape[0]):
        a, b, c, d = hunks[hunk]
        if _adds_condition(left, a, b, right, c, d, roles) or _adds_condition(right, c, d, left, a, b, roles):
            return True
        if a < b and c < d and b - a + d - c >= MIN_CHANGED and max(b - a, d - c) <= LONGEST:
            if _follows_cause(left, a, roles) and _follows_cause(right, c, roles):
                return True
    return False
