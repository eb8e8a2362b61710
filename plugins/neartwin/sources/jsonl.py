"""Read JSON lines, plain or packed with gzip or zstd: one record a line with url and html, or url and text."""

import io
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from neartwin.settings import IngestSettings
from neartwin.sources.capture import Capture
from neartwin.sources.fields import capture_of
from neartwin.sources.reading import Reading
from neartwin.sources.unpack import Packing, Unpacked

MAX_LINE_PAGES = 8  # a line may be this many times max_page_bytes: escapes lengthen a page, and it has other fields
BUFFER_BYTES = 1_048_576
BOM = b"\xef\xbb\xbf"
FIRST_LINES = 10


def read(file: BinaryIO, packing: Packing, reading: Reading) -> Iterator[Capture]:
    """Yield one capture a line; a line that cannot be used is a problem with its number, and reading goes on.

    `source_offset` is the byte where the line starts in the unpacked file.
    """
    for offset, where, record in lines(file, packing, reading):
        if (capture := capture_of(record, offset, where, reading)) is not None:
            yield capture


def lines(file: BinaryIO, packing: Packing, reading: Reading) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Yield (byte offset, place in words, record) of every line that holds a JSON object, in bounded memory."""
    limits = reading.limits
    stream = Unpacked(file, packing, max_ratio=limits.max_unpacked_ratio, slack=limits.max_page_bytes)
    buffered = io.BufferedReader(stream, BUFFER_BYTES)
    longest = MAX_LINE_PAGES * limits.max_page_bytes
    offset = number = 0
    while line := buffered.readline(longest):
        number += 1
        where = f"line {number}"
        if len(line) >= longest and not line.endswith(b"\n"):
            reading.problems.add(offset, f"longer than {longest} bytes: not read", where=where)
            offset += len(line) + _skip_line(buffered)
            continue
        record = _parsed(line.removeprefix(BOM) if number == 1 else line)
        if isinstance(record, dict):
            yield offset, where, record
        elif record:
            is_cut = stream.fault is not None and not line.endswith(b"\n")
            reading.problems.add(offset, "cut off with the file" if is_cut else record, where=where)
        offset += len(line)
    if stream.fault:
        reading.problems.add(offset, stream.fault)


def _skip_line(buffered: "io.BufferedReader[Unpacked]") -> int:
    n = 0
    while piece := buffered.readline(BUFFER_BYTES):
        n += len(piece)
        if piece.endswith(b"\n"):
            break
    return n


def _parsed(line: bytes) -> dict[str, Any] | str:
    """Return the record of a line, '' for a blank one, or what is wrong with it."""
    if not line.strip():
        return ""
    try:
        record = json.loads(line.decode())
    except UnicodeDecodeError as error:
        return f"not UTF-8 at byte {error.start}"
    except json.JSONDecodeError as error:
        return f"not JSON at character {error.pos + 1}"
    except RecursionError:
        return "JSON nested too deeply"
    except ValueError:
        return "a number in the JSON is too long"
    return record if isinstance(record, dict) else "not a JSON object"


def first_record(file: BinaryIO, packing: Packing, limits: IngestSettings) -> dict[str, Any] | None:
    """Return the record of the first of ten lines that holds one, or None."""
    stream = Unpacked(file, packing, max_ratio=limits.max_unpacked_ratio, slack=limits.max_page_bytes)
    buffered = io.BufferedReader(stream, BUFFER_BYTES)
    for _ in range(FIRST_LINES):
        record = _parsed(buffered.readline(MAX_LINE_PAGES * limits.max_page_bytes).removeprefix(BOM))
        if isinstance(record, dict):
            return record
    return None
