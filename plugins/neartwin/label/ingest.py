"""Copy the inbox into the warehouse, each label exactly once."""

import logging
from itertools import islice

import duckdb
import pyarrow as pa

from neartwin.label.inbox import inbox
from neartwin.label.verdict import SCHEMA
from neartwin.settings import Settings
from neartwin.warehouse import run

log = logging.getLogger(__name__)

BATCH = 50_000


def ingest_labels(con: duckdb.DuckDBPyConnection, settings: Settings) -> dict[str, int]:
    """Insert every label of the inbox that the warehouse lacks; return counts of new labels and of unknown documents.

    A label on a document that the warehouse does not know (yet) is kept: it counts as soon as the document comes.
    """
    n_new = 0
    with inbox(settings) as box:
        labels = box.labels()
        while batch := [label.model_dump() for label in islice(labels, BATCH)]:
            con.register("new_labels", pa.Table.from_pylist(batch, schema=SCHEMA))
            try:
                n_new += len(run(con, "label/insert_labels"))
            finally:
                con.unregister("new_labels")
    run(con, "label/insert_label_captures")
    n_unknown = run(con, "label/select_unknown_documents")[0][0]
    log.info("ingested %d labels", n_new)
    return {"new": n_new, "unknown_documents": n_unknown}
