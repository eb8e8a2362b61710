"""What a candidate policy would change among the stored pairs, before anything changes."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import duckdb
import pyarrow as pa

from neartwin.calibrate.policy import Rule
from neartwin.settings import Purpose
from neartwin.warehouse import run

N_SAMPLES = 12
SCHEMA = pa.schema(
    [(name, pa.string()) for name in ("language", "kind", "length_band", "measure")]
    + [("merge_at", pa.float64()), ("review_at", pa.float64()), ("calibration_id", pa.string())]
)


def what_would_change(
    con: duckdb.DuckDBPyConnection, purpose: Purpose, active: Sequence[Rule], candidate: Sequence[Rule]
) -> dict[str, Any]:
    """Return documents and pairs newly merged and released, with samples (ids, stratum, similarity).

    Needs the temporary table `open_pairs` of all pairs of the purpose. A pair is counted as the policy alone would have
    it, whatever the representative; pairs judged same count from where a stratum merges at all.
    """
    con.register("new_rules", pa.Table.from_pylist([asdict(rule) for rule in candidate], schema=SCHEMA))
    con.register("old_rules", pa.Table.from_pylist([asdict(rule) for rule in active], schema=SCHEMA))
    try:
        run(con, "calibrate/insert_changed_pairs", purpose=purpose)
    finally:
        con.unregister("new_rules")
        con.unregister("old_rules")
    return tell_changes(con)


def tell_changes(con: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """Return what the temporary table `changed_pairs` holds: numbers and samples, newly merged and released."""
    told: dict[str, Any] = {
        name: {"n_pairs": 0, "n_documents": 0, "samples": []} for name in ("newly merged", "released")
    }
    for direction, n_pairs, n_documents in run(con, "calibrate/select_changes"):
        told[direction] |= {"n_pairs": n_pairs, "n_documents": n_documents}
    names = ("document_id_l", "document_id_r", "language", "kind", "length_band", "measure", "similarity")
    for direction, *row in run(con, "calibrate/select_change_samples", n_rows=N_SAMPLES):
        told[direction]["samples"].append(dict(zip(names, row, strict=True)))
    return told
