"""Plan merge batches from today's merge decisions: who would stand for whom, on what evidence, with which footprint."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Literal

import duckdb
import numpy as np
import pyarrow as pa

from neartwin.errors import MergeError
from neartwin.merge.stars import stars
from neartwin.settings import Purpose
from neartwin.warehouse import run, statement, transaction

REPRESENTATIVE = json.dumps({"role": "representative", "why": "applied before, else most complete, ties by id"})
Kind = Literal["merge", "change_representative"]


@dataclass(frozen=True, slots=True)
class Batch:
    """A planned batch as stored in `merge_batches`; `n_documents` get a representative, or another one."""

    batch_id: str
    kind: Kind
    purpose: Purpose
    method_id: str
    n_clusters: int
    n_documents: int


def lay_out(con: duckdb.DuckDBPyConnection, purpose: Purpose, method_id: str) -> None:
    """Fill `planned_members` with the clusters that may be merged now; planning the same state twice gives the same.

    Pairs that the policy allows come first. Pairs that people have judged same where no policy allows merging make
    clusters of the documents that are left: those wait for no policy, only for people. An applied representative stays
    one (sticky), and a document that another already stands for is left alone.
    """
    run(con, "merge/insert_nodes", purpose=purpose, method_id=method_id)
    con.register("new_stars", _stars(con, purpose, method_id))
    try:
        run(con, "merge/insert_planned_members", purpose=purpose, method_id=method_id, representative=REPRESENTATIVE)
    finally:
        con.unregister("new_stars")


def lay_out_changes(con: duckdb.DuckDBPyConnection, purpose: Purpose, method_id: str, planned: Sequence[Batch]) -> None:
    """Fill `planned_members` with merged clusters that a more complete member should stand for.

    Clusters of the batches just `planned` are left out, and those whose representative a person has chosen.
    """
    batch_ids = [batch.batch_id for batch in planned]
    run(con, "merge/insert_planned_changes", purpose=purpose, method_id=method_id, batch_ids=batch_ids)


def store(
    con: duckdb.DuckDBPyConnection,
    purpose: Purpose,
    method_id: str,
    *,
    run_id: str,
    kind: Kind = "merge",
    is_doubtful: bool | None = None,
) -> Batch | None:
    """Store the batch that `planned_members` makes, unless it is stored already; None when there is nothing to do.

    `is_doubtful` takes only the clusters of which the gate has doubts, or only the others; None takes all.
    """
    run(con, "merge/insert_planned_footprints", is_doubtful=is_doubtful)
    rows = run(con, "merge/select_planned_batch", purpose=purpose, method_id=method_id)
    if not rows:
        return None
    batch = Batch(rows[0][0], kind, purpose, method_id, rows[0][1], rows[0][2])
    planned_at = datetime.now(UTC).replace(tzinfo=None)

    with transaction(con):
        run(con, "merge/insert_merge_batches", run_id=run_id, planned_at=planned_at, **asdict(batch))
        run(con, "merge/insert_planned_merges", batch_id=batch.batch_id)
    return batch


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
    run(con, "merge/insert_batch_members", batch_id=batch.batch_id)
    run(con, "merge/undo_moved_members")
    return store(con, batch.purpose, batch.method_id, run_id=run_id, kind=batch.kind)


def _stars(con: duckdb.DuckDBPyConnection, purpose: Purpose, method_id: str) -> pa.Table:
    nodes = run(con, "merge/select_nodes")
    is_applied, is_free = ([row[column] for row in nodes] for column in (0, 1))
    edges = con.execute(statement("merge/select_edges"), {"purpose": purpose, "method_id": method_id}).fetchnumpy()
    left, right = (np.asarray(edges[name], dtype=np.int64) for name in ("place_l", "place_r"))
    is_by_policy = np.asarray(edges["is_by_policy"], dtype=bool)
    forbidden = {(int(place), int(other)) for place, other in run(con, "merge/select_forbidden_pairs", purpose=purpose)}
    forbidden |= {(other, place) for place, other in forbidden}
    found = stars(is_applied, is_free, left[is_by_policy], right[is_by_policy], forbidden)
    taken = {place for star in found for place in star}
    judged = [i for i in np.flatnonzero(~is_by_policy).tolist() if taken.isdisjoint((int(left[i]), int(right[i])))]
    found += stars(is_applied, is_free, left[judged], right[judged], forbidden)
    columns = list(zip(*found, strict=True)) or [(), ()]
    names = ("place", "representative_place")
    return pa.table({name: pa.array(column, pa.int64()) for name, column in zip(names, columns, strict=True)})
