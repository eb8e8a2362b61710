"""The work folder of one output: its lock, what finished phases left, how long they took, and the words on the screen.

A phase that ends, or a checkpoint inside one, is written once the run has lasted `checkpoint_seconds`: a short run
writes nothing, a long one that was killed goes on from there.
"""

import fcntl
import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

from neartwin.errors import OutputLockedError

SHOWN_EVERY_SECONDS = {True: 0.5, False: 10.0}  # on a terminal, in a log
QUIET_SECONDS = 2.0


class Work:
    """What is kept between the phases of a run on `out`, valid only for the same `key` (input, options, versions)."""

    def __init__(self, out: Path, key: Mapping[str, Any], *, checkpoint_seconds: float) -> None:
        self._out, self._checkpoint_seconds = out, checkpoint_seconds
        self._folder = out.with_name(out.name + ".work")
        self._saved_at = self._started_at = time.monotonic()
        self._shown_at = 0.0
        digest = hashlib.sha256(json.dumps(key, sort_keys=True, default=str).encode()).hexdigest()
        if not self._path("key").is_file() or self._path("key").read_text() != digest:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._digest = digest
        self.seconds: dict[str, float] = self._load_seconds()

    @contextmanager
    def phase(self, name: str, what: str) -> Iterator[None]:
        """Time a phase, and say on standard error that it goes on."""
        self.show(what)
        start = time.monotonic()
        before = self.seconds.get(name, 0.0)
        try:
            yield
        finally:
            self.seconds[name] = round(before + time.monotonic() - start, 3)

    def show(self, what: str) -> None:
        """Write one line about where the run stands: none in the first seconds, then not too often."""
        now, is_terminal = time.monotonic(), sys.stderr.isatty()
        if now - self._started_at < QUIET_SECONDS or now - self._shown_at < SHOWN_EVERY_SECONDS[is_terminal]:
            return
        self._shown_at = now
        end = "\r" if is_terminal else "\n"
        sys.stderr.write(f"neartwin dedup: {what:<60}{end}")
        sys.stderr.flush()

    def is_due(self) -> bool:
        """Return whether enough work would be lost by a kill that a checkpoint is worth its cost."""
        return time.monotonic() - self._saved_at >= self._checkpoint_seconds

    def save(self, name: str, table: pa.Table) -> None:
        """Keep a table under a name, whole or not at all."""
        self._folder.mkdir(parents=True, exist_ok=True)
        if not self._path("key").is_file():
            _replace(self._path("key"), self._digest.encode())
        temporary = self._path(f"{name}.part")
        with pa.OSFile(str(temporary), "wb") as sink, pa.ipc.new_file(sink, table.schema) as out:
            out.write_table(table)
        os.replace(temporary, self._path(f"{name}.arrow"))
        _replace(self._path("seconds.json"), json.dumps(self.seconds).encode())
        self._saved_at = time.monotonic()

    def load(self, name: str) -> pa.Table | None:
        """Return what was kept under a name, or None."""
        return self.read(name) if self._path(f"{name}.arrow").is_file() else None

    def read(self, name: str) -> pa.Table:
        """Return what is kept under a name that `names` has given."""
        with pa.OSFile(str(self._path(f"{name}.arrow"))) as source:
            return pa.ipc.open_file(source).read_all()

    def names(self, prefix: str) -> list[str]:
        """Return the kept names that begin with a prefix, in order."""
        return sorted(path.stem for path in self._folder.glob(f"{prefix}*.arrow"))

    def forget(self) -> None:
        """Remove the folder: the output is complete."""
        shutil.rmtree(self._folder, ignore_errors=True)
        if sys.stderr.isatty() and self._shown_at:
            sys.stderr.write(" " * 76 + "\r")

    def _path(self, name: str) -> Path:
        return self._folder / name

    def _load_seconds(self) -> dict[str, float]:
        path = self._path("seconds.json")
        return json.loads(path.read_text()) if path.is_file() else {}


@contextmanager
def only_run(out: Path) -> Iterator[None]:
    """Hold the one right to write `out` while the block runs; raises OutputLockedError when another process has it."""
    path = out.with_name(out.name + ".lock")
    while True:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.read(lock, 20).decode(errors="replace").strip() or "unknown"
            os.close(lock)
            raise OutputLockedError(out, holder) from error
        if path.exists() and os.fstat(lock).st_ino == path.stat().st_ino:
            break
        os.close(lock)  # the last holder removed the file between our open and our lock
    try:
        os.truncate(lock, 0)
        os.pwrite(lock, str(os.getpid()).encode(), 0)
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(lock)


def _replace(path: Path, data: bytes) -> None:
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(data)
    os.replace(temporary, path)
