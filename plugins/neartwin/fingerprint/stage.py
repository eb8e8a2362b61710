"""The stage: which documents of a day lack a fingerprint, signing them into a lake shard, and entering the shard."""

import hashlib
import json
import logging
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from neartwin.errors import MethodError
from neartwin.fingerprint.batches import batches, locators
from neartwin.fingerprint.signed_rows import columns, schema, signed_rows
from neartwin.methods import choose, load
from neartwin.settings import Settings
from neartwin.warehouse import run, transaction
from neartwin.warehouse.shards import Shard, read_rows, register, write_shard

log = logging.getLogger(__name__)

BLOCK_ROWS = 3_000  # texts that stay near the processor: larger blocks cost as much as their signing
TABLES = {"main": "fingerprints", "page": "page_fingerprints"}
ENTRIES = (
    ("fingerprints", "fingerprint/insert_fingerprints"),
    ("page_fingerprints", "fingerprint/insert_page_fingerprints"),
    ("fingerprints", "fingerprint/insert_unsigned_texts"),
    ("page_fingerprints", "fingerprint/insert_unsigned_pages"),
)


def plan(
    con: duckdb.DuckDBPyConnection, settings: Settings, day: date, method_ids: Sequence[str]
) -> list[dict[str, Any]]:
    """Return batches of the day's sound documents (and pages) that lack a row under one of the methods.

    A batch is JSON-ready: day, method_ids, and parts of (shard, ranges of rows). Raises MethodError for a method that
    is not configured.
    """
    known = load(settings)
    methods = [choose(known, method_id) for method_id in method_ids]
    rows = run(
        con,
        "fingerprint/select_unsigned_rows",
        day=day,
        document_methods=[method.method_id for method in methods if method.branch == "main"],
        page_methods=[method.method_id for method in methods if method.branch == "page"],
    )
    return list(batches(day, rows))


def write_fingerprints(settings: Settings, batch: dict[str, Any]) -> dict[str, Any]:
    """Sign a batch's texts under each of its methods into a lake shard a branch; return these with counts.

    A text without features is not signed: it is counted in n_unsigned, and its row says so.
    """
    known = load(settings)
    methods = [choose(known, method_id) for method_id in batch["method_ids"]]
    name = hashlib.sha256(json.dumps(batch, sort_keys=True).encode()).hexdigest()[:24]
    rows: dict[str, list[pa.RecordBatch]] = {}
    for _, table in read_rows(settings, locators(batch), columns(methods), block_rows=BLOCK_ROWS):
        for branch, signed in signed_rows(table, methods).items():
            rows.setdefault(branch, []).extend(signed)
    shards = [_write(settings, branch, batch["day"], name, rows[branch]) for branch in rows]
    every = [part for signed in rows.values() for part in signed]
    n_unsigned = sum(pc.sum(pc.equal(part["n_features"], 0)).as_py() or 0 for part in every)
    n_signed = sum(shard.n_rows for shard in shards) - n_unsigned
    log.info("signed %d texts of %s, %d had no features", n_signed, batch["day"], n_unsigned)
    return {"shards": [shard.as_dict() for shard in shards], "n_signed": n_signed, "n_unsigned": n_unsigned}


def commit_fingerprints(
    con: duckdb.DuckDBPyConnection, settings: Settings, results: Iterable[dict[str, Any]], run_id: str
) -> dict[str, int]:
    """Register the shards and enter fingerprints that are not there yet, in one transaction.

    Raises MethodError, and enters nothing, for rows of a method that is not registered.
    """
    shards = [Shard(**shard) for result in results for shard in result["shards"]]
    counts = dict.fromkeys((statement.partition("insert_")[2] for _, statement in ENTRIES), 0)
    paths = {
        table: sorted({str(settings.lake / shard.path) for shard in shards if shard.table_name == table})
        for table in TABLES.values()
    }
    with transaction(con):
        register(con, settings, shards, run_id=run_id)
        for own in filter(None, paths.values()):
            _require_known(con, own)
        for table, statement in ENTRIES:
            if paths[table]:
                counts[statement.partition("insert_")[2]] = run(con, statement, paths=paths[table], run_id=run_id)[0][0]
    log.info("entered %d fingerprints of documents, %d of pages", counts["fingerprints"], counts["page_fingerprints"])
    return counts


def _write(settings: Settings, branch: str, day: str, name: str, rows: list[pa.RecordBatch]) -> Shard:
    how = schema(branch)
    return write_shard(settings, TABLES[branch], day, name, rows, how, repeated=["method_id"], random=["minhash"])


def _require_known(con: duckdb.DuckDBPyConnection, paths: Sequence[str]) -> None:
    unknown = [method_id for (method_id,) in run(con, "fingerprint/select_unknown_methods", paths=paths)]
    if unknown:
        raise MethodError(
            f"fingerprints of {', '.join(unknown)} are refused: no such method is registered. Put its section into "
            "neartwin.toml and run the day again, which registers it and signs its texts"
        )
