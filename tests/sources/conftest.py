"""What the tests of readers share: a reading of one file, and small archives written by warcio."""

import io
from datetime import UTC, datetime
from pathlib import Path

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from neartwin.settings import IngestSettings
from neartwin.sources.problems import Problems
from neartwin.sources.reading import Reading

MIDNIGHT = datetime(2026, 11, 1)


@pytest.fixture
def reading():
    """A reading with small limits, so that bombs stay small in tests."""
    limits = IngestSettings(max_page_bytes=100_000, max_unpacked_ratio=50)
    return Reading("crawl.file", MIDNIGHT, UTC, limits, Problems("crawl.file"))


@pytest.fixture
def archive(tmp_path: Path):
    """A function that writes a WARC of (url, body, headers) responses and returns its path."""

    def write(*pages, name="crawl.warc.gz", gzip=True):
        path = tmp_path / name
        with path.open("wb") as file:
            writer = WARCWriter(file, gzip=gzip)
            for url, body, *headers in pages:
                writer.write_record(response(writer, url, body, dict(*headers)))
        return path

    return write


def response(writer, url, body, headers):
    """A response record fetched on 1 November at eight."""
    http = StatusAndHeaders("200 OK", list({"Content-Type": "text/html", **headers}.items()), protocol="HTTP/1.1")
    return writer.create_warc_record(
        url,
        "response",
        payload=io.BytesIO(body),
        http_headers=http,
        warc_headers_dict={"WARC-Date": "2026-11-01T08:00:00Z"},
    )
