"""Shingle sets of stored documents: each text read once from its shard, in blocks, the sets kept on disk."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.fingerprint.document_text import document_text
from neartwin.fingerprint.kernel import ShingleSets, shingle_sets
from neartwin.methods import Method
from neartwin.settings import Settings
from neartwin.verify.spill import Spill
from neartwin.warehouse.shards import read_rows

BLOCK_ROWS = 20_000


def shingle_sets_of(
    settings: Settings,
    method: Method,
    shards: Sequence[tuple[str, int]],
    rows: npt.NDArray[np.int64],
    n_characters: npt.NDArray[np.int64],
    spill: Spill,
) -> ShingleSets:
    """Return the shingle sets of documents given in the order of their shards.

    `shards` are (path, number of documents) in that order; `rows` and `n_characters` have one entry a document. Memory
    holds one block of texts (`verify.block_characters`) and the sets' offsets.
    """
    lengths = [np.zeros(1, dtype=np.int64)]
    start = 0
    for shard, n_documents in shards:
        for first, last in _blocks(n_characters[start : start + n_documents], settings.verify.block_characters):
            block = rows[start + first : start + last].tolist()
            for _, texts in read_rows(settings, [(shard, row) for row in block], ["main_text", "language"]):
                sets = _sets(texts, method, settings.workers)
                spill.append(sets.hashes)
                lengths.append(np.diff(sets.offsets))
        start += n_documents
    return ShingleSets(np.cumsum(np.concatenate(lengths)), spill.read())


def _sets(texts: pa.Table, method: Method, threads: int) -> ShingleSets:
    main_texts = document_text(texts["main_text"], [method])
    return shingle_sets(main_texts, texts["language"].to_pylist(), method, threads)


def _blocks(n_characters: npt.NDArray[np.int64], limit: int) -> Iterator[tuple[int, int]]:
    """Cut documents into runs (first, last excluded) of at most `limit` characters, or of one longer document."""
    ends = np.cumsum(n_characters)
    first = 0
    while first < len(ends):
        before = ends[first - 1] if first else 0
        last = int(np.searchsorted(ends, before + limit, side="right"))
        last = min(max(last, first + 1), first + BLOCK_ROWS)
        yield first, last
        first = last
