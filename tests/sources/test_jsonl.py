"""JSON lines: good lines become captures, bad ones problems with their line number."""

import gzip
import hashlib
import io
import json
from datetime import datetime

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from neartwin.sources import jsonl
from neartwin.sources.capture import TEXT_TYPE
from neartwin.sources.unpack import packing_of


def read(text, reading):
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return list(jsonl.read(io.BytesIO(data), packing_of(data), reading))


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def reasons(reading):
    return [row.reason for row in reading.problems.rows()]


def test_a_page_has_its_bytes_and_metadata(reading):
    record = {
        "id": 7,
        "url": "http://a.vn/1",
        "final_url": "http://a.vn/2",
        "html": "<html>Giá vàng</html>",
        "status": "200",
        "fetched_at": "2026-11-01T08:00:00Z",
        "content_type": "text/html; charset=windows-1258",
        "locale": "vi-VN",
    }
    (capture,) = read(lines(record), reading)

    assert capture.body == "<html>Giá vàng</html>".encode()
    assert (capture.content_type, capture.charset) == ("text/html", "utf-8")
    assert (capture.source_id, capture.url, capture.final_url) == ("7", "http://a.vn/1", "http://a.vn/2")
    assert (capture.http_status, capture.variant, capture.fetched_at.hour) == (200, "vi-VN", 8)


def test_a_text_record_is_its_own_canonical_bytes(reading):
    record = {"url": "", "id": "t1", "title": "Tựa", "text": "Lần 1", "language": "vi", "kind": "notice"}
    shuffled = dict(reversed(record.items()))
    first, second = read(lines(record, shuffled), reading)

    assert first.content_type == TEXT_TYPE
    assert first.body == second.body
    assert json.loads(first.body) == record
    assert first.url == "file:crawl.file#t1"
    assert first.variant == "vi"


def test_records_without_url_and_id_are_told_apart_by_their_content(reading):
    first, second, same = read(lines({"text": "một"}, {"text": "hai"}, {"text": "một"}), reading)

    assert first.url == same.url == f"file:crawl.file#{hashlib.sha256(first.body).hexdigest()[:16]}"
    assert second.url != first.url


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.compress])
def test_offsets_lead_back_to_the_line(reading, pack):
    text = lines(*({"id": str(n), "text": "đ" * n} for n in range(50))).encode()

    for capture in read(pack(text), reading):
        assert json.loads(text[capture.source_offset :].splitlines()[0])["id"] == capture.source_id


def test_bad_lines_are_told_by_number_and_the_rest_is_read(reading):
    text = "\n".join(
        [
            '{"text": "one"}',
            '{"text": "two",}',
            "[1, 2]",
            "",
            '{"url": "http://a.vn/"}',
            '{"text": null}',
            "[" * 100_000,
            '{"n": ' + "9" * 5_000 + "}",
            '{"text": "last", "status": "abc", "fetched_at": "32/13/2026"}',
        ]
    )

    assert [json.loads(capture.body)["text"] for capture in read(text, reading)] == ["one", "last"]
    assert reasons(reading) == [
        "line 2: not JSON at character 16",
        "line 3: not a JSON object",
        "line 5: neither html nor text holds text",
        "line 6: neither html nor text holds text",
        "line 7: JSON nested too deeply",
        "line 8: a number in the JSON is too long",
        "line 9: the HTTP status is not a number from 100 to 999",
        "line 9: the time of the fetch is not a date: the day's midnight is taken",
    ]


def test_bytes_that_are_no_text_are_told(reading):
    assert len(read(b'{"text": "a"}\n{"text": "\xff"}\n{"text": "b"}', reading)) == 2
    assert reasons(reading) == ["line 2: not UTF-8 at byte 10"]


def test_strange_characters_come_through_or_are_replaced(reading):
    record = {"id": "a\x00b\ud800", "url": "http://a.vn/\n\x1b[31m", "text": "x\x00y\ud800z"}
    (capture,) = read(lines(record), reading)

    assert (capture.source_id, capture.url) == ("ab", "http://a.vn/[31m")
    assert json.loads(capture.body)["text"] == "x\x00y?z"


def test_a_byte_order_mark_is_no_part_of_the_first_line(reading):
    assert len(read("\ufeff" + lines({"text": "a"}), reading)) == 1


def test_a_truncated_gzip_keeps_the_lines_before(reading):
    packed = gzip.compress(
        lines(*({"id": str(n), "text": hashlib.sha256(b"%d" % n).hexdigest()} for n in range(900))).encode()
    )
    captures = read(packed[:-500], reading)

    assert 700 < len(captures) < 900
    assert reasons(reading)[-1] == "the gzip data ends early"


def test_a_bomb_ends_the_file_and_keeps_the_lines_before(reading):
    bomb = gzip.compress(lines({"text": "a"}).encode() + b'{"text": "' + bytes(50_000_000))

    assert len(read(bomb, reading)) == 1
    assert any("more than 50 times" in reason for reason in reasons(reading))


def test_a_page_over_the_limit_is_cut(reading):
    html, text = read(lines({"id": "h", "html": "đ" * 90_000}, {"id": "t", "text": "đ" * 90_000}), reading)

    assert html.body == ("đ" * 50_000).encode()
    assert len(text.body) <= 100_000
    assert set(json.loads(text.body)["text"]) == {"đ"}
    assert [reason[:6] for reason in reasons(reading)] == ["line 1", "line 2"]


def test_a_line_over_all_limits_is_not_read(reading):
    long = '{"text": "' + "x" * 1_000_000 + '"}\n'

    assert len(read(long + lines({"text": "a"}), reading)) == 1
    assert reasons(reading) == ["line 1: longer than 800000 bytes: not read"]


def test_many_equal_problems_are_folded_but_all_counted(reading):
    read("no json\n" * 5_000, reading)

    assert reading.problems.n_problems == 5_000
    rows = reading.problems.rows()
    assert len(rows) == 51
    assert sum(row.n_records for row in rows) == 5_000


@settings(deadline=None)
@given(st.lists(st.one_of(st.binary(max_size=40), st.just(b'{"text": "ok"}')), max_size=8))
def test_no_line_at_all_breaks_the_reader(raw):
    from neartwin.settings import IngestSettings
    from neartwin.sources.problems import Problems
    from neartwin.sources.reading import Reading

    reading = Reading("x", datetime(2026, 11, 1), None, IngestSettings(), Problems("x"))
    found = list(jsonl.read(io.BytesIO(b"\n".join(raw)), "", reading))
    assert len(found) >= raw.count(b'{"text": "ok"}')
