"""Signatures as the warehouse keeps them, back as arrays."""

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.methods import Method


def minima_of(column: pa.Array | pa.ChunkedArray, method: Method) -> npt.NDArray[np.uint32]:
    """Return stored minima as (n, num_perm); the column holds no null. Nothing is copied where Arrow allows it."""
    blobs = (column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column).cast(pa.large_binary())
    _, ends, data = blobs.buffers()
    if not len(blobs) or data is None:
        return np.empty((0, method.num_perm), dtype=np.uint32)
    first = np.frombuffer(ends, dtype=np.int64, count=blobs.offset + 1)[blobs.offset]
    n_values = len(blobs) * method.num_perm
    return np.frombuffer(data, dtype="<u4", count=n_values, offset=first).reshape(-1, method.num_perm)


def words_of(table: pa.Table | pa.RecordBatch, method: Method) -> list[npt.NDArray[np.int64]]:
    """Return the 64-bit words of stored SimHashes, lowest first; none for a method that has no bits."""
    return [table.column(name).to_numpy() for name in ("simhash", "simhash_high")[: method.bits // 64]]
