"""Documents and captures of a made warehouse, for tests of labels."""

from contextlib import contextmanager
from datetime import date, datetime

import pyarrow as pa
import pyarrow.parquet as pq

from neartwin.warehouse import writer
from neartwin.warehouse.migrations import migrate

DAY = date(2026, 11, 1)
FETCHED = datetime(2026, 11, 1, 8)


@contextmanager
def warehouse(settings, *names, texts=None, day=DAY):
    """Yield a warehouse on disk with one capture and one document a name: source id `src-NAME`, its own site."""
    with writer(settings) as con:
        migrate(con)
        put(con, settings, names, texts or {}, day)
        yield con


def put(con, settings, names, texts, day=DAY):
    shard = f"extractions/day={day}/made-{'-'.join(names)}.parquet"[:120]
    path = settings.lake / shard
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [{"main_text": texts.get(name, f"text of {name}"), "title": f"title {name}"} for name in names]
    pq.write_table(pa.Table.from_pylist(rows), path)
    for row, name in enumerate(names):
        insert(
            con, "captures", capture_id=f"c-{name}", day=day, site=f"{name}.example", url=f"https://{name}.example/",
            final_url="", variant="", fetched_at=FETCHED, content_type="", charset="", source_sha256="", n_bytes=1,
            source_name="", source_file="", source_offset=0, source_id=f"src-{name}", shard="", shard_row=0,
            run_id="r", outcome="ok", document_id=document_id(name),
        )  # fmt: skip
        insert(
            con, "documents", document_id=document_id(name), language="vi", kind="article", length_band="medium",
            n_tokens=100, n_characters=500, title=f"title {name}", text_sha256=f"t-{name}", shard=shard,
            shard_row=row, run_id="r",
        )  # fmt: skip


def document_id(name):
    return name.ljust(64, "0")


def insert(con, table, **values):
    names = ", ".join(values)
    con.execute(f"insert into {table} ({names}) values ({', '.join('$' + name for name in values)})", values)


def decide(con, left, right, similarity, verdict="review", **values):
    """One verified pair with its decision, both of the deciding method."""
    low, high = sorted((document_id(left), document_id(right)))
    pair = {"method_id": "hybrid-words@1", "document_id_l": low, "document_id_r": high, "run_id": "r"}
    insert(
        con, "decisions", **pair | {
            "purpose": "search", "verdict": verdict, "reason": "made", "measure": "jaccard", "similarity": similarity,
            "guards_id": "g", "decided_at": FETCHED, **values,
        }
    )  # fmt: skip
