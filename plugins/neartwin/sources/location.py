"""Open a source by path, glob or any fsspec URL: list its files, hash them, bring remote ones near."""

import contextlib
import hashlib
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import fsspec
from fsspec.implementations.local import LocalFileSystem

from neartwin.errors import SourceError
from neartwin.sources.capture import clean
from neartwin.sources.unpack import Packing, packing_of

MAGIC = re.compile(r"[*?\[]")
COPY_BYTES = 1_048_576
MARKERS = frozenset({"_SUCCESS", "_temporary", "_metadata", "_common_metadata"})


@dataclass(frozen=True, slots=True)
class Found:
    """A file or folder of a source: its path relative to the root, its size, and why it cannot be read, if so."""

    path: str
    n_bytes: int
    is_folder: bool = False
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Location:
    """A root folder on some file system, and what of it belongs to the source.

    `given` is what the person wrote, and opens the same location again; `names` are the files that a single path or a
    glob stands for; None when the whole folder is meant.
    """

    given: str
    fs: Any
    root: str
    names: tuple[Found, ...] | None

    @property
    def is_local(self) -> bool:
        """Whether files can be opened in place."""
        return isinstance(self.fs, LocalFileSystem)

    @property
    def name(self) -> str:
        """A short name for tables and file names, from the last part of the path."""
        last = MAGIC.split(self.given.rstrip("/"))[0].rstrip("/").rsplit("/", 1)[-1]
        return re.sub(r"[^\w.-]+", "-", clean(last)).strip(".-") or "source"

    def full(self, path: str) -> str:
        """Return the file system's own path of a relative one."""
        return f"{self.root}/{path}" if self.root else path

    def open(self, path: str) -> Any:  # noqa: ANN401 (fsspec has no types)
        """Open a file of the source for reading in binary."""
        return self.fs.open(self.full(path), "rb")

    def folder(self, path: str) -> list[Found]:
        """List one folder in the order of names, without hidden names (`.x`) and the markers of Spark and Hadoop."""
        try:
            infos = self.fs.ls(self.full(path) if path else self.root, detail=True)
        except OSError as error:
            return [Found(path, 0, fault=f"the folder cannot be listed: {error.strerror or type(error).__name__}")]
        found = [self._found(info) for info in infos]
        return sorted((item for item in found if not _is_hidden(item.path)), key=lambda item: item.path)

    def find(self, path: str) -> Found:
        """Describe one file; its `fault` says why it cannot be read."""
        try:
            return self._found(self.fs.info(self.full(path)), path)
        except FileNotFoundError:
            return Found(path, 0, fault="the file is missing")
        except (OSError, ValueError) as error:
            return Found(path, 0, fault=f"the file cannot be read: {type(error).__name__}")

    def leaves_root(self, path: str) -> bool:
        """Whether a local path ends, through links, outside the source's folder."""
        if not self.is_local:
            return False
        return not Path(self.full(path)).resolve().is_relative_to(Path(self.root).resolve())

    def real(self, path: str) -> str:
        """Return the path with its links followed, where the file system has links."""
        return os.path.realpath(self.full(path)) if self.is_local else path

    def packing(self, path: str) -> Packing:
        """Return how a file is packed, '' also when it cannot be opened."""
        try:
            with self.open(path) as file:
                return packing_of(file.read(4))
        except OSError:
            return ""

    def _found(self, info: dict[str, Any], path: str | None = None) -> Found:
        full = info["name"].rstrip("/")
        path = full[len(self.root) :].lstrip("/") if path is None else path
        kind, size = info["type"], info.get("size") or 0
        if self.is_local and info.get("islink"):
            kind, size = _link_target(full)
        if kind == "directory":
            return Found(path, 0, is_folder=True)
        return Found(path, size, fault=None if kind == "file" else "no regular file, or a link that leads nowhere")


def _link_target(path: str) -> tuple[str, int]:
    try:
        state = os.stat(path)
    except OSError:
        return "other", 0
    if stat.S_ISDIR(state.st_mode):
        return "directory", 0
    return ("file" if stat.S_ISREG(state.st_mode) else "other"), state.st_size


def _is_hidden(path: str) -> bool:
    name = path.rsplit("/", 1)[-1]
    return name.startswith(".") or name in MARKERS


def locate(given: str) -> Location:
    """Find a folder, a file or the files of a glob; raises SourceError naming what is missing and the way out."""
    fs, path = _file_system(given)
    try:
        if fs.isdir(path):
            return Location(given, fs, path.rstrip("/"), None)
        if fs.exists(path):
            root, _, name = path.rpartition("/")
            return Location(given, fs, root, (Location(given, fs, root, ()).find(name),))
        if MAGIC.search(path):
            return _glob(given, fs, path)
    except PermissionError as error:
        raise SourceError(f"{given} cannot be read: {error.strerror}; change its permissions") from error
    except (OSError, ValueError) as error:
        raise SourceError(f"{given} cannot be reached: {_first_line(error)}") from error
    raise SourceError(f"{given} does not exist: check the path, or the day that it names")


def reopen(given: str, root: str) -> Location:
    """Return the root of an earlier `locate` without looking for its files again."""
    return Location(given, _file_system(given)[0], root, None)


def _file_system(given: str) -> tuple[Any, str]:
    if not given or "\0" in given:
        raise SourceError("the source is an empty path: give a folder, a file, a glob or a URL")
    if os.path.exists(given):
        return LocalFileSystem(), str(Path(given).absolute())
    try:
        fs, path = fsspec.core.url_to_fs(given)
    except (ImportError, OSError, TypeError, ValueError) as error:
        raise SourceError(f"{given} cannot be opened: {_first_line(error)}") from error
    return fs, path


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


def _glob(given: str, fs: Any, path: str) -> Location:  # noqa: ANN401
    root = path[: MAGIC.search(path).start()].rpartition("/")[0]  # type: ignore[union-attr]
    place = Location(given, fs, root, ())
    found = [place.find(full[len(root) :].lstrip("/")) for full in sorted(fs.glob(path))]
    if not found:
        raise SourceError(f"no file matches {given}: check the pattern, or the day that it names")
    return Location(given, fs, root, tuple(found))


@dataclass(frozen=True, slots=True)
class Near:
    """A file that can be opened locally, with its size and SHA-256 when it was brought near."""

    path: Path
    n_bytes: int
    sha256: str
    changed_at: int

    def has_changed(self) -> bool:
        """Whether the file is another one than when it was hashed."""
        state = self.path.stat()
        return (state.st_size, state.st_mtime_ns) != (self.n_bytes, self.changed_at)


@contextlib.contextmanager
def near(location: Location, path: str, scratch: Path) -> Iterator[Near]:
    """Yield a local, hashed form of a file: the file itself, or a copy under `scratch` that is removed at the end."""
    if location.is_local:
        yield _hashed(Path(location.full(path)))
        return
    scratch.mkdir(parents=True, exist_ok=True)
    with location.open(path) as source, tempfile.NamedTemporaryFile(dir=scratch) as copy:
        shutil.copyfileobj(source, copy, COPY_BYTES)
        copy.flush()
        yield _hashed(Path(copy.name))


def _hashed(path: Path) -> Near:
    state = path.stat()
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return Near(path, state.st_size, sha256, state.st_mtime_ns)
