"""The second look of the screen: which suspected rules can still hold once it is known what stands around a hunk.

Each function here states a condition that the exact rule of the same name needs, as far as keys and flags tell: what
only the text itself says (page furniture, headings, wrapped lines, spellings, values) counts for the rule. So a pair
that is let pass is one that the exact rules let pass; `judge(…, screened=False)` is the definition.
"""

# ruff: noqa: ANN001, ANN201, ANN202, SIM102, SIM110 (the compiler infers types; it knows no generators)
# mypy: ignore-errors

import numba as nb
import numpy as np

from neartwin.guards import kernel as k

MIN_COVERAGE, FLANK, MIN_SHARE = 0.5, 3, 3
CAPITAL_SHARE, MIN_CAPITALS, MAX_HUNKS = 0.6, 4, 1_000
HEAD, LONGEST_FURNITURE = 40, 25
MAX_RETOLD, MIN_NOVELTY, MIN_REST, SCALE_SINGLE = 0.25, 0.5, 0.7, 1.6
PAIR_FACTOR = np.uint64(0x9E3779B97F4A7C15)
NO, YES, NEITHER, MAYBE = range(4)
NO_NAME = k.FUNCTION | k.DIGIT | k.LETTER | k.NUMERAL


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
    seen[0], seen[1] = bounds(flags, token, k.SENTENCE)
    seen[2:] = 0
    for at in range(seen[0], seen[1]):
        seen[2] += matched[at]
        if not flags[at] & k.SINGLE:
            seen[3] += 1
            seen[4] += flags[at] & k.CAPITAL != 0


@nb.njit(cache=True, nogil=True)
def _is_covered(side, first, end):
    """Tell whether half of the sentence that a part stands in corresponds."""
    _, flags, rest, matched, seen = side
    if first == end:
        return True
    _sentence(flags, matched, rest[first], seen)
    return seen[2] >= MIN_COVERAGE * (seen[1] - seen[0])


@nb.njit(cache=True, nogil=True)
def is_rewritten(left, right, hunk):
    """Tell what `Difference.is_rewritten` tells."""
    a, b, c, d = hunk
    rest_l, matched_l, rest_r, matched_r = left[2], left[3], right[2], right[3]
    if _is_covered(left, a, b) and _is_covered(right, c, d):
        return False
    first_l, end_l = _ends(rest_l, a, b)
    first_r, end_r = _ends(rest_r, c, d)
    return not (_is_flanked(matched_l, first_l, end_l) and _is_flanked(matched_r, first_r, end_r))


@nb.njit(cache=True, nogil=True)
def encloses(flags, place):
    """Tell whether one value may stand on both sides of an empty place: words of values, a joining word between."""
    inside = k.NUMERIC | k.UNIT
    before, after = flags[place - 1] & inside != 0, flags[place] & inside != 0
    if not before and not after:
        return False
    if not before:
        before = place > 1 and flags[place - 1] & k.FUNCTION != 0 and flags[place - 2] & inside != 0
    if not after:
        after = place + 1 < flags.shape[0] and flags[place] & k.FUNCTION != 0 and flags[place + 1] & inside != 0
    return before and after


@nb.njit(cache=True, nogil=True)
def _may_hold_value(flags, rest, first, end):
    if first < end:
        return True
    place = k.place_of(rest, first)
    return 0 < place < flags.shape[0] and encloses(flags, place)


@nb.njit(cache=True, nogil=True)
def _is_proper(side, token):
    """Tell whether a token may be a name: a capital that neither its place nor a shouted sentence explains."""
    keys, flags, _, matched, seen = side
    own = flags[token]
    if not own & (k.CAPITAL | k.JOINED) or own & NO_NAME:
        return False
    if own & k.JOINED:
        return True
    _sentence(flags, matched, token, seen)
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
        if _is_proper(side, side[2][at]):
            return True
    return False


@nb.njit(cache=True, nogil=True)
def _may_be_names(left, right, hunk):
    a, b, c, d = hunk
    flags_l, rest_l, flags_r, rest_r = left[1], left[2], right[1], right[2]
    some, every = np.uint16(0), np.uint16(0xFFFF)
    for at in range(a, b):
        some, every = some | flags_l[rest_l[at]], every & flags_l[rest_l[at]]
    for at in range(c, d):
        some, every = some | flags_r[rest_r[at]], every & flags_r[rest_r[at]]
    if every & k.SINGLE and not some & k.PARTICLE:
        return True
    return _has_proper(left, a, b) and _has_proper(right, c, d)


@nb.njit(cache=True, nogil=True)
def _may_be_furniture(flags, token):
    first, end, longest = token, token + 1, 2 * LONGEST_FURNITURE
    while first > 0 and not flags[first] & k.LINE and token - first <= longest:
        first -= 1
    while end < flags.shape[0] and not flags[end] & k.LINE and end - first <= longest:
        end += 1
    return end - first <= (longest if flags[first] & k.SINGLE else LONGEST_FURNITURE)


@nb.njit(cache=True, nogil=True)
def _is_content(keys, flags, rest, first, end, functions):
    """Tell whether a part surely has a content word outside page furniture."""
    for at in range(first, end):
        if not flags[rest[at]] & k.FUNCTION and not _may_be_furniture(flags, rest[at]):
            if k.lookup(keys[rest[at]], functions[0], functions[1]) == 0:
                return True
    return False


@nb.njit(cache=True, nogil=True)
def _sums(left, right, hunk):
    a, b, c, d = hunk
    x, y = np.uint64(0), np.uint64(0)
    for at in range(a, b):
        x += left[0][left[2][at]]
    for at in range(c, d):
        y += right[0][right[2][at]]
    return x, y


@nb.njit(cache=True, nogil=True)
def _may_stand_out(left, right, hunks, marks, functions):
    """Tell whether the hunks suspected for their names may be a third of all changes, three, or the same twice."""
    n_names, first = 0, -1
    for hunk in range(hunks.shape[0]):
        if marks[hunk] & k.NAMES:
            n_names += 1
            if n_names >= MIN_SHARE:
                return True
            if first >= 0 and _sums(left, right, hunks[first]) == _sums(left, right, hunks[hunk]):
                return True
            first = hunk
    n_changes = 0
    for hunk in range(hunks.shape[0]):
        a, b, c, d = hunks[hunk]
        n_changes += _is_content(left[0], left[1], left[2], a, b, functions) or _is_content(
            right[0], right[1], right[2], c, d, functions
        )
        if n_changes > MIN_SHARE * n_names:
            return False
    return True


@nb.njit(cache=True, nogil=True)
def narrow(left, right, hunks, marks, functions):
    """Take from each hunk's rules those that cannot hold; return all that are left together.

    Each side is (keys, flags, rest, matched, the sentence last looked at); `functions` is a table of the keys of longer
    function phrases. More than MAX_HUNKS are not looked at: each may cost as much as the text is long.
    """
    every = 0
    if hunks.shape[0] > MAX_HUNKS:
        for hunk in range(hunks.shape[0]):
            every |= marks[hunk]
        return every
    for hunk in range(hunks.shape[0]):
        rules = np.int64(marks[hunk])
        a, b, c, d = hunks[hunk]
        if rules & k.NUMBERS and not (
            (_may_hold_value(left[1], left[2], a, b) and _may_hold_value(right[1], right[2], c, d))
            or (a == b and k.grows(right[1], right[2], c, d))
            or (c == d and k.grows(left[1], left[2], a, b))
        ):
            rules &= ~k.NUMBERS
        if rules & k.NAMES and not _may_be_names(left, right, hunks[hunk]):
            rules &= ~k.NAMES
        if rules & (k.NUMBERS | k.NAMES) and is_rewritten(left, right, hunks[hunk]):
            rules &= ~(k.NUMBERS | k.NAMES)
        marks[hunk] = rules
        every |= rules
    if every & k.NAMES and not _may_stand_out(left, right, hunks, marks, functions):
        for hunk in range(hunks.shape[0]):
            marks[hunk] &= ~k.NAMES
        every &= ~k.NAMES
    return every


# Sentences that one text has and the other lacks. ---------------------------------------------------------------------


@nb.njit(cache=True, nogil=True)
def _own(side, other, hunks, is_left, spans):
    """Write the sentences of one side of which little corresponds, headings and furniture too; return their number."""
    flags, rest, matched, other_flags, other_rest = side[1], side[2], side[3], other[1], other[2]
    n, low, high = 0, 0, 0
    for hunk in range(hunks.shape[0]):
        a, b, c, d = _turned(hunks[hunk], is_left)
        if b - a >= k.MIN_TOKENS and _is_sentence(flags, rest, a, b) and _is_sentence(other_flags, other_rest, c, d):
            spans[n, 0], spans[n, 1] = rest[a], rest[b - 1] + 1
            n += 1
    for hunk in range(hunks.shape[0]):
        a, b, _, _ = _turned(hunks[hunk], is_left)
        for at in range(a, b):
            if low <= rest[at] < high:
                continue
            low, high = bounds(flags, rest[at], k.SENTENCE)
            run = k.RUN_SINGLE if flags[low] & k.SINGLE else k.RUN
            size = high - low
            if size < k.MIN_TOKENS or matched[low:high].sum() > k.MAX_COVERAGE * size:
                continue
            if not (matched[low : low + run].all() or matched[high - run : high].all()):
                spans[n, 0], spans[n, 1] = low, high
                n += 1
    return n


@nb.njit(cache=True, nogil=True)
def _turned(hunk, is_left):
    """Return the bounds of a hunk's parts, this side's first."""
    return (hunk[0], hunk[1], hunk[2], hunk[3]) if is_left else (hunk[2], hunk[3], hunk[0], hunk[1])


@nb.njit(cache=True, nogil=True)
def _is_sentence(flags, rest, first, end):
    if first == end or not flags[rest[first]] & k.SENTENCE:
        return False
    stop = rest[end - 1] + 1
    return stop == flags.shape[0] or flags[stop] & (k.SENTENCE | k.CAPITAL) != 0


@nb.njit(cache=True, nogil=True)
def _is_word(flags, first, end, token):
    return not flags[token] & k.FUNCTION and (token + 1 < end or not flags[first] & k.SINGLE)


@nb.njit(cache=True, nogil=True)
def _word(keys, flags, first, token):
    return keys[token] * PAIR_FACTOR + keys[token + 1] if flags[first] & k.SINGLE else keys[token]


@nb.njit(cache=True, nogil=True)
def _is_sure(flags, first):
    """Tell whether a sentence is neither heading nor page furniture, whatever the text says."""
    return not (first < HEAD and flags[first] & k.LINE) and not _may_be_furniture(flags, first)


@nb.njit(cache=True, nogil=True)
def _bag(side, spans):
    """Return the set of words of the sentences that are surely no heading and no furniture."""
    keys, flags = side[0], side[1]
    size = 0
    for span in range(spans.shape[0]):
        size += spans[span, 1] - spans[span, 0]
    words = _room(size)
    for span in range(spans.shape[0]):
        first, end = spans[span, 0], spans[span, 1]
        if not _is_sure(flags, first):
            continue
        for token in range(first, end):
            if _is_word(flags, first, end, token):
                _enter(words, _word(keys, flags, first, token))
    return words


@nb.njit(cache=True, nogil=True)
def _room(size):
    """Return an empty open-addressing set for so many keys; 0 is none."""
    slots = 16
    while slots < 2 * size:
        slots *= 2
    return np.zeros(slots, np.uint64)


@nb.njit(cache=True, nogil=True)
def _enter(values, value):
    mask = np.uint64(values.shape[0] - 1)
    slot = (value ^ (value >> k.HALF)) & mask
    while values[slot] != k.NO_KEY and values[slot] != value:
        slot = (slot + np.uint64(1)) & mask
    values[slot] = value


@nb.njit(cache=True, nogil=True)
def _holds(values, value):
    mask = np.uint64(values.shape[0] - 1)
    slot = (value ^ (value >> k.HALF)) & mask
    while values[slot] != k.NO_KEY:
        if values[slot] == value:
            return True
        slot = (slot + np.uint64(1)) & mask
    return False


@nb.njit(cache=True, nogil=True)
def _held(keys, is_pair):
    """Return the set of the keys of a text, or of its neighbours."""
    values = _room(keys.shape[0])
    for at in range(keys.shape[0] - is_pair):
        _enter(values, keys[at] * PAIR_FACTOR + keys[at + 1] if is_pair else keys[at])
    return values


@nb.njit(cache=True, nogil=True)
def _news(side, spans, other_keys, retold):
    """Return those of the sentences that may say what the other text does not: all that do, if all are sure."""
    keys, flags = side[0], side[1]
    held, held_pairs = retold[:0], retold[:0]
    n = 0
    for span in range(spans.shape[0]):
        first, end = spans[span, 0], spans[span, 1]
        is_pair = flags[first] & k.SINGLE != 0
        if is_pair and not held_pairs.shape[0]:
            held_pairs = _held(other_keys, True)
        if not is_pair and not held.shape[0]:
            held = _held(other_keys, False)
        n_words = n_retold = n_new = 0
        for token in range(first, end):
            if _is_word(flags, first, end, token):
                word = _word(keys, flags, first, token)
                n_words += 1
                n_retold += _holds(retold, word)
                n_new += not _holds(held_pairs if is_pair else held, word)
        if n_words and n_retold <= MAX_RETOLD * n_words and n_new >= MIN_NOVELTY * n_words:
            spans[n] = spans[span]
            n += 1
    return spans[:n] if _size(flags, spans[:n]) >= k.MIN_TOKENS else spans[:0]


@nb.njit(cache=True, nogil=True)
def _size(flags, spans):
    """Return how many words some spans hold together, in words of a script with spaces."""
    size, is_counted = 0.0, np.zeros(flags.shape[0] if spans.shape[0] else 0, np.bool_)
    for span in range(spans.shape[0]):
        for token in range(spans[span, 0], spans[span, 1]):
            if not is_counted[token]:
                is_counted[token] = True
                size += 1 / SCALE_SINGLE if flags[token] & k.SINGLE else 1.0
    return size


@nb.njit(cache=True, nogil=True)
def _is_single(flags, first, end):
    n = 0
    for token in range(first, end):
        n += flags[token] & k.SINGLE != 0
    return 2 * n > end - first


@nb.njit(cache=True, nogil=True)
def _replaced(left, right, hunks, found):
    """Tell whether each side has a sentence that the other lacks: NO, YES, neither that nor a missing one, or MAYBE.

    With YES, `found` takes the first two such sentences.
    """
    size = hunks.shape[0] + left[2].shape[0] + right[2].shape[0]
    room_l, room_r = np.empty((size, 2), np.int32), np.empty((size, 2), np.int32)
    own_l = room_l[: _own(left, right, hunks, True, room_l)]
    own_r = room_r[: _own(right, left, hunks, False, room_r) if own_l.shape[0] else 0]
    if not own_l.shape[0] or not own_r.shape[0]:
        return NO
    is_sure = True
    for flags, spans in ((left[1], own_l), (right[1], own_r)):
        for span in range(spans.shape[0]):
            is_sure = is_sure and _is_sure(flags, spans[span, 0])
    bag_l, bag_r = _bag(left, own_l), _bag(right, own_r)
    news_l, news_r = _news(left, own_l, right[0], bag_r), _news(right, own_r, left[0], bag_l)
    if not news_l.shape[0] or not news_r.shape[0]:
        return NO
    if not is_sure:
        return MAYBE
    for a in range(news_l.shape[0]):
        for b in range(news_r.shape[0]):
            if _is_single(left[1], news_l[a, 0], news_l[a, 1]) == _is_single(right[1], news_r[b, 0], news_r[b, 1]):
                found[0], found[1], found[2], found[3] = news_l[a, 0], news_l[a, 1], news_r[b, 0], news_r[b, 1]
                return YES
    return NEITHER


@nb.njit(cache=True, nogil=True)
def _moved(other, hunks, is_left):
    """Return the set of words of the other side that correspond to nothing."""
    keys, flags, rest = other[0], other[1], other[2]
    words = _room(rest.shape[0])
    for hunk in range(hunks.shape[0]):
        first, end = (hunks[hunk, 2], hunks[hunk, 3]) if is_left else (hunks[hunk, 0], hunks[hunk, 1])
        for at in range(first, end):
            if not flags[rest[at]] & k.FUNCTION:
                _enter(words, keys[rest[at]])
    return words


@nb.njit(cache=True, nogil=True)
def _is_inner(side, first, end):
    """Tell whether a run stands between matched text, in sentences that correspond but for it."""
    flags, matched = side[1], side[3]
    n_single = 0
    for token in range(first, end):
        n_single += flags[token] & k.SINGLE != 0
    if end - first < k.MIN_RUN * (SCALE_SINGLE if 2 * n_single > end - first else 1):
        return False
    if first == 0 or end == flags.shape[0]:
        return False
    if not (matched[max(first - k.RUN, 0) : first].all() and matched[end : end + k.RUN].all()):
        return False
    low, high = bounds(flags, first, k.SENTENCE)[0], bounds(flags, end - 1, k.SENTENCE)[1]
    known = matched[low:first].sum() + matched[end:high].sum()
    return known >= MIN_REST * (first - low + high - end)


@nb.njit(cache=True, nogil=True)
def _is_news(side, first, end, pairs, moved):
    """Tell whether the other side says nowhere what a run says."""
    keys, flags = side[0], side[1]
    n_words = n_moved = n_new = 0
    for token in range(first, end):
        if not flags[token] & k.FUNCTION:
            n_words += 1
            n_moved += _holds(moved, keys[token])
        if token + 1 < end:
            n_new += not _holds(pairs, keys[token] * PAIR_FACTOR + keys[token + 1])
    return 2 * n_moved < n_words and n_new >= MIN_NOVELTY * (end - first - 1)


@nb.njit(cache=True, nogil=True)
def _may_be_missing(side, other, hunks, is_left):
    flags, rest = side[1], side[2]
    pairs, moved = np.empty(0, np.uint64), np.empty(0, np.uint64)
    is_ready, size = False, 0.0
    for hunk in range(hunks.shape[0]):
        a, b, c, d = _turned(hunks[hunk], is_left)
        if c != d:
            continue
        start = a
        for at in range(a + 1, b + 1):
            if at < b and rest[at] == rest[at - 1] + 1:
                continue
            first, end, n = rest[start], rest[at - 1] + 1, at - start
            start = at
            if n < k.MIN_RUN or not _is_inner(side, first, end):
                continue
            if not is_ready:
                pairs, moved, is_ready = _held(other[0], True), _moved(other, hunks, is_left), True
            if _is_news(side, first, end, pairs, moved):
                for token in range(first, end):
                    size += 1 / SCALE_SINGLE if flags[token] & k.SINGLE else 1.0
    return size >= k.MIN_MISSING - 1e-6


@nb.njit(cache=True, nogil=True)
def _sentences(left, right, hunks, found):
    """Return the rule about sentences if it may hold, with SURE if it does, and then write the sentences to `found`."""
    state = _replaced(left, right, hunks, found)
    if state == YES:
        return k.SENTENCES | k.SURE
    if state == MAYBE:
        return k.SENTENCES
    is_missing = state == NO and (
        _may_be_missing(left, right, hunks, True) or _may_be_missing(right, left, hunks, False)
    )
    return k.SENTENCES if is_missing else 0


@nb.njit(cache=True, nogil=True)
def examine(left, right, columns, work, marks, tables):
    """Compare one pair; return the sizes of both rests, the number of hunks and of matched tokens, and the rules.

    What differs is left in `work`, the rules of each hunk and the sentences that replace each other in the last two of
    `marks`; `tables` are the concepts and the function words.
    """
    offsets, keys, flags, s_offsets, s_starts, s_keys, s_order = columns
    n, m, n_hunks, n_matched = k.compare(left, right, offsets, keys, flags, s_offsets, s_starts, s_keys, s_order, work)
    low_l, high_l, low_r, high_r = offsets[left], offsets[left + 1], offsets[right], offsets[right + 1]
    shorter, longer = min(high_l - low_l, high_r - low_r), max(high_l - low_l, high_r - low_r)
    rules = np.int64(k.LENGTH if shorter < k.MIN_LENGTH_RATIO * longer else 0)
    if n_hunks == 0:
        return n, m, n_hunks, n_matched, rules
    if shorter < k.SHORT_TOKENS:
        rules |= k.SHORT
    concepts, functions = tables
    keys_l, keys_r, flags_l, flags_r = keys[low_l:high_l], keys[low_r:high_r], flags[low_l:high_l], flags[low_r:high_r]
    rest_l, rest_r, hits_l, hits_r, hunks = work[0][:n], work[1][:m], work[2][:n], work[3][:m], work[4][:n_hunks]
    matched_l, matched_r = marks[0][: high_l - low_l], marks[1][: high_r - low_r]
    k.mark(matched_l, rest_l, hits_l)
    k.mark(matched_r, rest_r, hits_r)
    side_l = keys_l, flags_l, rest_l, matched_l, np.zeros(5, np.int64)
    side_r = keys_r, flags_r, rest_r, matched_r, np.zeros(5, np.int64)
    own = marks[2][:n_hunks]
    if k.hunk_rules(flags_l, flags_r, keys_l, keys_r, rest_l, rest_r, hunks, concepts, own):
        rules |= narrow(side_l, side_r, hunks, own, functions)
    if k.has_crossed(keys_l, keys_r, flags_l, flags_r, rest_l, rest_r, hunks):
        rules |= k.ORDER
    if k.is_one_change(keys_l, keys_r, flags_l, flags_r, rest_l, rest_r, hunks):
        rules |= k.TERMS
    rules |= _sentences(side_l, side_r, hunks, marks[3])
    return n, m, n_hunks, n_matched, rules


@nb.njit(cache=True, nogil=True)
def screen_pairs(lefts, rights, columns, work, marks, tables):
    """Return for each pair the rules that could object, as bits, its matched tokens, and its sentences if SURE."""
    suspect = np.zeros(lefts.shape[0], np.uint16)
    matched = np.zeros(lefts.shape[0], np.int32)
    sentences = np.zeros((lefts.shape[0], 4), np.int32)
    for pair in range(lefts.shape[0]):
        _, _, _, matched[pair], suspect[pair] = examine(lefts[pair], rights[pair], columns, work, marks, tables)
        if suspect[pair] & k.SURE:
            sentences[pair] = marks[3]
    return suspect, matched, sentences
