"""Write joined pairs, clusters and refused pairs as JSON lines: whole, or not at all."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from neartwin.errors import PlaceError

CHUNK_ROWS = 1 << 16

Ints = npt.NDArray[np.int64]


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Yield a file that appears at `path` when the block has ended without an error.

    Raises PlaceError when it cannot be written, such as on a full disk; what lay at `path` is left as it was.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with temporary.open("wb") as file:
            yield file
        os.replace(temporary, path)
    except OSError as error:
        raise PlaceError(f"{path} cannot be written: {error.strerror}; make room or choose another place") from error
    finally:
        temporary.unlink(missing_ok=True)


def write_lines(file: IO[bytes], columns: dict[str, pa.Array | str]) -> int:
    """Write one object a row; a column holds JSON texts, or is one JSON text for all rows. Returns the rows."""
    n_rows = max((len(column) for column in columns.values() if not isinstance(column, str)), default=0)
    for start in range(0, n_rows, CHUNK_ROWS):
        parts: list[pa.Array | str] = []
        lead = "{"
        for name, column in columns.items():
            parts += [f'{lead}"{name}": ', column if isinstance(column, str) else column.slice(start, CHUNK_ROWS)]
            lead = ", "
        lines = pc.binary_join_element_wise(*parts, "}\n", "")
        data = lines.buffers()[2]
        if data is not None:
            file.write(data)
    return n_rows


def numbers(values: npt.NDArray[np.float64]) -> pa.Array:
    """Return measures as JSON texts with four digits."""
    return pc.round(pa.array(values), 4).cast(pa.string())


def strings(values: Sequence[str] | pa.Array) -> pa.Array:
    """Return JSON texts of strings; equal strings are encoded once."""
    column = values if isinstance(values, pa.Array) else pa.array(values, pa.string())
    encoded = column.dictionary_encode()
    texts = pa.array([json.dumps(text, ensure_ascii=False) for text in encoded.dictionary.to_pylist()], pa.string())
    return texts.take(encoded.indices)
