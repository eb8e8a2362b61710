"""The stage: list captures without an extraction, extract them into shards, enter outcomes and documents."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date

import duckdb

from neartwin.extract import batches, language_model, records
from neartwin.extract.batches import Batch
from neartwin.extract.contract import extractor, is_active, register
from neartwin.extract.page import Extraction, Limits, Request, name_language
from neartwin.extract.pool import Pool
from neartwin.extract.rows import SCHEMA, record_batches
from neartwin.extract.worker import WorkerLimits
from neartwin.settings import Settings
from neartwin.warehouse import run, transaction
from neartwin.warehouse.shards import Shard, write_shard
from neartwin.warehouse.shards import register as register_shards

log = logging.getLogger(__name__)

TABLE = "extractions"
MIN_PAGES_A_PROCESS = 8


def plan(con: duckdb.DuckDBPyConnection, settings: Settings, day: date, *, is_backfill: bool = False) -> list[Batch]:
    """Return batches of the day's captures whose extraction is not stored, one capture for each extraction key.

    A batch is `{"day", "name", "shards": [{"path", "rows": [[first, last], ...]}], "n_captures"}`: locators only.
    While the installed extractor is a candidate, captures that carry the active one's text are left alone, unless
    `is_backfill` asks for the candidate's text of them too.
    """
    extractor_id = register(con, settings)
    is_every = is_backfill or is_active(con, extractor_id)
    found = run(con, "extract/select_captures", day=day, extractor_id=extractor_id, is_every=is_every)
    return batches.cut(day, extractor_id, found)


def write_extractions(settings: Settings, batch: Batch) -> Batch:
    """Extract one batch into a lake shard and return `{"shards": [...], "n_extractions"}`.

    Pages go through worker processes with hard limits, text records are read here. A batch extracted again replaces
    its own file.
    """
    language_model.keep_in(settings.data / "cache")
    extractor_id = extractor(settings).extractor_id
    order: list[str] = []
    done: dict[str, Extraction] = {}
    pages = _read_records(settings, batches.requests(settings, batch, extractor_id), done, order)
    processes = settings.extract.processes or settings.workers
    processes = min(processes, batch["n_captures"] // MIN_PAGES_A_PROCESS + 1)
    first = next(pages, None)
    if first is not None:
        with closing(Pool(_limits(settings), processes)) as pool:
            for extraction in pool.extract(_chain(first, pages)):
                done[extraction.extraction_key] = extraction
    extractions = [name_language(done[key]) for key in dict.fromkeys(order)]
    shard = write_shard(settings, TABLE, batch["day"], batch["name"], record_batches(extractions, extractor_id), SCHEMA)
    log.info("extracted %d captures into %s", len(extractions), shard.path)
    return {"shards": [shard.as_dict()], "n_extractions": len(extractions)}


def commit_extractions(
    con: duckdb.DuckDBPyConnection, settings: Settings, day: date, results: Sequence[Batch], run_id: str
) -> dict[str, int]:
    """Enter shards, extractions and documents, and give every capture of the day what is stored for its key.

    One transaction; entering the same results again changes nothing. Captures that carry the active extractor's text
    keep it while the installed one is a candidate. Returns counts by name; `outcome_<word>` counts the day's captures.
    """
    extractor_id = register(con, settings)
    is_every = is_active(con, extractor_id)
    shards = [Shard(**described) for result in results for described in result["shards"]]
    with transaction(con):
        register_shards(con, settings, shards, run_id=run_id)
        counts = {"extractions": _enter_extractions(con, settings, shards, run_id)}
        counts |= _point_captures(con, settings, day, extractor_id, run_id, is_every=is_every)
        counts |= {f"outcome_{word}": n for word, n in run(con, "extract/select_outcomes", day=day)}
    log.info("entered %d extractions and %d documents for %s", counts["extractions"], counts["documents"], day)
    return counts


def repoint(con: duckdb.DuckDBPyConnection, settings: Settings, extractor_id: str, run_id: str) -> dict[str, int]:
    """Let the captures of all days carry the texts of one extractor, in the caller's transaction; return counts.

    Only captures whose extraction by it is stored are touched. What they carried before is remembered, so that labels
    on texts that are gone can be offered again.
    """
    return _point_captures(con, settings, None, extractor_id, run_id, is_every=True)


def _point_captures(
    con: duckdb.DuckDBPyConnection,
    settings: Settings,
    day: date | None,
    extractor_id: str,
    run_id: str,
    *,
    is_every: bool,
) -> dict[str, int]:
    """Fill in captures of a day, or of all, and what follows from that: documents, their kind, repeated bodies."""
    run(con, "extract/insert_touched_texts", day=day)
    known = {"day": day, "extractor_id": extractor_id, "is_every": is_every}
    run(con, "extract/insert_former_documents", **known)
    counts = {"captures": len(run(con, "extract/upsert_captures_outcome", **known))}
    run(con, "extract/insert_touched_texts", day=day)
    counts["documents"] = len(run(con, "extract/insert_documents", day=day, run_id=run_id))
    run(con, "extract/upsert_documents_kind", day=day)
    repeated = run(con, "extract/upsert_captures_repeated", min_urls=settings.extract.repeated_body_urls)
    counts["repeated_bodies"] = len(repeated)
    run(con, "extract/undo_touched_texts")
    return counts


def _read_records(
    settings: Settings, requests: Iterator[Request], done: dict[str, Extraction], order: list[str]
) -> Iterator[Request]:
    """Extract text records on the way and yield the rest; `order` receives every key as it comes."""
    limits = Limits(settings.extract.min_tokens, settings.ingest.max_page_bytes)
    for request in requests:
        order.append(request.extraction_key)
        if request.content_type == records.TEXT_TYPE:
            done[request.extraction_key] = records.extract(request, limits)
        else:
            yield request


def _chain(first: Request, rest: Iterator[Request]) -> Iterator[Request]:
    yield first
    yield from rest


def _limits(settings: Settings) -> WorkerLimits:
    return WorkerLimits(
        min_tokens=settings.extract.min_tokens,
        max_page_bytes=settings.ingest.max_page_bytes,
        seconds_per_page=settings.extract.seconds_per_page,
        memory=settings.extract.memory_per_process,
    )


def _enter_extractions(con: duckdb.DuckDBPyConnection, settings: Settings, shards: Sequence[Shard], run_id: str) -> int:
    if not shards:
        return 0
    lake = str(settings.lake)
    paths = [f"{lake}/{shard.path}" for shard in shards]
    return len(run(con, "extract/insert_extractions", paths=paths, lake=f"{lake}/", run_id=run_id))
