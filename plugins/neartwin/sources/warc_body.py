"""The body of a WARC response: chunks joined, content codings undone, within bounds."""

import io

from warcio.bufferedreaders import ChunkedDataReader

from neartwin.errors import SourceError
from neartwin.sources.reading import Reading
from neartwin.sources.unpack import GZIP_MAGIC, Packing, Unpacked, cut
from neartwin.sources.warc_records import FAULTS, SLACK_BYTES, Record, Stream

CODINGS: dict[str, Packing] = {"gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate", "br": "br", "zstd": "zstd"}


def body_of(record: Record, place: int, reading: Reading) -> bytes:
    """Return the decoded body, at most `max_page_bytes`; damage and cuts are noted and what came before is kept."""
    limit = reading.limits.max_page_bytes
    raw = _Tolerant(record.raw_stream, limit + SLACK_BYTES)
    source: Stream = raw
    if http_header(record, "Transfer-Encoding").strip().lower() == "chunked":
        source = ChunkedDataReader(raw)
    fetched = source.read(limit + 1)
    for name in reversed([part.strip().lower() for part in http_header(record, "Content-Encoding").split(",")]):
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


def http_header(record: Record, name: str) -> str:
    """Return an HTTP header of a record, '' when it has none."""
    return (record.http_headers.get_header(name) or "") if record.http_headers else ""
