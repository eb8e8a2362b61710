"""WARC and ARC: what can be read is read, whatever is broken; the rest is counted with place and reason."""

import gzip
import io
import logging
import tracemalloc
from datetime import datetime

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.recordloader import ArcWarcRecordLoader  # noqa: F401 (its logger must exist)
from warcio.warcwriter import WARCWriter

from neartwin.settings import IngestSettings
from neartwin.sources import warc
from neartwin.sources.capture import Capture, Revisit
from neartwin.sources.problems import Problems
from neartwin.sources.reading import Reading
from neartwin.sources.unpack import packing_of

PAGES = [(f"https://tin.example/{n}", b"<html>Tin s\xe1\xbb\x91 %d</html>" % n) for n in range(5)]


def read(data, reading):
    data = data if isinstance(data, bytes) else data.read_bytes()
    return list(warc.read(io.BytesIO(data), packing_of(data), reading))


def bodies(captures):
    return [(capture.url, capture.body) for capture in captures if isinstance(capture, Capture)]


def reasons(reading, kind="problem"):
    return [row.reason for row in reading.problems.rows() if row.kind == kind]


def raw(*records):
    """WARC text written by hand, with exactly these headers and bodies."""
    return b"".join(
        b"WARC/1.0\r\n" + b"".join(b"%s: %s\r\n" % pair for pair in headers.items()) + b"\r\n" + body + b"\r\n\r\n"
        for headers, body in records
    )


def page(n, length=None, kind=b"response", **more):
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>page %d</html>" % n
    headers = {
        b"WARC-Type": kind,
        b"WARC-Target-URI": b"http://a.example/%d" % n,
        b"WARC-Date": b"2026-11-01T08:00:00Z",
        b"Content-Length": b"%d" % (len(body) if length is None else length),
    }
    return {**headers, **{name.encode(): value for name, value in more.items()}}, body


@pytest.mark.parametrize("is_packed", [True, False])
def test_every_page_is_a_capture_with_its_metadata(archive, reading, is_packed):
    path = archive(*PAGES, gzip=is_packed)

    captures = read(path, reading)

    assert bodies(captures) == PAGES
    first = captures[0]
    assert (first.http_status, first.content_type, first.charset) == (200, "text/html", "")
    assert first.fetched_at == datetime(2026, 11, 1, 8)
    assert first.source_id.startswith("<urn:uuid:")
    assert first.payload_digest.startswith("sha1:")
    assert reading.problems.rows() == []


def test_an_offset_leads_back_to_its_record(archive, reading):
    path = archive(*PAGES)
    data = path.read_bytes()

    for capture in read(path, reading):
        record = gzip.decompress(data[capture.source_offset :])
        assert capture.url.encode() in record.split(b"\r\n\r\n")[0]


def test_one_gzip_member_for_the_whole_file_is_read(archive, reading):
    plain = archive(*PAGES, gzip=False).read_bytes()

    captures = read(gzip.compress(plain), reading)

    assert bodies(captures) == PAGES
    assert [plain[capture.source_offset :][:5] for capture in captures] == [b"WARC/"] * 5
    assert reasons(reading) == []


def test_zstd_is_read(archive, reading):
    assert bodies(read(zstandard.compress(archive(*PAGES, gzip=False).read_bytes()), reading)) == PAGES


def test_a_record_spread_over_gzip_members_is_one_record(reading):
    headers, body = page(1)
    first, second = raw((headers, body))[:-40], raw((headers, body))[-40:]

    assert bodies(read(gzip.compress(first) + gzip.compress(second), reading)) == [
        ("http://a.example/1", b"<html>page 1</html>")
    ]


def test_a_damaged_record_costs_itself_only(archive, reading):
    path = archive(*PAGES)
    offsets = [capture.source_offset for capture in read(path, reading)]
    data = bytearray(path.read_bytes())
    data[offsets[2] + 30] ^= 0xFF

    again = Reading("x", reading.fetched_at, reading.zone, reading.limits, Problems("x"))
    urls = {capture.url for capture in read(bytes(data), again)}

    assert urls >= {url for url, _ in PAGES[:2] + PAGES[3:]}
    assert again.problems.n_problems == 1
    assert again.problems.rows()[0].source_offset == offsets[2]


@pytest.mark.parametrize("is_packed", [True, False])
def test_a_truncated_file_keeps_what_came_before(archive, reading, is_packed):
    data = archive(*PAGES, gzip=is_packed).read_bytes()[:-60]

    captures = read(data, reading)

    assert bodies(captures)[:4] == PAGES[:4]
    assert reading.problems.n_problems == 1


def test_a_wrong_length_does_not_swallow_the_next_record(reading):
    for length in (10, 400):
        data = raw(page(1), page(2, length=length), page(3), page(4))

        urls = [capture.url for capture in read(data, reading)]

        assert {f"http://a.example/{n}" for n in (1, 3, 4)} <= set(urls)
        assert len(urls) == len(set(urls))


def test_records_without_a_usable_length_are_told(reading):
    headers, body = page(1)
    del headers[b"Content-Length"]

    captures = read(raw((headers, body), page(2)), reading)

    assert "http://a.example/2" in {capture.url for capture in captures}
    assert "the record has no Content-Length: read to the end of the file or member" in reasons(reading)


def test_what_is_no_page_is_counted_by_reason(archive, reading):
    path = archive(
        ("https://a.example/logo.png", b"\x89PNG", {"Content-Type": "image/png"}),
        ("https://a.example/logo2.png", b"\x89PNG", {"Content-Type": "image/png"}),
        ("https://a.example/x.xhtml", b"<html/>", {"Content-Type": "application/xhtml+xml; charset=UTF-8"}),
        ("ftp://a.example/x", b"x"),
    )

    captures = read(path, reading)

    assert [(capture.url, capture.charset) for capture in captures] == [("https://a.example/x.xhtml", "utf-8")]
    rows = {row.reason: row.n_records for row in reading.problems.rows()}
    assert rows == {"no page: image/png": 2, "the target is not http(s)": 1}


def test_content_codings_are_undone(archive, reading):
    text = b"<html>" + "Giá vàng tăng".encode() * 50
    chunked = b"5\r\n" + text[:5] + b"\r\n%x\r\n" % len(text[5:]) + text[5:] + b"\r\n0\r\n\r\n"
    path = archive(
        ("http://a.example/gzip", gzip.compress(text), {"Content-Encoding": "gzip"}),
        ("http://a.example/zstd", zstandard.compress(text), {"Content-Encoding": "zstd"}),
        ("http://a.example/chunked", chunked, {"Transfer-Encoding": "chunked"}),
        ("http://a.example/stale", text, {"Content-Encoding": "gzip"}),
        ("http://a.example/unknown", text, {"Content-Encoding": "sdch"}),
        ("http://a.example/not-chunked", text, {"Transfer-Encoding": "chunked"}),
    )

    assert {capture.body for capture in read(path, reading)} == {text}
    assert reasons(reading) == ["the content encoding is not known: kept as fetched"]


def test_brotli_content_is_undone(archive, reading):
    brotli = pytest.importorskip("brotli")
    path = archive(("http://a.example/", brotli.compress(b"<html>br"), {"Content-Encoding": "br"}))

    assert bodies(read(path, reading)) == [("http://a.example/", b"<html>br")]


def test_a_bomb_in_the_content_costs_bounded_memory(archive, reading):
    bomb = gzip.compress(gzip.compress(bytes(200_000_000)))
    path = archive(PAGES[0], ("http://a.example/", bomb, {"Content-Encoding": "gzip, gzip"}), PAGES[1])

    tracemalloc.start()
    captures = read(path, reading)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert [capture.url for capture in captures] == [PAGES[0][0], "http://a.example/", PAGES[1][0]]
    assert len(captures[1].body) <= reading.limits.max_page_bytes
    assert peak < 30_000_000
    assert reasons(reading)


def test_bombs_in_the_archive_itself_cost_themselves_only(archive, reading):
    bombs = [
        gzip.compress(b"WARC/1.0\r\nX: " + bytes(20_000_000)),
        gzip.compress(b"WARC/1.0\r\n" + b"X: y\r\n" * 3_000_000),
        gzip.compress(raw(page(9, length=60_000_000))[:-4] + bytes(60_000_000)),
    ]
    good = archive(*PAGES).read_bytes()

    tracemalloc.start()
    captures = read(good + b"".join(bomb + good for bomb in bombs), reading)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert len(captures) == 4 * len(PAGES) + 1
    assert peak < 60_000_000
    assert len(reasons(reading)) >= 3


def test_a_page_over_the_limit_is_cut_and_told(archive, reading):
    big = b"<html>" + bytes(range(256)) * 1_000
    captures = read(archive(("http://a.example/", big), PAGES[0]), reading)

    assert captures[0].body == big[:100_000]
    assert captures[0].payload_digest == ""
    assert bodies(captures[1:]) == [PAGES[0]]
    assert reasons(reading) == ["larger than ingest.max_page_bytes: cut at 100000 bytes"]


def test_a_revisit_names_what_it_refers_to(reading):
    more = {
        "WARC-Refers-To-Target-URI": b"http://a.example/1",
        "WARC-Refers-To-Date": b"2026-11-01T08:00:00Z",
        "WARC-Payload-Digest": b"sha1:" + b"ab" * 20,
    }
    (revisit,) = read(raw(page(2, kind=b"revisit", **more)), reading)

    assert isinstance(revisit, Revisit)
    assert (revisit.refers_to_url, revisit.refers_to_at) == ("http://a.example/1", datetime(2026, 11, 1, 8))
    assert revisit.payload_digest == "sha1:VOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5L"


def test_an_arc_file_is_read(reading):
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=GBK\r\n\r\n<html>arc"
    data = (
        b"filedesc://x.arc 0.0.0.0 20261101000000 text/plain 76\n1 0 Test\n"
        b"URL IP-address Archive-date Content-type Archive-length\n\n"
        b"http://a.example/a b 10.0.0.1 20261101080000 text/html %d\n%s\n"
        % (len(body), body)
        + b"http://a.example/c 10.0.0.1 20261101090000 text/html %d\n%s\n" % (len(body), body)
    )

    captures = read(data, reading)

    assert [(c.url, c.charset, c.fetched_at.hour, c.source_id) for c in captures] == [
        ("http://a.example/a%20b", "gbk", 8, ""),
        ("http://a.example/c", "gbk", 9, ""),
    ]


def test_bad_dates_take_the_midnight_and_are_told(reading):
    headers, body = page(1)
    (capture,) = read(raw(({**headers, b"WARC-Date": b"yesterday"}, body)), reading)

    assert capture.fetched_at == reading.fetched_at
    assert reasons(reading) == ["the time of the fetch is not a date: the day's midnight is taken"]


def test_nothing_of_a_broken_file_is_printed(reading, capfd, caplog):
    secret = b"bi-mat-cua-trang"
    headers, body = page(1, length=30)
    data = raw(({**headers, b"WARC-Target-URI": b"http://a.example/" + secret + b" x"}, body + secret * 9), page(2))

    with caplog.at_level(logging.DEBUG):
        read(data + secret, reading)
        read(gzip.compress(data)[:-30] + secret, reading)

    out, err = capfd.readouterr()
    assert secret.decode() not in out + err + caplog.text
    assert not any(secret.decode() in reason for reason in reasons(reading))


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_no_damage_at_all_breaks_the_reader(data):
    buffer = io.BytesIO()
    writer = WARCWriter(buffer, gzip=data.draw(st.booleans()))
    for n in range(3):
        headers, body = page(n)
        buffer.write(gzip.compress(raw((headers, body))) if writer.gzip else raw((headers, body)))
    damaged = bytearray(buffer.getvalue())
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        damaged[place : place + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
    reading = Reading("x", datetime(2026, 11, 1), None, IngestSettings(max_page_bytes=10_000), Problems("x"))

    captures = read(bytes(damaged), reading)

    assert len(captures) <= 6


def test_the_shared_archives_are_all_read_or_named(shared):
    found, told = {}, {}
    for path in sorted((shared / "corpus" / "warc").iterdir()):
        reading = Reading(path.name, datetime(2026, 11, 1), None, IngestSettings(), Problems(path.name))
        found[path.name] = read(path, reading)
        told[path.name] = reading.problems.rows()

    assert all(found[name] or told[name] for name in found)
    assert len(found["example-bad.warc.gz.bad"]) == 3
    assert {row.reason for row in told["example-wrong-chunks.warc.gz"]} == {"request record"}
    assert found["example-wrong-chunks.warc.gz"][0].body.startswith(b"<!doctype html>")
    assert len(found["sample-0000.warc.gz"]) == 22
    assert {row.reason for row in told["bad.arc"]} == {"arc header record", "the response holds no HTTP message"}


def test_blank_lines_before_a_record_are_skipped(reading):
    assert len(read(b"\r\n\r\n" + raw(page(1)) + b"\r\n" * 3 + raw(page(2)), reading)) == 2
    assert len(read(gzip.compress(raw(page(1))[:-4]) + gzip.compress(b"\r\n\r\n" + raw(page(2))), reading)) == 2
    assert reasons(reading) == []


@pytest.mark.parametrize(
    "data", [gzip.compress(raw(page(1)))[:12], b"WARC/1.0\r\n\r\n", b"WARC/1.0\r\nWARC-Type: resp"]
)
def test_a_file_that_gives_nothing_says_why(reading, data):
    assert read(data, reading) == []
    assert reading.problems.rows()
