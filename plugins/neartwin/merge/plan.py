"""Plan merge batches from today's merge decisions: who would stand for whom, on what evidence, with which footprint."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

import duckdb
import pyarrow as pa

from neartwin.errors import MergeError
from neartwin.merge.stars import Edge, stars
from neartwin.settings import Purpose
from neartwin.warehouse import run

REPRESENTATIVE = json.dumps({"role": "representative", "why": "applied before, else most complete, ties by id"})


@dataclass(frozen=True, slots=True)
class Member:
    """One document of a planned cluster: who stands for it before and after, and why (JSON)."""

    document_id: str
    before: str | None
    after: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Batch:
    """A planned batch as stored in `merge_batches`."""

    batch_id: str
    purpose: Purpose
    method_id: str
    n_clusters: int
    n_documents: int


def plan(con: duckdb.DuckDBPyConnection, purpose: Purpose, method_id: str, *, run_id: str) -> Batch | None:
    """Store the batch that the present merge decisions ask for and return it; None when there is nothing to merge.

    Planning the same state twice gives the same batch. An applied representative stays one (sticky); a document that
    another already stands for is left alone.
    """
    clusters = _clusters(con, purpose, method_id)
    return _stored(con, purpose, method_id, clusters, run_id) if clusters else None


def batch_of(con: duckdb.DuckDBPyConnection, batch_id: str) -> Batch:
    """Return a stored batch by its id or an unambiguous beginning of it; raises MergeError otherwise."""
    rows = run(con, "merge/select_batch", batch_id=batch_id)
    if len(rows) != 1:
        fact = "is not known" if not rows else "is the beginning of several batches"
        raise MergeError(f"batch {batch_id!r} {fact}: `neartwin merges` lists them")
    return Batch(*rows[0])


def moved_clusters(con: duckdb.DuckDBPyConnection, batch: Batch) -> list[str]:
    """Return the clusters of a batch whose documents, edges, labels, constraints or policy are no longer as planned."""
    now: dict[str, list[Member]] = {}
    planned: dict[str, str] = {}
    for cluster_id, document_id, before, after, evidence, planned_footprint in run(
        con, "merge/select_present_footprint", batch_id=batch.batch_id
    ):
        planned[cluster_id] = planned_footprint
        present = REPRESENTATIVE if document_id == after else evidence or ""
        now.setdefault(cluster_id, []).append(Member(document_id, before, after, present))
    moved = {cluster_id for cluster_id, members in now.items() if footprint(members) != planned[cluster_id]}
    return sorted(moved | {row[0] for row in run(con, "merge/select_forbidden_clusters", batch_id=batch.batch_id)})


def narrow(con: duckdb.DuckDBPyConnection, batch: Batch, *, without: Iterable[str], run_id: str) -> Batch | None:
    """Store the batch of a planned batch's other clusters exactly as they were planned; None when none is left."""
    left_out = set(without)
    clusters: dict[str, list[Member]] = {}
    for cluster_id, document_id, before, after, evidence in run(
        con, "merge/select_planned_merges", batch_id=batch.batch_id
    ):
        if cluster_id not in left_out:
            clusters.setdefault(cluster_id, []).append(Member(document_id, before, after, evidence))
    return _stored(con, batch.purpose, batch.method_id, clusters, run_id) if clusters else None


def footprint(members: Iterable[Member]) -> str:
    """Return the checksum of all that a planned cluster rests on; the same state gives the same value."""
    rows = sorted((m.document_id, m.before, m.after, m.evidence) for m in members)
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def _clusters(con: duckdb.DuckDBPyConnection, purpose: Purpose, method_id: str) -> dict[str, list[Member]]:
    edges = [Edge(*row) for row in run(con, "merge/select_merge_edges", purpose=purpose, method_id=method_id)]
    state: dict[str, str | None] = dict(run(con, "merge/select_edge_state", purpose=purpose, method_id=method_id))
    ranks = {row[0]: place for place, row in enumerate(run(con, "merge/select_ranks", purpose=purpose))}
    forbidden = {frozenset(row) for row in run(con, "merge/select_forbidden_pairs", purpose=purpose)}
    clusters = {}
    for representative, joined in stars(edges, state, ranks, forbidden).items():
        members = [Member(representative, state.get(representative), representative, REPRESENTATIVE)]
        members += [Member(edge.other(representative), None, representative, edge.evidence) for edge in joined]
        clusters[min(member.document_id for member in members)] = members
    return clusters


def _stored(
    con: duckdb.DuckDBPyConnection,
    purpose: Purpose,
    method_id: str,
    clusters: dict[str, list[Member]],
    run_id: str,
) -> Batch:
    footprints = {cluster_id: footprint(members) for cluster_id, members in clusters.items()}
    digest = hashlib.sha256(json.dumps([purpose, method_id, sorted(footprints.values())]).encode()).hexdigest()
    batch = Batch(digest, purpose, method_id, len(clusters), sum(_n_merged(m) for m in clusters.values()))
    _store(con, batch, clusters, footprints, run_id)
    return batch


def _n_merged(members: Iterable[Member]) -> int:
    return sum(member.document_id != member.after for member in members)


def _store(
    con: duckdb.DuckDBPyConnection,
    batch: Batch,
    clusters: dict[str, list[Member]],
    footprints: dict[str, str],
    run_id: str,
) -> None:
    rows = [
        {
            "cluster_id": cluster_id,
            "document_id": member.document_id,
            "representative_before": member.before,
            "representative_after": member.after,
            "footprint_sha256": footprints[cluster_id],
            "evidence": member.evidence,
        }
        for cluster_id, members in clusters.items()
        for member in members
    ]
    con.register("new_merges", pa.Table.from_pylist(rows))
    con.begin()
    try:
        run(
            con,
            "merge/insert_merge_batches",
            batch_id=batch.batch_id,
            purpose=batch.purpose,
            method_id=batch.method_id,
            n_clusters=batch.n_clusters,
            n_documents=batch.n_documents,
            run_id=run_id,
            planned_at=datetime.now(UTC).replace(tzinfo=None),
        )
        run(con, "merge/insert_planned_merges", batch_id=batch.batch_id)
        con.commit()
    except BaseException:
        con.rollback()
        raise
    finally:
        con.unregister("new_merges")
