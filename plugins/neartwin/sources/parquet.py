"""Read Parquet files with url and html, or url and text columns, a few rows at a time."""

import io
from collections.abc import Iterator
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from neartwin.errors import SourceError
from neartwin.settings import IngestSettings
from neartwin.sources.capture import Capture
from neartwin.sources.fields import capture_of, missing_columns
from neartwin.sources.reading import Reading

MAX_BATCH_ROWS = 1_000
BATCH_BYTES = 64_000_000
SMALL_ROW_BYTES = 65_536
PAGE_ROWS = 1_024
MAX_AT_ONCE_PAGES = 50


def columns(file: BinaryIO) -> list[str]:
    """Return the column names of a Parquet file; raises SourceError when it cannot be opened."""
    try:
        return list(pq.ParquetFile(file).schema_arrow.names)
    except (pa.ArrowException, OSError) as error:
        raise SourceError("cannot be opened as Parquet: partial or damaged") from error


def read(file: BinaryIO, reading: Reading) -> Iterator[Capture]:
    """Yield one capture a row; `source_offset` is the row. A damaged row group ends the file with a problem.

    Raises SourceError when the file holds neither an html nor a text column (the message names its columns), or says
    that it unpacks to more than `max_unpacked_ratio` times its size.
    """
    if problem := missing_columns(columns(file)):
        raise SourceError(problem)
    row = 0
    try:
        for fields in _rows(file, reading.limits):
            capture = capture_of(fields, row, f"row {row + 1}", reading)
            row += 1
            if capture is not None:
                yield capture
    except (pa.ArrowException, OSError, UnicodeDecodeError):
        reading.problems.add(row, f"the Parquet data is damaged: read up to row {row}")


def _rows(file: BinaryIO, limits: IngestSettings) -> Iterator[dict[str, Any]]:
    """Iterate over rows as fields that are not null; pages become Python objects one at a time."""
    opened = pq.ParquetFile(file)
    mean = _mean_row_bytes(opened, file.seek(0, io.SEEK_END), limits)
    schema = opened.schema_arrow
    pages = [name for name in ("html", "text") if name in schema.names]
    if mean < SMALL_ROW_BYTES:  # rows may share one big value: keep it shared
        opened = pq.ParquetFile(file, read_dictionary=[name for name in pages if _is_text(schema.field(name).type)])
    for batch in opened.iter_batches(batch_size=min(MAX_BATCH_ROWS, max(1, BATCH_BYTES // mean))):
        others = batch.select([name for name in schema.names if name not in pages]).to_pylist()
        columns_of_pages = {name: batch.column(name) for name in pages}
        for index in range(batch.num_rows):
            fields = {**others[index], **{name: column[index].as_py() for name, column in columns_of_pages.items()}}
            yield {name: value for name, value in fields.items() if value is not None}


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_binary(kind))


def _mean_row_bytes(file: pq.ParquetFile, n_packed: int, limits: IngestSettings) -> int:
    """Return the mean unpacked size of a row; raises SourceError where reading would take too much memory.

    Parquet is unpacked by its own pages, and a writer closes one after up to PAGE_ROWS rows, however big.
    """
    groups = [file.metadata.row_group(index) for index in range(file.metadata.num_row_groups)]
    n_bytes = sum(group.total_byte_size for group in groups)
    if n_bytes > limits.max_unpacked_ratio * n_packed + limits.max_page_bytes:
        raise SourceError(f"says that it unpacks to more than {limits.max_unpacked_ratio} times its size: not read")
    at_once = max((group.total_byte_size * min(1, PAGE_ROWS / max(1, group.num_rows)) for group in groups), default=0)
    if at_once > MAX_AT_ONCE_PAGES * limits.max_page_bytes:
        raise SourceError(f"needs {at_once / 1e9:.0f} GB to unpack {PAGE_ROWS} rows: write it in smaller row groups")
    return int(n_bytes // max(1, file.metadata.num_rows)) or 1
