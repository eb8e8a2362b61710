"""Read WARC and ARC files: plain, gzipped by record or as a whole, truncated, damaged; what can be read is read.

Parsing is warcio's. This module adds what hostile and broken files need: bounded header and body sizes, no text of the
file in the logs, several records in one gzip member, and a search for the next record after a damaged one.
"""

import base64
import io
import logging
import re
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import ChunkedDataReader, DecompressingBufferedReader
from warcio.exceptions import ArchiveLoadFailed
from warcio.limitreader import LimitReader
from warcio.statusandheaders import StatusAndHeadersParserException

from neartwin.errors import SourceError
from neartwin.settings import IngestSettings
from neartwin.sources.capture import Capture, Revisit, clean, split_content_type
from neartwin.sources.problems import Problems
from neartwin.sources.reading import Reading, parse_time
from neartwin.sources.unpack import GZIP_MAGIC, Packing, Unpacked, cut

logging.getLogger("warcio.recordloader").setLevel(logging.ERROR)  # its warnings quote URLs

MAX_LINE = 65_536
MAX_HEADERS = 1_048_576
SCAN_BYTES = 1_048_576
SLACK_BYTES = 65_536
MAX_READS = 20  # times a file's size: records that swallow one another are read again from inside

RECORD_START = re.compile(
    rb"^(?:WARC/(?:1\.[01]|0\.1[78])\r?\n"
    rb"|[a-z]{2,20}://[^\r\n]{1,8192} [\d.:a-fA-F]{3,45} \d{12,18} \S{1,200} -?\d+\r?\n)",
    re.MULTILINE,
)
SKIPPED_TYPES = ("warcinfo", "request", "metadata", "conversion", "continuation", "arc_header")
NOT_PAGES = re.compile(
    r"(?:image|audio|video|font|multipart|model)/.*|text/(?:css|csv|javascript|ecmascript|calendar|vcard)"
    r"|application/(?!xhtml\+xml$|xml$).*"
)
CODINGS: dict[str, Packing] = {"gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate", "br": "br", "zstd": "zstd"}
NOT_MODIFIED = 304


class WarcError(ArchiveLoadFailed):  # type: ignore[misc] # warcio has no types
    """A record cannot be read; its message holds no text of the file."""


# What warcio raises, on purpose or not, over broken records.
FAULTS = (
    ArchiveLoadFailed,
    StatusAndHeadersParserException,
    zlib.error,
    ValueError,
    AssertionError,
    OverflowError,
    AttributeError,
    TypeError,
    IndexError,
)

Record = Any  # warcio has no types
Stream = Any


def read(file: BinaryIO, packing: Packing, reading: Reading) -> Iterator[Capture | Revisit]:
    """Yield the page captures and revisits of one WARC or ARC file; everything else goes to `reading.problems`.

    `file` must seek. `source_offset` is where the record, or its gzip member, starts in the file; for records that
    share one gzip member, or lie in a zstd file, it is the place in the unpacked stream.
    """
    if packing == "zstd":
        limits = reading.limits
        stream = Unpacked(file, packing, max_ratio=limits.max_unpacked_ratio, slack=limits.max_page_bytes)
        yield from _read_once(io.BufferedReader(stream, SCAN_BYTES), 0, reading, _Walk())
        if stream.fault:
            reading.problems.add(stream.n_unpacked, stream.fault)
        return
    budget = MAX_READS * file.seek(0, io.SEEK_END)
    start: int | None = 0
    while start is not None:
        file.seek(start)
        walk = _Walk()
        yield from _read_once(file, start, reading, walk)
        budget -= file.tell() - start
        start = None if walk.is_done else next_record(file, max(start, walk.resume_after))
        if start is not None and budget < 0:
            return reading.problems.add(start, "too many overlapping records: the rest of the file is not read")
    return None


class _Walk:
    """How far one pass over a file came before a fault stopped it."""

    is_done = False
    resume_after = 0


def _read_once(file: Stream, start: int, reading: Reading, walk: _Walk) -> Iterator[Capture | Revisit]:
    records = _Records(file, start, reading.limits, reading.problems)
    try:
        for record in records:
            item = _item(record, records.place, reading)
            if item is not None:
                yield item
        walk.is_done = not records.must_search
    except FAULTS as error:
        reason = str(error) if isinstance(error, WarcError) else "the record's header cannot be read"
        reading.problems.add(records.place, reason)
    walk.resume_after = records.suspect if records.suspect is not None else records.start


class _Stream(DecompressingBufferedReader):  # type: ignore[misc] # warcio has no types
    """warcio's reader with bounds: long lines, endless headers, bombs and damage raise WarcError."""

    def __init__(self, file: Stream, limits: IngestSettings) -> None:
        self.n_packed = self.n_unpacked = self.n_header_bytes = 0
        self.limits = limits
        self.is_inside = False
        self.decompressor: Stream = None
        super().__init__(file)

    def _fillbuff(self, block_size: int | None = None) -> None:
        """Fill the buffer; a record that some writer spread over several gzip members is read through."""
        super()._fillbuff(block_size)
        while self.is_inside and self.empty() and self.decompressor and self.decompressor.unused_data:
            if _is_member(self.decompressor.unused_data, 0) or not self.read_next_member():
                return
            super()._fillbuff(block_size)

    def _decompress(self, data: bytes) -> bytes:
        if self.decompressor is None or not data:
            return data
        self.n_packed += len(data)
        try:
            out: bytes = self.decompressor.decompress(data)
        except zlib.error as error:
            if self.num_read == 0 and not data.startswith(GZIP_MAGIC):
                self.decompressor = None  # not packed at all
                return data
            raise WarcError("the gzip data is damaged") from error
        self.n_packed -= len(self.decompressor.unused_data)
        self.n_unpacked += len(out)
        ratio = self.limits.max_unpacked_ratio
        if self.n_unpacked > ratio * self.n_packed + self.limits.max_page_bytes:
            raise WarcError(f"the record unpacks to more than {ratio} times its size: cut")
        return out

    def read_next_member(self) -> bool:
        """Go on with the next gzip member, if there is one; the bomb bound counts each member alone."""
        self.n_packed = self.n_unpacked = 0
        return bool(super().read_next_member())

    def readline(self, length: int | None = None) -> bytes:
        """Return one line of at most MAX_LINE bytes; the lines of one header hold MAX_HEADERS bytes at most."""
        line: bytes = super().readline(min(length or MAX_LINE, MAX_LINE))
        self.n_header_bytes += len(line)
        if len(line) == MAX_LINE or self.n_header_bytes > MAX_HEADERS:
            raise WarcError("the record's header is longer than a header can be")
        return line

    @property
    def unpacked_place(self) -> int:
        """Where the next unread byte stands in the unpacked stream."""
        return int(self.num_read) - (self.buff_size - self.buff.tell() if self.buff else 0)


class _Records(ArchiveIterator):  # type: ignore[misc] # warcio has no types
    """warcio's iterator that reports instead of printing, and reads on inside a shared gzip member."""

    def __init__(self, file: Stream, start: int, limits: IngestSettings, problems: Problems) -> None:
        self.problems = problems
        self.start = self.place = start
        self.suspect: int | None = None
        self.must_search = False
        super().__init__(file)
        self.reader = _Stream(self.fh, limits)

    def _raise_invalid_gzip_err(self) -> None:
        """Several records in one gzip member are read like any others; only their places differ."""

    def _next_record(self, next_line: bytes | None) -> Record:
        if self.reader.decompressor is not None and next_line:
            self.place = self.reader.unpacked_place - len(next_line)
        else:
            self.start = self.place = self.offset
        self.reader.n_header_bytes = 0
        self.reader.is_inside = True
        before = self.reader.tell()
        try:
            record = super()._next_record(next_line)
        except EOFError:
            if next_line or (self.reader.tell() > before and self.reader.n_header_bytes):
                self.problems.add(self.place, "the record ends inside its header")
            raise
        self.reader.n_header_bytes = -(2**62)  # from here on lines are content
        self.suspect = None
        return record

    def read_to_end(self, record: Record = None) -> None:
        """Read what is left of the record, and say so when it ends before its Content-Length."""
        if not self.record or self.member_info:
            return
        stream = self.record.raw_stream
        is_packed = self.reader.decompressor is not None
        while stream.read(SLACK_BYTES):
            pass
        self.reader.is_inside = False
        super().read_to_end(record)
        if not self.record.rec_headers.headers:
            return  # blank lines in a gzip member of their own
        if isinstance(stream, LimitReader):
            if stream.limit > 0:
                self.problems.add(self.place, "the record ends before its Content-Length")
                self.must_search = self.must_search or not is_packed
        else:
            self.problems.add(self.place, "the record has no Content-Length: read to the end of the file or member")
            self.must_search = self.must_search or not is_packed

    def _consume_blanklines(self) -> tuple[bytes | None, int]:
        self.reader.n_header_bytes = 0
        n, is_first = 0, True
        while line := self.reader.readline():
            if line.rstrip() and not is_first:
                return line, n
            if line.rstrip():
                if RECORD_START.match(line):
                    return line, n
                self.problems.add(self.place, "the record goes on after its Content-Length")
                self.suspect = self.start
            n += len(line)
            is_first = False
        return None, n


def _item(record: Record, place: int, reading: Reading) -> Capture | Revisit | None:
    headers = record.rec_headers
    if not headers.headers:
        return None
    kind = record.rec_type or ""
    if kind not in ("response", "resource", "revisit"):
        known = kind in SKIPPED_TYPES
        reading.problems.skip(place, f"{kind.replace('_', ' ')} record" if known else "record of an unknown type")
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
        "variant": clean(_http(record, "Content-Language"))[:100],
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
    body = _body(record, place, reading)
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


def _http(record: Record, name: str) -> str:
    return (record.http_headers.get_header(name) or "") if record.http_headers else ""


def _content_type(record: Record) -> str:
    if record.http_headers:
        return _http(record, "Content-Type")
    return "" if record.rec_type == "revisit" else (record.content_type or "")


def _status(record: Record) -> int | None:
    """Return the HTTP status; for a revisit that says 304 none: its page is the earlier one."""
    code = record.http_headers.get_statuscode() if record.http_headers else ""
    status = int(code) if re.fullmatch(r"[1-9]\d\d", code or "", re.ASCII) else None
    return None if record.rec_type == "revisit" and status == NOT_MODIFIED else status


def _body(record: Record, place: int, reading: Reading) -> bytes:
    """Return the decoded body, at most `max_page_bytes`; damage and cuts are noted and what came before is kept."""
    limit = reading.limits.max_page_bytes
    raw = _Tolerant(record.raw_stream, limit + SLACK_BYTES)
    source: Stream = raw
    if _http(record, "Transfer-Encoding").strip().lower() == "chunked":
        source = ChunkedDataReader(raw)
    fetched = source.read(limit + 1)
    for name in reversed([part.strip().lower() for part in _http(record, "Content-Encoding").split(",")]):
        if name in ("", "identity"):
            continue
        fetched = _decoded(fetched, name, place, reading)
    if len(fetched) > limit:
        reading.problems.add(place, f"larger than ingest.max_page_bytes: cut at {limit} bytes")
    return bytes(fetched[:limit])


def _decoded(body: bytes, name: str, place: int, reading: Reading) -> bytes:
    limits = reading.limits
    coding = CODINGS.get(name)
    if not body or (coding == "gzip" and not body.startswith(GZIP_MAGIC)):
        return body  # stored decoded, with the server's header left as it was
    if coding is None:
        reading.problems.add(place, "the content encoding is not known: kept as fetched")
        return body
    stream = Unpacked(io.BytesIO(body), coding, max_ratio=limits.max_unpacked_ratio, slack=SLACK_BYTES)
    try:
        decoded, fault = cut(stream, limits.max_page_bytes)
    except SourceError:
        reading.problems.add(place, "brotli content needs the package brotli: kept as fetched")
        return body
    if not decoded and fault:
        reading.problems.add(place, f"the content is not {coding} as its header says: kept as fetched")
        return body
    if fault:
        reading.problems.add(place, fault)
    return decoded


class _Tolerant:
    """The record's bytes up to a limit; damage ends the stream here, and the walk reports it."""

    def __init__(self, stream: Stream, limit: int) -> None:
        self._stream, self._left = stream, limit

    def read(self, size: int | None = None) -> bytes:
        return self._take(self._stream.read, size)

    def readline(self, size: int | None = None) -> bytes:
        return self._take(self._stream.readline, size)

    def _take(self, reader: Stream, size: int | None) -> bytes:
        size = self._left if size is None else min(size, self._left)
        pieces = []
        while size > 0:
            try:
                piece = reader(min(size, SLACK_BYTES))
            except FAULTS:
                self._left = 0
                break
            if not piece:
                break
            pieces.append(piece)
            size -= len(piece)
            self._left = max(0, self._left - len(piece))
            if reader == self._stream.readline and (piece.endswith(b"\n") or size <= 0):
                break
        return b"".join(pieces)


def payload_digest(header: str) -> str:
    """Return a payload digest in one form: `sha1:` in base 32, whatever base it was written in; '' for none."""
    algorithm, _, value = clean(header).partition(":")
    if not value:
        return ""
    if algorithm.lower() == "sha1" and re.fullmatch(r"[0-9a-fA-F]{40}", value):
        value = base64.b32encode(bytes.fromhex(value)).decode()
    return f"{algorithm.lower()}:{value}"


def next_record(file: BinaryIO, after: int) -> int | None:
    """Return the place of the next record (or gzip member that starts with one) behind `after`; None if there is none.

    Reads the file in pieces, so memory stays bounded whatever lies between.
    """
    place = after + 1
    while True:
        file.seek(place)
        data = file.read(SCAN_BYTES + SLACK_BYTES)
        if not data:
            return None
        for found in _starts(data):
            if found < SCAN_BYTES:
                return place + found
        if len(data) <= SCAN_BYTES:
            return None
        place += SCAN_BYTES


def _starts(data: bytes) -> Iterator[int]:
    plain = (match.start() for match in RECORD_START.finditer(data))
    members = (match.start() for match in re.finditer(re.escape(GZIP_MAGIC), data) if _is_member(data, match.start()))
    yield from sorted([*plain, *members])


def _is_member(data: bytes, start: int) -> bool:
    try:
        head = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(data[start : start + SLACK_BYTES], MAX_LINE)
    except zlib.error:
        return False
    return RECORD_START.match(head) is not None
