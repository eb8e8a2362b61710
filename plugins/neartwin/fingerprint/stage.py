"""The stage: which documents of a day lack a fingerprint, signing them into a lake shard, and entering the shard."""

import hashlib
import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from neartwin.fingerprint import keys
from neartwin.fingerprint.document_text import document_text
from neartwin.methods import Method, choose, load
from neartwin.settings import Settings
from neartwin.warehouse import run, transaction
from neartwin.warehouse.shards import Shard, read_rows, register, write_shard

log = logging.getLogger(__name__)

BATCH_ROWS = 20_000
BATCH_CHARACTERS = 60_000_000
TABLES = {"main": "fingerprints", "page": "page_fingerprints"}
KEYS = {"main": "document_id", "page": "extraction_key"}
TEXTS = {"main": "main_text", "page": "full_text"}
ENTRIES = (
    ("fingerprints", "fingerprint/insert_fingerprint_bands"),
    ("fingerprints", "fingerprint/insert_fingerprints"),
    ("page_fingerprints", "fingerprint/insert_page_fingerprints"),
    ("fingerprints", "fingerprint/insert_unsigned_texts"),
    ("page_fingerprints", "fingerprint/insert_unsigned_pages"),
)


def schema(branch: str) -> pa.Schema:
    """Return the columns of a shard of fingerprints: one row a (method, document) or (method, extraction)."""
    fields = [
        ("method_id", pa.string()),
        (KEYS[branch], pa.string()),
        ("simhash", pa.int64()),
        ("simhash_high", pa.int64()),
        ("minhash", pa.binary()),
        ("n_features", pa.int64()),
        ("n_shingles", pa.int64()),
    ]
    return pa.schema([*fields, ("band_keys", pa.list_(pa.int64()))] if branch == "main" else fields)


def plan(
    con: duckdb.DuckDBPyConnection, settings: Settings, day: date, method_ids: Sequence[str]
) -> list[dict[str, Any]]:
    """Return batches of the day's sound documents (and pages) that lack a row under one of the methods.

    A batch is JSON-ready: branch, day, method_ids, and parts of (shard, ranges of rows). Raises MethodError for a
    method that is not configured.
    """
    known = load(settings)
    methods = [choose(known, method_id) for method_id in method_ids]
    batches = []
    for branch, statement in (("main", "fingerprint/select_documents"), ("page", "fingerprint/select_pages")):
        wanted = [method.method_id for method in methods if method.branch == branch]
        rows = run(con, statement, day=day, method_ids=wanted) if wanted else []
        batches += list(_batches(branch, day, rows))
    return batches


def write_fingerprints(settings: Settings, batch: dict[str, Any]) -> dict[str, Any]:
    """Sign a batch's texts under each of its methods into one lake shard; return it with counts.

    A text without features is not signed: it is counted in n_unsigned, and its row says so.
    """
    branch = batch["branch"]
    known = load(settings)
    methods = [choose(known, method_id) for method_id in batch["method_ids"]]
    locators = [(part["shard"], row) for part in batch["parts"] for span in part["rows"] for row in range(*span)]
    columns = (KEYS[branch], TEXTS[branch], "language")
    table = pa.concat_tables(table for _, table in read_rows(settings, locators, columns))
    name = hashlib.sha256(json.dumps(batch, sort_keys=True).encode()).hexdigest()[:24]
    signed = list(_sign(table, branch, methods))
    shard = write_shard(settings, TABLES[branch], batch["day"], name, signed, schema(branch), repeated=["method_id"])
    n_unsigned = sum(pc.sum(pc.equal(rows["n_features"], 0)).as_py() or 0 for rows in signed)
    log.info("signed %d texts of %s, %d had no features", shard.n_rows - n_unsigned, batch["day"], n_unsigned)
    return {"shard": shard.as_dict(), "n_signed": shard.n_rows - n_unsigned, "n_unsigned": n_unsigned}


def commit_fingerprints(
    con: duckdb.DuckDBPyConnection, settings: Settings, results: Iterable[dict[str, Any]], run_id: str
) -> dict[str, int]:
    """Register the shards and enter fingerprints and index keys that are not there yet, in one transaction."""
    shards = [Shard(**result["shard"]) for result in results]
    counts = dict.fromkeys((statement.partition("insert_")[2] for _, statement in ENTRIES), 0)
    with transaction(con):
        register(con, settings, shards, run_id=run_id)
        for table_name, statement in ENTRIES:
            paths = sorted({str(settings.lake / shard.path) for shard in shards if shard.table_name == table_name})
            if paths:
                params = {"paths": paths} | ({} if statement.endswith("bands") else {"run_id": run_id})
                counts[statement.partition("insert_")[2]] = run(con, statement, **params)[0][0]
    log.info("entered %d fingerprints, %d index keys", counts["fingerprints"], counts["fingerprint_bands"])
    return counts


def _sign(table: pa.Table, branch: str, methods: Sequence[Method]) -> Iterator[pa.RecordBatch]:
    """Yield the rows of each method; a text that has no features has n_features 0, and no signature."""
    from neartwin.fingerprint import kernel  # loads numba, which only the worker of this stage needs

    documents = table[KEYS[branch]].combine_chunks()
    texts = document_text(table["main_text"], methods) if branch == "main" else table["full_text"]
    found = kernel.sign_all(texts, table["language"], methods)
    for method in methods:
        signatures = found.pop(method.method_id)
        signed = np.flatnonzero(signatures.n_features)
        minhash = None if signatures.minhash is None else signatures.minhash[signed]
        columns = {
            "method_id": pa.repeat(pa.scalar(method.method_id), len(signed)),
            KEYS[branch]: documents.take(pa.array(signed)),
            "simhash": _column(signatures.simhash, signed),
            "simhash_high": _column(signatures.simhash_high, signed),
            "minhash": pa.nulls(len(signed), pa.binary()) if minhash is None else _blobs(minhash),
            "n_features": pa.array(signatures.n_features[signed]),
            "n_shingles": pa.array(signatures.n_shingles[signed]),
        }
        if branch == "main":
            columns["band_keys"] = keys.of_signatures(signatures, signed, method)
        yield pa.RecordBatch.from_pydict(columns, schema=schema(branch))
        yield _unsigned(documents.take(pa.array(np.flatnonzero(signatures.n_features == 0))), branch, method)


def _unsigned(texts: pa.Array, branch: str, method: Method) -> pa.RecordBatch:
    wanted = schema(branch)
    known = {
        "method_id": pa.repeat(pa.scalar(method.method_id), len(texts)),
        KEYS[branch]: texts,
        "n_features": pa.repeat(pa.scalar(0, pa.int64()), len(texts)),
        "n_shingles": pa.repeat(pa.scalar(0, pa.int64()), len(texts)),
    }
    columns = {field.name: known.get(field.name, pa.nulls(len(texts), field.type)) for field in wanted}
    return pa.RecordBatch.from_pydict(columns, schema=wanted)


def _column(values: Any, rows: Any) -> pa.Array:  # noqa: ANN401 (NumPy arrays)
    return pa.nulls(len(rows), pa.int64()) if values is None else pa.array(values[rows])


def _blobs(minhash: Any) -> pa.Array:  # noqa: ANN401 (a NumPy array)
    width = minhash.shape[1] * 4
    fixed = pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(width), len(minhash), [None, pa.py_buffer(minhash.astype("<u4").tobytes())]
    )
    return fixed.cast(pa.binary())


def _batches(
    branch: str, day: date, groups: Iterable[tuple[str, list[str], list[int], list[int]]]
) -> Iterator[dict[str, Any]]:
    """Cut (shard, lacking methods, rows, characters) groups into batches of one set of methods each."""
    by_methods: dict[tuple[str, ...], list[tuple[str, int, int]]] = {}
    for shard, method_ids, rows, characters in groups:
        by_methods.setdefault(tuple(method_ids), []).extend(
            (shard, row, n) for row, n in zip(rows, characters, strict=True)
        )
    for wanted, texts in by_methods.items():
        for chunk in _chunks(texts):
            yield {"branch": branch, "day": day.isoformat(), "method_ids": list(wanted), "parts": _parts(chunk)}


def _chunks(texts: list[tuple[str, int, int]]) -> Iterator[list[tuple[str, int]]]:
    chunk: list[tuple[str, int]] = []
    n_characters = 0
    for shard, row, n in texts:
        if chunk and (len(chunk) == BATCH_ROWS or n_characters + n > BATCH_CHARACTERS):
            yield chunk
            chunk, n_characters = [], 0
        chunk.append((shard, row))
        n_characters += n
    if chunk:
        yield chunk


def _parts(chunk: list[tuple[str, int]]) -> list[dict[str, Any]]:
    """Write rows as ranges, last excluded: [{shard, rows: [[low, high], …]}, …]."""
    parts: list[dict[str, Any]] = []
    for shard, row in chunk:
        if not parts or parts[-1]["shard"] != shard:
            parts.append({"shard": shard, "rows": []})
        ranges = parts[-1]["rows"]
        if ranges and ranges[-1][1] == row:
            ranges[-1][1] = row + 1
        else:
            ranges.append([row, row + 1])
    return parts
