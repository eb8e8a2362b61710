"""Open the warehouse: one writer at a time, waited for with a bounded, friendly wait."""

import logging
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

from neartwin.errors import DiskFullError, WarehouseAgeError, WarehouseFileError, WarehouseLockedError
from neartwin.places import make_folder
from neartwin.settings import Settings

log = logging.getLogger(__name__)

LOCK_TEXT = "Could not set lock on file"
DAMAGE_TEXT = "Corrupt database file"
FULL_TEXT = re.compile("No space left on device|File too large|Disk quota exceeded")
WAIT_STEP_SECONDS = 0.2


@contextmanager
def writer(settings: Settings) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield the only writing connection; checkpoint and close it at the end.

    Raises WarehouseLockedError when another process holds the file for longer than `lock_wait_seconds`,
    WarehouseFileError when it is damaged or no warehouse, and DiskFullError when there was no room to write.
    """
    make_folder(settings.data)
    with _full_disk_told(settings):
        con = _connect(settings, read_only=False)
    try:
        with _full_disk_told(settings), _damage_told(settings):
            yield con
            con.execute("checkpoint")
    finally:
        con.close()


@contextmanager
def reader(settings: Settings) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a read-only connection, waiting for a writer to finish as `writer` does.

    Raises WarehouseAgeError when what is read was not laid out yet, and otherwise as `writer`.
    """
    con = _connect(settings, read_only=True)
    try:
        with _damage_told(settings), _age_told(settings):
            yield con
    finally:
        con.close()


@contextmanager
def transaction(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Run the block in a transaction of its own: all of it is kept, or nothing."""
    con.begin()
    try:
        yield
        con.commit()
    except BaseException:
        con.rollback()
        raise


@contextmanager
def _full_disk_told(settings: Settings) -> Iterator[None]:
    """Tell a disk without room as that, whatever went wrong because of it; a failed commit is rolled back by itself."""
    try:
        yield
    except Exception as error:
        cause: BaseException | None = error
        while cause is not None:
            if found := FULL_TEXT.search(str(cause)):
                raise DiskFullError(settings.data, found.group()) from error
            cause = cause.__cause__ or cause.__context__
        raise


@contextmanager
def _damage_told(settings: Settings) -> Iterator[None]:
    """Tell damage that is met only when a block of the file is read as damage of the file."""
    try:
        yield
    except duckdb.Error as error:
        if DAMAGE_TEXT not in str(error):
            raise
        raise WarehouseFileError(settings.warehouse, str(error).splitlines()[0]) from error


@contextmanager
def _age_told(settings: Settings) -> Iterator[None]:
    """Tell a table or view that is not there as what it means: only a writer lays out what a newer version has."""
    try:
        yield
    except duckdb.CatalogException as error:
        raise WarehouseAgeError(settings.warehouse, str(error).splitlines()[0]) from error


def _connect(settings: Settings, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    config = {
        "memory_limit": settings.memory_limit,
        "threads": settings.workers,
        "temp_directory": str(settings.data / "spill"),
    }
    deadline = time.monotonic() + settings.lock_wait_seconds
    told = False
    while True:
        try:
            con = duckdb.connect(settings.warehouse, read_only=read_only, config=config)
            con.execute("set TimeZone = 'UTC'")  # as a connect option it needs an extension that is not loaded yet
            return con
        except duckdb.Error as error:
            if not isinstance(error, duckdb.IOException) and DAMAGE_TEXT not in str(error):
                raise
            if LOCK_TEXT not in str(error):
                raise WarehouseFileError(settings.warehouse, str(error).splitlines()[0]) from error
            holder = re.search(r"\(PID (\d+)\)", str(error))
            pid = holder.group(1) if holder else "unknown"
            if time.monotonic() >= deadline:
                raise WarehouseLockedError(
                    f"{settings.warehouse} is held by process {pid} for more than {settings.lock_wait_seconds:g} s: "
                    "wait for that run to end, or stop it, and try again"
                ) from error
            if not told:
                log.info("waiting for process %s to release the warehouse", pid)
                told = True
            time.sleep(WAIT_STEP_SECONDS)
