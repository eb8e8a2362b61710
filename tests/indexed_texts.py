"""Rows for the tests of candidates, verify, cluster and recall: documents, captures and signatures made by hand."""

from datetime import date
from types import SimpleNamespace

import numpy as np
import pyarrow as pa

from neartwin.methods import load

DAY = date(2026, 11, 1)


def method_of(settings, method_id, **spec):
    """A method beside the configured ones."""
    return load(settings.model_copy(update={"methods": settings.methods | {method_id: spec}}))[method_id]


def insert(con, table, rows):
    """Insert dicts; columns that no row names stay null."""
    if not rows:
        return
    columns = list(rows[0])
    con.register("given_rows", pa.Table.from_pylist(rows))
    con.execute(f"insert into {table} ({', '.join(columns)}) select {', '.join(columns)} from given_rows")
    con.unregister("given_rows")


def store_documents(con, documents, *, day=DAY, site="a.example", shard="none"):
    """Store documents (objects with document_id and any other column) and one sound capture of each on a day."""
    known = {row[0] for row in con.execute("select document_id from documents").fetchall()}
    documents = [SimpleNamespace(**vars(document)) for document in documents]
    insert(con, "documents", [_document(d, shard) for d in documents if d.document_id not in known])
    insert(con, "captures", [_capture(d.document_id, day, site) for d in documents])


def store_signatures(con, method, documents, *, minhash=None, simhash=None, simhash_high=None, n_features=50):
    """Store signatures of documents that have none."""
    known = {
        row[0]
        for row in con.execute(
            "select document_id from fingerprints where method_id = ?", [method.method_id]
        ).fetchall()
    }
    fresh = np.array([i for i, d in enumerate(documents) if d.document_id not in known], dtype=np.int64)
    if not len(fresh):
        return
    ids = [documents[i].document_id for i in fresh]
    insert(
        con,
        "fingerprints",
        [
            {
                "method_id": method.method_id,
                "document_id": document_id,
                "simhash": None if simhash is None else int(simhash[i]),
                "simhash_high": None if simhash_high is None else int(simhash_high[i]),
                "minhash": None if minhash is None else minhash[i].astype("<u4").tobytes(),
                "n_features": n_features,
                "n_shingles": n_features,
                "run_id": "test",
            }
            for i, document_id in zip(fresh, ids, strict=True)
        ],
    )


def _document(document, shard):
    given = vars(document)
    return {
        "document_id": document.document_id,
        "language": given.get("language", "en"),
        "kind": "article",
        "length_band": "medium",
        "n_tokens": 100,
        "n_characters": given.get("n_characters", 500),
        "title": "",
        "sku": given.get("sku"),
        "price": given.get("price"),
        "currency": given.get("currency"),
        "text_sha256": document.document_id,
        "shard": given.get("shard", shard),
        "shard_row": given.get("shard_row", 0),
        "run_id": "test",
    }


def _capture(document_id, day, site):
    text = {"site": site, "url": f"https://{site}/{document_id}", "final_url": f"https://{site}/{document_id}"}
    blank = ("variant", "content_type", "charset", "source_name", "source_file", "source_id", "shard")
    return {
        "capture_id": f"{day}/{document_id}",
        "day": day,
        "fetched_at": day,
        "n_bytes": 1,
        "source_offset": 0,
        "shard_row": 0,
        "run_id": "test",
        "extraction_key": f"key/{document_id}",
        "outcome": "ok",
        "document_id": document_id,
        "source_sha256": document_id,
        **text,
        **dict.fromkeys(blank, ""),
    }
