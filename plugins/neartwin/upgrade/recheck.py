"""Look at merges in force with the eyes of another method: what it would not have merged goes to people."""

import logging
from collections.abc import Sequence
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from neartwin.fingerprint.document_text import document_text
from neartwin.methods import Method, choose, load
from neartwin.settings import Purpose, Settings
from neartwin.verify import measure
from neartwin.warehouse import run, transaction
from neartwin.warehouse.shards import read_rows

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
    from neartwin.fingerprint import kernel  # loads numba, which nothing else here needs

    left = [(pair[2], pair[3]) for pair in pairs]
    right = [(pair[4], pair[5]) for pair in pairs]
    places = {place: number for number, place in enumerate(dict.fromkeys([*left, *right]))}
    texts, languages = _texts(settings, method, list(places))
    sets = kernel.shingle_sets(texts, languages, method, settings.workers)
    number_l, number_r = (np.array([places[place] for place in side], dtype=np.int32) for side in (left, right))
    found = measure(sets, number_l, number_r, threads=settings.workers)
    columns = [[pair[0] for pair in pairs], [pair[1] for pair in pairs], found.jaccard, found.containment]
    return pa.table(columns, schema=MEASURED)


def _texts(settings: Settings, method: Method, places: Sequence[tuple[str, int]]) -> tuple[list[str], list[str]]:
    """Return main texts and languages at places (shard, row) of the lake, in their order."""
    found: dict[tuple[str, int], tuple[str, str]] = {}
    for shard, table in read_rows(settings, places, ["main_text", "language"]):
        rows = [row for path, row in places if path == shard]
        texts = document_text(table["main_text"], [method]).to_pylist()
        for row, text, language in zip(rows, texts, table["language"].to_pylist(), strict=True):
            found[shard, row] = (text or "", language or "")
    return [found[place][0] for place in places], [found[place][1] for place in places]
