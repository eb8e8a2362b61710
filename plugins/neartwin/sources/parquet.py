"""Read Parquet files with url and html, or url and text columns, a few rows at a time."""

from collections.abc import Iterator
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from neartwin.errors import SourceError
from neartwin.sources.capture import Capture
from neartwin.sources.fields import capture_of, missing_columns
from neartwin.sources.reading import Reading

MAX_BATCH_ROWS = 1_000
MIN_BATCH_ROWS = 8
BATCH_BYTES = 64_000_000


def columns(file: BinaryIO) -> list[str]:
    """Return the column names of a Parquet file; raises SourceError when it cannot be opened."""
    try:
        return list(pq.ParquetFile(file).schema_arrow.names)
    except (pa.ArrowException, OSError) as error:
        raise SourceError("cannot be opened as Parquet: partial or damaged") from error


def read(file: BinaryIO, reading: Reading) -> Iterator[Capture]:
    """Yield one capture a row; `source_offset` is the row. A damaged row group ends the file with a problem.

    Raises SourceError when the file holds neither an html nor a text column; the message names its columns.
    """
    if problem := missing_columns(columns(file)):
        raise SourceError(problem)
    row = 0
    try:
        for batch in _batches(pq.ParquetFile(file)):
            for fields in batch.to_pylist():
                capture = capture_of(_known(fields), row, f"row {row + 1}", reading)
                row += 1
                if capture is not None:
                    yield capture
    except (pa.ArrowException, OSError, UnicodeDecodeError):
        reading.problems.add(row, f"the Parquet data is damaged: read up to row {row}")


def _batches(file: pq.ParquetFile) -> Iterator[pa.RecordBatch]:
    """Iterate over batches whose size follows from the mean row, so that big pages do not fill the memory."""
    metadata = file.metadata
    n_bytes = sum(metadata.row_group(index).total_byte_size for index in range(metadata.num_row_groups))
    rows = BATCH_BYTES * max(1, metadata.num_rows) // max(1, n_bytes)
    yield from file.iter_batches(batch_size=min(MAX_BATCH_ROWS, max(MIN_BATCH_ROWS, rows)))


def _known(fields: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}
