"""Plan merge batches from today's merge decisions: who would stand for whom, on what evidence, with which footprint."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime

import duckdb
import numpy as np
import pyarrow as pa

from neartwin.errors import MergeError
from neartwin.merge.people import in_transaction
from neartwin.merge.stars import stars
from neartwin.settings import Purpose
from neartwin.warehouse import run, statement

REPRESENTATIVE = json.dumps({"role": "representative", "why": "applied before, else most complete, ties by id"})


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
    run(con, "merge/insert_nodes", purpose=purpose, method_id=method_id)
    con.register("new_stars", _stars(con, purpose, method_id))
    try:
        run(
            con,
            "merge/insert_planned_members",
            purpose=purpose,
            method_id=method_id,
            representative=REPRESENTATIVE,
        )
    finally:
        con.unregister("new_stars")
    return _stored(con, purpose, method_id, run_id)


def batch_of(con: duckdb.DuckDBPyConnection, batch_id: str) -> Batch:
    """Return a stored batch by its id or an unambiguous beginning of it; raises MergeError otherwise."""
    rows = run(con, "merge/select_batch", batch_id=batch_id)
    if len(rows) != 1:
        fact = "is not known" if not rows else "is the beginning of several batches"
        raise MergeError(f"batch {batch_id!r} {fact}: `neartwin merges` lists them")
    return Batch(*rows[0])


def moved_clusters(con: duckdb.DuckDBPyConnection, batch: Batch) -> list[str]:
    """Return the clusters of a batch whose documents, edges, labels, constraints or policy are no longer as planned."""
    run(con, "merge/insert_moved_clusters", batch_id=batch.batch_id)
    return [row[0] for row in run(con, "merge/select_moved_clusters")]


def narrow(con: duckdb.DuckDBPyConnection, batch: Batch, *, run_id: str) -> Batch | None:
    """Store the batch of those clusters that have not moved, exactly as they were planned; None when none is left."""
    run(con, "merge/insert_moved_clusters", batch_id=batch.batch_id)
    run(con, "merge/insert_unmoved_members", batch_id=batch.batch_id)
    return _stored(con, batch.purpose, batch.method_id, run_id)


def _stars(con: duckdb.DuckDBPyConnection, purpose: Purpose, method_id: str) -> pa.Table:
    nodes = run(con, "merge/select_nodes")
    edges = con.execute(statement("merge/select_edges"), {"purpose": purpose, "method_id": method_id}).fetchnumpy()
    forbidden = {(int(place), int(other)) for place, other in run(con, "merge/select_forbidden_pairs", purpose=purpose)}
    forbidden |= {(other, place) for place, other in forbidden}
    left, right = (np.asarray(edges[name], dtype=np.int64) for name in ("place_l", "place_r"))
    found = stars([row[0] for row in nodes], [row[1] for row in nodes], left, right, forbidden)
    columns = list(zip(*found, strict=True)) or [(), ()]
    names = ("place", "representative_place")
    return pa.table({name: pa.array(column, pa.int64()) for name, column in zip(names, columns, strict=True)})


def _stored(con: duckdb.DuckDBPyConnection, purpose: Purpose, method_id: str, run_id: str) -> Batch | None:
    """Store the batch that `planned_members` makes, unless it is stored already."""
    run(con, "merge/insert_planned_footprints")
    rows = run(con, "merge/select_planned_batch", purpose=purpose, method_id=method_id)
    if not rows:
        return None
    batch_id, n_clusters, n_documents = rows[0]
    batch = Batch(batch_id, purpose, method_id, n_clusters, n_documents)

    def write() -> None:
        run(
            con,
            "merge/insert_merge_batches",
            batch_id=batch_id,
            purpose=purpose,
            method_id=method_id,
            n_clusters=n_clusters,
            n_documents=n_documents,
            run_id=run_id,
            planned_at=datetime.now(UTC).replace(tzinfo=None),
        )
        run(con, "merge/insert_planned_merges", batch_id=batch_id)

    in_transaction(con, write)
    return batch
