"""Index keys of documents that are new to a method's index, made from their stored signatures."""

import duckdb
import numpy as np
import pyarrow as pa

from neartwin.fingerprint import keys
from neartwin.fingerprint.results import Signatures
from neartwin.fingerprint.stored import minima_of, words_of
from neartwin.methods import Method
from neartwin.warehouse import run, statement

CHUNK_ROWS = 50_000


def enter_keys(con: duckdb.DuckDBPyConnection, method: Method) -> None:
    """Enter the index keys of the new documents (the temporary table `new_documents`) in `fingerprint_bands`."""
    query = con.sql(statement("candidates/select_new_signatures"), params={"method_id": method.method_id})
    chunks = [_keys(batch, method) for batch in query.to_arrow_reader(CHUNK_ROWS)]
    con.register("new_keys", pa.concat_tables(chunks))
    run(con, "candidates/insert_fingerprint_bands", method_id=method.method_id)
    con.unregister("new_keys")


def _keys(batch: pa.RecordBatch, method: Method) -> pa.Table:
    """Return (document_id, band_keys) of stored signatures."""
    low, high = [*words_of(batch, method), None, None][:2]
    minima = minima_of(batch["minhash"], method) if method.num_perm else None
    nothing = np.zeros(batch.num_rows, dtype=np.int64)
    found = keys.of_signatures(Signatures(low, high, minima, batch["n_features"].to_numpy(), nothing), method)
    return pa.table({"document_id": batch["document_id"], "band_keys": found})
