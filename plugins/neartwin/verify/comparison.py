"""The stage: compare every proposed pair that is not compared yet, and enter all its measures."""

import logging
from datetime import date

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.fingerprint.kernel import ShingleSets, Signatures
from neartwin.fingerprint.stored import minima_of, words_of
from neartwin.methods import Method
from neartwin.settings import Settings
from neartwin.verify.measures import Measures, measure
from neartwin.verify.spill import Spill
from neartwin.verify.stored_sets import shingle_sets_of
from neartwin.warehouse import run, statement

log = logging.getLogger(__name__)

CHUNK_ROWS = 100_000


def verify(
    con: duckdb.DuckDBPyConnection, settings: Settings, method: Method, day: date, run_id: str
) -> dict[str, int]:
    """Compare the outstanding pairs of a method, whichever day proposed them; return n_pairs and n_documents read.

    Texts are read for documents in outstanding pairs only, each once. Pairs are entered in blocks of
    `verify.block_pairs`, each in one transaction: a killed run goes on where it stopped.
    """
    run(con, "verify/insert_outstanding_pairs", method_id=method.method_id)
    run(con, "verify/insert_outstanding_documents")
    rows = con.execute(statement("verify/select_outstanding_rows")).fetchnumpy()
    if not len(rows["shard_row"]):
        return {"n_pairs": 0, "n_documents": 0}
    spills = [Spill(settings.data / "spill", np.uint64), Spill(settings.data / "spill", np.uint32)]
    try:
        shards = [(shard, n_documents) for shard, _, n_documents in run(con, "verify/select_outstanding_shards")]
        sets = shingle_sets_of(settings, method, shards, rows["shard_row"], rows["n_characters"], spills[0])
        signatures = _signatures(con, method, spills[1])
        n_pairs = _compare(con, settings, method, (sets, signatures), spills, run_id)
    finally:
        for spill in spills:
            spill.close()
    log.info("verified %d pairs of %d documents for %s", n_pairs, len(rows["shard_row"]), method.method_id)
    return {"n_pairs": n_pairs, "n_documents": len(rows["shard_row"])}


def _compare(
    con: duckdb.DuckDBPyConnection,
    settings: Settings,
    method: Method,
    comparands: tuple[ShingleSets, Signatures],
    spills: list[Spill],
    run_id: str,
) -> int:
    pairs = con.execute(statement("verify/select_outstanding_pairs")).fetchnumpy()
    left, right = pairs["number_l"], pairs["number_r"]
    n_pairs = 0
    for start in range(0, len(left), settings.verify.block_pairs):
        block = slice(start, start + settings.verify.block_pairs)
        measures = measure(comparands[0], left[block], right[block], comparands[1], threads=settings.workers)
        con.register("measured_pairs", _table(left[block], right[block], measures))
        n_pairs += run(con, "verify/insert_verified_pairs", method_id=method.method_id, run_id=run_id)[0][0]
        con.unregister("measured_pairs")
        for spill in spills:
            spill.release()
    return n_pairs


def _signatures(con: duckdb.DuckDBPyConnection, method: Method, spill: Spill) -> Signatures:
    """Return the stored signatures of the outstanding documents, the minima on disk."""
    words: list[list[npt.NDArray[np.int64]]] = []
    reader = con.sql(
        statement("verify/select_outstanding_signatures"), params={"method_id": method.method_id}
    ).to_arrow_reader(CHUNK_ROWS)
    for batch in reader:
        words.append(words_of(batch, method))
        if method.num_perm:
            spill.append(minima_of(batch.column("minhash"), method))
    low, high = ([np.concatenate(parts) for parts in zip(*words, strict=True)] + [None, None])[:2]
    minhash = spill.read().reshape(-1, method.num_perm) if method.num_perm else None
    nothing = np.empty(0, dtype=np.int64)
    return Signatures(low, high, minhash, nothing, nothing)


def _table(left: npt.NDArray[np.int32], right: npt.NDArray[np.int32], measures: Measures) -> pa.Table:
    hamming, estimate = measures.hamming, measures.minhash_jaccard
    return pa.table(
        {
            "number_l": left,
            "number_r": right,
            "hamming": pa.nulls(len(left), pa.int16()) if hamming is None else pa.array(hamming),
            "jaccard": measures.jaccard,
            "containment": measures.containment,
            "minhash_jaccard": pa.nulls(len(left), pa.float64()) if estimate is None else pa.array(estimate),
        }
    )
