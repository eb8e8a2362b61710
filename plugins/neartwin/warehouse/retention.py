"""Move what is past its days to the cold tier of the lake, row by row, through the ledger; everything stays readable.

A shard is never changed: the rows that move and the rows that stay become two successor shards, the tables that hold to
them learn where they lie now, and a `move_shard` entry says what became of what, all in one transaction. The replaced
file is removed by a later run, when no published review copy and no kept backup can name it any more.
"""

import hashlib
import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from neartwin.settings import Settings
from neartwin.warehouse import backup, ledger, shards, transaction
from neartwin.warehouse.ledger import Entry
from neartwin.warehouse.queries import run
from neartwin.warehouse.shards import Shard

log = logging.getLogger(__name__)

COLD = "cold"
SUCCESSOR = "~"  # between the name of the first shard and what tells its successors apart
COLD_LEVEL = 19
SHARDS_AT_ONCE = 20
REPLACED_KEPT = timedelta(days=1)
MOVED = pa.schema(
    [
        ("shard_before", pa.string()),
        ("row_before", pa.int64()),
        ("shard_after", pa.string()),
        ("row_after", pa.int64()),
    ]
)


@dataclass(frozen=True, slots=True)
class Move:
    """What became of one shard: its rows in order, those that went cold, and the one or two successors."""

    path: str
    cold_rows: Sequence[int]
    cold: Shard
    hot: Shard | None

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield where each row lay and lies now."""
        is_cold = set(self.cold_rows)
        n_rows = self.cold.n_rows + (self.hot.n_rows if self.hot else 0)
        places = {self.cold.path: 0, **({self.hot.path: 0} if self.hot else {})}
        for row in range(n_rows):
            after = self.cold.path if row in is_cold or self.hot is None else self.hot.path
            yield {
                "shard_before": self.path,
                "row_before": row,
                "shard_after": after,
                "row_after": places[after],
            }
            places[after] += 1


def move_to_cold(
    con: duckdb.DuckDBPyConnection, settings: Settings, today: date, *, actor: str, run_id: str
) -> dict[str, int]:
    """Move rows whose kind is past `[store] hot_days` and remove files replaced before; return counts.

    Texts and bytes of documents that a merge, a label or a constraint refers to stay. Killed at any moment and run
    again, it ends the same: successors are named after what they hold. Raises ShardError for an altered shard.
    """
    n_removed = _remove_replaced(con, settings)
    n_shards = n_rows = 0
    limits = settings.store.hot_days
    run(con, "retention/insert_kept_documents", sites=list(settings.store.hot_sites))
    while True:
        run(con, "retention/insert_cold_rows", kinds=list(limits), n_days=list(limits.values()), today=today)
        found = run(con, "retention/select_cold_shards", n_shards=SHARDS_AT_ONCE) if limits else []
        if not found:
            break
        moves = [_successors(settings, *shard) for shard in found]
        _commit(con, settings, moves, actor, run_id)
        n_shards, n_rows = n_shards + len(moves), n_rows + sum(move.cold.n_rows for move in moves)
    log.info("moved %d rows of %d shards to the cold tier, removed %d replaced files", n_rows, n_shards, n_removed)
    return {"moved_shards": n_shards, "moved_rows": n_rows, "removed_files": n_removed}


def _successors(
    settings: Settings, table_name: str, path: str, day: date, sha256: str, cold_rows: Sequence[int]
) -> Move:
    """Write the rows that move and the rows that stay as two new shards."""
    source = shards.check(settings, path, sha256)
    n_rows = pq.ParquetFile(source).metadata.num_rows
    is_cold = np.zeros(n_rows, dtype=bool)
    is_cold[list(cold_rows)] = True
    digest = hashlib.sha256(json.dumps([path, sha256, list(cold_rows)]).encode()).hexdigest()[:12]
    name = f"{Path(path).stem.partition(SUCCESSOR)[0]}{SUCCESSOR}{digest}"
    schema = pq.read_schema(source)
    cold = shards.write_shard(
        settings, f"{COLD}/{table_name}", str(day), name, _rows(source, is_cold), schema, level=COLD_LEVEL
    )
    hot = None
    if not is_cold.all():
        hot = shards.write_shard(settings, table_name, str(day), name, _rows(source, ~is_cold), schema)
    return Move(path, cold_rows, cold, hot)


def _rows(source: Path, is_wanted: np.ndarray[Any, np.dtype[np.bool_]]) -> Iterator[pa.RecordBatch]:
    """Yield the wanted rows, one batch a row group of the source: big rows stay in small groups."""
    file, start = pq.ParquetFile(source), 0
    for index in range(file.metadata.num_row_groups):
        group = file.read_row_group(index)
        kept = group.filter(pa.array(is_wanted[start : start + group.num_rows]))
        start += group.num_rows
        if kept.num_rows:
            yield from kept.combine_chunks().to_batches()


def _commit(con: duckdb.DuckDBPyConnection, settings: Settings, moves: Sequence[Move], actor: str, run_id: str) -> None:
    successors = [shard for move in moves for shard in (move.cold, move.hot) if shard is not None]
    table = pa.Table.from_pylist([row for move in moves for row in move.rows()], schema=MOVED)
    with transaction(con):
        shards.register(con, settings, successors, run_id=run_id)
        con.register("moved_rows", table)
        for name in ("captures", "extractions", "documents"):
            run(con, f"retention/upsert_{name}_locators")
        con.unregister("moved_rows")
        run(con, "retention/undo_moved_shards", paths=[move.path for move in moves])
        ledger.append(con, [_entry(move, actor) for move in moves])
    ledger.export_tip(con, settings)


def _entry(move: Move, actor: str) -> Entry:
    kept = {"hot": move.hot.path, "hot_sha256": move.hot.sha256} if move.hot else {}
    evidence = {"shard": move.path, "cold": move.cold.path, "cold_sha256": move.cold.sha256, **kept}
    return Entry("move_shard", actor, f"{move.cold.n_rows} rows are past [store] hot_days", evidence=evidence)


def _remove_replaced(con: duckdb.DuckDBPyConnection, settings: Settings) -> int:
    """Remove files whose rows have all moved, and registrations of such files that a repeated day has left."""
    before = min([datetime.now(UTC).replace(tzinfo=None) - REPLACED_KEPT, *backup.times(settings)])
    paths = [path for (path,) in run(con, "retention/select_replaced_shards", before=before)]
    run(con, "retention/undo_moved_shards", paths=paths)
    return sum(_removed(settings.lake / path) for path in [*paths, *_strays(con, settings, before)])


def _strays(con: duckdb.DuckDBPyConnection, settings: Settings, before: datetime) -> list[str]:
    """Return successors written before a time that were never registered: a kill came between, and the rows changed.

    One whose rows are not all in registered files that are there is kept: an old backup was restored.
    """
    registered = {path for (path,) in run(con, "retention/select_shards")}
    whole = {_first(path) for path in registered}
    whole -= {_first(path) for path in registered if not (settings.lake / path).is_file()}
    found = [path for path in settings.lake.glob(f"**/*{SUCCESSOR}*.parquet") if not path.name.startswith(".")]
    old = [path for path in found if datetime.fromtimestamp(path.stat().st_mtime, UTC).replace(tzinfo=None) < before]
    strays = {str(path.relative_to(settings.lake)) for path in old} - registered
    return sorted(path for path in strays if _first(path) in whole)


def _first(path: str) -> str:
    """Return the name, without its ending, of the first shard that a shard's rows came from."""
    return path.removeprefix(f"{COLD}/").removesuffix(".parquet").partition(SUCCESSOR)[0]


def _removed(path: Path) -> bool:
    is_there = path.is_file()
    path.unlink(missing_ok=True)
    return is_there
