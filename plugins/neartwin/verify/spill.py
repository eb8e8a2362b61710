"""An array that grows on disk and is read back as if it were in memory: what keeps verification bounded."""

import mmap
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt


class Spill:
    """Append blocks of one dtype, then read them as one array backed by a file that nobody else sees.

    The file has no name, so that a killed run leaves nothing behind.
    """

    def __init__(self, folder: Path, dtype: npt.DTypeLike) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 (closed by close)
        self._dtype = np.dtype(dtype)
        self._map: mmap.mmap | None = None

    def append(self, block: npt.NDArray[Any]) -> None:
        """Write a block behind the others."""
        self._file.write(np.ascontiguousarray(block, dtype=self._dtype).data)

    def read(self) -> npt.NDArray[Any]:
        """Return everything appended as one flat array."""
        self._file.flush()
        if not self._file.tell():
            return np.empty(0, dtype=self._dtype)
        self._map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        return np.frombuffer(self._map, dtype=self._dtype)

    def release(self) -> None:
        """Give the pages that were read back to the system; they are read again when needed."""
        if self._map is not None:
            self._map.madvise(mmap.MADV_DONTNEED)

    def close(self) -> None:
        """Forget the file; arrays that `read` returned keep it until they are gone."""
        self._file.close()
