"""The insert-only ledger of every action: a hash chain, its effects on documents, and the projection of its state."""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from neartwin.errors import LedgerError
from neartwin.settings import Settings
from neartwin.warehouse.queries import run

FIRST_HASH = hashlib.sha256(b"neartwin ledger").hexdigest()


@dataclass(frozen=True, slots=True)
class Effect:
    """What an entry changes for one document: the representative that stands for it before and after (None: itself)."""

    document_id: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One action to append: who, why, on what evidence, with which effects."""

    action: str
    actor: str
    reason: str
    purpose: str = ""
    batch_id: str = ""
    cluster_id: str = ""
    undoes_position: int | None = None
    evidence: dict[str, Any] = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()


def append(con: duckdb.DuckDBPyConnection, entries: Sequence[Entry]) -> list[int]:
    """Append entries within the caller's transaction and bring `merged_documents` along; return their positions.

    Raises LedgerError when a document is no longer in the state that an effect expects: nothing must be appended then.
    """
    stage(con, entries)
    return append_staged(con)


def stage(con: duckdb.DuckDBPyConnection, entries: Sequence[Entry]) -> None:
    """Lay entries and their effects into the temporary tables `new_entries` and `new_effects`, to be appended."""
    rows = [
        (
            entry_order,
            entry.action,
            entry.purpose,
            entry.batch_id,
            entry.cluster_id,
            entry.undoes_position,
            entry.actor,
            entry.reason,
            json.dumps(entry.evidence, ensure_ascii=False, sort_keys=True),
        )
        for entry_order, entry in enumerate(entries, start=1)
    ]
    effects = [
        (entry_order, effect.document_id, effect.before, effect.after)
        for entry_order, entry in enumerate(entries, start=1)
        for effect in entry.effects
    ]
    for table, schema, content in (("new_entries", STAGED_ENTRIES, rows), ("new_effects", STAGED_EFFECTS, effects)):
        con.register("staged_rows", _arrow(content, schema))
        try:
            con.execute(f"create or replace temp table {table} as from staged_rows")
        finally:
            con.unregister("staged_rows")


def append_staged(con: duckdb.DuckDBPyConnection) -> list[int]:
    """Append what `new_entries` and `new_effects` hold, within the caller's transaction; return the positions.

    `new_entries.entry_order` counts from 1 without gaps. Raises LedgerError as `append` does.
    """
    if moved := [row[0] for row in run(con, "ledger/select_moved_documents")]:
        raise LedgerError(f"the state of {', '.join(moved)} has changed since this was planned: plan it again")
    position, prev_hash = tip(con)
    made_at = datetime.now(UTC).replace(tzinfo=None)
    hashes = []
    for entry_order, content in run(con, "ledger/select_content_hashes", position=position, made_at=made_at):
        entry_hash = _chained(prev_hash, content)
        hashes.append((entry_order, prev_hash, entry_hash))
        prev_hash = entry_hash
    con.register("new_hashes", _arrow(hashes, HASHES))
    try:
        run(con, "ledger/insert_ledger_entries", position=position, made_at=made_at)
    finally:
        con.unregister("new_hashes")
    run(con, "ledger/insert_ledger_effects", position=position)
    run(con, "ledger/upsert_merged_documents", position=position)
    return [position + entry_order for entry_order, *_ in hashes]


def tip(con: duckdb.DuckDBPyConnection) -> tuple[int, str]:
    """Return (position, hash) of the newest entry; (0, FIRST_HASH) of an empty ledger."""
    rows = run(con, "ledger/select_tip")
    return (rows[0][0], rows[0][1]) if rows else (0, FIRST_HASH)


def export_tip(con: duckdb.DuckDBPyConnection, settings: Settings) -> None:
    """Add the tip to `lake/ledger/tips.jsonl`, synced to disk, so that a cut or rewritten ledger is found."""
    position, entry_hash = tip(con)
    if position and (position, entry_hash) not in _exported_tips(settings):
        _add_line(settings, {"position": position, "entry_hash": entry_hash})


def export_restored(settings: Settings, backup_name: str, restored: tuple[int, str]) -> None:
    """Add that a backup was restored, whose ledger ends with this (position, hash): later tips are given up."""
    position, entry_hash = restored
    at = datetime.now(UTC).isoformat(timespec="seconds")
    _add_line(settings, {"position": position, "entry_hash": entry_hash, "restored": backup_name, "at": at})


def restores(settings: Settings) -> list[str]:
    """Return in plain words which backups were restored, when, and which entry was the last in each."""
    restored = [line for line in _lines(settings) if "restored" in line]
    return [f"{line['at']}: backup {line['restored']} was restored, to entry {line['position']}" for line in restored]


def faults(con: duckdb.DuckDBPyConnection, settings: Settings) -> list[str]:
    """Return what is wrong with the ledger in plain words; empty when chain, tips and projection all agree."""
    return [*_chain_faults(con), *_tip_faults(con, settings), *_projection_faults(con)]


def _chain_faults(con: duckdb.DuckDBPyConnection) -> Iterator[str]:
    expected_hash, expected = FIRST_HASH, 1
    for position, prev_hash, entry_hash, content in run(con, "ledger/select_stored_hashes"):
        if position != expected:
            yield f"entry {expected} is missing"
        if prev_hash != expected_hash or entry_hash != _chained(prev_hash, content):
            yield f"entry {position} was changed after it was written"
        expected_hash, expected = entry_hash, position + 1
    if stray := [str(row[0]) for row in run(con, "ledger/select_stray_effects")]:
        yield f"effects of entries that do not exist: {', '.join(stray)}"


def _tip_faults(con: duckdb.DuckDBPyConnection, settings: Settings) -> Iterator[str]:
    hashes = dict(run(con, "ledger/select_entry_hashes"))
    for position, entry_hash in sorted(_exported_tips(settings)):
        if position not in hashes:
            yield f"the ledger ends before entry {position}, which was exported to the lake: it was cut off"
        elif hashes[position] != entry_hash:
            yield f"entry {position} differs from the tip exported to the lake: the ledger was rewritten"


def _projection_faults(con: duckdb.DuckDBPyConnection) -> Iterator[str]:
    for purpose, document_id in run(con, "ledger/select_projection_faults"):
        yield f"merged_documents disagrees with the ledger on {document_id} for {purpose}"


def _exported_tips(settings: Settings) -> set[tuple[int, str]]:
    tips: set[tuple[int, str]] = set()
    for line in _lines(settings):
        if "restored" in line:
            tips = {known for known in tips if known[0] <= line["position"]}
        if line["position"]:
            tips.add((line["position"], line["entry_hash"]))
    return tips


def _lines(settings: Settings) -> Iterator[dict[str, Any]]:
    path = _tips_file(settings)
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        try:
            yield json.loads(line)
        except ValueError:
            continue  # a line cut by a crash: the tip is exported again with the next entry


def _add_line(settings: Settings, line: dict[str, Any]) -> None:
    path = _tips_file(settings)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
        file.flush()
        os.fsync(file.fileno())


def _tips_file(settings: Settings) -> Path:
    return settings.lake / "ledger" / "tips.jsonl"


STAGED_ENTRIES = pa.schema(
    [("entry_order", pa.int64())]
    + [(name, pa.string()) for name in ("action", "purpose", "batch_id", "cluster_id")]
    + [("undoes_position", pa.int64())]
    + [(name, pa.string()) for name in ("actor", "reason", "evidence")]
)
STAGED_EFFECTS = pa.schema(
    [("entry_order", pa.int64())]
    + [(name, pa.string()) for name in ("document_id", "representative_before", "representative_after")]
)
HASHES = pa.schema([("entry_order", pa.int64()), ("prev_hash", pa.string()), ("entry_hash", pa.string())])


def _chained(prev_hash: str, content_sha256: str) -> str:
    return hashlib.sha256((prev_hash + content_sha256).encode()).hexdigest()


def _arrow(rows: Sequence[tuple[Any, ...]], schema: pa.Schema) -> pa.Table:
    columns: list[tuple[Any, ...]] = list(zip(*rows, strict=True)) or [()] * len(schema)
    return pa.table([pa.array(column, kind) for column, kind in zip(columns, schema.types, strict=True)], schema)
