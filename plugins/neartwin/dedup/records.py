"""The first reading: ids of all records, which texts repeat an earlier one, and a signature of each distinct text."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from neartwin.dedup.scripts import languages_of
from neartwin.dedup.seen import Seen
from neartwin.dedup.texts import Texts
from neartwin.dedup.work import Work
from neartwin.errors import SourceError
from neartwin.fingerprint import kernel
from neartwin.methods import Method

COLUMNS = ("simhash", "simhash_high", "minhash", "n_features", "n_shingles")
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Records:
    """All n records of an input and its m distinct texts.

    `ids` (n) are JSON texts, `text_of` (n) is the number of each record's text; texts are numbered in the order in
    which they come first, `first` (m) is that record. `digests` (m) are 64 bits of each text.
    """

    ids: pa.Array
    text_of: Ints
    first: Ints
    digests: npt.NDArray[np.uint64]
    signatures: kernel.Signatures


@dataclass
class _Reading:
    """What the first reading has so far, and what of it is in the work folder already."""

    ids: list[pa.Array] = field(default_factory=list)
    digests: list[npt.NDArray[np.uint64]] = field(default_factory=list)
    signatures: list[kernel.Signatures] = field(default_factory=list)
    seen: Seen = field(default_factory=Seen)
    n_records: int = 0
    n_saved: int = 0

    def add(self, ids: pa.Array, digests: npt.NDArray[np.uint64], signatures: kernel.Signatures) -> None:
        self.ids.append(ids)
        self.digests.append(digests)
        self.signatures.append(signatures)
        self.n_records += len(ids)

    def save(self, work: Work) -> None:
        """Keep what came since the last time: signatures first, for only the records say that they are there."""
        name = f"{len(self.ids):07d}"
        work.save(f"signatures-{name}", _table(_merged(self.signatures[self.n_saved :])))
        ids, digests = pa.concat_arrays(self.ids[self.n_saved :]), np.concatenate(self.digests[self.n_saved :])
        work.save(f"records-{name}", pa.table({"id": ids, "digest": digests}))
        self.n_saved = len(self.ids)

    def restore(self, work: Work) -> None:
        """Take up what a killed run kept."""
        for name in work.names("records-"):
            records, signatures = work.read(name), work.read(name.replace("records", "signatures"))
            digests = records["digest"].to_numpy()
            self.add(records["id"].combine_chunks(), digests, _signatures(signatures))
            self.seen.enter(digests)
        self.n_saved = len(self.ids)


def read_records(texts: Texts, method: Method, work: Work, jobs: int) -> Records:
    """Read an input once and sign each text that no earlier record has; go on where a killed run stopped.

    Raises SourceError when an id stands for two different texts. A record that repeats id and text counts once.
    """
    reading = _Reading()
    reading.restore(work)
    for batch, signatures in _signed(texts, method, reading, jobs):
        ids = batch.column("id").take(pa.array(np.arange(len(batch))))  # a copy: a column of a batch keeps all of it
        reading.add(ids, batch.column("digest").to_numpy().copy(), signatures)
        work.show(f"{reading.n_records:,} records read and signed")
        if work.is_due():
            reading.save(work)
    return _records(reading, method, jobs)


def _signed(
    texts: Texts, method: Method, reading: _Reading, jobs: int
) -> Iterator[tuple[pa.RecordBatch, kernel.Signatures]]:
    """Yield batches with the signatures of their new texts, in order; some are signed while the next ones are read."""
    waiting: deque[tuple[pa.RecordBatch, Future[kernel.Signatures]]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        for _, batch in texts.batches(start=reading.n_records):
            is_first = reading.seen.enter(batch.column("digest").to_numpy())
            new = batch if is_first.all() else batch.filter(pa.array(is_first))
            waiting.append((batch, pool.submit(_sign, new, method)))
            if len(waiting) > jobs:
                batch, signatures = waiting.popleft()
                yield batch, signatures.result()
        for batch, signatures in waiting:
            yield batch, signatures.result()


def _records(reading: _Reading, method: Method, jobs: int) -> Records:
    ids = pa.concat_arrays([pa.array([], pa.string()), *reading.ids])
    signatures = _merged(reading.signatures or [kernel.sign([], None, method, jobs)])
    every = np.concatenate([np.zeros(0, np.uint64), *reading.digests])
    digests, first, text_of = np.unique(every, return_index=True, return_inverse=True)
    order = np.argsort(first)
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    text_of = number[text_of]
    text_of[_repeats(ids, text_of)] = -1
    return Records(ids, text_of, first[order], digests[order], signatures)


def _repeats(ids: pa.Array, text_of: Ints) -> Ints:
    """Return the records that repeat an earlier one."""
    if pc.count_distinct(ids).as_py() == len(ids):
        return np.empty(0, dtype=np.int64)
    codes = ids.dictionary_encode().indices.to_numpy()
    _, first, same = np.unique(codes, return_index=True, return_inverse=True)
    earlier = first[same]
    is_other = text_of[earlier] != text_of
    if is_other.any():
        record = int(np.argmax(is_other))
        raise SourceError(
            f"records {earlier[record] + 1} and {record + 1} have one id and two texts: give each text an id of its own"
        )
    return np.flatnonzero(earlier != np.arange(len(ids)))


def _sign(batch: pa.RecordBatch, method: Method) -> kernel.Signatures:
    text = batch.column("text")
    is_routed = any(not key.startswith("default") for key in method.shingle_size)
    languages = languages_of(text, batch.column("language")) if is_routed else None
    return kernel.sign(text, languages, method, 1, counts_distinct=method.min_features > 1)


def _merged(parts: list[kernel.Signatures]) -> kernel.Signatures:
    columns: dict[str, npt.NDArray[Any] | None] = {}
    for name in COLUMNS:
        column = [getattr(part, name) for part in parts]
        columns[name] = None if column[0] is None else np.concatenate(column)
    return kernel.Signatures(**columns)  # type: ignore[arg-type]


def _table(signatures: kernel.Signatures) -> pa.Table:
    columns = {name: getattr(signatures, name) for name in COLUMNS}
    if signatures.minhash is not None:
        flat, num_perm = pa.array(signatures.minhash.reshape(-1)), signatures.minhash.shape[1]
        columns["minhash"] = pa.FixedSizeListArray.from_arrays(flat, num_perm)
    return pa.table({name: column for name, column in columns.items() if column is not None})


def _signatures(table: pa.Table) -> kernel.Signatures:
    columns = {name: table[name].combine_chunks() if name in table.column_names else None for name in COLUMNS}
    minhash = columns.pop("minhash")
    if minhash is not None:
        minhash = minhash.flatten().to_numpy().reshape(len(minhash), minhash.type.list_size)
    arrays: dict[str, Any] = {name: None if c is None else c.to_numpy() for name, c in columns.items()}
    return kernel.Signatures(minhash=minhash, **arrays)
