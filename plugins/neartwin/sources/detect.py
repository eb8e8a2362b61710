"""Tell what a file is by its content; its name only decides where content cannot."""

import io
import re
from typing import BinaryIO, Literal

from neartwin.errors import SourceError
from neartwin.settings import IngestSettings
from neartwin.sources import parquet
from neartwin.sources.fields import missing_columns
from neartwin.sources.jsonl import first_record
from neartwin.sources.unpack import Packing, Unpacked, cut, packing_of
from neartwin.sources.warc_records import RECORD_START

Form = Literal["warc", "jsonl", "parquet", "html"]

HEAD_BYTES = 4_096
HTML_NAMES = (".html", ".htm", ".xhtml", ".shtml")
JSONL_NAMES = (".jsonl", ".ndjson")
WARC_NAMES = (".warc", ".arc")
PACKED_NAMES = (".gz", ".zst")
HTML_START = re.compile(
    rb"\s*(?:<!--.*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype\s+html|html|head|body|title|meta)\b", re.I | re.S
)
UNKNOWN = "no known form: expected WARC, ARC, JSON lines, Parquet or HTML"


def form_of(file: BinaryIO, name: str, limits: IngestSettings) -> tuple[Form, Packing]:
    """Return the form and the packing of a file; raises SourceError with the reason when it is none that can be read.

    A Parquet file or JSON lines without an html or text column is refused here, its columns named; and so is an archive
    by its name that holds no record, and a packed file of which nothing can be unpacked: both are damage, not other
    data that happens to lie there.
    """
    head = file.read(HEAD_BYTES)
    packing = packing_of(head)
    name = name.lower()
    inner, fault = _unpacked_head(head, packing, limits) if packing else (head, None)
    stem = name.removesuffix(PACKED_NAMES[0]).removesuffix(PACKED_NAMES[1])
    if RECORD_START.match(inner) or inner.startswith(b"filedesc://"):
        return "warc", packing
    if head.startswith(b"PAR1"):
        file.seek(0)
        _require(missing_columns(parquet.columns(file)))
        return "parquet", ""
    if stem.endswith(HTML_NAMES):
        return "html", packing
    if not head:
        raise SourceError("empty: 0 bytes")
    if not inner and not fault:
        raise SourceError(f"empty: the {packing} data is 0 bytes")
    if stem.endswith(JSONL_NAMES) or inner.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        file.seek(0)
        return _json_lines(file, packing, limits, is_sure=stem.endswith(JSONL_NAMES))
    if HTML_START.match(inner):
        return "html", packing
    if fault and (not inner or len(head) < HEAD_BYTES):
        raise SourceError(f"{fault}: fetch or pack the file again")
    if stem.endswith(WARC_NAMES):
        raise SourceError("named as an archive, but it begins with no WARC or ARC record")
    raise SourceError(UNKNOWN)


def _json_lines(file: BinaryIO, packing: Packing, limits: IngestSettings, *, is_sure: bool) -> tuple[Form, Packing]:
    record = first_record(file, packing, limits)
    if record is not None:
        _require(missing_columns(record))
    elif not is_sure:
        raise SourceError("JSON, but not one object a line: write it as JSON lines")
    return "jsonl", packing


def _require(problem: str | None) -> None:
    if problem:
        raise SourceError(problem)


def _unpacked_head(head: bytes, packing: Packing, limits: IngestSettings) -> tuple[bytes, str | None]:
    """Return what the first bytes of a packed file unpack to, and why that is not more."""
    stream = Unpacked(io.BytesIO(head), packing, max_ratio=limits.max_unpacked_ratio, slack=HEAD_BYTES)
    return cut(stream, HEAD_BYTES)
