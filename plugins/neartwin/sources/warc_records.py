"""Walk over the records of a WARC or ARC file with warcio, within bounds and without printing what the file holds."""

import re
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import DecompressingBufferedReader
from warcio.exceptions import ArchiveLoadFailed
from warcio.limitreader import LimitReader
from warcio.statusandheaders import StatusAndHeadersParserException

from neartwin.settings import IngestSettings
from neartwin.sources.problems import Problems
from neartwin.sources.unpack import GZIP_MAGIC

MAX_LINE = 65_536
MAX_HEADERS = 1_048_576
SCAN_BYTES = 1_048_576
FIRST_SCAN_BYTES = 65_536
SLACK_BYTES = 65_536

RECORD_START = re.compile(
    rb"^(?:WARC/(?:1\.[01]|0\.1[78])\r?\n"
    rb"|[a-z]{2,20}://[^\r\n]{1,8192} [\d.:a-fA-F]{3,45} \d{12,18} \S{1,200} -?\d+\r?\n)",
    re.MULTILINE,
)


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


class BoundedStream(DecompressingBufferedReader):  # type: ignore[misc] # warcio has no types
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
        self._check_ratio()  # of the blocks before: what they held is in use
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
        return out

    def _check_ratio(self) -> None:
        ratio = self.limits.max_unpacked_ratio
        if self.n_unpacked > ratio * self.n_packed + self.limits.max_page_bytes:
            raise WarcError(f"the record unpacks to more than {ratio} times its size: cut")

    def read_next_member(self) -> bool:
        """Go on with the next gzip member, if there is one; the bomb bound counts each member alone."""
        is_next = bool(super().read_next_member())
        if is_next:
            self.n_packed = self.n_unpacked = 0
        return is_next

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


class Records(ArchiveIterator):  # type: ignore[misc] # warcio has no types
    """warcio's iterator that reports instead of printing, and reads on inside a shared gzip member."""

    def __init__(self, file: Stream, start: int, limits: IngestSettings, problems: Problems) -> None:
        self.problems = problems
        self.start = self.place = start
        self.suspect: int | None = None
        self.must_search = False
        self._is_short = False
        super().__init__(file)
        self.reader = BoundedStream(self.fh, limits)

    def _raise_invalid_gzip_err(self) -> None:
        """Several records in one gzip member are read like any others; only their places differ."""

    def _next_record(self, next_line: bytes | None) -> Record:
        last = self.start
        self.reader.n_header_bytes = 0
        if self.reader.decompressor is not None and next_line:
            self.place = self.reader.unpacked_place - len(next_line)
        else:
            self.start = self.place = self.offset
            n_blank, next_line = self._skip_blanklines(next_line)
            self.place += n_blank if self.reader.decompressor is None else 0
        self.reader.is_inside = True
        try:
            record = super()._next_record(next_line)
        except EOFError:
            if next_line:
                self.problems.add(self.place, "the record ends inside its header")
                self._is_short = True
            self.start = last
            raise
        self.reader.n_header_bytes = -(2**62)  # from here on lines are content
        self.suspect = None
        self._is_short = False
        return record

    def _skip_blanklines(self, line: bytes | None) -> tuple[int, bytes | None]:
        """Return how many bytes of blank lines stand before a record, and its first line, None at the end."""
        n = 0
        line = line or self.reader.readline()
        while line and not line.strip():
            n += len(line)
            line = self.reader.readline()
        return n, line or None

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
        if isinstance(stream, LimitReader):
            if stream.limit > 0:
                self.problems.add(self.place, "the record ends before its Content-Length")
                self._is_short = True
                self.must_search = self.must_search or not is_packed
        else:
            self.problems.add(self.place, "the record has no Content-Length: read to the end of the file or member")
            self.must_search = self.must_search or not is_packed

    def close(self) -> None:
        """End the walk; a last gzip member that is not whole is told, unless its record was."""
        decoder = self.reader.decompressor if self.reader else None
        if decoder is not None and not decoder.eof and self.reader.n_packed and not self._is_short:
            self.problems.add(self.place, "the gzip data ends early")
        super().close()

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


def next_record(file: BinaryIO, after: int) -> int | None:
    """Return the place of the next record (or gzip member that starts with one) behind `after`; None if there is none.

    Reads the file in pieces, so memory stays bounded whatever lies between.
    """
    size = FIRST_SCAN_BYTES
    place = after  # the byte before each piece belongs to it: a record starts behind the end of a line
    while True:
        file.seek(place)
        data = file.read(size + SLACK_BYTES)
        found = next((start for start in _starts(data) if start > 0), None)
        if found is not None and found <= size:
            return place + found
        if len(data) <= size:
            return None
        place += size
        size = min(2 * size, SCAN_BYTES)


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
