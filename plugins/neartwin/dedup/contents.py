"""The second reading: the texts that are compared, and proof that texts taken for equal are equal."""

import hashlib
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.dedup.records import Records
from neartwin.dedup.scripts import languages_of
from neartwin.dedup.texts import Texts

Ints = npt.NDArray[np.int64]
COLUMNS = {"text": pa.large_string(), "language": pa.string(), "url": pa.string(), "title": pa.string()}


@dataclass(frozen=True, slots=True)
class Contents:
    """Texts with their languages, URLs and titles, in the order in which they were asked for."""

    text: pa.Array
    language: pa.Array
    url: pa.Array
    title: pa.Array


@dataclass
class Copies:
    """Records whose text is that of an earlier one by its 64-bit digest, compared by SHA-256 as they pass.

    `strangers` are the records of which that was not true.
    """

    records: Records
    strangers: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Find out which records share a text."""
        text_of = self.records.text_of
        n_records = np.bincount(text_of[text_of >= 0], minlength=len(self.records.first))
        self._wanted = np.flatnonzero((text_of >= 0) & (n_records[text_of] > 1))
        self._known: dict[int, bytes] = {}

    def see(self, first: int, batch: pa.RecordBatch) -> None:
        """Compare the records of a batch that begins at record `first`."""
        rows = _inside(self._wanted, first, batch)
        numbers = self.records.text_of[rows + first].tolist()
        for row, number, text in zip(rows.tolist(), numbers, _bytes(batch.column("text"), rows), strict=True):
            digest = hashlib.sha256(text).digest()
            if self._known.setdefault(number, digest) != digest:
                self.strangers.append(first + row)


def read_contents(texts: Texts, records: Records, numbers: Ints, copies: Copies | None = None) -> Contents:
    """Read the texts with these ascending numbers, each from its first record; `copies` sees all batches."""
    rows = records.first[numbers]
    parts: dict[str, list[pa.Array]] = {name: [pa.array([], kind)] for name, kind in COLUMNS.items()}
    for first, batch in texts.batches():
        if copies is not None:
            copies.see(first, batch)
        inside = _inside(rows, first, batch)
        if len(inside):
            chosen = batch.take(pa.array(inside))
            columns = {name: chosen.column(name) for name in COLUMNS}
            columns["language"] = languages_of(chosen.column("text"), chosen.column("language"))
            for name, column in columns.items():
                parts[name].append(column)
    return Contents(**{name: pa.concat_arrays(columns) for name, columns in parts.items()})


def _inside(rows: Ints, first: int, batch: pa.RecordBatch) -> Ints:
    """Return which of these ascending records lie in a batch, counted from its beginning."""
    low, high = np.searchsorted(rows, [first, first + batch.num_rows])
    return rows[low:high] - first


def _bytes(texts: pa.Array, rows: Ints) -> list[memoryview]:
    _, offsets, data = texts.buffers()
    ends = np.frombuffer(offsets, dtype=np.int64)[texts.offset :]
    view = memoryview(data or b"")
    return [view[low:high] for low, high in zip(ends[rows].tolist(), ends[rows + 1].tolist(), strict=True)]
