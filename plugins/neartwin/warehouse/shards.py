"""Immutable Parquet shards of the lake: written under a temporary name, renamed, registered, and checked when read."""

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from neartwin.errors import ShardError
from neartwin.settings import Settings
from neartwin.warehouse.queries import run

ROW_GROUP_ROWS = 1_000

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Shard:
    """One finished file of the lake, small enough to travel through XCom (`asdict`).

    `path` is relative to the lake; `table_name` says what its rows are; `n_bytes` is the file's size.
    """

    path: str
    table_name: str
    day: str
    n_rows: int
    n_bytes: int
    sha256: str

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready form; `Shard(**shard.as_dict()) == shard`."""
        return asdict(self)


def write_shard(  # noqa: PLR0913 (three of them say how, and are seldom given)
    settings: Settings,
    table_name: str,
    day: str,
    name: str,
    batches: Iterable[pa.RecordBatch],
    schema: pa.Schema,
    *,
    level: int | None = None,
    repeated: Sequence[str] | None = None,
    random: Sequence[str] = (),
) -> Shard:
    """Write record batches to `lake/<table_name>/day=<day>/<name>.parquet` and return its description.

    The name must follow from the rows' origin (a batch key), so that a repeated task replaces its own file with the
    same content. Each batch becomes one row group, cut at ROW_GROUP_ROWS rows: write big rows in small batches, and
    reading one of them stays cheap. `level` is that of zstd; None takes its usual one. `repeated` are the columns of
    few values: looking for repetition in the others takes longer than writing them. None looks in all. The columns that
    are `random` are neither compressed nor described.
    """
    path = Path(table_name) / f"day={day}" / f"{name}.parquet"
    target = settings.lake / path
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    n_rows, dictionary = 0, True if repeated is None else list(repeated)
    compression = {name: "none" if name in random else "zstd" for name in schema.names} if random else "zstd"
    try:
        with pq.ParquetWriter(
            temporary,
            schema,
            compression=compression,
            compression_level=level,
            use_dictionary=dictionary,
            write_statistics=[name for name in schema.names if name not in random] if random else True,
        ) as file:
            for batch in batches:
                n_rows += batch.num_rows
                file.write_batch(batch, row_group_size=ROW_GROUP_ROWS)
        sha256 = _digest(temporary)
        n_bytes = temporary.stat().st_size
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
    return Shard(str(path), table_name, day, n_rows, n_bytes, sha256)


def register(con: duckdb.DuckDBPyConnection, settings: Settings, shards: Sequence[Shard], *, run_id: str) -> None:
    """Enter shards in the table `shards` after checking each file; registering again changes nothing.

    Raises ShardError for a file that is missing or differs from its description.
    """
    for shard in shards:
        check(settings, shard.path, shard.sha256)
        run(con, "warehouse/insert_shards", run_id=run_id, **shard.as_dict())


def check(settings: Settings, path: str, sha256: str) -> Path:
    """Return the absolute path of a shard whose content is as described; raises ShardError otherwise."""
    target = settings.lake / path
    if not target.is_file():
        raise ShardError(f"lake shard {path} is missing: restore it from a backup, or run its day again")
    if _digest(target) != sha256:
        raise ShardError(f"lake shard {path} is partial or altered: restore it from a backup, or run its day again")
    return target


def read_rows(
    settings: Settings, locators: Iterable[tuple[str, int]], columns: Sequence[str], *, block_rows: int | None = None
) -> Iterator[tuple[str, pa.Table]]:
    """Yield (shard path, table) with the wanted rows of each shard, in locator order, reading only their row groups.

    A locator is (shard path, row in shard), as the tables `captures`, `extractions` and `documents` keep it. With
    `block_rows`, ascending rows of a shard come in tables of whole row groups, which hold so many of them or more.
    """
    by_shard: dict[str, list[int]] = {}
    for path, row in locators:
        by_shard.setdefault(path, []).append(row)
    for path, found in by_shard.items():
        file = pq.ParquetFile(settings.lake / path)
        sizes = [file.metadata.row_group(index).num_rows for index in range(file.metadata.num_row_groups)]
        rows = np.array(found)
        groups = np.searchsorted(np.cumsum(sizes), rows, side="right")
        for low, high in pairwise(_edges(groups, block_rows or len(rows))):
            yield path, _read(file, np.array(sizes), rows[low:high], groups[low:high], columns)


def _edges(groups: Ints, block_rows: int) -> list[int]:
    """Return where blocks of whole row groups begin, and the end."""
    edges = [0]
    for change in np.flatnonzero(np.diff(groups)).tolist():
        if change + 1 - edges[-1] >= block_rows:
            edges.append(change + 1)
    return [*edges, len(groups)]


def _read(file: pq.ParquetFile, sizes: Ints, rows: Ints, groups: Ints, columns: Sequence[str]) -> pa.Table:
    """Return rows of a shard of which the row groups are known."""
    chosen, place = np.unique(groups, return_inverse=True)
    table = file.read_row_groups(chosen.tolist(), columns=list(columns))
    in_shard, in_table = np.cumsum(sizes) - sizes, np.cumsum(sizes[chosen]) - sizes[chosen]
    wanted = rows - in_shard[groups] + in_table[place]
    is_run = (np.diff(wanted) == 1).all()  # a slice copies no text
    return table.slice(int(wanted[0]), len(wanted)) if is_run else table.take(pa.array(wanted))


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
