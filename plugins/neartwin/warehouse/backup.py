"""Back the warehouse up, and say so only after the copy was restored into a scratch file and compared."""

import hashlib
import json
import logging
import os
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import duckdb

from neartwin.errors import BackupError, WarehouseFileError
from neartwin.places import free_bytes, make_folder
from neartwin.settings import Settings
from neartwin.warehouse import ledger
from neartwin.warehouse.connection import writer

log = logging.getLogger(__name__)

EXPORTED = ("ledger_entries", "ledger_effects", "labels", "constraints", "policies")
MANIFEST = "manifest.json"
NAME = "%Y%m%dT%H%M%S%fZ"
TABLES = "select table_name from duckdb_tables() where database_name = current_database() and not internal order by 1"


def backup(con: duckdb.DuckDBPyConnection, settings: Settings) -> Path:
    """Copy the warehouse to `backups/<time>/`, with ledger and labels as Parquet; return the finished folder.

    The folder gets its name only after a scratch restore of it was compared with the warehouse table by table.
    Raises BackupError when the disk cannot hold it or when the comparison fails.
    """
    folder = settings.data / "backups"
    make_folder(folder)
    con.execute("checkpoint")
    _require_space(settings, folder)
    name = datetime.now(UTC).strftime(NAME)
    work = folder / f".{name}.part"
    for left in folder.glob(".*.part"):
        shutil.rmtree(left)
    work.mkdir()
    copy_database(con, work / "warehouse.duckdb")
    for table in EXPORTED:
        con.execute(f"copy {table} to '{_quoted(work / f'{table}.parquet')}' (format parquet, compression zstd)")
    sums = contents(con)
    files = {path.name: _digest(path) for path in sorted(work.iterdir())}
    (work / MANIFEST).write_text(json.dumps({"tables": sums, "files": files}, indent=2))
    _check_by_restoring(work)
    os.replace(work, folder / name)
    log.info("backed up %d tables to backups/%s", len(sums), name)
    return folder / name


def restore(settings: Settings, source: Path) -> Path | None:
    """Put a backup in the warehouse's place; return where the present warehouse was moved, None if there was none.

    The tips of the ledger in the lake learn of it, so that the entries that are given up are no fault afterwards.
    Raises BackupError for a folder that is no complete, unaltered backup, and WarehouseLockedError while another
    process holds the warehouse; nothing is moved then.
    """
    _check_by_restoring(source)
    target = settings.warehouse
    make_folder(target.parent)
    fresh = target.with_name(f".{target.name}.restored")
    shutil.copyfile(source / "warehouse.duckdb", fresh)
    with duckdb.connect(fresh, read_only=True) as con:
        tip = ledger.tip(con)
    moved = _put_aside(settings, source.name) if target.is_file() else None
    os.replace(fresh, target)
    ledger.export_restored(settings, source.name, tip)
    return moved


def _put_aside(settings: Settings, name: str) -> Path:
    """Move the present warehouse, with what is not written into its file yet, to a name of its own; return it."""
    target = settings.warehouse
    with suppress(WarehouseFileError, duckdb.Error), writer(settings):  # a damaged one is moved as it is
        pass
    names = (f"{target.name}.before-{name}" + (f"-{number}" if number > 1 else "") for number in count(1))
    moved = next(path for path in map(target.with_name, names) if not path.exists())
    log_file = target.with_name(f"{target.name}.wal")
    if log_file.is_file():
        os.replace(log_file, moved.with_name(f"{moved.name}.wal"))
    os.replace(target, moved)
    return moved


def times(settings: Settings) -> list[datetime]:
    """Return when each kept backup was made, in UTC without a zone, as its name says or else its manifest's file."""
    found = []
    for path in (settings.data / "backups").glob(f"*/{MANIFEST}"):
        try:
            found.append(datetime.strptime(path.parent.name, NAME))
        except ValueError:
            found.append(datetime.fromtimestamp(path.stat().st_mtime, UTC).replace(tzinfo=None))
    return found


def require_complete(folder: Path) -> None:
    """Raise BackupError for a folder that is no backup, without reading the copy."""
    _manifest(folder)


def prune(settings: Settings, *, keep: int) -> int:
    """Remove all but the newest `keep` finished backups; return how many were removed.

    Each loses its name first, so that a removal that is killed leaves no half of a backup: the next one clears it away.
    """
    folder = settings.data / "backups"
    finished = sorted(path.parent for path in folder.glob(f"*/{MANIFEST}") if not path.parent.name.startswith("."))
    for path in finished[:-keep]:
        gone = path.with_name(f".{path.name}.part")
        os.replace(path, gone)
        shutil.rmtree(gone)
    return len(finished[:-keep])


def contents(con: duckdb.DuckDBPyConnection) -> dict[str, list[int | str]]:
    """Return [rows, order-free digest of all columns] of every table; comparable within one DuckDB version."""
    sums: dict[str, list[int | str]] = {}
    for (table,) in con.execute(TABLES).fetchall():
        rows = con.execute(
            f"select count(*), cast(coalesce(sum(hash(content)), 0) as varchar) from {table} as content"
        ).fetchall()
        sums[table] = list(rows[0])
    return sums


def _check_by_restoring(folder: Path) -> None:
    """Open a copy of the backup's database and compare every table; also every exported file's digest."""
    manifest = _manifest(folder)
    for name, digest in manifest["files"].items():
        if not (folder / name).is_file() or _digest(folder / name) != digest:
            raise BackupError(f"{folder / name} is missing or altered: use another backup")
    scratch = folder / "scratch.duckdb"
    shutil.copyfile(folder / "warehouse.duckdb", scratch)
    try:
        with duckdb.connect(scratch) as con:
            found = contents(con)
    finally:
        scratch.unlink()
    if found != manifest["tables"]:
        wrong = sorted(name for name in manifest["tables"] if found.get(name) != manifest["tables"][name])
        raise BackupError(f"the restored copy of {folder.name} differs in {', '.join(wrong)}: the backup is not good")


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
    except (OSError, ValueError) as error:
        raise BackupError(f"{folder} is not a complete backup: it has no readable {MANIFEST}") from error
    return manifest


def copy_database(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Write everything that a warehouse holds to a new database file."""
    source = con.execute("select current_database()").fetchall()[0][0]
    con.execute(f"attach '{_quoted(path)}' as backup_copy")
    try:
        con.execute(f"copy from database {source} to backup_copy")
    finally:
        con.execute("detach backup_copy")


def database_bytes(settings: Settings) -> int:
    """Return about how many bytes a copy of the warehouse takes."""
    return settings.warehouse.stat().st_size if settings.warehouse.is_file() else 0


def _require_space(settings: Settings, folder: Path) -> None:
    size, free = database_bytes(settings), free_bytes(folder)
    if free < 3 * size:
        raise BackupError(f"{folder} has {free:,} bytes free, a backup and its proof need {3 * size:,}: make room")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
