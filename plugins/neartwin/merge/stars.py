"""Group merge edges into stars: every member has its own verified edge to the one representative."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edge:
    """Two documents that may be merged, and why (JSON)."""

    document_id_l: str
    document_id_r: str
    evidence: str

    def other(self, document_id: str) -> str:
        """Return the other end."""
        return self.document_id_r if document_id == self.document_id_l else self.document_id_l


def stars(
    edges: Sequence[Edge],
    state: Mapping[str, str | None],
    ranks: Mapping[str, int],
    forbidden: set[frozenset[str]],
) -> dict[str, list[Edge]]:
    """Return the edges that join each representative, by representative; the result follows from the sets alone.

    `state` names who stands for a document now: an applied representative stays one and is served first, documents
    that another stands for take no part. Among the rest the better ranked (smaller) document becomes representative.
    No document joins a star in which a pair with it is forbidden.
    """
    adjacent: dict[str, list[Edge]] = {}
    for edge in edges:
        for document_id in (edge.document_id_l, edge.document_id_r):
            adjacent.setdefault(document_id, []).append(edge)
    applied = {document_id for document_id in adjacent if state.get(document_id) == document_id}
    free = {document_id for document_id in adjacent if state.get(document_id) is None}

    def place(document_id: str) -> tuple[bool, int, str]:
        return document_id not in applied, ranks.get(document_id, len(ranks)), document_id

    grouped: dict[str, list[Edge]] = {}
    for representative in sorted(applied | free, key=place):
        if representative not in applied and representative not in free:
            continue
        free.discard(representative)
        members = {representative}
        for edge in sorted(adjacent[representative], key=lambda edge: place(edge.other(representative))):
            document_id = edge.other(representative)
            if document_id in free and not any(frozenset((document_id, m)) in forbidden for m in members):
                members.add(document_id)
                free.discard(document_id)
                grouped.setdefault(representative, []).append(edge)
    return grouped
