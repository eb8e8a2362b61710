"""The guards' compiled code: tokens of texts, the alignment of two, and the screen of rules that could stop a pair.

The screen's second look is `suspicion`.

Source of the alignment: Myers 1986, "An O(ND) difference algorithm and its variations", bounded; beyond the bound,
tokens that occur once on each side are the anchors (patience).
"""

# ruff: noqa: ANN001, ANN201, ANN202, C901, PLR0913, SIM102, SIM109, SIM110 (the compiler infers types; one pass, one idea)
# mypy: ignore-errors

import numba as nb
import numpy as np

# Classes of code points, in the lower four bits; the upper ones are marks that may stand together.
C_OTHER, C_LETTER, C_DIGIT, C_SINGLE, C_MARK, C_INVISIBLE, C_SPACE, C_NEWLINE, C_STOP, C_WIDE_STOP = range(10)
C_MINUS, C_JOINER, C_PLUS, C_COMMA, C_CURRENCY = range(10, 15)
CLASS, UPPER, CLOSER = 15, 16, 32

# Flags of tokens.
DIGIT, NUMERAL, NEGATION, POLAR, CAPITAL, FUNCTION, SINGLE, SENTENCE = (1 << i for i in range(8))
LINE, CLAUSE, LETTER, PARTICLE, CORRECTION, UNIT, SIGN, JOINED = (1 << i for i in range(8, 16))
NUMERIC = DIGIT | NUMERAL | LETTER

# Rules that the screen may suspect, and their bounds, in tokens.
LENGTH, NUMBERS, DECISIONS, CORRECTIONS, NAMES, ORDER, SENTENCES, SHORT, TERMS = (1 << i for i in range(9))
EVERY, SURE = 511, 512  # SURE: the rule about sentences needs no second look
SHORT_TOKENS, MIN_LENGTH_RATIO = 50, 0.5
TIGHT_NUMBER, TIGHT_DECISION, TIGHT_NEGATION, TIGHT_NAME = 8, 12, 6, 5
UNIT_REACH, DECISION_REACH, HEAD_OF_CORRECTION = 4, 3, 60
MIN_TOKENS, MAX_COVERAGE, RUN, RUN_SINGLE = 6, 0.4, 3, 2
MIN_MISSING, MIN_RUN = 12, 5
MAX_CROSSED, MAX_SPAN = 1_000, 24

MIN_SENTENCE, MIN_CLAUSE, MAX_EDITS, KNOWN = 4, 4, 300, 1 << 15
FNV_OFFSET, FNV_PRIME = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)
MIX_1, MIX_2 = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)
NEGATIVE, NO_KEY = np.uint64(0x6E65676174697665), np.uint64(0)
S33, HALF = np.uint64(33), np.uint64(32)
ZERO, LETTER_I, LETTER_T, LETTER_Q, LETTER_Y = 0x30, np.uint32(0x69), 0x74, 0x71, 0x79


@nb.njit(cache=True, nogil=True, inline="always")
def _mix(value):
    value = (value ^ (value >> S33)) * MIX_1
    value = (value ^ (value >> S33)) * MIX_2
    return value ^ (value >> S33)


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
def _key(codes, begin, end, classes, folds):
    """Return (key, has a digit): base letters in order, then tones, so that the place of a tone mark is free."""
    value, tones = FNV_OFFSET, np.uint64(0)
    length = n_digits = n_vowels = 0
    is_q = False
    for at in range(begin, end):
        c = classes[codes[at]] & CLASS
        if c == C_INVISIBLE or c == C_JOINER:
            continue
        fold = folds[codes[at]]
        base, tone = fold & np.uint32(0x1FFFFF), fold >> np.uint32(21)
        if tone > 0:
            tones = tones * np.uint64(7) + np.uint64(tone)
            if c == C_MARK:
                continue
        if c == C_DIGIT:
            n_digits += 1
            if base == ZERO and value == FNV_OFFSET and length == 0:
                continue
        elif base == LETTER_Y and at == end - 1 and 1 <= length <= 3 and n_vowels == (length == 2 and is_q):
            base = LETTER_I
        elif not (0x61 <= base <= 0x7A) or base in (0x61, 0x65, 0x69, 0x6F, 0x75):
            n_vowels += 1
        if length == 0:
            is_q = base == LETTER_Q
        value = (value ^ np.uint64(base)) * FNV_PRIME
        length += 1
    key = _mix(value ^ (tones << np.uint64(40)))
    return key if key != np.uint64(0) else np.uint64(1), n_digits > 0


@nb.njit(cache=True, nogil=True)
def _joins(codes, at, high, classes, folds, kind):
    """Tell whether a mark that is no letter belongs to the word before it: `n't`, `C++`, `C#`."""
    c = classes[codes[at]] & CLASS
    following = classes[codes[at + 1]] & CLASS if at + 1 < high else C_NEWLINE
    if c == C_JOINER:
        after = classes[codes[at + 2]] & CLASS if at + 2 < high else C_NEWLINE
        return following == C_LETTER and folds[codes[at + 1]] == LETTER_T and after not in (C_LETTER, C_DIGIT)
    return kind == C_LETTER and c == C_PLUS and following not in (C_LETTER, C_DIGIT, C_SINGLE)


@nb.njit(cache=True, nogil=True)
def _ends_sentence(codes, at, high, classes):
    """Tell whether a full stop at this place ends a sentence: white space, a line end or an unspaced letter follows."""
    at += 1
    while at < high and (classes[codes[at]] & CLOSER != 0 or classes[codes[at]] & CLASS == C_STOP):
        at += 1
    following = classes[codes[at]] & CLASS if at < high else C_NEWLINE
    return following in (C_SPACE, C_NEWLINE, C_SINGLE)


@nb.njit(cache=True, nogil=True)
def _is_inside_number(codes, at, low, high, classes):
    """Tell whether digits stand directly on both sides."""
    if at == low or at + 1 >= high:
        return False
    return classes[codes[at - 1]] & CLASS == C_DIGIT and classes[codes[at + 1]] & CLASS == C_DIGIT


@nb.njit(cache=True, nogil=True)
def _is_sign(codes, at, low, high, classes):
    """Tell whether a minus stands before a number and after white space, so that it is no range and no bullet."""
    if at == low or at + 1 >= high or classes[codes[at + 1]] & CLASS != C_DIGIT:
        return False
    return classes[codes[at - 1]] & CLASS == C_SPACE


@nb.njit(cache=True, nogil=True)
def _currency(codes, at, high, classes, folds):
    """Return what a currency symbol adds to the key of the number after it, or nothing where none follows."""
    following = at + 1
    if following < high and classes[codes[following]] & CLASS == C_SPACE:
        following += 1
    is_number = following < high and classes[codes[following]] & CLASS == C_DIGIT
    return np.uint64(folds[codes[at]]) if is_number else NO_KEY


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
def _is_joined(codes, begin, end, low, high, classes):
    """Tell whether a dot between small letters, an underscore or an at sign joins a word to another: `org.example`."""
    for mark, near, far in ((begin - 1, begin, begin - 2), (end, end - 1, end + 1)):
        if mark <= low or mark >= high - 1 or codes[mark] not in (0x2E, 0x5F, 0x40):
            continue
        a, b = classes[codes[near]], classes[codes[far]]
        is_small = a & UPPER == 0 and b & UPPER == 0 and a & CLASS == C_LETTER
        if b & CLASS in (C_LETTER, C_DIGIT) and (is_small or codes[mark] != 0x2E):
            return True
    return False


@nb.njit(cache=True, nogil=True)
def _own_flags(codes, begin, end, key, has_digit, classes, table_keys, table_flags):
    """Return the flags that a word has wherever it stands."""
    flag = np.uint16(lookup(key, table_keys, table_flags) | (DIGIT if has_digit else 0))
    if classes[codes[begin]] & UPPER:
        flag |= CAPITAL | LETTER if end - begin == 1 else CAPITAL
        flag |= NUMERAL if _is_roman(codes, begin, end) else 0
    return flag


@nb.njit(cache=True, nogil=True)
def scan(codes, offsets, classes, folds, table_keys, table_flags):
    """Return token counts, keys, flags, starts and ends of each text: the flags say where a token stands, too.

    A word met before is found by the hash of its code points; one with invisible characters is made anew.
    """
    counts = np.zeros(offsets.shape[0] - 1, np.int64)
    keys = np.empty(codes.shape[0], np.uint64)
    flags = np.empty(codes.shape[0], np.uint16)
    starts = np.empty(codes.shape[0], np.int32)
    ends = np.empty(codes.shape[0], np.int32)
    seen, seen_keys, seen_flags = np.zeros(KNOWN, np.uint64), np.empty(KNOWN, np.uint64), np.empty(KNOWN, np.uint16)
    n = 0
    for text in range(counts.shape[0]):
        low, high, first = offsets[text], offsets[text + 1], n
        place = SENTENCE | LINE | CLAUSE
        begin = end = low
        kind = C_OTHER
        is_negative = is_odd = False
        symbol = NO_KEY
        raw = FNV_OFFSET
        at = low
        while at <= high:
            c = classes[codes[at]] & CLASS if at < high else np.uint8(C_NEWLINE)
            while kind != C_OTHER and (c == C_MARK or (kind != C_SINGLE and (c == C_LETTER or c == C_DIGIT))):
                raw = (raw ^ np.uint64(codes[at])) * FNV_PRIME
                kind = C_DIGIT if kind == C_DIGIT and c == C_DIGIT else C_LETTER if kind != C_SINGLE else kind
                at += 1
                end = at
                c = classes[codes[at]] & CLASS if at < high else np.uint8(C_NEWLINE)
            is_run = kind != C_OTHER
            if c == C_INVISIBLE or c == C_MARK:
                is_odd = True
                at += 1
                continue
            if is_run and (c == C_JOINER or c == C_PLUS) and _joins(codes, at, high, classes, folds, kind):
                raw = (raw ^ np.uint64(codes[at])) * FNV_PRIME
                at += 1
                end = at
                continue
            if is_run:
                slot = (raw ^ (raw >> HALF)) & np.uint64(KNOWN - 1)
                if is_odd or seen[slot] != raw:
                    key, has_digit = _key(codes, begin, end, classes, folds)
                    seen[slot] = np.uint64(0) if is_odd else raw
                    seen_keys[slot] = key
                    seen_flags[slot] = _own_flags(codes, begin, end, key, has_digit, classes, table_keys, table_flags)
                key, flag = seen_keys[slot], place | seen_flags[slot]
                if is_negative and (n == first or flags[n - 1] & DIGIT == 0):
                    key = _mix(key ^ NEGATIVE)
                    flag = place | _own_flags(
                        codes, begin, end, key, seen_flags[slot] & DIGIT != 0, classes, table_keys, table_flags
                    )
                if symbol != NO_KEY and flag & DIGIT:
                    key = _mix(key ^ symbol)
                symbol = NO_KEY
                if kind == C_SINGLE:
                    flag |= SINGLE
                elif _is_joined(codes, begin, end, low, high, classes):
                    flag |= JOINED
                keys[n], flags[n], starts[n], ends[n] = key, flag, begin - low, end - low
                n += 1
                kind, place, is_negative = C_OTHER, 0, False
            if c == C_LETTER or c == C_DIGIT or c == C_SINGLE:
                kind, begin, end, is_odd = c, at, at + 1, False
                raw = (FNV_OFFSET ^ np.uint64(codes[at])) * FNV_PRIME
            elif c == C_NEWLINE:
                place = SENTENCE | LINE | CLAUSE
            elif c == C_WIDE_STOP or (c == C_STOP and _ends_sentence(codes, at, high, classes)):
                place |= SENTENCE | CLAUSE
            elif c == C_COMMA and not _is_inside_number(codes, at, low, high, classes):
                place |= CLAUSE
            elif c == C_CURRENCY:
                symbol = _currency(codes, at, high, classes, folds)
                if symbol == NO_KEY and n > first and flags[n - 1] & DIGIT and at - low - ends[n - 1] <= 1:
                    keys[n - 1] = _mix(keys[n - 1] ^ np.uint64(folds[codes[at]]))
            elif c != C_SPACE:
                symbol = NO_KEY
            if c == C_MINUS:
                is_negative = place & LINE == 0 and _is_sign(codes, at, low, high, classes)
            at += 1
        counts[text] = n - first
    return counts, keys[:n].copy(), flags[:n].copy(), starts[:n].copy(), ends[:n].copy()


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
            if n == first or (flags[token] & SENTENCE and token - low - starts[n - 1] >= MIN_SENTENCE):
                starts[n], values[n] = token - low, FNV_OFFSET
                n += 1
            values[n - 1] = _mix((values[n - 1] * FNV_PRIME) ^ keys[token])
        counts[text] = n - first
        order[first:n] = np.argsort(values[first:n], kind="mergesort")
    return counts, starts[:n].copy(), values[:n].copy(), order[:n].copy()


@nb.njit(cache=True, nogil=True)
def compare(left, right, offsets, keys, flags, s_offsets, s_starts, s_keys, s_order, work):
    """Fill the workspace for one pair; return the sizes of both rests, the number of hunks and of matched tokens."""
    rest_l, rest_r, hits_l, hits_r, hunks, trace, furthest = work
    keys_l, keys_r = keys[offsets[left] : offsets[left + 1]], keys[offsets[right] : offsets[right + 1]]
    flags_l, flags_r = flags[offsets[left] : offsets[left + 1]], flags[offsets[right] : offsets[right + 1]]
    low_l, high_l = s_offsets[left], s_offsets[left + 1]
    low_r, high_r = s_offsets[right], s_offsets[right + 1]
    lone_l = _lone(s_keys[low_l:high_l], s_order[low_l:high_l], s_keys[low_r:high_r], s_order[low_r:high_r])
    lone_r = _lone(s_keys[low_r:high_r], s_order[low_r:high_r], s_keys[low_l:high_l], s_order[low_l:high_l])
    n = _gather(lone_l, s_starts[low_l:high_l], keys_l.shape[0], rest_l)
    m = _gather(lone_r, s_starts[low_r:high_r], keys_r.shape[0], rest_r)
    if n > 0 and m > 0:
        starts_l, c_keys_l = _clauses(keys_l, flags_l, rest_l[:n])
        starts_r, c_keys_r = _clauses(keys_r, flags_r, rest_r[:m])
        order_l, order_r = np.argsort(c_keys_l, kind="mergesort"), np.argsort(c_keys_r, kind="mergesort")
        n = _keep(_lone(c_keys_l, order_l, c_keys_r, order_r), starts_l, rest_l[:n])
        m = _keep(_lone(c_keys_r, order_r, c_keys_l, order_l), starts_r, rest_r[:m])
    hits_l[:n] = False
    hits_r[:m] = False
    _match(keys_l, keys_r, rest_l[:n], rest_r[:m], hits_l, hits_r, trace, furthest)
    _part_numbers(keys_l, keys_r, flags_l, rest_l[:n], rest_r[:m], hits_l, hits_r)
    n_hunks = _hunks(hits_l[:n], hits_r[:m], hunks)
    return n, m, n_hunks, keys_l.shape[0] - n + hits_l[:n].sum()


@nb.njit(cache=True, nogil=True)
def _clauses(keys, flags, rest):
    """Return the places in `rest` where clauses of at least MIN_CLAUSE tokens start, and their keys."""
    starts = np.empty(rest.shape[0], np.int32)
    values = np.empty(rest.shape[0], np.uint64)
    n = 0
    for at in range(rest.shape[0]):
        token = rest[at]
        is_break = n == 0 or rest[at - 1] != token - 1 or flags[token] & SENTENCE
        if is_break or (flags[token] & CLAUSE and at - starts[n - 1] >= MIN_CLAUSE):
            starts[n], values[n] = at, np.uint64(0)
            n += 1
        values[n - 1] = _mix((values[n - 1] * FNV_PRIME) ^ keys[token])
    for clause in range(n):
        end = starts[clause + 1] if clause + 1 < n else rest.shape[0]
        if end - starts[clause] < MIN_CLAUSE:
            values[clause] = np.uint64(0)
    return starts[:n], values[:n]


@nb.njit(cache=True, nogil=True)
def _keep(lone, starts, rest):
    n = 0
    for clause in range(lone.shape[0]):
        end = starts[clause + 1] if clause + 1 < lone.shape[0] else rest.shape[0]
        for at in range(starts[clause], end):
            if lone[clause]:
                rest[n] = rest[at]
                n += 1
    return n


@nb.njit(cache=True, nogil=True)
def _lone(keys, order, other_keys, other_order):
    """Tell which parts have no partner with an equal key on the other side; key 0 has none; first pairs with first."""
    lone = np.ones(keys.shape[0], np.bool_)
    i = j = 0
    while i < order.shape[0] and j < other_order.shape[0]:
        a, b = keys[order[i]], other_keys[other_order[j]]
        if a == b:
            lone[order[i]] = a == 0
            i += 1
            j += 1
        elif a < b:
            i += 1
        else:
            j += 1
    return lone


@nb.njit(cache=True, nogil=True)
def _gather(lone, starts, n_tokens, rest):
    n = 0
    for sentence in range(lone.shape[0]):
        if lone[sentence]:
            end = starts[sentence + 1] if sentence + 1 < lone.shape[0] else n_tokens
            for token in range(starts[sentence], end):
                rest[n] = token
                n += 1
    return n


@nb.njit(cache=True, nogil=True)
def _match(keys_l, keys_r, rest_l, rest_r, hits_l, hits_r, trace, furthest):
    n, m = rest_l.shape[0], rest_r.shape[0]
    head = 0
    while head < n and head < m and keys_l[rest_l[head]] == keys_r[rest_r[head]]:
        hits_l[head] = hits_r[head] = True
        head += 1
    tail = 0
    while tail < n - head and tail < m - head and keys_l[rest_l[n - 1 - tail]] == keys_r[rest_r[m - 1 - tail]]:
        hits_l[n - 1 - tail] = hits_r[m - 1 - tail] = True
        tail += 1
    if n - head - tail == 0 or m - head - tail == 0:
        return
    middle_l = keys_l[rest_l[head : n - tail]]
    middle_r = keys_r[rest_r[head : m - tail]]
    if not _edits(middle_l, middle_r, hits_l[head : n - tail], hits_r[head : m - tail], trace, furthest):
        _anchors(middle_l, middle_r, hits_l[head : n - tail], hits_r[head : m - tail])


@nb.njit(cache=True, nogil=True)
def _part_numbers(keys_l, keys_r, flags_l, rest_l, rest_r, hits_l, hits_r):
    """Part equal numbers beside which nothing is equal: `3. Keys` and `2. Keys` do not meet in another `3`."""
    i = j = 0
    while i < rest_l.shape[0] and j < rest_r.shape[0]:
        if not hits_l[i]:
            i += 1
        elif not hits_r[j]:
            j += 1
        else:
            a, b = rest_l[i], rest_r[j]
            if flags_l[a] & DIGIT:
                is_met = (a == 0 and b == 0) or (a > 0 and b > 0 and keys_l[a - 1] == keys_r[b - 1])
                if a + 1 == keys_l.shape[0] or b + 1 == keys_r.shape[0]:
                    is_met = is_met or (a + 1 == keys_l.shape[0] and b + 1 == keys_r.shape[0])
                else:
                    is_met = is_met or keys_l[a + 1] == keys_r[b + 1]
                hits_l[i] = hits_r[j] = is_met
            i += 1
            j += 1


@nb.njit(cache=True, nogil=True)
def _edits(a, b, hits_a, hits_b, trace, furthest):
    """Mark the longest common subsequence, if MAX_EDITS insertions and deletions find it; tell whether they did."""
    n, m = a.shape[0], b.shape[0]
    limit = min(n + m, MAX_EDITS)
    if abs(n - m) > limit:
        return False
    middle = MAX_EDITS + 2
    furthest[middle + 1] = 0
    found = -1
    for d in range(limit + 1):
        for k in range(-d, d + 1, 2):
            down = k == -d or (k != d and furthest[middle + k - 1] < furthest[middle + k + 1])
            x = furthest[middle + k + 1] if down else furthest[middle + k - 1] + 1
            y = x - k
            while x < n and y < m and y >= 0 and a[x] == b[y]:
                x += 1
                y += 1
            furthest[middle + k] = x
            trace[d * d + k + d] = x
            if x >= n and y >= m:
                found = d
                break
        if found >= 0:
            break
    if found < 0:
        return False
    x, y = n, m
    for d in range(found, -1, -1):
        k = x - y
        if d == 0:
            start_x, start_y = 0, 0
        else:
            base = (d - 1) * (d - 1) + d - 1
            down = k == -d or (k != d and trace[base + k - 1] < trace[base + k + 1])
            start_x = trace[base + k + 1] if down else trace[base + k - 1] + 1
            start_y = start_x - k
        while x > start_x and y > start_y:
            x -= 1
            y -= 1
            hits_a[x] = hits_b[y] = True
        if d > 0:
            if down:
                y -= 1
            else:
                x -= 1
    return True


@nb.njit(cache=True, nogil=True)
def _anchors(a, b, hits_a, hits_b):
    """Mark the longest rising run of tokens that occur once on each side, and what continues them forwards."""
    order_a, order_b = np.argsort(a), np.argsort(b)
    place = np.full(a.shape[0], -1, np.int32)
    i = j = 0
    while i < a.shape[0] and j < b.shape[0]:
        x, y = a[order_a[i]], b[order_b[j]]
        if x == y:
            once = (i + 1 == a.shape[0] or a[order_a[i + 1]] != x) and (j + 1 == b.shape[0] or b[order_b[j + 1]] != y)
            if once:
                place[order_a[i]] = order_b[j]
            while i < a.shape[0] and a[order_a[i]] == x:
                i += 1
            while j < b.shape[0] and b[order_b[j]] == x:
                j += 1
        elif x < y:
            i += 1
        else:
            j += 1
    tops = np.empty(a.shape[0], np.int32)
    before = np.full(a.shape[0], -1, np.int32)
    n = 0
    for at in range(a.shape[0]):
        if place[at] < 0:
            continue
        low, high = 0, n
        while low < high:
            half = (low + high) // 2
            if place[tops[half]] < place[at]:
                low = half + 1
            else:
                high = half
        before[at] = tops[low - 1] if low > 0 else -1
        tops[low] = at
        n = max(n, low + 1)
    at = tops[n - 1] if n > 0 else -1
    limit_a, limit_b = a.shape[0], b.shape[0]
    while at >= 0:
        x, y = at, place[at]
        while x < limit_a and y < limit_b and a[x] == b[y]:
            hits_a[x] = hits_b[y] = True
            x += 1
            y += 1
        limit_a, limit_b = at, place[at]
        at = before[at]


@nb.njit(cache=True, nogil=True)
def _hunks(hits_l, hits_r, hunks):
    n = i = j = 0
    while i < hits_l.shape[0] or j < hits_r.shape[0]:
        if i < hits_l.shape[0] and j < hits_r.shape[0] and hits_l[i] and hits_r[j]:
            i += 1
            j += 1
            continue
        hunks[n, 0], hunks[n, 2] = i, j
        while i < hits_l.shape[0] and not hits_l[i]:
            i += 1
        while j < hits_r.shape[0] and not hits_r[j]:
            j += 1
        hunks[n, 1], hunks[n, 3] = i, j
        n += 1
    return n


@nb.njit(cache=True, nogil=True)
def hunk_rules(flags_l, flags_r, keys_l, keys_r, rest_l, rest_r, hunks, concepts, marks):
    """Write the rules that could object to each hunk to `marks`, as bits; return all of them together."""
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
                rules |= DECISIONS
        if longest <= TIGHT_NEGATION and ((b > a and some_l & NEGATION) or (d > c and some_r & NEGATION)):
            if _may_deny(flags_l, rest_l, a, b, flags_r, rest_r, c, d):
                rules |= DECISIONS
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
    many_keys, many_bits, one_keys, one_bits = concepts
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
    for i in range(n):
        a, b, c, d = hunks[i]
        old[i], new[i] = _sum(keys_l, flags_l, rest_l, a, b), _sum(keys_r, flags_r, rest_r, c, d)
    for i in range(n):
        a, b, c, d = hunks[i]
        for j in range(i, n):
            f, h = hunks[j, 1], hunks[j, 3]
            if j > i and old[i] != NO_KEY and new[i] != NO_KEY and old[i] == new[j] and new[i] == old[j]:
                return True
            if j < i + 3 and _is_reordered(keys_l, keys_r, rest_l, rest_r, a, f, c, h):
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
def _is_reordered(keys_l, keys_r, rest_l, rest_r, a, f, c, h):
    """Tell whether the words from the first to the last hunk, matched ones included, sum to the same on both sides."""
    first_l, first_r = rest_l[a] if f > a else -1, rest_r[c] if h > c else -1
    first_l = first_l if a < rest_l.shape[0] and f > a else place_of(rest_l, a)
    first_r = first_r if c < rest_r.shape[0] and h > c else place_of(rest_r, c)
    end_l = rest_l[f - 1] + 1 if f > a else first_l
    end_r = rest_r[h - 1] + 1 if h > c else first_r
    if end_l - first_l != end_r - first_r or not 3 <= end_l - first_l <= MAX_SPAN:
        return False
    total = NO_KEY
    for at in range(first_l, end_l):
        total += keys_l[at]
    for at in range(first_r, end_r):
        total -= keys_r[at]
    return total == NO_KEY


@nb.njit(cache=True, nogil=True)
def mark(matched, rest, hits):
    """Write of every token of a side whether it corresponds to one of the other."""
    matched[:] = True
    for at in range(rest.shape[0]):
        matched[rest[at]] = hits[at]
