"""What a capture is called: its id, site, stand-in URL, content type, and time."""

import dataclasses
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neartwin.sources.capture import (
    Capture,
    capture_id,
    clean,
    file_url,
    length_prefixed_digest,
    site_of,
    split_content_type,
)
from neartwin.sources.reading import parse_time

DAY = date(2026, 11, 1)
CAPTURE = Capture("http://a.vn/", "http://a.vn/", "", 200, datetime(2026, 11, 1), "text/html", "", b"x", "f", 7)


def test_an_id_depends_on_what_was_fetched_not_on_where_it_lies():
    moved = dataclasses.replace(CAPTURE, source_file="g", source_offset=9)
    assert capture_id(DAY, CAPTURE, "aa") == capture_id(DAY, moved, "aa")

    changes = {
        "url": "http://b.vn/",
        "final_url": "http://c.vn/",
        "variant": "vi",
        "http_status": None,
        "fetched_at": datetime(2026, 11, 1, 0, 0, 0, 1),
        "content_type": "text/plain",
        "charset": "gbk",
        "source_id": "1",
    }
    ids = {capture_id(DAY, dataclasses.replace(CAPTURE, **{name: value}), "aa") for name, value in changes.items()}
    ids |= {
        capture_id(DAY, CAPTURE, "aa"),
        capture_id(DAY, CAPTURE, "bb"),
        capture_id(date(2026, 11, 2), CAPTURE, "aa"),
    }
    assert len(ids) == len(changes) + 3


@settings(deadline=None)
@given(st.lists(st.text(max_size=4), max_size=4), st.lists(st.text(max_size=4), max_size=4))
def test_different_parts_give_different_digests(left, right):
    assert (length_prefixed_digest(left) == length_prefixed_digest(right)) == (left == right)


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://WWW.Tin.Example:8443/a?b#c", "tin.example"),
        ("http://user:pw@a.vn/", "a.vn"),
        ("http://www2.a.vn/", "www2.a.vn"),
        ("http://[::1]:80/", "::1"),
        ("http://[broken/", ""),
        ("file:pages/a.html", ""),
        ("no url", ""),
    ],
)
def test_a_site_is_the_host(url, site):
    assert site_of(url) == site


@settings(deadline=None)
@given(st.text())
def test_no_url_breaks_its_site(url):
    assert isinstance(site_of(url), str)


@pytest.mark.parametrize(
    ("header", "parts"),
    [
        ("text/html; charset=GBK", ("text/html", "gbk")),
        ('Text/HTML ;Charset="Windows-1258" ; x=y', ("text/html", "windows-1258")),
        ("html", ("", "")),
        ("", ("", "")),
        ("; charset=utf-8", ("", "utf-8")),
    ],
)
def test_a_content_type_is_split(header, parts):
    assert split_content_type(header) == parts


def test_metadata_holds_no_control_characters_and_always_encodes():
    assert clean(" a\x00b\r\nX: y\ud800 ") == "abX: y"
    assert file_url("a.jsonl", "x/1 #") == "file:a.jsonl#x%2F1%20%23"
    assert file_url("a#b") == "file:a%23b"


@pytest.mark.parametrize(
    ("value", "time"),
    [
        ("2026-11-01T08:00:00Z", datetime(2026, 11, 1, 8)),
        ("2026-11-01T08:00:00.123456789+07:00", datetime(2026, 11, 1, 1, 0, 0, 123456)),
        ("2026-11-01 08:00", datetime(2026, 11, 1, 1)),
        ("2026-11-01", datetime(2026, 10, 31, 17)),
        ("20261101080000", datetime(2026, 11, 1, 1)),
        (1_793_520_000, datetime(2026, 11, 1, 8)),
        (1_793_520_000_000, datetime(2026, 11, 1, 8)),
        ("1793520000", datetime(2026, 11, 1, 8)),
        (datetime(2026, 11, 1, 8, tzinfo=UTC), datetime(2026, 11, 1, 8)),
        ("32/13/2026", None),
        ("0001-01-01", None),
        (float("nan"), None),
        (10**30, None),
        (True, None),
        ([], None),
    ],
)
def test_times_are_read_in_the_sources_zone(value, time):
    assert parse_time(value, ZoneInfo("Asia/Ho_Chi_Minh")) == time


@settings(deadline=None)
@given(st.one_of(st.text(), st.integers(), st.floats(), st.none(), st.binary()))
def test_no_value_breaks_the_time(value):
    found = parse_time(value, UTC)
    assert found is None or found.tzinfo is None
