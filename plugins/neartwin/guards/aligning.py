"""How the tokens of two texts correspond, compiled.

Source: Myers 1986, "An O(ND) difference algorithm and its variations", bounded; beyond the bound, tokens that occur
once on each side are the anchors (patience).
"""

# ruff: noqa: ANN001, ANN201, ANN202, C901, PLR0913 (the compiler infers types; one pass, one idea)
# mypy: ignore-errors

import numba as nb
import numpy as np

from neartwin.guards import kernel as k

MAX_CROSSING = 2


@nb.njit(cache=True, nogil=True)
def compare(left, right, columns, work):
    """Fill the workspace for one pair; return the sizes of both rests, the number of hunks and of matched tokens."""
    offsets, keys, flags = columns[:3]
    s_offsets, s_starts, s_keys, s_order = columns[6:]
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
        order_l, order_r = k.order_of(c_keys_l), k.order_of(c_keys_r)
        n = _keep(_lone(c_keys_l, order_l, c_keys_r, order_r), starts_l, rest_l[:n])
        m = _keep(_lone(c_keys_r, order_r, c_keys_l, order_l), starts_r, rest_r[:m])
    hits_l[:n] = False
    hits_r[:m] = False
    _match(keys_l, keys_r, rest_l[:n], rest_r[:m], hits_l, hits_r, trace, furthest)
    _part_numbers(keys_l, keys_r, flags_l, rest_l[:n], rest_r[:m], hits_l, hits_r)
    _part_crossing(keys_l, keys_r, rest_l[:n], rest_r[:m], hits_l, hits_r)
    n_hunks = _hunks(keys_l, keys_r, rest_l[:n], rest_r[:m], hits_l, hits_r, hunks)
    return n, m, n_hunks, keys_l.shape[0] - n + hits_l[:n].sum()


@nb.njit(cache=True, nogil=True, inline="always")
def _clause_key(value, size):
    """Return the key of a clause from what its tokens' keys come to; a short one has none."""
    return k.mix(value) if size >= k.MIN_CLAUSE else k.NO_KEY


@nb.njit(cache=True, nogil=True)
def _clauses(keys, flags, rest):
    """Return the places in `rest` where clauses of at least MIN_CLAUSE tokens start, and their keys."""
    starts = np.empty(rest.shape[0], np.int32)
    values = np.empty(rest.shape[0], np.uint64)
    n, value = 0, k.FNV_OFFSET
    for at in range(rest.shape[0]):
        token = rest[at]
        is_break = n == 0 or rest[at - 1] != token - 1 or flags[token] & k.SENTENCE
        if is_break or (flags[token] & k.CLAUSE and at - starts[n - 1] >= k.MIN_CLAUSE):
            if n > 0:
                values[n - 1] = _clause_key(value, at - starts[n - 1])
            starts[n], value = at, k.FNV_OFFSET
            n += 1
        value = (value ^ keys[token]) * k.MIX_2
    if n > 0:
        values[n - 1] = _clause_key(value, rest.shape[0] - starts[n - 1])
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
            if flags_l[a] & k.DIGIT:
                is_met = (a == 0 and b == 0) or (a > 0 and b > 0 and keys_l[a - 1] == keys_r[b - 1])
                if a + 1 == keys_l.shape[0] or b + 1 == keys_r.shape[0]:
                    is_met = is_met or (a + 1 == keys_l.shape[0] and b + 1 == keys_r.shape[0])
                else:
                    is_met = is_met or keys_l[a + 1] == keys_r[b + 1]
                hits_l[i] = hits_r[j] = is_met
            i += 1
            j += 1


@nb.njit(cache=True, nogil=True)
def _part_crossing(keys_l, keys_r, rest_l, rest_r, hits_l, hits_r):
    """Part words that meet across a clause that both sides hold, one or two with nothing equal beside them."""
    i = j = 0
    while i < rest_l.shape[0] and j < rest_r.shape[0]:
        if not hits_l[i]:
            i += 1
        elif not hits_r[j]:
            j += 1
        else:
            size = 1
            while (
                i + size < rest_l.shape[0]
                and j + size < rest_r.shape[0]
                and hits_l[i + size]
                and hits_r[j + size]
                and rest_l[i + size] == rest_l[i] + size
                and rest_r[j + size] == rest_r[j] + size
            ):
                size += 1
            if size <= MAX_CROSSING and rest_l[i] - i != rest_r[j] - j:
                is_met = _is_flanked(keys_l, keys_r, (rest_l[i], rest_l[i] + size, rest_r[j], rest_r[j] + size))
                hits_l[i : i + size] = hits_r[j : j + size] = is_met
            i += size
            j += size


@nb.njit(cache=True, nogil=True)
def _edits(a, b, hits_a, hits_b, trace, furthest):
    """Mark the longest common subsequence, if MAX_EDITS insertions and deletions find it; tell whether they did.

    `furthest` holds how far each diagonal got, one entry below what it was for diagonals yet out of reach: a step
    down from the diagonal above then never loses to a step right from there, and both edges need no case. Round d of
    `trace` starts at d(d + 1) / 2. Indices are unsigned, so that none is looked at as counting from the end.
    """
    n, m = a.shape[0], b.shape[0]
    limit = min(n + m, k.MAX_EDITS)
    if abs(n - m) > limit:
        return False
    middle = k.MAX_EDITS + 2
    furthest[middle - 1], furthest[middle], furthest[middle + 1] = -2, -2, 0
    found, end = -1, 0
    for d in range(limit + 1):
        furthest[np.uintp(middle - d - 1)] = -2
        furthest[np.uintp(middle + d + 1)] = 0 if d == 0 else -2
        before = np.int64(furthest[np.uintp(middle - d - 1)])
        for diagonal in range(-d, d + 1, 2):
            after = np.int64(furthest[np.uintp(middle + diagonal + 1)])
            x = max(before + 1, after)
            y = x - diagonal
            while x < n and y < m and a[np.uintp(x)] == b[np.uintp(y)]:
                x += 1
                y += 1
            furthest[np.uintp(middle + diagonal)] = x
            trace[np.uintp(end)] = x
            end += 1
            before = after
            if x >= n and y >= m:
                found = d
                break
        if found >= 0:
            break
    if found < 0:
        return False
    x, y = n, m
    for d in range(found, -1, -1):
        diagonal = x - y
        if d == 0:
            start_x, start_y = 0, 0
        else:
            base = d * (d - 1) // 2 + (diagonal + d) // 2 - 1  # in the round before: the diagonal below
            down = diagonal == -d or (diagonal != d and trace[base] < trace[base + 1])
            start_x = trace[base + 1] if down else trace[base] + 1
            start_y = start_x - diagonal
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
def _hunks(keys_l, keys_r, rest_l, rest_r, hits_l, hits_r, hunks):
    n = i = j = 0
    while i < rest_l.shape[0] or j < rest_r.shape[0]:
        if i < rest_l.shape[0] and j < rest_r.shape[0] and hits_l[i] and hits_r[j]:
            i += 1
            j += 1
            continue
        a, c = i, j
        while i < rest_l.shape[0] and not hits_l[i]:
            i += 1
        while j < rest_r.shape[0] and not hits_r[j]:
            j += 1
        n = _parted(keys_l, keys_r, rest_l, rest_r, (a, i, c, j), hunks, n)
    return n


@nb.njit(cache=True, nogil=True)
def _parted(keys_l, keys_r, rest_l, rest_r, edges, hunks, n):
    """Write what differs between two matches as one hunk for each place where it stands; return the number of hunks.

    Sentences that both sides hold may stand between: as many stand before two runs of words in one place, or the word
    before or behind both is the same.
    """
    a, b, c, d = edges
    while a < b and c < d:
        end_l, end_r = _run_end(rest_l, a, b), _run_end(rest_r, c, d)
        own_l, own_r = rest_l[a] - a, rest_r[c] - c
        is_met = own_l == own_r or _is_flanked(
            keys_l, keys_r, (rest_l[a], rest_l[end_l - 1] + 1, rest_r[c], rest_r[end_r - 1] + 1)
        )
        if is_met and end_l == b and end_r == d:
            break
        hunks[n, 0], hunks[n, 2] = a, c
        a, c = end_l if is_met or own_l < own_r else a, end_r if is_met or own_l > own_r else c
        hunks[n, 1], hunks[n, 3] = a, c
        n += 1
    if a < b or c < d:
        hunks[n, 0], hunks[n, 1], hunks[n, 2], hunks[n, 3] = a, b, c, d
        n += 1
    return n


@nb.njit(cache=True, nogil=True)
def _run_end(rest, first, end):
    """Return where the run of neighbouring tokens that begins in `rest` at a place ends."""
    at = first + 1
    while at < end and rest[at] == rest[at - 1] + 1:
        at += 1
    return at


@nb.njit(cache=True, nogil=True)
def _is_flanked(keys_l, keys_r, edges):
    """Tell whether the same word stands before two runs of words, or behind both."""
    a, b, c, d = edges
    is_after = keys_l[b] == keys_r[d] if b < keys_l.shape[0] and d < keys_r.shape[0] else False
    return is_after or (a > 0 and c > 0 and keys_l[a - 1] == keys_r[c - 1])


@nb.njit(cache=True, nogil=True)
def mark(matched, rest, hits):
    """Write of every token of a side whether it corresponds to one of the other."""
    matched[:] = True
    for at in range(rest.shape[0]):
        matched[rest[at]] = hits[at]
