"""Places on disk that a person names: made, or found unusable before any work is done for them."""

import contextlib
import os
import shutil
from pathlib import Path

from neartwin.errors import PlaceError


def require_file(path: Path) -> None:
    """Raise PlaceError unless a file can be written at `path`; what lies there is left as it is.

    For outputs of long work, before it starts: tries the folder with the kind of name that a partial output has.
    """
    trial = path.with_name(f".{path.name}.{os.getpid()}.trial") if path.name else path
    try:
        if path.is_dir():
            raise PlaceError(f"{path} cannot be written: it is a folder; name a file to write")
        if path.exists() and not path.is_file():
            raise PlaceError(f"{path} cannot be written: it is a device or a pipe; name a file to write")
        if not path.parent.is_dir():
            raise PlaceError(f"{path} cannot be written: there is no folder {path.parent}")
        trial.touch()
    except OSError as error:
        raise PlaceError(f"{path} cannot be written: {error.strerror}; choose another place") from error
    finally:
        with contextlib.suppress(OSError):
            if trial != path:
                trial.unlink(missing_ok=True)


def make_folder(path: Path, way_out: str = "set NEARTWIN_DATA to another folder", mode: int = 0o777) -> None:
    """Make a folder and those above it, if they are not there; raises PlaceError that ends with the way out."""
    try:
        path.mkdir(mode=mode, parents=True, exist_ok=True)
    except OSError as error:
        raise PlaceError(f"the folder {path} cannot be made: {error.strerror}; {way_out}") from error


def free_bytes(path: Path) -> int:
    """Return how many bytes are free where `path` lies, or would lie once it is made."""
    return shutil.disk_usage(next(place for place in (path, *path.parents) if place.exists())).free
