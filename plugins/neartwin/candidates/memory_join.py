"""Carry the joined documents of a run from SQL to the join in memory and its findings back."""

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.candidates.bucket_join import MINHASH, SIMHASH, Index, Pairs, join_buckets
from neartwin.methods import Method
from neartwin.settings import CandidatesSettings
from neartwin.warehouse import statement

KINDS = {MINHASH: "minhash", SIMHASH: "simhash"}
CHUNK_ROWS = 1_000_000


def index_of(method: Method, limits: CandidatesSettings) -> Index:
    """Return how a method's keys are joined."""
    kinds = np.full(method.n_keys, SIMHASH, dtype=np.int8)
    kinds[: method.bands] = MINHASH
    max_buckets = np.where(kinds == SIMHASH, limits.max_block, limits.max_bucket).astype(np.int64)
    return Index(kinds, max_buckets, method.max_hamming)


def join_in_memory(
    con: duckdb.DuckDBPyConnection, method: Method, limits: CandidatesSettings, *, is_wanted: bool
) -> None:
    """Lay the views joined_pairs, joined_hot_buckets and unsettled_documents; empty ones if the join is not wanted."""
    pairs = _join(con, method, limits) if is_wanted else None
    _lay(con, "joined_pairs", _pair_columns(pairs))
    _lay(con, "joined_hot_buckets", _hot_columns(pairs))
    _lay(con, "unsettled_documents", {"document_number": pa.array(_unsettled(pairs), pa.int32())})


def _join(con: duckdb.DuckDBPyConnection, method: Method, limits: CandidatesSettings) -> Pairs:
    documents = con.execute(statement("candidates/select_joined_documents")).fetchnumpy()
    words = [documents["simhash"], documents["simhash_high"]][: max(1, method.bits // 64)]
    keys, present = _key_matrix(con, method, len(documents["is_new"]))
    return join_buckets(
        keys,
        index_of(method, limits),
        groups=documents["fingerprint_key"],
        probes=documents["is_probe"],
        new=documents["is_new"],
        present=present,
        simhash=np.column_stack(words),
    )


def _key_matrix(
    con: duckdb.DuckDBPyConnection, method: Method, n_documents: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Return the keys as (documents, bands), and where there is one."""
    keys = np.zeros((n_documents, method.n_keys), dtype=np.int64)
    present = np.zeros(keys.shape, dtype=np.bool_)
    reader = con.sql(statement("candidates/select_band_keys"), params={"method_id": method.method_id})
    for batch in reader.to_arrow_reader(CHUNK_ROWS):
        rows, bands, values = (column.to_numpy(zero_copy_only=False) for column in batch.columns)
        keys[rows, bands] = values
        present[rows, bands] = True
    return keys, present


def _unsettled(pairs: Pairs | None) -> npt.NDArray[np.int64]:
    return np.flatnonzero(pairs.is_dirty) if pairs else np.empty(0, dtype=np.int64)


def _pair_columns(pairs: Pairs | None) -> dict[str, pa.Array]:
    """Return one row a pair and kind, as SQL finds them."""
    empty = np.empty(0, dtype=np.int32)
    chosen = {kind: (pairs.kinds & kind) != 0 if pairs else np.empty(0, dtype=np.bool_) for kind in KINDS}
    left, right = (pairs.left, pairs.right) if pairs else (empty, empty)
    names = [pa.repeat(name, int(chosen[kind].sum())) for kind, name in KINDS.items()]
    return {
        "number_l": pa.array(np.concatenate([left[rows] for rows in chosen.values()])),
        "number_r": pa.array(np.concatenate([right[rows] for rows in chosen.values()])),
        "kind": pa.concat_arrays([part.cast(pa.string()) for part in names]),
    }


def _hot_columns(pairs: Pairs | None) -> dict[str, pa.Array]:
    names = ("band_index", "band_key", "n_documents", "n_pairs_skipped")
    return {name: pa.array(getattr(pairs.hot, name) if pairs else [], pa.int64()) for name in names}


def _lay(con: duckdb.DuckDBPyConnection, name: str, columns: dict[str, pa.Array]) -> None:
    con.register(name, pa.table(columns))
