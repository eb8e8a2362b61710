"""Look at merges in force with the eyes of another method: what it would not have merged goes to people."""

import logging
from collections.abc import Sequence
from typing import Any

import duckdb
import pyarrow as pa

from neartwin.methods import Method, choose, load
from neartwin.settings import Purpose, Settings
from neartwin.upgrade.stored_texts import measure_places
from neartwin.warehouse import run, transaction

log = logging.getLogger(__name__)

BLOCK_PAIRS = 5_000
MEASURED = pa.schema(
    [(name, pa.string()) for name in ("document_id_l", "document_id_r")]
    + [(name, pa.float64()) for name in ("jaccard", "containment")]
)


def recheck(con: duckdb.DuckDBPyConnection, settings: Settings, run_id: str) -> dict[str, int]:
    """Keep what the deciding methods of the settings say of every merge in force; return contradictions by purpose.

    Nothing is undone: `contradicted_merges` is what people are asked about. Doing it again gives the same.
    """
    found: dict[str, int] = {}
    for purpose, wanted in settings.purposes.items():
        judge_merges(con, settings, purpose)
        known = {"purpose": purpose, "method_id": wanted.deciding_method}
        with transaction(con):
            run(con, "upgrade/undo_merge_rechecks", **known)
            rows = run(con, "upgrade/insert_merge_rechecks", **known, run_id=run_id)
        found[purpose] = sum(is_contradicted for (is_contradicted,) in rows)
        log.info("%s contradicts %d of %d merges for %s", wanted.deciding_method, found[purpose], len(rows), purpose)
    return found


def judge_merges(con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose) -> None:
    """Leave in the temporary table `judged_merges` what the purpose's deciding method says of each merge in force.

    Pairs that the method has not compared are measured here on their texts, and kept nowhere.
    """
    wanted = settings.purposes[purpose]
    method = choose(load(settings), wanted.deciding_method)
    run(con, "upgrade/insert_live_merges", purpose=purpose, method_id=method.method_id)
    con.register("measured_merges", _measured(settings, method, run(con, "upgrade/select_unmeasured_merges")))
    try:
        run(
            con,
            "upgrade/insert_judged_merges",
            method_id=method.method_id,
            review_at=wanted.review_at,
            review_containment_at=wanted.review_containment_at,
            review_aligned_at=wanted.review_aligned_at,
        )
    finally:
        con.unregister("measured_merges")


def _measured(settings: Settings, method: Method, pairs: Sequence[tuple[Any, ...]]) -> pa.Table:
    parts = [
        _block(settings, method, pairs[start : start + BLOCK_PAIRS]) for start in range(0, len(pairs), BLOCK_PAIRS)
    ]
    return pa.concat_tables([MEASURED.empty_table(), *parts])


def _block(settings: Settings, method: Method, pairs: Sequence[tuple[Any, ...]]) -> pa.Table:
    left, right = [(pair[2], pair[3]) for pair in pairs], [(pair[4], pair[5]) for pair in pairs]
    found = measure_places(settings, method, left, right)
    columns = [[pair[0] for pair in pairs], [pair[1] for pair in pairs], found.jaccard, found.containment]
    return pa.table(columns, schema=MEASURED)
