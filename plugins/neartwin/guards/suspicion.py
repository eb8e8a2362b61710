"""The second look of the screen: which suspected rules can still hold once it is known what stands around a hunk.

Each function here states a condition that the exact rule of the same name needs, as far as keys and flags tell: what
only the text itself says (page furniture, headings, wrapped lines, spellings, values) counts for the rule. So a pair
that is let pass is one that the exact rules let pass; `judge(…, screened=False)` is the definition.
"""

# ruff: noqa: ANN001, ANN201, ANN202, PLR0913, SIM102, SIM110 (the compiler infers types; it knows no generators)
# mypy: ignore-errors

import numba as nb
import numpy as np

from neartwin.guards import aligning as al
from neartwin.guards import clauses, furniture, lacking, plain_numbers, value_places
from neartwin.guards import kernel as k

MIN_COVERAGE, FLANK, MIN_SHARE = 0.5, 3, 3
CAPITAL_SHARE, MIN_CAPITALS, MAX_HUNKS = 0.6, 4, 1_000
CONFLICTS, HUNKS = -1, -2
NO_NAME = k.FUNCTION | k.DIGIT | k.LETTER | k.NUMERAL


@nb.njit(cache=True, nogil=True)
def _ends(rest, first, end):
    """Return the first token of a part and the end of its last; of an empty one where it stands."""
    if first < end:
        return rest[first], rest[end - 1] + 1
    place = np.int32(k.place_of(rest, first))
    return place, place


@nb.njit(cache=True, nogil=True)
def _is_flanked(matched, first, end):
    return first >= 0 and matched[max(first - FLANK, 0) : first].all() and matched[end : end + FLANK].all()


@nb.njit(cache=True, nogil=True)
def _sentence(flags, matched, token, seen):
    """Look at the sentence that holds a token: `seen` takes its bounds, matched tokens, words and capitals."""
    if seen[0] <= token < seen[1]:
        return
    seen[0], seen[1] = k.bounds(flags, token, k.SENTENCE)
    seen[2:] = 0
    for at in range(seen[0], seen[1]):
        seen[2] += matched[at]
        if not flags[at] & k.SINGLE:
            seen[3] += 1
            seen[4] += flags[at] & k.CAPITAL != 0


@nb.njit(cache=True, nogil=True)
def _is_covered(side, first, end):
    """Tell whether half of the sentence that a part stands in corresponds."""
    seen = side.seen
    if first == end:
        return True
    _sentence(side.flags, side.matched, side.rest[first], seen)
    return seen[2] >= MIN_COVERAGE * (seen[1] - seen[0])


@nb.njit(cache=True, nogil=True)
def is_rewritten(left, right, hunk):
    """Tell what `Difference.is_rewritten` tells."""
    a, b, c, d = hunk
    rest_l, matched_l, rest_r, matched_r = left.rest, left.matched, right.rest, right.matched
    if _is_covered(left, a, b) and _is_covered(right, c, d):
        return False
    first_l, end_l = _ends(rest_l, a, b)
    first_r, end_r = _ends(rest_r, c, d)
    return not (_is_flanked(matched_l, first_l, end_l) and _is_flanked(matched_r, first_r, end_r))


@nb.njit(cache=True, nogil=True)
def _may_end_code(side, token):
    """Tell whether a word that may be a numeral stands behind letters and digits."""
    if side.flags[token] & NO_NAME != k.NUMERAL or token == 0:
        return False
    return side.flags[token - 1] & k.DIGIT != 0 and not side.gaps[token - 1] & k.PURE


@nb.njit(cache=True, nogil=True)
def _is_proper(side, token):
    """Tell whether a token may be a name: a capital that neither its place nor a shouted sentence explains."""
    keys, flags, seen = side.keys, side.flags, side.seen
    own = flags[token]
    if not own & (k.CAPITAL | k.JOINED) or (own & NO_NAME and not _may_end_code(side, token)):
        return False
    if own & k.JOINED:
        return True
    _sentence(flags, side.matched, token, seen)
    first, end = seen[0], seen[1]
    if (first > 0 and flags[first] & k.LINE) or (end < flags.shape[0] and flags[end] & k.LINE):
        return True
    if seen[3] >= MIN_CAPITALS and seen[4] > CAPITAL_SHARE * seen[3]:
        return False
    if token != first:
        return True
    for at in range(keys.shape[0]):
        if keys[at] == keys[token] and flags[at] & k.CAPITAL and not flags[at] & k.SENTENCE:
            return True
    return False


@nb.njit(cache=True, nogil=True)
def _has_proper(side, first, end):
    for at in range(first, end):
        if _is_proper(side, side.rest[at]):
            return True
    return False


@nb.njit(cache=True, nogil=True)
def _may_be_names(left, right, hunk):
    a, b, c, d = hunk
    flags_l, rest_l, flags_r, rest_r = left.flags, left.rest, right.flags, right.rest
    some, every = np.uint16(0), np.uint16(0xFFFF)
    for at in range(a, b):
        some, every = some | flags_l[rest_l[at]], every & flags_l[rest_l[at]]
    for at in range(c, d):
        some, every = some | flags_r[rest_r[at]], every & flags_r[rest_r[at]]
    if every & k.SINGLE and not some & k.PARTICLE:
        return True
    return _has_proper(left, a, b) and _has_proper(right, c, d)


@nb.njit(cache=True, nogil=True)
def _is_content(side, first, end, roles):
    """Tell whether a part surely has a content word outside page furniture."""
    for at in range(first, end):
        token = side.rest[at]
        if not side.flags[token] & k.FUNCTION and not k.lookup(side.keys[token], roles[0], roles[1]) & k.PART:
            if not furniture.may_be(side, token, roles):
                return True
    return False


@nb.njit(cache=True, nogil=True)
def _sums(left, right, hunk):
    a, b, c, d = hunk
    x, y = np.uint64(0), np.uint64(0)
    for at in range(a, b):
        x += left.keys[left.rest[at]]
    for at in range(c, d):
        y += right.keys[right.rest[at]]
    return x, y


@nb.njit(cache=True, nogil=True)
def _may_stand_out(left, right, hunks, marks, roles, mark):
    """Tell whether the hunks with a mark may be a third of all changes, three, or the same twice."""
    n_marked, first = 0, -1
    for hunk in range(hunks.shape[0]):
        if marks[hunk] & mark:
            n_marked += 1
            if n_marked >= MIN_SHARE:
                return True
            if first >= 0 and _sums(left, right, hunks[first]) == _sums(left, right, hunks[hunk]):
                return True
            first = hunk
    n_changes = 0
    for hunk in range(hunks.shape[0]):
        a, b, c, d = hunks[hunk]
        n_changes += _is_content(left, a, b, roles) or _is_content(right, c, d, roles)
        if n_changes > MIN_SHARE * n_marked:
            return False
    return True


@nb.njit(cache=True, nogil=True)
def _may_correct(side, first, end, roles):
    """Tell whether a part has a word of correction near the head, or one that starts a clause, as a label must."""
    for at in range(first, end):
        token = side.rest[at]
        if side.flags[token] & k.CORRECTION:
            if side.flags[token] & k.CLAUSE:
                return True
            if token < k.HEAD_OF_CORRECTION and not k.lookup(side.keys[token], roles[0], roles[1]) & k.UPDATE:
                return True
    return False


@nb.njit(cache=True, nogil=True)
def _without_denial(rules):
    """Return the rules of a hunk in which a negation says nothing."""
    return rules & ~k.DENIAL if rules & k.OPPOSED else rules & ~(k.DENIAL | k.DECISIONS)


@nb.njit(cache=True, nogil=True)
def _narrowed(left, right, hunk, rules, roles):
    """Return the rules of one hunk without those that cannot hold, and whether it is rewritten, if one asks that."""
    a, b, c, d = hunk
    if rules & k.NUMBERS and not (
        (value_places.may_hold(left, a, b, roles) and value_places.may_hold(right, c, d, roles))
        or (a == b and k.grows(right.flags, right.rest, c, d))
        or (c == d and k.grows(left.flags, left.rest, a, b))
    ):
        rules &= ~k.NUMBERS
    if rules & k.NAMES and not _may_be_names(left, right, hunk):
        rules &= ~k.NAMES
    if rules & k.CORRECTIONS and not (_may_correct(left, a, b, roles) or _may_correct(right, c, d, roles)):
        rules &= ~k.CORRECTIONS
    if rules & (k.NUMBERS | k.NAMES | k.DECISIONS):
        rules |= k.WEIGHED
        if is_rewritten(left, right, hunk):
            rules = _without_denial(rules & ~(k.NUMBERS | k.NAMES)) | k.REWRITTEN
    return rules


@nb.njit(cache=True, nogil=True)
def narrow(left, right, hunks, marks, roles):
    """Take from each hunk's rules those that cannot hold; return all that are left together.

    More than MAX_HUNKS are not looked at: each may cost as much as the text is long.
    """
    every = 0
    if hunks.shape[0] > MAX_HUNKS:
        for hunk in range(hunks.shape[0]):
            every |= marks[hunk]
        return every & k.EVERY
    for hunk in range(hunks.shape[0]):
        if marks[hunk] & (k.NUMBERS | k.NAMES | k.DECISIONS | k.CORRECTIONS):
            marks[hunk] = _narrowed(left, right, hunks[hunk], np.int64(marks[hunk]), roles)
        every |= marks[hunk]
    if every & k.NAMES and not _may_stand_out(left, right, hunks, marks, roles, k.NAMES):
        for hunk in range(hunks.shape[0]):
            marks[hunk] &= ~k.NAMES
        every &= ~k.NAMES
    if every & k.DENIAL and not _may_stand_out(left, right, hunks, marks, roles, k.DENIAL):
        every &= ~k.DECISIONS
        for hunk in range(hunks.shape[0]):
            marks[hunk] = _without_denial(np.int64(marks[hunk]))
            every |= marks[hunk]
    return every & k.EVERY


@nb.njit(cache=True, nogil=True)
def _side(columns, text, rest, hits, matched):
    """Return one text of a pair as the rules see it."""
    offsets, keys, flags, gaps, starts, ends = columns[:6]
    low, high = offsets[text], offsets[text + 1]
    matched = matched[: high - low]
    al.mark(matched, rest, hits)
    return k.Side(
        keys[low:high],
        flags[low:high],
        gaps[low:high],
        starts[low:high],
        ends[low:high],
        rest,
        matched,
        np.zeros(5, np.int64),
    )


@nb.njit(cache=True, nogil=True)
def examine(left, right, columns, work, marks, tables, until):
    """Compare one pair; return the number of matched tokens and the rules.

    What differs is left in `work`; in the last three of `marks` the rules of each hunk, where the conflict and the lone
    sentences stand that the screen found by itself, and the sizes of both rests and the number of hunks. `tables` are
    the concepts and the roles of words. It stops at a conflict of numbers (CONFLICTS), or once the rules of each hunk
    are known (HUNKS).
    """
    n, m, n_hunks, n_matched = al.compare(left, right, columns, work)
    marks[4][0], marks[4][1], marks[4][2] = n, m, n_hunks
    offsets = columns[0]
    size_l, size_r = offsets[left + 1] - offsets[left], offsets[right + 1] - offsets[right]
    shorter, longer = min(size_l, size_r), max(size_l, size_r)
    rules = np.int64(k.LENGTH if shorter < k.MIN_LENGTH_RATIO * longer else 0)
    if n_hunks == 0:
        return n_matched, rules
    if shorter < k.SHORT_TOKENS:
        rules |= k.SHORT
    concepts, roles = tables
    hunks, own, found = work[4][:n_hunks], marks[2][:n_hunks], marks[3]
    one = _side(columns, left, work[0][:n], work[2][:n], marks[0])
    two = _side(columns, right, work[1][:m], work[3][:m], marks[1])
    if k.hunk_rules(one.flags, two.flags, one.keys, two.keys, one.rest, two.rest, hunks, concepts, own):
        some = narrow(one, two, hunks, own, roles)
        if some & k.NUMBERS and n_hunks <= MAX_HUNKS:
            some &= ~k.NUMBERS
            state = plain_numbers.verdict(one, two, hunks, own, roles, found[:4])
            some |= k.CONFLICT if state == plain_numbers.YES else k.NUMBERS if state == plain_numbers.MAYBE else 0
        rules |= some
        if until == CONFLICTS and some & k.CONFLICT and not rules & k.LENGTH:
            return n_matched, rules
    if until == HUNKS:
        return n_matched, rules
    if k.has_crossed(one.keys, two.keys, one.flags, two.flags, one.rest, two.rest, hunks):
        rules |= k.ORDER
    if k.is_one_change(one.keys, two.keys, one.flags, two.flags, one.rest, two.rest, hunks):
        rules |= k.TERMS
    lack = lacking.verdict(one, two, hunks, roles, found[4:])
    rules |= k.SENTENCES if lack == 0 and clauses.may_hold(one, two, hunks, roles) else lack
    return n_matched, rules


@nb.njit(cache=True, nogil=True)
def _kept(room, size, work, marks):
    """Write how a pair corresponds behind what `room` holds; return it, or a larger one, and its new size.

    That is: the sizes of both rests and the number of hunks; both rests; hunks; the rules of each hunk.
    """
    n, m, n_hunks = marks[4][0], marks[4][1], marks[4][2]
    more = size + 3 + n + m + 5 * n_hunks
    if more > room.shape[0]:
        larger = np.empty(2 * more, np.int32)
        larger[:size] = room[:size]
        room = larger
    room[size], room[size + 1], room[size + 2] = n, m, n_hunks
    size += 3
    room[size : size + n] = work[0][:n]
    room[size + n : size + n + m] = work[1][:m]
    size += n + m
    for hunk in range(n_hunks):
        for edge in range(4):
            room[size + 4 * hunk + edge] = work[4][hunk, edge]
        room[size + 4 * n_hunks + hunk] = marks[2][hunk]
    return room, more


@nb.njit(cache=True, nogil=True)
def screen_pairs(lefts, rights, is_asked, columns, work, marks, tables, until):
    """Return for each pair the rules that could object, as bits, its matched tokens, and the places of what it found.

    The places: first and end tokens of a conflict on both sides, then what `lacking.verdict` writes. Of pairs that a
    rule must look at, and of those in `is_asked`, how they correspond is kept, too: where each begins in the last
    array, -1 for none.
    """
    suspect = np.zeros(lefts.shape[0], np.uint16)
    matched = np.zeros(lefts.shape[0], np.int32)
    places = np.zeros((lefts.shape[0], 8), np.int32)
    begins = np.full(lefts.shape[0], -1, np.int64)
    room, size = np.empty(1024, np.int32), 0
    for pair in range(lefts.shape[0]):
        matched[pair], suspect[pair] = examine(lefts[pair], rights[pair], columns, work, marks, tables, until)
        if suspect[pair] & k.DECIDED:
            places[pair] = marks[3]
        is_settled = until == CONFLICTS and suspect[pair] & k.CONFLICT and not suspect[pair] & k.LENGTH
        if is_asked[pair] or (suspect[pair] & k.EVERY and not is_settled):
            begins[pair] = size
            room, size = _kept(room, size, work, marks)
    return suspect, matched, places, begins, room[:size]
