"""Tokens and sentences of texts, in one compiled pass over UTF-8."""

# ruff: noqa: ANN001, ANN201, ANN202, C901, PLR0913, SIM110 (the compiler infers types; one pass, one idea)
# mypy: ignore-errors

import numba as nb
import numpy as np

from neartwin.guards import kernel as k

LINE_END = 0x0A
IN_WORDS = 1 << k.C_LETTER | 1 << k.C_DIGIT | 1 << k.C_MARK


@nb.njit(cache=True, nogil=True)
def _key(codes, begin, end, classes, folds):
    """Return (key, has a digit): base letters in order, then tones, so that the place of a tone mark is free."""
    value, tones = k.FNV_OFFSET, np.uint64(0)
    length = n_digits = n_vowels = 0
    is_q = False
    for at in range(begin, end):
        c = classes[codes[at]] & k.CLASS
        if c == k.C_INVISIBLE or c == k.C_JOINER:
            continue
        fold = folds[codes[at]]
        base, tone = fold & np.uint32(0x1FFFFF), fold >> np.uint32(21)
        if tone > 0:
            tones = tones * np.uint64(7) + np.uint64(tone)
            if c == k.C_MARK:
                continue
        if c == k.C_DIGIT:
            n_digits += 1
            if base == k.ZERO and value == k.FNV_OFFSET and length == 0:
                continue
        elif base == k.LETTER_Y and at == end - 1 and 1 <= length <= 3 and n_vowels == (length == 2 and is_q):
            base = k.LETTER_I
        elif not (0x61 <= base <= 0x7A) or base in (0x61, 0x65, 0x69, 0x6F, 0x75):
            n_vowels += 1
        if length == 0:
            is_q = base == k.LETTER_Q
        value = (value ^ np.uint64(base)) * k.FNV_PRIME
        length += 1
    key = k.mix(value ^ (tones << np.uint64(40)))
    return key if key != np.uint64(0) else np.uint64(1), n_digits > 0


@nb.njit(cache=True, nogil=True)
def _joins(codes, at, high, classes, folds, kind):
    """Tell whether a mark that is no letter belongs to the word before it: `n't`, `C++`, `C#`."""
    c = classes[codes[at]] & k.CLASS
    following = classes[codes[at + 1]] & k.CLASS if at + 1 < high else k.C_NEWLINE
    if c == k.C_JOINER:
        after = classes[codes[at + 2]] & k.CLASS if at + 2 < high else k.C_NEWLINE
        return following == k.C_LETTER and folds[codes[at + 1]] == k.LETTER_T and after not in (k.C_LETTER, k.C_DIGIT)
    return kind == k.C_LETTER and c == k.C_PLUS and following not in (k.C_LETTER, k.C_DIGIT, k.C_SINGLE)


@nb.njit(cache=True, nogil=True)
def _ends_sentence(codes, at, high, classes):
    """Tell whether a full stop at this place ends a sentence: white space, a line end or an unspaced letter follows."""
    at += 1
    while at < high and (classes[codes[at]] & k.CLOSER != 0 or classes[codes[at]] & k.CLASS == k.C_STOP):
        at += 1
    following = classes[codes[at]] & k.CLASS if at < high else k.C_NEWLINE
    return following in (k.C_SPACE, k.C_NEWLINE, k.C_SINGLE)


@nb.njit(cache=True, nogil=True)
def _is_inside_number(codes, at, high, classes):
    """Tell whether digits stand directly on both sides."""
    if at == 0 or at + 1 >= high:
        return False
    return classes[codes[at - 1]] & k.CLASS == k.C_DIGIT and classes[codes[at + 1]] & k.CLASS == k.C_DIGIT


@nb.njit(cache=True, nogil=True)
def _is_sign(codes, at, high, classes):
    """Tell whether a minus stands before a number and after white space, so that it is no range and no bullet."""
    if at == 0 or at + 1 >= high or classes[codes[at + 1]] & k.CLASS != k.C_DIGIT:
        return False
    return classes[codes[at - 1]] & k.CLASS == k.C_SPACE


@nb.njit(cache=True, nogil=True)
def _currency(codes, at, high, classes, folds):
    """Return what a currency symbol adds to the key of the number after it, or nothing where none follows."""
    following = at + 1
    if following < high and classes[codes[following]] & k.CLASS == k.C_SPACE:
        following += 1
    is_number = following < high and classes[codes[following]] & k.CLASS == k.C_DIGIT
    return np.uint64(folds[codes[at]]) if is_number else k.NO_KEY


@nb.njit(cache=True, nogil=True)
def _is_roman(codes, begin, end):
    """Tell whether 2 to 6 capitals of I, V, X, L and C stand here."""
    if not 2 <= end - begin <= 6:
        return False
    for at in range(begin, end):
        if codes[at] not in (0x49, 0x56, 0x58, 0x4C, 0x43):
            return False
    return True


@nb.njit(cache=True, nogil=True)
def _is_joined(codes, begin, end, high, classes):
    """Tell whether a dot between small letters, an underscore or an at sign joins a word to another: `org.example`."""
    for mark, near, far in ((begin - 1, begin, begin - 2), (end, end - 1, end + 1)):
        if mark <= 0 or mark >= high - 1 or codes[mark] not in (0x2E, 0x5F, 0x40):
            continue
        a, b = classes[codes[near]], classes[codes[far]]
        is_small = a & k.UPPER == 0 and b & k.UPPER == 0 and a & k.CLASS == k.C_LETTER
        if b & k.CLASS in (k.C_LETTER, k.C_DIGIT) and (is_small or codes[mark] != 0x2E):
            return True
    return False


@nb.njit(cache=True, nogil=True)
def _fraction(codes, begin, end, folds):
    """Return how many zeros lead a run of digits behind a point or comma, where they are no mere padding.

    What stands before the mark does not count: torn off or not (`,000`, `5,000`), the digits are the same.
    """
    if begin == 0 or folds[codes[begin - 1]] not in (0x2C, 0x2E):
        return 0
    n = 0
    while begin + n < end and folds[codes[begin + n]] == k.ZERO:
        n += 1
    return n


@nb.njit(cache=True, nogil=True)
def _own_flags(codes, begin, end, key, has_digit, classes, table_keys, table_flags):
    """Return the flags that a word has wherever it stands."""
    flag = np.uint16(k.lookup(key, table_keys, table_flags) | (k.DIGIT if has_digit else 0))
    if classes[codes[begin]] & k.UPPER:
        flag |= k.CAPITAL | k.LETTER if end - begin == 1 else k.CAPITAL
        flag |= k.NUMERAL if _is_roman(codes, begin, end) else 0
    return flag


@nb.njit(cache=True, nogil=True)
def _decode(data, low, high, classes, codes, kinds):
    """Write the code points of valid UTF-8 with what they are, and a line end behind them; return their number."""
    n, at = 0, low
    while at < high:
        byte = data[at]
        if byte < 0x80:
            code, at = np.uint32(byte), at + 1
        elif byte < 0xE0:
            code, at = (np.uint32(byte) & 0x1F) << 6 | (data[at + 1] & 0x3F), at + 2
        elif byte < 0xF0:
            code = (np.uint32(byte) & 0x0F) << 12 | np.uint32(data[at + 1] & 0x3F) << 6 | (data[at + 2] & 0x3F)
            at += 3
        else:
            code = (np.uint32(byte) & 0x07) << 18 | np.uint32(data[at + 1] & 0x3F) << 12
            code |= np.uint32(data[at + 2] & 0x3F) << 6 | (data[at + 3] & 0x3F)
            at += 4
        codes[n], kinds[n] = code, classes[code]
        n += 1
    codes[n], kinds[n] = LINE_END, k.C_NEWLINE
    return n


@nb.njit(cache=True, nogil=True)
def _is_plain(codes, begin, end):
    """Tell whether only the digits 0 to 9 stand here."""
    for at in range(begin, end):
        if not 0x30 <= codes[at] <= 0x39:
            return False
    return True


@nb.njit(cache=True, nogil=True)
def scan(data, offsets, classes, folds, table_keys, table_flags):
    """Return token counts, keys, flags, gaps, starts and ends of each text: the flags say where a token stands, too.

    A word met before is found by the hash of its code points; one with invisible characters is made anew.
    """
    counts = np.zeros(offsets.shape[0] - 1, np.int64)
    size = data.shape[0] // 2 + counts.shape[0] + 1  # a token and what parts it from the next take two bytes
    longest = 0
    for text in range(counts.shape[0]):
        longest = max(longest, offsets[text + 1] - offsets[text])
    codes, kinds = np.empty(longest + 1, np.uint32), np.empty(longest + 1, np.uint16)
    keys = np.empty(size, np.uint64)
    flags, gaps = np.empty(size, np.uint16), np.empty(size, np.uint16)
    starts, ends = np.empty(size, np.int32), np.empty(size, np.int32)
    seen = np.zeros((k.KNOWN, 3), np.uint64)  # hash of code points, key, flags
    n = 0
    for text in range(counts.shape[0]):
        first = n
        high = _decode(data, offsets[text], offsets[text + 1], classes, codes, kinds)
        place = k.SENTENCE | k.LINE | k.CLAUSE
        begin = end = 0
        kind = k.C_OTHER
        is_negative = is_odd = is_spaced = False
        symbol = k.NO_KEY
        raw = k.FNV_OFFSET
        at = 0
        while at <= high:
            c = kinds[at] & k.CLASS
            if kind == k.C_SINGLE:
                while c == k.C_MARK:
                    raw = (raw ^ np.uint64(codes[at])) * k.FNV_PRIME
                    at += 1
                    end = at
                    c = kinds[at] & k.CLASS
            elif kind != k.C_OTHER:
                start, others = at, 0
                while IN_WORDS >> c & 1:
                    raw = (raw ^ np.uint64(codes[at])) * k.FNV_PRIME
                    others |= c ^ k.C_DIGIT
                    at += 1
                    c = kinds[at] & k.CLASS
                if at > start:
                    end = at
                    kind = k.C_LETTER if others else kind
            is_run = kind != k.C_OTHER
            if c == k.C_INVISIBLE or c == k.C_MARK:
                is_odd = True
                if not is_run and n > first:
                    gaps[n - 1] |= k.LOUD
                at += 1
                continue
            if is_run and (c == k.C_JOINER or c == k.C_PLUS) and _joins(codes, at, high, classes, folds, kind):
                raw = (raw ^ np.uint64(codes[at])) * k.FNV_PRIME
                at += 1
                end = at
                continue
            if is_run:
                slot = (raw ^ (raw >> k.HALF)) & np.uint64(k.KNOWN - 1)
                if is_odd or seen[slot, 0] != raw:
                    key, has_digit = _key(codes, begin, end, classes, folds)
                    seen[slot, 0] = np.uint64(0) if is_odd else raw
                    seen[slot, 1] = key
                    seen[slot, 2] = _own_flags(codes, begin, end, key, has_digit, classes, table_keys, table_flags)
                key, own = seen[slot, 1], np.uint16(seen[slot, 2])
                if own & k.DIGIT and folds[codes[begin]] == k.ZERO:
                    n_zeros = _fraction(codes, begin, end, folds)
                    key = k.mix(key ^ k.FRACTION + np.uint64(n_zeros)) if n_zeros > 0 else key
                flag, gap = place | own, k.LOUD if is_odd else 0
                if is_negative and (n == first or flags[n - 1] & k.DIGIT == 0):
                    key = k.mix(key ^ k.NEGATIVE)
                    flag = place | _own_flags(
                        codes, begin, end, key, own & k.DIGIT != 0, classes, table_keys, table_flags
                    )
                if symbol != k.NO_KEY and flag & k.DIGIT:
                    key = k.mix(key ^ symbol)
                    gap |= k.MONEY
                symbol = k.NO_KEY
                if kind == k.C_SINGLE:
                    flag |= k.SINGLE
                elif (c != k.C_SPACE or not is_spaced) and _is_joined(codes, begin, end, high, classes):
                    flag |= k.JOINED
                if not is_spaced and n > first and kinds[begin - 1] & k.SEPARATOR:
                    gaps[n - 1] |= k.TRAILING
                gap |= k.PURE if kind == k.C_DIGIT and _is_plain(codes, begin, end) else 0
                gaps[n] = gap | (k.LEADING if kinds[end] & k.SEPARATOR else 0)
                keys[n], flags[n], starts[n], ends[n] = key, flag, begin, end
                n += 1
                kind, place, is_negative = k.C_OTHER, 0, False
            if c == k.C_LETTER or c == k.C_DIGIT or c == k.C_SINGLE:
                kind, begin, end, is_odd = c, at, at + 1, False
                is_spaced = at == 0 or kinds[at - 1] & k.CLASS == k.C_SPACE
                raw = (k.FNV_OFFSET ^ np.uint64(codes[at])) * k.FNV_PRIME
                at += 1
                continue
            if n > first:
                gaps[n - 1] |= kinds[at] & k.GAP
            if c == k.C_NEWLINE:
                place = k.SENTENCE | k.LINE | k.CLAUSE
            elif c == k.C_WIDE_STOP or (c == k.C_STOP and _ends_sentence(codes, at, high, classes)):
                place |= k.SENTENCE | k.CLAUSE
            elif c == k.C_COMMA and not _is_inside_number(codes, at, high, classes):
                place |= k.CLAUSE
            elif c == k.C_CURRENCY:
                symbol = _currency(codes, at, high, classes, folds)
                if symbol == k.NO_KEY and n > first and flags[n - 1] & k.DIGIT and at - ends[n - 1] <= 1:
                    keys[n - 1] = k.mix(keys[n - 1] ^ np.uint64(folds[codes[at]]))
                    gaps[n - 1] |= k.MONEY
            elif c != k.C_SPACE:
                symbol = k.NO_KEY
            if c == k.C_MINUS:
                is_negative = place & k.LINE == 0 and _is_sign(codes, at, high, classes)
            at += 1
        counts[text] = n - first
    return counts, keys[:n], flags[:n], gaps[:n], starts[:n], ends[:n]


@nb.njit(cache=True, nogil=True)
def sentences(offsets, keys, flags):
    """Return counts, first tokens, keys and, sorted by key, the order of the sentences of each text."""
    n_texts = offsets.shape[0] - 1
    counts = np.zeros(n_texts, np.int64)
    starts = np.empty(keys.shape[0], np.int32)
    values = np.empty(keys.shape[0], np.uint64)
    order = np.empty(keys.shape[0], np.int32)
    n = 0
    for text in range(n_texts):
        low, high, first = offsets[text], offsets[text + 1], n
        for token in range(low, high):
            if n == first or (flags[token] & k.SENTENCE and token - low - starts[n - 1] >= k.MIN_SENTENCE):
                starts[n], values[n] = token - low, k.FNV_OFFSET
                n += 1
            values[n - 1] = k.mix((values[n - 1] * k.FNV_PRIME) ^ keys[token])
        counts[text] = n - first
        order[first:n] = k.order_of(values[first:n])
    return counts, starts[:n], values[:n], order[:n]
