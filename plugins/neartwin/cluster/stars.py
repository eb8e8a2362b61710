"""Group numbered documents into stars: one representative, members with an edge of their own to it, and the rest."""

from dataclasses import dataclass

import numba
import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int32]

REPRESENTATIVE, MEMBER, BRIDGED = range(3)
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Stars:
    """One entry a document, all as document numbers.

    `representative` is the most preferred document reached over any edges (a document alone represents itself);
    `role` is REPRESENTATIVE, MEMBER or BRIDGED; `bridge` is the neighbour of a bridged document on its shortest way to
    the representative (the most preferred of several); `kept_from` is the member that a bridged document, although it
    has an edge to the representative, must not be merged with. Both are NOBODY where they do not apply.
    """

    representative: Rows
    role: npt.NDArray[np.int8]
    bridge: Rows
    kept_from: Rows


def stars(
    n_documents: int,
    left: Rows,
    right: Rows,
    is_merge: npt.NDArray[np.bool_] | None = None,
    apart: tuple[Rows, Rows] | None = None,
) -> Stars:
    """Group documents numbered in order of preference by their edges (left, right), given in any order.

    Neighbours of a representative become members one after another, those with a `is_merge` edge to it first, then by
    number; one that must be kept `apart` from a member already there does not. The result is a function of the sets of
    edges and of pairs to keep apart.
    """
    is_merge = is_merge if is_merge is not None else np.ones(len(left), dtype=np.bool_)
    representative = components(n_documents, left, right)
    role = np.full(n_documents, BRIDGED, dtype=np.int8)
    role[representative == np.arange(n_documents)] = REPRESENTATIVE
    offsets, neighbours = _adjacency(n_documents, left, right)
    bridge = _bridges(offsets, neighbours, representative)
    kept_from = np.full(n_documents, NOBODY, dtype=np.int32)
    spokes = _spokes(left, right, is_merge, representative)
    apart_left, apart_right = apart if apart is not None else (np.empty(0, np.int32), np.empty(0, np.int32))
    _admit(spokes, representative, *_adjacency(n_documents, apart_left, apart_right), role, kept_from)
    bridge[role != BRIDGED] = NOBODY
    return Stars(representative, role, bridge, kept_from)


def _adjacency(n_documents: int, left: Rows, right: Rows) -> tuple[npt.NDArray[np.int64], Rows]:
    """Return the neighbours of each document, sorted: those of i are `neighbours[offsets[i]:offsets[i + 1]]`."""
    sources, targets = np.concatenate([left, right]), np.concatenate([right, left])
    order = np.lexsort((targets, sources))
    offsets = np.searchsorted(sources[order], np.arange(n_documents + 1))
    return offsets.astype(np.int64), targets[order].astype(np.int32)


def _spokes(left: Rows, right: Rows, is_merge: npt.NDArray[np.bool_], representative: Rows) -> Rows:
    """Return the neighbours of all representatives in the order of their admission."""
    is_left, is_right = representative[left] == left, representative[right] == right
    spokes = np.concatenate([right[is_left], left[is_right]])
    merges = np.concatenate([is_merge[is_left], is_merge[is_right]])
    return spokes[np.lexsort((spokes, ~merges))].astype(np.int32)


@numba.njit(cache=True, nogil=True)
def components(n_documents, left, right):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 (compiled)
    """Return the smallest number in each document's component (union-find with path halving)."""
    root = np.arange(n_documents).astype(np.int32)
    for edge in range(len(left)):
        a, b = left[edge], right[edge]
        while root[a] != a:
            root[a] = root[root[a]]
            a = root[a]
        while root[b] != b:
            root[b] = root[root[b]]
            b = root[b]
        root[max(a, b)] = min(a, b)
    for document in range(n_documents):
        root[document] = root[root[document]]  # a smaller number is settled before
    return root


@numba.njit(cache=True, nogil=True)
def _bridges(offsets, neighbours, representative):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Return each document's most preferred neighbour that is one step nearer to the representative."""
    n_documents = len(representative)
    distance = np.full(n_documents, -1, dtype=np.int32)
    queue = np.empty(n_documents, dtype=np.int32)
    head, tail = 0, 0
    for document in range(n_documents):
        if representative[document] == document:
            distance[document] = 0
            queue[tail] = document
            tail += 1
    bridge = np.full(n_documents, NOBODY, dtype=np.int32)
    while head < tail:
        document = queue[head]
        head += 1
        for at in range(offsets[document], offsets[document + 1]):
            other = neighbours[at]
            if distance[other] < 0:
                distance[other] = distance[document] + 1
                queue[tail] = other
                tail += 1
            if distance[other] == distance[document] + 1 and (bridge[other] == NOBODY or document < bridge[other]):
                bridge[other] = document
    return bridge


@numba.njit(cache=True, nogil=True)
def _admit(spokes, representative, apart_offsets, apart, role, kept_from):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Make neighbours of representatives members, unless one that is there already must be kept apart from them."""
    for document in spokes:
        for at in range(apart_offsets[document], apart_offsets[document + 1]):
            other = apart[at]
            if role[other] == MEMBER and representative[other] == representative[document]:
                kept_from[document] = other
                break
        if kept_from[document] == NOBODY:
            role[document] = MEMBER
