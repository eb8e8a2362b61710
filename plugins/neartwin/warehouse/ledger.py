"""The insert-only ledger of every action: a hash chain, its effects on documents, and the projection of its state."""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
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
    position, prev_hash = tip(con)
    made_at = datetime.now(UTC).replace(tzinfo=None)
    rows: list[dict[str, Any]] = []
    for entry in entries:
        position += 1
        row = _row(entry, position, made_at, prev_hash)
        prev_hash = row["entry_hash"]
        rows.append(row)
    if not rows:
        return []
    positions = [row["position"] for row in rows]
    effects = [
        (position, entry.purpose, effect.document_id, effect.before, effect.after)
        for position, entry in zip(positions, entries, strict=True)
        for effect in entry.effects
    ]
    con.register("new_entries", pa.Table.from_pylist(rows, schema=ENTRY_SCHEMA))
    con.register("new_effects", _effects_table(effects))
    try:
        if moved := [row[0] for row in run(con, "ledger/select_moved_documents")]:
            raise LedgerError(f"the state of {', '.join(moved)} has changed since this was planned: plan it again")
        run(con, "ledger/insert_ledger_entries")
        run(con, "ledger/insert_ledger_effects")
        run(con, "ledger/upsert_merged_documents")
    finally:
        con.unregister("new_entries")
        con.unregister("new_effects")
    return positions


def tip(con: duckdb.DuckDBPyConnection) -> tuple[int, str]:
    """Return (position, hash) of the newest entry; (0, FIRST_HASH) of an empty ledger."""
    rows = run(con, "ledger/select_tip")
    return (rows[0][0], rows[0][1]) if rows else (0, FIRST_HASH)


def export_tip(con: duckdb.DuckDBPyConnection, settings: Settings) -> None:
    """Add the tip to `lake/ledger/tips.jsonl`, synced to disk, so that a cut or rewritten ledger is found."""
    position, entry_hash = tip(con)
    path = settings.lake / "ledger" / "tips.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    if position and (position, entry_hash) not in _exported_tips(settings):
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"position": position, "entry_hash": entry_hash}) + "\n")
            file.flush()
            os.fsync(file.fileno())


def faults(con: duckdb.DuckDBPyConnection, settings: Settings) -> list[str]:
    """Return what is wrong with the ledger in plain words; empty when chain, tips and projection all agree."""
    return [*_chain_faults(con), *_tip_faults(con, settings), *_projection_faults(con)]


def _chain_faults(con: duckdb.DuckDBPyConnection) -> Iterator[str]:
    effects: dict[int, list[Effect]] = {}
    for position, *state in run(con, "ledger/select_ledger_effects"):
        effects.setdefault(position, []).append(Effect(*state))
    prev_hash, expected = FIRST_HASH, 1
    for values in run(con, "ledger/select_ledger_entries"):
        row = dict(zip(ENTRY_SCHEMA.names, values, strict=True))
        if row["position"] != expected:
            yield f"entry {expected} is missing"
        if row["prev_hash"] != prev_hash or row["entry_hash"] != _entry_hash(row, effects.pop(row["position"], [])):
            yield f"entry {row['position']} was changed after it was written"
        prev_hash, expected = row["entry_hash"], row["position"] + 1
    if effects:
        yield f"effects of entries that do not exist: {', '.join(map(str, sorted(effects)[:5]))}"


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
    path = settings.lake / "ledger" / "tips.jsonl"
    if not path.is_file():
        return set()
    tips = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            tip_ = json.loads(line)
        except ValueError:
            continue  # a line cut by a crash: the tip is exported again with the next entry
        tips.add((tip_["position"], tip_["entry_hash"]))
    return tips


ENTRY_SCHEMA = pa.schema(
    [
        ("position", pa.int64()),
        ("action", pa.string()),
        ("purpose", pa.string()),
        ("batch_id", pa.string()),
        ("cluster_id", pa.string()),
        ("undoes_position", pa.int64()),
        ("actor", pa.string()),
        ("reason", pa.string()),
        ("evidence", pa.string()),
        ("made_at", pa.timestamp("us")),
        ("prev_hash", pa.string()),
        ("entry_hash", pa.string()),
    ]
)


def _row(entry: Entry, position: int, made_at: datetime, prev_hash: str) -> dict[str, Any]:
    row = {
        "position": position,
        "action": entry.action,
        "purpose": entry.purpose,
        "batch_id": entry.batch_id,
        "cluster_id": entry.cluster_id,
        "undoes_position": entry.undoes_position,
        "actor": entry.actor,
        "reason": entry.reason,
        "evidence": json.dumps(entry.evidence, ensure_ascii=False, sort_keys=True),
        "made_at": made_at,
        "prev_hash": prev_hash,
    }
    return row | {"entry_hash": _entry_hash(row, entry.effects)}


def _entry_hash(row: dict[str, Any], effects: Sequence[Effect]) -> str:
    """SHA-256 over every column but the hash itself, and over the effects in the order of their documents."""
    values = [str(row[name]) for name in ENTRY_SCHEMA.names if name != "entry_hash"]
    ordered = sorted((effect.document_id, effect.before, effect.after) for effect in effects)
    return hashlib.sha256(json.dumps([values, ordered], ensure_ascii=False).encode()).hexdigest()


def _effects_table(effects: Sequence[tuple[int, str, str, str | None, str | None]]) -> pa.Table:
    names = ("position", "purpose", "document_id", "representative_before", "representative_after")
    types = (pa.int64(), pa.string(), pa.string(), pa.string(), pa.string())
    columns: list[tuple[Any, ...]] = list(zip(*effects, strict=True)) or [()] * len(names)
    return pa.table({name: pa.array(column, kind) for name, kind, column in zip(names, types, columns, strict=True)})
