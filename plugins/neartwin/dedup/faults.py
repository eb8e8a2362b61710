"""Say which line of a JSON lines file cannot be read, and why, without repeating what the line says."""

import gzip
import io
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import zstandard

from neartwin.errors import SourceError

OTHER_FAULT = "it cannot be read as JSON lines or Parquet"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
OTHER_KIND = re.compile(rb'"text"\s*:\s*[^"\s]')
KINDS = {list: "a list", dict: "an object", bool: "a truth value", int: "a number", float: "a number"}


def first_fault(source: Path, form: str, hint: str) -> str:
    """Return number and fault of the first line that is no record; `hint` is what a Parquet reader said."""
    if form == "parquet":
        return hint.splitlines()[0]
    with _lines(source, form) as lines:
        for number, line in enumerate(lines, start=1):
            if fault := _fault(line):
                return f"line {number} {fault}"
    return OTHER_FAULT


def text_of_other_kind(source: Path, form: str) -> str:
    """Return number and fault of the first line whose text is no string; nothing where each is one or missing.

    A line on the way that is no record is told instead.
    """
    with _lines(source, form) as lines:
        for number, line in enumerate(lines, start=1):
            if b'"text"' in line and not OTHER_KIND.search(line):
                continue
            if fault := _fault(line):
                return f"line {number} {fault}"
            text = json.loads(line.strip().removeprefix(BYTE_ORDER_MARK) or b"{}").get("text")
            if type(text) in KINDS:
                return f"line {number} has {KINDS[type(text)]} as text, not a string"
    return ""


def longest_line(source: Path, form: str) -> int:
    """Return the length of the longest line in bytes."""
    with _lines(source, form) as lines:
        return max(map(len, lines), default=0)


@contextmanager
def _lines(source: Path, form: str) -> Iterator[Iterator[bytes]]:
    """Yield the lines of a file; raises SourceError when it is damaged."""
    with ExitStack() as stack:
        file: Any = stack.enter_context(source.open("rb"))
        if form == "gzip":
            file = stack.enter_context(gzip.open(file))
        elif form == "zstd":
            file = io.BufferedReader(zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True))
        try:
            yield iter(file)
        except (OSError, EOFError, zstandard.ZstdError) as error:
            raise SourceError(f"{source} is compressed, but damaged: {error}") from error


def _fault(line: bytes) -> str:
    try:
        record = json.loads(line.strip().removeprefix(BYTE_ORDER_MARK) or b"{}", object_pairs_hook=_distinct)
        json.dumps(record, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        return f"is not UTF-8 at byte {error.start + 1}"
    except UnicodeEncodeError:
        return "has half of a surrogate pair (\\ud800 to \\udfff), which is no character"
    except json.JSONDecodeError as error:
        return f"is not JSON: {error.msg} at character {error.pos + 1}"
    except (KeyError, RecursionError) as error:
        return f"is not a record: {error.args[0]}"
    return "" if isinstance(record, dict) else "is not a JSON object"


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise KeyError("a key stands twice in it")
    return record
