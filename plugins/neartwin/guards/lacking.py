"""Sentences that one text has and the other lacks, compiled: replaced ones, and missing ones.

The rule of the same name is `rules.sentences`; only where page furniture may stand is it asked.
"""

# ruff: noqa: ANN001, ANN201, ANN202, C901, SIM110 (the compiler infers types; it knows no generators)
# mypy: ignore-errors

import numba as nb
import numpy as np

from neartwin.guards import furniture
from neartwin.guards import kernel as k

HEAD = 40
MAX_RETOLD, MIN_NOVELTY, MIN_REST, SCALE_SINGLE = 0.25, 0.5, 0.7, 1.6
PAIR_FACTOR = np.uint64(0x9E3779B97F4A7C15)
NO, YES, NEITHER, MAYBE = range(4)


@nb.njit(cache=True, nogil=True)
def _own(side, other, hunks, is_left, spans):
    """Write the sentences of one side of which little corresponds, page furniture too; return their number."""
    flags, rest, matched, other_flags, other_rest = side.flags, side.rest, side.matched, other.flags, other.rest
    n, low, high = 0, 0, 0
    for hunk in range(hunks.shape[0]):
        a, b, c, d = _turned(hunks[hunk], is_left)
        if b - a >= k.MIN_TOKENS and _is_sentence(flags, rest, a, b) and _is_sentence(other_flags, other_rest, c, d):
            spans[n, 0], spans[n, 1] = rest[a], rest[b - 1] + 1
            n += not _is_heading(side, spans[n])
    for hunk in range(hunks.shape[0]):
        a, b, _, _ = _turned(hunks[hunk], is_left)
        for at in range(a, b):
            if low <= rest[at] < high:
                continue
            low, high = k.bounds(flags, rest[at], k.SENTENCE)
            run = k.RUN_SINGLE if flags[low] & k.SINGLE else k.RUN
            size = high - low
            if size < k.MIN_TOKENS or matched[low:high].sum() > k.MAX_COVERAGE * size:
                continue
            if not (matched[low : low + run].all() or matched[high - run : high].all()):
                spans[n, 0], spans[n, 1] = low, high
                n += not _is_heading(side, spans[n])
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
def _is_heading(side, span):
    """Tell whether a line without a full stop stands near the head: copies often get a headline of their own."""
    return span[0] < HEAD and side.flags[span[0]] & k.LINE != 0 and not side.gaps[span[1] - 1] & k.STOP


@nb.njit(cache=True, nogil=True)
def _bag(side, spans, roles):
    """Return the set of words of the sentences that are surely no furniture."""
    keys, flags = side.keys, side.flags
    size = 0
    for span in range(spans.shape[0]):
        size += spans[span, 1] - spans[span, 0]
    words = _room(size)
    for span in range(spans.shape[0]):
        first, end = spans[span, 0], spans[span, 1]
        if furniture.may_be(side, first, roles):
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
def _slot(values, value):
    """Return where a value stands in a set, or would."""
    mask = np.uint64(values.shape[0] - 1)
    slot = (value ^ (value >> k.HALF)) & mask
    while values[slot] != k.NO_KEY and values[slot] != value:
        slot = (slot + np.uint64(1)) & mask
    return slot


@nb.njit(cache=True, nogil=True)
def _enter(values, value):
    values[_slot(values, value)] = value


@nb.njit(cache=True, nogil=True)
def _holds(values, value):
    return values[_slot(values, value)] != k.NO_KEY


@nb.njit(cache=True, nogil=True)
def _held(keys, is_pair):
    """Return the set of the keys of a text, or of its neighbours."""
    values = _room(keys.shape[0])
    for at in range(keys.shape[0] - is_pair):
        _enter(values, keys[at] * PAIR_FACTOR + keys[at + 1] if is_pair else keys[at])
    return values


@nb.njit(cache=True, nogil=True)
def _told(side, spans, other_keys, is_pair):
    """Return the set of words of some sentences, of those of pairs or of the others; and which the other text holds."""
    keys, flags = side.keys, side.flags
    size = 0
    for span in range(spans.shape[0]):
        if (flags[spans[span, 0]] & k.SINGLE != 0) == is_pair:
            size += spans[span, 1] - spans[span, 0]
    words = _room(size)
    is_held = np.zeros(words.shape[0], np.bool_)
    if size == 0:
        return words, is_held
    for span in range(spans.shape[0]):
        first, end = spans[span, 0], spans[span, 1]
        if (flags[first] & k.SINGLE != 0) == is_pair:
            for token in range(first, end):
                if _is_word(flags, first, end, token):
                    _enter(words, _word(keys, flags, first, token))
    for at in range(other_keys.shape[0] - is_pair):
        value = other_keys[at] * PAIR_FACTOR + other_keys[at + 1] if is_pair else other_keys[at]
        is_held[_slot(words, value)] = True
    return words, is_held


@nb.njit(cache=True, nogil=True)
def _news(side, spans, other_keys, retold):
    """Return those of the sentences that may say what the other text does not: all that do, if all are sure."""
    keys, flags = side.keys, side.flags
    words, is_held = _told(side, spans, other_keys, False)
    pairs, is_pair_held = _told(side, spans, other_keys, True)
    n = 0
    for span in range(spans.shape[0]):
        first, end = spans[span, 0], spans[span, 1]
        is_pair = flags[first] & k.SINGLE != 0
        n_words = n_retold = n_new = 0
        for token in range(first, end):
            if _is_word(flags, first, end, token):
                word = _word(keys, flags, first, token)
                n_words += 1
                n_retold += _holds(retold, word)
                n_new += not (is_pair_held[_slot(pairs, word)] if is_pair else is_held[_slot(words, word)])
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
def _replaced(left, right, hunks, roles, found):
    """Tell whether each side has a sentence that the other lacks: NO, YES, neither that nor a missing one, or MAYBE.

    With YES, `found` takes the first two such sentences.
    """
    size = hunks.shape[0] + left.rest.shape[0] + right.rest.shape[0]
    room_l, room_r = np.empty((size, 2), np.int32), np.empty((size, 2), np.int32)
    own_l = room_l[: _own(left, right, hunks, True, room_l)]
    own_r = room_r[: _own(right, left, hunks, False, room_r) if own_l.shape[0] else 0]
    if not own_l.shape[0] or not own_r.shape[0]:
        return NO
    is_sure = True
    for side, spans in ((left, own_l), (right, own_r)):
        for span in range(spans.shape[0]):
            is_sure = is_sure and not furniture.may_be(side, spans[span, 0], roles)
    bag_l, bag_r = _bag(left, own_l, roles), _bag(right, own_r, roles)
    news_l, news_r = _news(left, own_l, right.keys, bag_r), _news(right, own_r, left.keys, bag_l)
    if not news_l.shape[0] or not news_r.shape[0]:
        return NO
    if not is_sure:
        return MAYBE
    for a in range(news_l.shape[0]):
        for b in range(news_r.shape[0]):
            if _is_single(left.flags, news_l[a, 0], news_l[a, 1]) == _is_single(
                right.flags, news_r[b, 0], news_r[b, 1]
            ):
                found[0], found[1], found[2], found[3] = news_l[a, 0], news_l[a, 1], news_r[b, 0], news_r[b, 1]
                return YES
    return NEITHER


@nb.njit(cache=True, nogil=True)
def _moved(other, hunks, is_left):
    """Return the set of words of the other side that correspond to nothing."""
    keys, flags, rest = other.keys, other.flags, other.rest
    words = _room(rest.shape[0])
    for hunk in range(hunks.shape[0]):
        _, _, first, end = _turned(hunks[hunk], is_left)
        for at in range(first, end):
            if not flags[rest[at]] & k.FUNCTION:
                _enter(words, keys[rest[at]])
    return words


@nb.njit(cache=True, nogil=True)
def _is_inner(side, first, end):
    """Tell whether a run stands between matched text, in sentences that correspond but for it."""
    flags, matched = side.flags, side.matched
    if end - first < k.MIN_RUN * (SCALE_SINGLE if _is_single(flags, first, end) else 1):
        return False
    if first == 0 or end == flags.shape[0]:
        return False
    if not (matched[max(first - k.RUN, 0) : first].all() and matched[end : end + k.RUN].all()):
        return False
    low, high = k.bounds(flags, first, k.SENTENCE)[0], k.bounds(flags, end - 1, k.SENTENCE)[1]
    known = matched[low:first].sum() + matched[end:high].sum()
    if known < MIN_REST * (first - low + high - end):
        return False
    is_line = flags[first] & k.LINE and flags[end] & k.LINE
    return not is_line or side.gaps[end - 1] & k.STOP != 0


@nb.njit(cache=True, nogil=True)
def _is_news(side, first, end, pairs, moved):
    """Tell whether the other side says nowhere what a run says."""
    keys, flags = side.keys, side.flags
    n_words = n_moved = n_new = 0
    for token in range(first, end):
        if not flags[token] & k.FUNCTION:
            n_words += 1
            n_moved += _holds(moved, keys[token])
        if token + 1 < end:
            n_new += not _holds(pairs, keys[token] * PAIR_FACTOR + keys[token + 1])
    return 2 * n_moved < n_words and n_new >= MIN_NOVELTY * (end - first - 1)


@nb.njit(cache=True, nogil=True)
def _is_bare(side, first, end):
    """Tell whether a part is empty or holds nothing but numbers, as of the items of a list."""
    for at in range(first, end):
        if not side.flags[side.rest[at]] & k.NUMERIC:
            return False
    return True


@nb.njit(cache=True, nogil=True)
def _is_item(flags, first, end):
    """Tell whether a run is one item of a numbered list, with its own number or that of the next."""
    own = first if flags[first] & k.LINE else first - 1
    last = end if end == flags.shape[0] or flags[end] & k.LINE else end - 1
    is_own = own >= 0 and flags[own] & k.LINE != 0 and flags[own] & k.NUMERIC != 0
    return is_own and (last == flags.shape[0] or (flags[last] & k.LINE != 0 and flags[last] & k.NUMERIC != 0))


@nb.njit(cache=True, nogil=True)
def _missing(side, other, hunks, is_left, roles, found):
    """Tell whether enough stands between matched text on one side only: NO, MAYBE, or YES and where the longest run."""
    flags, rest = side.flags, side.rest
    pairs, moved = np.empty(0, np.uint64), np.empty(0, np.uint64)
    is_ready, size, sure = False, 0.0, 0.0
    for hunk in range(hunks.shape[0]):
        a, b, c, d = _turned(hunks[hunk], is_left)
        if not _is_bare(other, c, d):
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
                pairs, moved, is_ready = _held(other.keys, True), _moved(other, hunks, is_left), True
            if not _is_news(side, first, end, pairs, moved):
                continue
            own = 0.0
            for token in range(first, end):
                own += 1 / SCALE_SINGLE if flags[token] & k.SINGLE else 1.0
            own = max(own, k.MIN_MISSING) if _is_item(flags, first, end) else own
            size += own
            if not _may_hold_furniture(side, first, end, roles):
                sure += own
                if found[0] < 0 or end - first > found[2] - found[1]:
                    found[0], found[1], found[2] = 1 - is_left, first, end
    if sure >= k.MIN_MISSING:
        return YES
    return MAYBE if size >= k.MIN_MISSING else NO


@nb.njit(cache=True, nogil=True)
def _may_hold_furniture(side, first, end, roles):
    """Tell whether a line that a run touches may be page furniture."""
    for token in range(first, end):
        if (token == first or side.flags[token] & k.LINE) and furniture.may_be(side, token, roles):
            return True
    return False


@nb.njit(cache=True, nogil=True)
def verdict(left, right, hunks, roles, found):
    """Return REPLACED or MISSING, and where in `found`: the sentences of both sides, or (side, first, end) of a run.

    SENTENCES if the rule itself must be asked; 0 if it finds nothing.
    """
    found[0] = -1
    state = _replaced(left, right, hunks, roles, found)
    if state == YES:
        return k.REPLACED
    if state == MAYBE:
        return k.SENTENCES
    if state == NEITHER:
        return 0
    state = _missing(left, right, hunks, True, roles, found)
    if state == NO:
        found[0] = -1
        state = _missing(right, left, hunks, False, roles, found)
    return k.MISSING if state == YES else k.SENTENCES if state == MAYBE else 0
