"""Read a folder of HTML files, with or without a `pages.jsonl` manifest that gives each file its URL."""

import posixpath
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from neartwin.sources.capture import Capture, clean, file_url, split_content_type
from neartwin.sources.fields import described
from neartwin.sources.jsonl import lines
from neartwin.sources.reading import Reading
from neartwin.sources.unpack import Packing, read_unpacked

MANIFEST = "pages.jsonl"
TEXTS = "texts.jsonl"
ENTRY_FIELDS = (
    "id",
    "url",
    "final_url",
    "status",
    "http_status",
    "fetched_at",
    "content_type",
    "charset",
    "locale",
    "variant",
)


def read(file: BinaryIO, packing: Packing, entry: Mapping[str, Any], reading: Reading) -> Iterator[Capture]:
    """Yield the one capture of an HTML file: its bytes, and what the manifest's `entry` ({} for none) says of it."""
    limits = reading.limits
    body, fault = read_unpacked(file, packing, limit=limits.max_page_bytes, max_ratio=limits.max_unpacked_ratio)
    if fault:
        reading.problems.add(0, fault)
    content_type, charset = split_content_type(str(entry.get("content_type") or ""))
    charset = clean(str(entry.get("charset") or "")).lower() or charset
    fields = {**entry, "url": entry.get("url") or file_url(reading.source_file)}
    capture = described(fields, body, content_type, charset, 0, "", reading)
    if capture is not None:
        yield capture


def manifest_entries(file: BinaryIO, reading: Reading) -> Iterator[tuple[int, str, str, dict[str, Any]]]:
    """Yield (offset, place in words, path relative to the manifest, entry) of every page; other lines are problems.

    A path that is absolute or leaves the folder is refused.
    """
    for offset, where, record in lines(file, "", reading):
        path = record.get("file")
        if not isinstance(path, str) or not path:
            reading.problems.add(offset, "the manifest entry names no file", where=where)
            continue
        normal = posixpath.normpath(path)
        if path.startswith("/") or "\0" in path or "\\" in path or normal.split("/")[0] in ("..", "."):
            reading.problems.add(offset, "the manifest entry's file leaves the folder: refused", where=where)
            continue
        yield offset, where, normal, {name: record[name] for name in ENTRY_FIELDS if record.get(name) is not None}
