"""Put captures into lake and warehouse as ingest does, for the tests of the stage."""

import hashlib
from datetime import datetime

import pyarrow as pa

from neartwin import extract
from neartwin.sources.capture import site_of
from neartwin.warehouse.shards import register, write_shard

SCHEMA = pa.schema(
    [
        ("source_sha256", pa.string()),
        ("url", pa.string()),
        ("content_type", pa.string()),
        ("charset", pa.string()),
        ("http_status", pa.int16()),
        ("n_bytes", pa.int64()),
        ("body", pa.binary()),
    ]
)


def store(con, settings, day, pages):
    """Store pages given as dicts with url and body (and whatever differs from a fetched page) as captures of a day."""
    rows = [_capture(number, day, page) for number, page in enumerate(pages)]
    batch = pa.RecordBatch.from_pylist([{name: row[name] for name in SCHEMA.names} for row in rows], schema=SCHEMA)
    name = hashlib.sha256(repr(pages).encode()).hexdigest()[:12]
    shard = write_shard(settings, "captures", day.isoformat(), name, [batch], SCHEMA)
    register(con, settings, [shard], run_id="run")
    for number, row in enumerate(rows):
        columns = {key: value for key, value in row.items() if key != "body"} | {
            "shard": shard.path,
            "shard_row": number,
        }
        con.execute(
            f"insert into captures ({', '.join(columns)}) values ({', '.join('?' for _ in columns)})",
            list(columns.values()),
        )


def extract_day(con, settings, day, run_id="run"):
    """Run the stage for one day and return its counts."""
    results = [extract.write_extractions(settings, batch) for batch in extract.plan(con, settings, day)]
    return extract.commit_extractions(con, settings, day, results, run_id)


def _capture(number, day, page):
    body = page["body"] if isinstance(page["body"], bytes) else page["body"].encode()
    url = page["url"]
    digest = hashlib.sha256(body).hexdigest()
    return {
        "capture_id": hashlib.sha256(f"{day}{url}{page.get('fetched_at', '')}{number}{digest}".encode()).hexdigest(),
        "day": day,
        "site": site_of(url),
        "url": url,
        "final_url": url,
        "variant": "",
        "http_status": 200,
        "fetched_at": datetime(day.year, day.month, day.day, 8),
        "content_type": "text/html",
        "charset": "",
        "source_sha256": digest,
        "n_bytes": len(body),
        "source_name": "test",
        "source_file": "test.html",
        "source_offset": number,
        "source_id": "",
        "run_id": "run",
        **{key: value for key, value in page.items() if key != "body"},
        "body": body,
    }
