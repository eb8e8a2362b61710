"""Keep what is made anew by every process from data files: large tables, beside the compiled kernels."""

import hashlib
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

Arrays: TypeAlias = tuple[npt.NDArray[Any], ...]


def kept(name: str, key: str, sources: Iterable[Path], make: Callable[[], Arrays]) -> Arrays:
    """Return what `make` returns, from a file where an earlier process left it for this key and these sources.

    `sources` are the files of code and data that the arrays are made from; each counts by its size and time. A file is
    written whole or not at all, and one that cannot be read or written is done without.
    """
    path = Path(os.environ["NUMBA_CACHE_DIR"]) / f"{name}-{_state(key, sources)}.npz"
    try:
        with np.load(path) as file:
            return tuple(file[f"arr_{number}"] for number in range(len(file.files)))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        arrays = make()
        _keep(path, arrays)
        return arrays


def _state(key: str, sources: Iterable[Path]) -> str:
    about = [(path.name, path.stat()) for path in sources]
    lines = [key, np.__version__, *(f"{name} {state.st_size} {state.st_mtime_ns}" for name, state in about)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _keep(path: Path, arrays: Arrays) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            np.savez(file, *arrays)
        os.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
