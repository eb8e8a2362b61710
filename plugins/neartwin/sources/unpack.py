"""Unpack gzip, deflate, zstd and brotli with bounds: a bomb or damage ends the stream, and what came before is kept."""

import contextlib
import importlib
import io
import zlib
from collections.abc import Callable
from typing import Any, BinaryIO, Literal, Protocol

import zstandard

from neartwin.errors import SourceError

Packing = Literal["", "gzip", "deflate", "zstd", "br"]

GZIP_MAGIC = b"\x1f\x8b\x08"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
READ_BYTES = 65_536
STEP_BYTES = 16 * READ_BYTES
SALVAGE_BYTES = 64
ZSTD_SLICE = 1_024  # a kilobyte of zstd unpacks to 32 MB at most; the decoder cannot be told to stop in between


def packing_of(head: bytes) -> Packing:
    """Return how a file is packed, by its first bytes."""
    if head.startswith(GZIP_MAGIC):
        return "gzip"
    return "zstd" if head.startswith(ZSTD_MAGIC) else ""


class Readable(Protocol):
    """Anything with `read(n)`."""

    def read(self, size: int, /) -> bytes:
        """Return up to `size` bytes, b'' at the end."""
        ...


class Unpacked(io.RawIOBase):
    """A read-only stream of unpacked bytes over a packed one.

    It never holds more than one step's output, and ends when `max_ratio` × packed bytes + `slack` is passed. `fault`
    says, after the end, why the stream ended early; None if it is whole.
    """

    def __init__(self, source: Readable, packing: Packing, *, max_ratio: int, slack: int) -> None:
        super().__init__()
        self.fault: str | None = None
        self.n_packed = 0
        self.n_unpacked = 0
        self._source = source
        self._packing = packing
        self._max_ratio, self._slack = max_ratio, slack
        self._decoder = _decoder(packing) if packing else None
        self._ready = b""
        self._waiting = b""
        self._ended = False

    def readable(self) -> bool:
        """Say that this stream can be read."""
        return True

    def readinto(self, buffer: Any, /) -> int:  # noqa: ANN401 (the buffer protocol has no type in 3.11)
        """Fill `buffer` with the next unpacked bytes; 0 at the end."""
        while not self._ready and not self._ended:
            self._step()
        n = min(len(buffer), len(self._ready))
        buffer[:n] = self._ready[:n]
        self._ready = self._ready[n:]
        return n

    def _step(self) -> None:
        if self._decoder is None:
            self._ready = self._source.read(READ_BYTES)
            self._ended = not self._ready
            self.n_packed += len(self._ready)
        else:
            self._unpack(self._decoder)
        self.n_unpacked += len(self._ready)
        if self.n_unpacked > self._max_ratio * self.n_packed + self._slack:
            self._end(f"unpacks to more than {self._max_ratio} times its size: cut after {self.n_unpacked} bytes")

    def _unpack(self, decoder: "_Decoder") -> None:
        data = b""
        if decoder.wants_input:
            data = self._waiting or self._source.read(READ_BYTES)
            self._waiting = b""
            if not data:
                return self._end(None if decoder.is_whole else f"the {self._packing} data ends early")
            if decoder.is_whole:
                return self._next_member(data)
            self.n_packed += len(data)
        try:
            self._ready = decoder.feed(data)
        except decoder.errors:
            return self._end(f"the {self._packing} data is damaged after {self.n_unpacked} bytes")
        if decoder.is_whole and decoder.rest:
            self.n_packed -= len(decoder.rest)
            self._next_member(decoder.rest)
        return None

    def _next_member(self, rest: bytes) -> None:
        if packing_of(rest) != self._packing and len(rest) >= len(ZSTD_MAGIC):
            return self._end(None if not rest.strip(b"\0") else f"other data follows the {self._packing} data")
        self._decoder, self._waiting = _decoder(self._packing), rest
        return None

    def _end(self, fault: str | None) -> None:
        self._ended = True
        self.fault = fault


class _Decoder:
    """Gzip or deflate, one member: bounded output per step. The other libraries' decoders take the same form."""

    errors: tuple[type[Exception], ...] = (zlib.error,)
    _is_damaged = False

    def __init__(self, window: int | None) -> None:
        self._zlib = zlib.decompressobj(window) if window else None
        self._tail = b""

    @property
    def wants_input(self) -> bool:
        return not self._tail and not self._is_damaged

    @property
    def is_whole(self) -> bool:
        return self._zlib is not None and self._zlib.eof

    @property
    def rest(self) -> bytes:
        return self._zlib.unused_data if self._zlib else b""

    def feed(self, data: bytes) -> bytes:
        if self._zlib is None:  # servers send `deflate` with and without the zlib header
            has_header = data[0] & 0x0F == 8 and int.from_bytes(data[:2]) % 31 == 0
            self._zlib = zlib.decompressobj(zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS)
        if self._is_damaged:
            raise zlib.error
        before = self._zlib.copy() if not self._zlib.eof else self._zlib
        try:
            out = self._zlib.decompress(self._tail + data, STEP_BYTES)
        except zlib.error:
            self._is_damaged = True
            return _salvage(before, self._tail + data)
        self._tail = self._zlib.unconsumed_tail
        return out


def _salvage(decoder: "zlib._Decompress", data: bytes) -> bytes:
    """Return what can be unpacked before the damage: zlib gives nothing of the call that meets it."""
    pieces = []
    with contextlib.suppress(zlib.error):
        while piece := decoder.decompress(data, SALVAGE_BYTES):
            pieces.append(piece)
            data = decoder.unconsumed_tail
    return b"".join(pieces)


class _Zstd(_Decoder):
    errors = (zstandard.ZstdError,)

    def __init__(self) -> None:
        self._object = zstandard.ZstdDecompressor(max_window_size=2**27).decompressobj()
        self._tail = b""
        self._rest = b""

    @property
    def is_whole(self) -> bool:
        return self._object.eof

    @property
    def rest(self) -> bytes:
        return self._rest

    def feed(self, data: bytes) -> bytes:
        data = self._tail + data
        self._tail = data[ZSTD_SLICE:]
        out: bytes = self._object.decompress(data[:ZSTD_SLICE])
        if self._object.eof:
            self._rest, self._tail = self._object.unused_data + self._tail, b""
        return out


class _Brotli(_Decoder):
    def __init__(self, library: Any) -> None:  # noqa: ANN401 (a module)
        self.errors = (library.error,)
        self._object = library.Decompressor()

    @property
    def wants_input(self) -> bool:
        return bool(self._object.can_accept_more_data())

    @property
    def is_whole(self) -> bool:
        return bool(self._object.is_finished())

    @property
    def rest(self) -> bytes:
        return b""

    def feed(self, data: bytes) -> bytes:
        out: bytes = self._object.process(data, output_buffer_limit=STEP_BYTES)
        return out


def _decoder(packing: Packing) -> _Decoder:
    made: dict[str, Callable[[], _Decoder]] = {
        "gzip": lambda: _Decoder(16 + zlib.MAX_WBITS),
        "deflate": lambda: _Decoder(None),
        "zstd": _Zstd,
        "br": lambda: _Brotli(_brotli()),
    }
    return made[packing]()


def _brotli() -> Any:  # noqa: ANN401 (a module)
    try:
        return importlib.import_module("brotli")
    except ImportError as error:
        raise SourceError("brotli content needs the package brotli: install it and run the day again") from error


def read_unpacked(source: BinaryIO, packing: Packing, *, limit: int, max_ratio: int) -> tuple[bytes, str | None]:
    """Return up to `limit` unpacked bytes and, if that is not all, why."""
    stream = Unpacked(source, packing, max_ratio=max_ratio, slack=READ_BYTES)
    return cut(stream, limit)


def cut(stream: Unpacked, limit: int) -> tuple[bytes, str | None]:
    """Read `stream` up to `limit` bytes; return them and, if that is not all, why."""
    pieces, n = [], 0
    while n <= limit and (piece := stream.read(READ_BYTES)):
        pieces.append(piece)
        n += len(piece)
    body = b"".join(pieces)
    if n > limit:
        return body[:limit], f"larger than ingest.max_page_bytes: cut at {limit} bytes"
    return body, stream.fault
