"""Read the records of an input, as often as they are needed: JSON lines (plain, .gz or .zst) or Parquet.

A small input is kept in memory after its first reading; of a large one that would cost more room than it saves time.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from neartwin.dedup.faults import first_fault, longest_line, text_of_other_kind
from neartwin.errors import SourceError
from neartwin.warehouse import statement

READER_ROWS = 2_048
LINE_BYTES = 16 << 20  # DuckDB reads ahead twice this; only a file with longer lines pays for more
MIN_MEMORY = 256_000_000
KEPT_SHARE = 16  # an input that takes no more than this part of the memory is kept
MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5": "zstd", b"PA": "parquet"}
UNREAD = {b"BZ": "bzip2", b"\xfd7": "xz", b"PK": "zip"}
FIRST_OF_JSON = "[{-0123456789tf"
LIKE_JSON = r"^(\[|\{|-?[0-9][-+.0-9eE]*$|true$|false$)"  # texts that may be no strings in the file
SCHEMA = pa.schema(
    {
        "id": pa.string(),
        "url": pa.string(),
        "title": pa.string(),
        "text": pa.large_string(),
        "language": pa.string(),
        "digest": pa.uint64(),
    }
)


class Texts:
    """The records of one file: `id` (its JSON text) and `text`; `url`, `title`, `lang` or `language` where it has them.

    `identity` is what must stay equal for a later reading to give the same records.
    """

    def __init__(self, path: Path, *, memory: int, jobs: int) -> None:
        self.path = path
        self._memory, self._jobs, self._most_kept = memory // 4, jobs, memory // KEPT_SHARE
        self._kept: list[pa.RecordBatch] | None = None
        self._are_strings = False
        self._form = _form(path)
        self._line_bytes = LINE_BYTES
        self.identity = self._identity()

    def batches(self, start: int = 0) -> Iterator[tuple[int, pa.RecordBatch]]:
        """Yield (number of its first record, batch) in file order from record `start` on, with the columns of SCHEMA.

        Raises SourceError that names the line for malformed JSON, invalid UTF-8, a text that is no string, or a record
        without id or text, and for a file that has changed since it was opened.
        """
        n_rows = 0
        try:
            for batch in self._known():
                skip = min(max(start - n_rows, 0), batch.num_rows)
                if skip < batch.num_rows:
                    yield n_rows + skip, self._checked(batch, n_rows).slice(skip)
                n_rows += batch.num_rows
        except (duckdb.Error, OSError) as error:  # the reader of batches tells DuckDB's errors as OSError
            if "maximum_object_size" not in str(error) or self._line_bytes > LINE_BYTES:
                raise SourceError(f"{self.path}: {first_fault(self.path, self._form, str(error))}") from error
            self._line_bytes = longest_line(self.path, self._form) + 1
            yield from self.batches(max(n_rows, start))
        if self.identity != self._identity():
            raise SourceError(f"{self.path} changed while it was read: start again when it is complete")

    def _identity(self) -> list[Any]:
        about = self.path.stat()
        return [str(self.path.resolve()), about.st_size, about.st_mtime_ns]

    def _known(self) -> Iterator[pa.RecordBatch]:
        """Yield what was kept of an earlier reading, or read the file and keep it if it is small."""
        if self._kept is not None:
            yield from self._kept
            return
        kept: list[pa.RecordBatch] = []
        n_bytes = 0
        for batch in self._read():
            n_bytes += batch.nbytes
            if n_bytes <= self._most_kept:
                kept.append(batch)
            else:
                kept.clear()
            yield batch
        self._kept = kept if n_bytes <= self._most_kept else None

    def _read(self) -> Iterator[pa.RecordBatch]:
        is_long = self._line_bytes > LINE_BYTES
        limit = max(self._memory, MIN_MEMORY, 12 * self._line_bytes if is_long else 0)
        config = {"threads": 1 if is_long else self._jobs, "memory_limit": f"{limit}B"}
        with duckdb.connect(config=config) as con:
            con.execute("set enable_progress_bar = false")
            for batch in self._open(con).to_arrow_reader(READER_ROWS):
                yield batch.select(SCHEMA.names).cast(SCHEMA)

    def _open(self, con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyRelation:
        if self._form == "parquet":
            self._check_columns(con)
            return con.sql(statement("dedup/select_parquet_texts"), params={"path": str(self.path)})
        params = {"path": str(self.path), "compression": self._form, "max_bytes": self._line_bytes}
        return con.sql(statement("dedup/select_json_texts"), params=params)

    def _check_columns(self, con: duckdb.DuckDBPyConnection) -> None:
        rows = con.execute("describe from read_parquet(?)", [str(self.path)]).fetchall()
        columns = {name: kind for name, kind, *_ in rows}
        missing = [name for name in ("id", "text") if name not in columns]
        if missing:
            raise SourceError(f"{self.path} has no column {' and '.join(missing)}; it has {', '.join(sorted(columns))}")
        if columns["text"] != "VARCHAR":
            raise SourceError(f"{self.path}: column text is {columns['text']}, not a string (UTF-8)")

    def _checked(self, batch: pa.RecordBatch, n_before: int) -> pa.RecordBatch:
        for name in ("id", "text"):
            column = batch.column(name)
            if column.null_count:
                at = n_before + column.is_null().index(True).as_py() + 1
                raise SourceError(f"{self.path}: record {at} has no {name}; each needs an id and a text")
        if not self._are_strings and self._form != "parquet" and _may_be_other_kinds(batch.column("text")):
            if fault := text_of_other_kind(self.path, self._form):
                raise SourceError(f"{self.path}: {fault}")
            self._are_strings = True
        return batch


def _form(path: Path) -> str:
    """Return how a file is packed, by its first bytes."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise SourceError(f"{path} is a pipe or a device, which cannot be read twice: give a file")
        with path.open("rb") as file:
            start = file.read(2)
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}") from error
    if start in UNREAD:
        raise SourceError(f"{path} is packed as {UNREAD[start]}: unpack it, or pack it as .gz or .zst")
    return MAGIC.get(start, "none")


def _may_be_other_kinds(texts: pa.Array) -> bool:
    """Return whether a text is the JSON of something else, which the reader does not tell from a string."""
    first = pa.array(list(FIRST_OF_JSON), texts.type)
    texts = texts.filter(pc.is_in(pc.utf8_slice_codeunits(texts, 0, 1), first))
    may_be = pc.match_substring_regex(texts, LIKE_JSON)
    return any(map(_is_json, texts.filter(may_be).to_pylist()))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
