"""Group joined pairs so that no group holds two texts that must stay apart, nor two that were not compared as alike.

Two levels. A *family* is a connected component of joined pairs; pairs are taken away wherever they would bring together
two texts that state different facts, unless a text between the two explains their difference. A *cluster* is a part of
a family in which every two texts are a joined pair (complete link): whoever keeps one text of a cluster loses nothing
that was not compared with it.
"""

from dataclasses import dataclass

import numba
import numpy as np
import numpy.typing as npt

ADDS_UP = 0.75  # of two distances; two numbers put into one gap of a third text reach 0.55

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Groups:
    """What became of n texts and e pairs.

    `cluster_of` (n) names each text's cluster by its member of the lowest rank. `is_joined` (e) says which pairs stay;
    for one that does not, `blocked_left` and `blocked_right` (e) are the two texts kept apart that it would bring
    together, else −1.
    """

    cluster_of: Ints
    is_joined: Flags
    blocked_left: Ints
    blocked_right: Ints


def group(
    rank: Ints,
    left: Ints,
    right: Ints,
    similarity: npt.NDArray[np.float64],
    apart_left: Ints,
    apart_right: Ints,
) -> Groups:
    """Group n texts by e pairs that may be joined and by the pairs that must stay apart.

    `rank` (n) orders texts whatever the order of the input. Pairs are taken by falling similarity, then by rank: a pair
    that would bring together two texts kept apart is left out, as a merge in single-link clustering with cannot-link
    constraints (Davidson and Ravi 2005).
    """
    low, high = np.minimum(rank[left], rank[right]), np.maximum(rank[left], rank[right])
    order = np.lexsort((high, low, -similarity))
    blocked_by = _join(len(rank), order, left, right, apart_left, apart_right)
    is_joined = blocked_by < 0
    cluster_of = _cliques(rank, left[is_joined], right[is_joined])
    blocked_left, blocked_right = (
        np.where(is_joined, -1, side[blocked_by] if len(side) else -1) for side in (apart_left, apart_right)
    )
    return Groups(cluster_of, is_joined, blocked_left, blocked_right)


def have_between(
    n: int,
    left: Ints,
    right: Ints,
    similarity: npt.NDArray[np.float64],
    apart_left: Ints,
    apart_right: Ints,
    apart_similarity: npt.NDArray[np.float64],
) -> Flags:
    """Return for which pairs kept apart a third text lies between that may be joined with both.

    It lies between where the distances (1 − Jaccard, a metric) nearly add up: what the two changed of it stands in
    different places, and both were compared with it there.
    """
    ends, others = np.concatenate([left, right]), np.concatenate([right, left])
    order = np.lexsort((others, ends))
    offsets = np.searchsorted(ends[order], np.arange(n + 1))
    distances = 1 - np.concatenate([similarity, similarity])[order]
    found: Flags = _between(offsets, others[order], distances, apart_left, apart_right, 1 - apart_similarity)
    return found


@numba.njit(cache=True, nogil=True)
def _between(offsets, others, distances, left, right, apart):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    out = np.zeros(len(left), dtype=np.bool_)
    for pair in range(len(left)):
        a, a_stop = offsets[left[pair]], offsets[left[pair] + 1]
        b, b_stop = offsets[right[pair]], offsets[right[pair] + 1]
        while a < a_stop and b < b_stop and not out[pair]:
            if others[a] == others[b]:
                out[pair] = apart[pair] >= ADDS_UP * (distances[a] + distances[b])
                a, b = a + 1, b + 1
            elif others[a] < others[b]:
                a += 1
            else:
                b += 1
    return out


@numba.njit(cache=True, nogil=True, inline="always")
def _root(parent, node):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@numba.njit(cache=True, nogil=True)
def _join(n, order, left, right, apart_left, apart_right):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Return for each pair −1 where it stays, else the pair kept apart that it would bring together.

    Each component keeps its apart pairs as a linked list; the shorter of two lists is walked, and lists are appended.
    """
    parent = np.arange(n)
    size = np.ones(n, dtype=np.int64)
    head, tail, length, following = _lists(n, apart_left, apart_right)
    blocked_by = np.full(len(order), -1, dtype=np.int64)
    for edge in order:
        a, b = _root(parent, left[edge]), _root(parent, right[edge])
        if a == b:
            continue
        short, other = (a, b) if length[a] <= length[b] else (b, a)
        entry = head[short]
        while entry >= 0:
            pair, side = entry >> 1, entry & 1
            far = apart_left[pair] if side else apart_right[pair]
            if _root(parent, far) == other:
                blocked_by[edge] = pair
                break
            entry = following[entry]
        if blocked_by[edge] >= 0:
            continue
        if size[a] < size[b]:
            a, b = b, a
        parent[b] = a
        size[a] += size[b]
        if length[b]:
            if length[a]:
                following[tail[a]] = head[b]
            else:
                head[a] = head[b]
            tail[a] = tail[b]
            length[a] += length[b]
    return blocked_by


@numba.njit(cache=True, nogil=True)
def _lists(n, apart_left, apart_right):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Return one list of apart pairs a text: entry 2 × pair + side, linked by `following`."""
    head, tail = np.full(n, -1, dtype=np.int64), np.full(n, -1, dtype=np.int64)
    length = np.zeros(n, dtype=np.int64)
    following = np.full(2 * len(apart_left), -1, dtype=np.int64)
    for entry in range(2 * len(apart_left)):
        node = apart_right[entry >> 1] if entry & 1 else apart_left[entry >> 1]
        if head[node] < 0:
            head[node] = entry
        else:
            following[tail[node]] = entry
        tail[node] = entry
        length[node] += 1
    return head, tail, length, following


def _cliques(rank: Ints, left: Ints, right: Ints) -> Ints:
    """Return clusters: texts with most pairs first, each joins the largest cluster that it is wholly paired with."""
    n = len(rank)
    ends = np.concatenate([left, right])
    by_end = np.argsort(ends, kind="stable")
    neighbours = np.concatenate([right, left])[by_end]
    offsets = np.searchsorted(ends[by_end], np.arange(n + 1))
    order = np.lexsort((rank, -np.diff(offsets)))
    cluster = _assign(order, offsets, neighbours, rank)
    best = np.full(n, n, dtype=np.int64)
    np.minimum.at(best, cluster, rank)
    named: Ints = np.argsort(rank)[best[cluster]]
    return named


@numba.njit(cache=True, nogil=True)
def _assign(order, offsets, neighbours, rank):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    n = len(order)
    cluster = np.full(n, -1, dtype=np.int64)
    size, shared = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    for node in order:
        best = -1
        for at in range(offsets[node], offsets[node + 1]):
            found = cluster[neighbours[at]]
            if found >= 0:
                shared[found] += 1
                if shared[found] == size[found] and (
                    best < 0 or size[found] > size[best] or (size[found] == size[best] and rank[found] < rank[best])
                ):
                    best = found
        for at in range(offsets[node], offsets[node + 1]):
            if cluster[neighbours[at]] >= 0:
                shared[cluster[neighbours[at]]] = 0
        best = node if best < 0 else best
        cluster[node] = best
        size[best] += 1
    return cluster
