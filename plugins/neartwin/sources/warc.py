"""Read WARC and ARC files: plain, gzipped by record or as a whole, truncated, damaged; what can be read is read.

Parsing is warcio's. This module adds what hostile and broken files need: bounded header and body sizes, no text of the
file in the logs, several records in one gzip member, and a search for the next record after a damaged one.
"""

import base64
import io
import logging
import re
from collections.abc import Generator, Iterator
from typing import Any, BinaryIO

from warcio.limitreader import LimitReader

from neartwin.sources.capture import Capture, Revisit, clean, split_content_type
from neartwin.sources.reading import Reading, parse_time
from neartwin.sources.unpack import Packing, Unpacked
from neartwin.sources.warc_body import body_of, http_header
from neartwin.sources.warc_records import FAULTS, SCAN_BYTES, Record, Records, Stream, WarcError, next_record
from neartwin.spoken import spoken

logging.getLogger("warcio.recordloader").setLevel(logging.ERROR)  # its warnings quote URLs

MAX_READS = 20  # times a file's size: records that swallow one another are read again from inside
SKIPPED_TYPES = ("warcinfo", "request", "metadata", "conversion", "continuation", "arc_header")
NOT_PAGES = re.compile(
    r"(?:image|audio|video|font|multipart|model)/.*|text/(?:css|csv|javascript|ecmascript|calendar|vcard)"
    r"|application/(?!xhtml\+xml$|xml$).*"
)
NOT_MODIFIED = 304


def read(file: BinaryIO, packing: Packing, reading: Reading) -> Iterator[Capture | Revisit]:
    """Yield the page captures and revisits of one WARC or ARC file; everything else goes to `reading.problems`.

    `file` must seek. `source_offset` is where the record, or its gzip member, starts in the file; for records that
    share one gzip member, or lie in a zstd file, it is the place in the unpacked stream.
    """
    if packing == "zstd":
        limits = reading.limits
        stream = Unpacked(file, packing, max_ratio=limits.max_unpacked_ratio, slack=limits.max_page_bytes)
        yield from _read_from(io.BufferedReader(stream, SCAN_BYTES), 0, reading)
        if stream.fault:
            reading.problems.add(stream.n_unpacked, stream.fault)
        return
    budget = MAX_READS * file.seek(0, io.SEEK_END)
    start: int | None = 0
    while start is not None:
        file.seek(start)
        stopped_at = yield from _read_from(file, start, reading)
        budget -= file.tell() - start
        start = None if stopped_at is None else next_record(file, stopped_at)
        if start is not None and budget < 0:
            reading.problems.add(start, "too many overlapping records: the rest of the file is not read")
            return


def _read_from(file: Stream, start: int, reading: Reading) -> Generator[Capture | Revisit, None, int | None]:
    """Yield what the records from `start` on give; return where a fault stopped the walk, None at a sound end."""
    records = Records(file, start, reading.limits, reading.problems)
    try:
        for record in records:
            item = _item(record, records.place, reading)
            if item is not None:
                yield item
    except FAULTS as error:
        reason = str(error) if isinstance(error, WarcError) else "the record's header cannot be read"
        reading.problems.add(records.place, reason)
        return max(start, records.start if records.suspect is None else records.suspect)
    return max(start, records.start) if records.must_search else None


def _item(record: Record, place: int, reading: Reading) -> Capture | Revisit | None:
    headers = record.rec_headers
    kind = record.rec_type or ""
    if kind not in ("response", "resource", "revisit"):
        known = kind in SKIPPED_TYPES
        reading.problems.skip(place, f"{spoken(kind)} record" if known else "record of an unknown type")
        return None
    url = clean((headers.get_header("WARC-Target-URI") or headers.get_header("uri") or "").replace(" ", "%20"))
    if not url.lower().startswith(("http://", "https://")):
        reading.problems.skip(place, "the target is not http(s)")
        return None
    if kind == "response" and not _is_http(record):
        reading.problems.add(place, "the response holds no HTTP message")
        return None
    content_type, charset = split_content_type(_content_type(record))
    if NOT_PAGES.fullmatch(content_type):
        reading.problems.skip(place, f"no page: {content_type[:60]}")
        return None
    common: dict[str, Any] = {
        "url": url,
        "variant": clean(http_header(record, "Content-Language"))[:100],
        "http_status": _status(record),
        "fetched_at": reading.time_of(headers.get_header("WARC-Date") or headers.get_header("archive-date"), place),
        "content_type": content_type,
        "charset": charset,
        "source_file": reading.source_file,
        "source_offset": place,
        "source_id": clean(headers.get_header("WARC-Record-ID") or ""),
    }
    if kind == "revisit":
        return _revisit(headers, common)
    body = body_of(record, place, reading)
    is_whole = isinstance(record.raw_stream, LimitReader) and record.raw_stream.limit == 0
    digest = payload_digest(headers.get_header("WARC-Payload-Digest") or "") if is_whole else ""
    return Capture(final_url=url, body=body, payload_digest=digest, **common)


def _revisit(headers: Record, common: dict[str, Any]) -> Revisit:
    return Revisit(
        payload_digest=payload_digest(headers.get_header("WARC-Payload-Digest") or ""),
        refers_to_id=clean(headers.get_header("WARC-Refers-To") or ""),
        refers_to_url=clean((headers.get_header("WARC-Refers-To-Target-URI") or "").strip("<>").replace(" ", "%20")),
        refers_to_at=parse_time(headers.get_header("WARC-Refers-To-Date") or None),
        **common,
    )


def _is_http(record: Record) -> bool:
    return record.http_headers is not None and str(record.http_headers.protocol).upper().startswith("HTTP")


def _content_type(record: Record) -> str:
    if record.http_headers:
        return http_header(record, "Content-Type")
    return "" if record.rec_type == "revisit" else (record.content_type or "")


def _status(record: Record) -> int | None:
    """Return the HTTP status; for a revisit that says 304 none: its page is the earlier one."""
    code = record.http_headers.get_statuscode() if record.http_headers else ""
    status = int(code) if re.fullmatch(r"[1-9]\d\d", code or "", re.ASCII) else None
    return None if record.rec_type == "revisit" and status == NOT_MODIFIED else status


def payload_digest(header: str) -> str:
    """Return a payload digest in one form: `sha1:` in base 32, whatever base it was written in; '' for none."""
    algorithm, _, value = clean(header).partition(":")
    if not value:
        return ""
    if algorithm.lower() == "sha1" and re.fullmatch(r"[0-9a-fA-F]{40}", value):
        value = base64.b32encode(bytes.fromhex(value)).decode()
    return f"{algorithm.lower()}:{value}"
