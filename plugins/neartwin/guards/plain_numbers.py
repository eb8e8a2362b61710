"""Numbers whose values need no reading, compiled: plain digits between plain words, with one separator or grouped.

For such a number the patterns of `value_patterns` find exactly the run of digits with what belongs to it on both sides
alike, so that the rule about numbers (`rules.numbers`) can be decided from keys, flags and gaps. All else is left to
it: dates, times, codes, ranges, signs, numbers in words, and whatever stands beside one of these.
"""

# ruff: noqa: ANN001, ANN201, ANN202, SIM102, SIM103 (the compiler infers types; conditions read one by one)
# mypy: ignore-errors

import numba as nb

from neartwin.guards import furniture, value_places
from neartwin.guards import kernel as k

NO, YES, MAYBE = range(3)
MAX_DIGITS = 9  # beyond, two numbers may be equal but for rounding
FOLLOWING = 3  # words of a unit, magnitudes among them
GROUP = 3


@nb.njit(cache=True, nogil=True)
def _size(side, token):
    return side.ends[token] - side.starts[token]


@nb.njit(cache=True, nogil=True)
def _is_joint(side, token):
    """Tell whether a single point or comma stands between a token and the next one, in one line."""
    if token + 1 >= side.flags.shape[0] or not side.gaps[token] & (k.POINT | k.COMMA):
        return False
    return side.starts[token + 1] - side.ends[token] == 1


@nb.njit(cache=True, nogil=True)
def _run(side, token):
    """Return the first and the end token of the digits joined by points and commas around a token of digits."""
    first, end = token, token + 1
    while first > 0 and side.gaps[first - 1] & k.PURE and _is_joint(side, first - 1):
        first -= 1
    while end < side.flags.shape[0] and side.gaps[end] & k.PURE and _is_joint(side, end - 1):
        end += 1
    return first, end


@nb.njit(cache=True, nogil=True)
def _is_number(side, first, end):
    """Tell whether a run of digits can be a number only: `5`, `5.25`, `1,265.50`; no date, version or telephone."""
    n_digits = 0
    for token in range(first, end):
        n_digits += _size(side, token)
    if n_digits > MAX_DIGITS:
        return False
    if end - first == 1:
        return True
    head, last = _size(side, first), _size(side, end - 1)
    if end - first == 2:
        is_group = head <= GROUP and last == GROUP
        return is_group or not (side.gaps[first] & k.POINT and 2 <= head <= 4 and 3 <= last <= 4)
    for token in range(first, end - 2):
        if side.gaps[token] & k.POINT or _size(side, token + 1) != GROUP:
            return False
    return head <= GROUP and (last == GROUP or side.gaps[end - 2] & k.POINT != 0)


@nb.njit(cache=True, nogil=True)
def _parts(side, token):
    """Tell whether the gap after a token parts a number from a word: white space, or no space in a script without."""
    gap = side.gaps[token]
    if gap & k.LOUD:
        return False
    if token + 1 == side.flags.shape[0] or gap & k.BLANK:
        return True
    is_unspaced = (side.flags[token] | side.flags[token + 1]) & k.SINGLE
    return is_unspaced != 0 and side.starts[token + 1] == side.ends[token]


@nb.njit(cache=True, nogil=True)
def _follows_word(side, first, roles):
    """Tell whether a number follows a word that says nothing about it but, perhaps, its currency."""
    if first == 0:
        return side.starts[0] == 0
    if not _parts(side, first - 1):
        return False
    if side.flags[first] & k.LINE:
        return True
    before = side.flags[first - 1]
    return not before & k.NUMERIC and not (before & k.UNIT and _is_dated(side, first - 1, roles))


@nb.njit(cache=True, nogil=True)
def _precedes_word(side, end, roles):
    """Tell whether a number stands before a word or a unit that makes it no date and no time."""
    if not _parts(side, end - 1):
        return False
    n = side.flags.shape[0]
    if end == n or side.flags[end] & k.LINE:
        return True
    after = side.flags[end]
    if after & (k.DIGIT | k.LETTER) or (after & (k.NUMERAL | k.UNIT) and _is_dated(side, end, roles)):
        return False
    if after & k.FUNCTION and end + 1 < n and side.flags[end + 1] & k.NUMERIC:
        return False
    return True


@nb.njit(cache=True, nogil=True)
def _is_dated(side, token, roles):
    return k.lookup(side.keys[token], roles[0], roles[1]) & k.DATED != 0


@nb.njit(cache=True, nogil=True)
def _is_plain(side, first, end, roles):
    """Tell whether a run of digits is one number by itself."""
    return _is_number(side, first, end) and _follows_word(side, first, roles) and _precedes_word(side, end, roles)


@nb.njit(cache=True, nogil=True)
def _have_one_unit(left, right, ends, firsts):
    """Tell whether words that may be a currency or a unit are the same on both sides."""
    for side, other, first, other_first in ((left, right, firsts[0], firsts[1]), (right, left, firsts[1], firsts[0])):
        if first > 0 and side.flags[first - 1] & k.UNIT:
            if other_first == 0 or other.keys[other_first - 1] != side.keys[first - 1]:
                return False
    for at in range(FOLLOWING):
        i, j = ends[0] + at, ends[1] + at
        is_word_l = i < left.flags.shape[0] and left.flags[i] & (k.NUMERIC | k.UNIT) != 0
        is_word_r = j < right.flags.shape[0] and right.flags[j] & (k.NUMERIC | k.UNIT) != 0
        if not is_word_l and not is_word_r:
            return True
        if not (is_word_l and is_word_r) or left.keys[i] != right.keys[j]:
            return False
        if (left.gaps[i - 1] ^ right.gaps[j - 1]) & k.GAP or (left.flags[i] ^ right.flags[j]) & k.LINE:
            return False
    return True


@nb.njit(cache=True, nogil=True)
def _may_stand_elsewhere(side, first, other):
    """Tell whether the other side has a word from before a number in another place, with a value, both unmatched."""
    if first == 0:
        return False
    for at in range(other.rest.shape[0]):
        token = other.rest[at]
        if other.matched[token] or token + 1 >= other.flags.shape[0] or other.matched[token + 1]:
            continue
        if not other.flags[token + 1] & (k.NUMERIC | k.UNIT):
            continue
        if other.keys[token] == side.keys[first - 1] or (first > 1 and other.keys[token] == side.keys[first - 2]):
            return True
    return False


@nb.njit(cache=True, nogil=True)
def _differ(left, right, run_l, run_r, hunk):
    """Tell whether two runs of the same form differ in one group of digits, or in all, so that no reading is equal."""
    a, b, c, d = hunk
    n, size = run_l[1] - run_l[0], b - a
    first, end = left.rest[a] - run_l[0], left.rest[b - 1] + 1 - run_l[0]
    if n != run_r[1] - run_r[0] or size != d - c or end - first != size or end > n:
        return False
    if right.rest[c] - run_r[0] != first or right.rest[d - 1] + 1 - run_r[0] != end:
        return False
    is_even = True
    for at in range(n):
        i, j = run_l[0] + at, run_r[0] + at
        is_even = is_even and _size(left, i) == _size(right, j)
        if at + 1 < n and (left.gaps[i] ^ right.gaps[j]) & (k.POINT | k.COMMA):
            return False
        if not first <= at < end and left.keys[i] != right.keys[j]:
            return False
    if n == 1:
        return True
    is_clear = n > 2 or (_size(left, run_l[0] + 1) != GROUP and _size(right, run_r[0] + 1) != GROUP)
    if size == 1:
        return is_even or (is_clear and first == 0)
    return is_even and is_clear and left.keys[run_l[0] + first] != right.keys[run_r[0] + first]  # unlike 0.005, 5.000


@nb.njit(cache=True, nogil=True)
def _conflict(left, right, hunk, roles, found):
    """Return YES where both sides of a hunk are plain numbers that contradict each other, and write their places."""
    a, c = hunk[0], hunk[2]
    gap_l, gap_r = left.gaps[left.rest[a]], right.gaps[right.rest[c]]
    if not gap_l & gap_r & k.PURE or (gap_l ^ gap_r) & k.MONEY:
        return MAYBE
    run_l, run_r = _run(left, left.rest[a]), _run(right, right.rest[c])
    if not _differ(left, right, run_l, run_r, hunk):
        return MAYBE
    if not _is_plain(left, run_l[0], run_l[1], roles) or not _is_plain(right, run_r[0], run_r[1], roles):
        return MAYBE
    if not _have_one_unit(left, right, (run_l[1], run_r[1]), (run_l[0], run_r[0])):
        return MAYBE
    if _may_stand_elsewhere(left, run_l[0], right) or _may_stand_elsewhere(right, run_r[0], left):
        return MAYBE
    if furniture.may_be(left, run_l[0], roles) or furniture.may_be(right, run_r[0], roles):
        return MAYBE
    found[0], found[1], found[2], found[3] = run_l[0], run_l[1], run_r[0], run_r[1]
    return YES


@nb.njit(cache=True, nogil=True)
def _is_lone_letter(side, token):
    """Tell whether a capital letter is a value by itself at most: no unit, no part of `7z-A` or `5 U.S. dollars`."""
    flags = side.flags[token]
    if not flags & k.LETTER or flags & (k.DIGIT | k.NUMERAL | k.UNIT):
        return False
    while token > 0 and value_places.is_tied(side, token - 1):
        token -= 1
        if side.flags[token] & k.DIGIT:
            return False
    return token == 0 or not side.flags[token - 1] & (k.DIGIT | k.NUMERAL)


@nb.njit(cache=True, nogil=True)
def _grows(side, other, rest_at, end_at, other_at, roles):
    """Return NO where a part that the other side lacks makes no other value of the one it stands beside, else MAYBE.

    It makes none where it is not joined to it, and where the separator that joined it is left on the other side.
    """
    first, end = side.rest[rest_at], side.rest[end_at - 1] + 1
    may_enclose = value_places.may_hold(other, other_at, other_at, roles)
    is_numeric, is_spoken = False, True
    for at in range(rest_at, end_at):
        is_numeric = is_numeric or side.flags[side.rest[at]] & k.NUMERIC != 0
        is_spoken = is_spoken and k.lookup(side.keys[side.rest[at]], roles[0], roles[1]) & k.SPOKEN != 0
    is_tied = (first > 0 and value_places.is_tied(side, first - 1)) or (
        end < side.flags.shape[0] and value_places.is_tied(side, end - 1)
    )
    if not may_enclose and (not is_numeric or not (is_tied or is_spoken)):
        return NO
    if not may_enclose and end - first == 1 and _is_lone_letter(side, first):
        return NO
    if end - first != 1 or not side.gaps[first] & k.PURE:
        return MAYBE
    run = _run(side, first)
    if run[1] - run[0] == 1 or not _is_plain(side, run[0], run[1], roles):
        return MAYBE
    if run[0] > 0 and side.flags[run[0] - 1] & k.UNIT:
        return MAYBE
    if end == run[1]:
        return _is_torn_behind(side, other, rest_at, other_at, roles)
    if first == run[0]:
        return _is_torn_before(side, other, end_at, other_at, roles)
    return MAYBE


@nb.njit(cache=True, nogil=True)
def _is_torn_behind(side, other, rest_at, other_at, roles):
    """Return NO where the other side has the number without its last digits and a separator behind it: `74. mln`."""
    if rest_at == 0 or other_at == 0 or side.rest[rest_at - 1] + 1 != side.rest[rest_at]:
        return MAYBE
    token = other.rest[other_at - 1]
    gap = other.gaps[token]
    if not gap & k.PURE or not gap & k.LEADING or not (gap & k.BLANK or token + 1 == other.flags.shape[0]):
        return MAYBE
    run = _run(other, token)
    is_whole = run[1] == token + 1 and _is_number(other, run[0], run[1])
    is_apart = _follows_word(other, run[0], roles) and _parts(other, token)
    return NO if is_whole and is_apart and not (run[0] > 0 and other.flags[run[0] - 1] & k.UNIT) else MAYBE


@nb.njit(cache=True, nogil=True)
def _is_torn_before(side, other, end_at, other_at, roles):
    """Return NO where the other side has the number without its first digits and a separator before it: `,000`."""
    if end_at == side.rest.shape[0] or side.rest[end_at] != side.rest[end_at - 1] + 1:
        return MAYBE
    if other_at == other.rest.shape[0]:
        return MAYBE
    token = other.rest[other_at]
    if token == 0 or not other.gaps[token] & k.PURE or not other.gaps[token - 1] & k.TRAILING:
        return MAYBE
    gap, word = other.gaps[token - 1], other.flags[token - 1]
    if gap & k.LOUD or not gap & k.BLANK or word & (k.NUMERIC | k.UNIT):
        return MAYBE
    run = _run(other, token)
    is_whole = run[0] == token and _is_number(other, run[0], run[1])
    return NO if is_whole and _precedes_word(other, run[1], roles) else MAYBE


@nb.njit(cache=True, nogil=True)
def verdict(left, right, hunks, marks, roles, found):
    """Return whether numbers contradict each other: YES, and where in `found`; NO; or MAYBE.

    The rule is taken from the marks of those hunks at which it surely finds nothing.
    """
    state = NO
    for hunk in range(hunks.shape[0]):
        if not marks[hunk] & k.NUMBERS:
            continue
        a, b, c, d = hunks[hunk]
        own = MAYBE
        if a < b and c < d:
            if not value_places.may_hold(left, a, b, roles) or not value_places.may_hold(right, c, d, roles):
                own = NO
            elif state != YES:
                own = _conflict(left, right, hunks[hunk], roles, found)
        elif a < b:
            own = _grows(left, right, a, b, c, roles)
        elif c < d:
            own = _grows(right, left, c, d, a, roles)
        if own == NO:
            marks[hunk] &= ~k.NUMBERS
        if own == YES or (own == MAYBE and state == NO):
            state = own
    return state
