"""Align two token streams: sentences that both sides hold first, wherever they stand, then an O(ND) difference of the rest.

Source: Myers 1986, "An O(ND) difference algorithm and its variations", bounded; beyond the bound, tokens that occur once
on each side are the anchors (patience). Moving whole sentences or paragraphs leaves no difference.
"""

from dataclasses import dataclass
from typing import Any

import numba as nb
import numpy as np
import numpy.typing as npt

from neartwin.guards.tokens import CLAUSE, FNV_PRIME, SENTENCE, Tokens, _mix

MIN_CLAUSE = 4
MAX_EDITS = 300
TRACE = (MAX_EDITS + 2) * (MAX_EDITS + 2)

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Alignment:
    """How the tokens of two texts correspond.

    `rest_l` and `rest_r` are the tokens of sentences that only one side holds; `hits_l` and `hits_r` tell which of them
    are matched one by one; each row of `hunks` is (first and end in `rest_l`, first and end in `rest_r`) of a
    difference, and `rules` tells which rules could object to it (bits of `screen`). `n_matched` counts matched tokens
    of all sentences; `n_l` and `n_r` all tokens.
    """

    rest_l: Ints
    rest_r: Ints
    hits_l: npt.NDArray[np.bool_]
    hits_r: npt.NDArray[np.bool_]
    hunks: list[list[int]]
    rules: list[int]
    n_matched: int
    n_l: int
    n_r: int


def arrays(tokens: Tokens) -> tuple[Any, ...]:
    """Return the columns of a token set in the order that `compare` takes them."""
    sentences = (tokens.sentence_offsets, tokens.sentence_starts, tokens.sentence_keys, tokens.sentence_order)
    return (tokens.offsets, tokens.keys, tokens.flags, *sentences)


def workspace(tokens: Tokens) -> tuple[Any, ...]:
    """Return arrays large enough to compare any two texts of a token set."""
    size = int(np.diff(tokens.offsets).max(initial=0)) + 1
    return (
        np.empty(size, np.int32),
        np.empty(size, np.int32),
        np.empty(size, np.bool_),
        np.empty(size, np.bool_),
        np.empty((size, 4), np.int32),
        np.empty(TRACE, np.int32),
        np.empty(2 * MAX_EDITS + 5, np.int32),
    )


@nb.njit(cache=True, nogil=True)
def compare(left, right, offsets, keys, flags, sentences, s_starts, s_keys, s_order, work):
    """Fill the workspace for one pair; return the sizes of both rests, the number of hunks and of matched tokens."""
    rest_l, rest_r, hits_l, hits_r, hunks, trace, furthest = work
    keys_l, keys_r = keys[offsets[left] : offsets[left + 1]], keys[offsets[right] : offsets[right + 1]]
    flags_l, flags_r = flags[offsets[left] : offsets[left + 1]], flags[offsets[right] : offsets[right + 1]]
    low_l, high_l = sentences[left], sentences[left + 1]
    low_r, high_r = sentences[right], sentences[right + 1]
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
def _edits(a, b, hits_a, hits_b, trace, furthest):
    """Mark the longest common subsequence found by at most MAX_EDITS insertions and deletions; tell whether it was found."""
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
            while x < n and y < m and 0 <= y and a[x] == b[y]:
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
