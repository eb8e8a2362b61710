"""Parquet: the same columns as JSON lines, in bounded memory, damaged files told."""

import io
import json
from datetime import UTC, datetime
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from neartwin.errors import SourceError
from neartwin.settings import IngestSettings
from neartwin.sources import parquet


def written(columns, **options):
    buffer = io.BytesIO()
    pq.write_table(pa.table(columns), buffer, **options)
    return buffer


def test_rows_become_captures(reading):
    file = written(
        {
            "url": ["http://a.vn/1", "http://a.vn/2"],
            "html": [b"<html>gbk \xb9\xe3</html>", None],
            "text": [None, "chữ"],
            "content_type": ["text/html; charset=GBK", None],
            "http_status": [404, None],
            "fetched_at": [datetime(2026, 11, 1, 8, tzinfo=UTC), None],
            "price": [None, Decimal("1.50")],
        }
    )
    page, text = parquet.read(file, reading)

    assert (page.body, page.charset, page.http_status) == (b"<html>gbk \xb9\xe3</html>", "gbk", 404)
    assert page.fetched_at == datetime(2026, 11, 1, 8)
    assert json.loads(text.body) == {"url": "http://a.vn/2", "text": "chữ", "price": "1.50"}
    assert [page.source_offset, text.source_offset] == [0, 1]


def test_no_rows_are_no_captures(reading):
    assert (
        list(parquet.read(written({"url": pa.array([], pa.string()), "html": pa.array([], pa.string())}), reading))
        == []
    )


def test_unknown_columns_are_named(reading):
    with pytest.raises(SourceError, match="its columns are: body, link; known are: id, url"):
        list(parquet.read(written({"link": ["x"], "body": ["y"]}), reading))


def test_a_file_that_is_no_parquet_is_told(reading):
    with pytest.raises(SourceError, match="partial or damaged"):
        list(parquet.read(io.BytesIO(b"PAR1 cut"), reading))


def test_damage_in_the_data_ends_the_file_with_the_row(reading):
    data = bytearray(written({"html": [f"page {n}" * 50 for n in range(5_000)]}, row_group_size=1_000).getvalue())
    middle = len(data) // 2
    data[middle : middle + 2_000] = b"\xff" * 2_000

    captures = list(parquet.read(io.BytesIO(bytes(data)), reading))

    assert len(captures) < 5_000
    assert reading.problems.n_problems == 1
    assert "damaged" in reading.problems.rows()[0].reason


def test_pages_that_share_one_value_stay_shared_while_reading(reading):
    shared = pa.DictionaryArray.from_arrays(pa.array([0] * 1_000, pa.int32()), pa.array(["x" * 1_000_000]))
    before = pa.default_memory_pool().max_memory()

    n = sum(1 for _ in parquet.read(written({"html": shared}), reading))

    assert n == 1_000
    assert pa.default_memory_pool().max_memory() - before < 100_000_000


def test_rows_too_big_to_unpack_at_once_are_refused_with_the_way_out(reading):
    limits = IngestSettings(max_page_bytes=1_000, max_unpacked_ratio=10_000)
    file = written({"html": [f"{n}" * 3_000 for n in range(50)]}, use_dictionary=False)

    with pytest.raises(SourceError, match="smaller row groups"):
        list(parquet.read(file, type(reading)("x", reading.fetched_at, UTC, limits, reading.problems)))


def test_row_order_and_groups_do_not_matter(reading):
    rows = [f"<html>{n}" for n in range(3_000)]
    one = [capture.body for capture in parquet.read(written({"html": rows}), reading)]
    many = [capture.body for capture in parquet.read(written({"html": rows}, row_group_size=7), reading)]

    assert one == many == [row.encode() for row in rows]
