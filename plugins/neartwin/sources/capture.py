"""What a source yields: captures, and revisits that name an earlier capture; with their ids."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from urllib.parse import quote, urlsplit

TEXT_TYPE = "application/x-neartwin-text+json"
"""Content type of a captured text record: the bytes are the JSON record itself."""

TIME_FORMAT = "%Y-%m-%dT%H:%M:%S.%f"

_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:+-]+)", re.IGNORECASE | re.ASCII)
_MEDIA_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+")


@dataclass(frozen=True, slots=True)
class Capture:
    """One fetch of one URL at one time, as its source tells it.

    `fetched_at` is UTC without a zone; `body` is what the server sent after transfer and content decoding, cut at
    `ingest.max_page_bytes`. `source_offset` is where the record stands in `source_file` (bytes; rows in Parquet).
    `payload_digest` is the WARC's own, by which revisits find this capture.
    """

    url: str
    final_url: str
    variant: str
    http_status: int | None
    fetched_at: datetime
    content_type: str
    charset: str
    body: bytes
    source_file: str
    source_offset: int
    source_id: str = ""
    payload_digest: str = ""


@dataclass(frozen=True, slots=True)
class Revisit:
    """A fetch whose content is that of an earlier capture, named by record id, by URL and time, or by digest."""

    url: str
    variant: str
    http_status: int | None
    fetched_at: datetime
    content_type: str
    charset: str
    source_file: str
    source_offset: int
    source_id: str
    payload_digest: str
    refers_to_id: str
    refers_to_url: str
    refers_to_at: datetime | None


def length_prefixed_digest(parts: Iterable[object]) -> str:
    """Return the SHA-256 hex of the parts, each written as `<bytes>:<text>`, so that no two lists collide."""
    digest = hashlib.sha256()
    for part in parts:
        data = str(part).encode()
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()


def capture_id(day: date, capture: Capture, source_sha256: str) -> str:
    """Return the id of a capture: what was fetched, when, by which record; not where the record lies."""
    return length_prefixed_digest(
        (
            day.isoformat(),
            capture.source_id,
            capture.url,
            capture.final_url,
            capture.variant,
            capture.fetched_at.strftime(TIME_FORMAT),
            "" if capture.http_status is None else capture.http_status,
            capture.content_type,
            capture.charset,
            source_sha256,
        )
    )


def clean(text: str) -> str:
    """Return a line of metadata without control characters and lone surrogates."""
    return _CONTROL.sub("", text).strip() if text else ""


def site_of(url: str) -> str:
    """Return the lower-case host without a leading `www.` and port; '' for files and what is no URL."""
    if url.startswith("file:"):
        return ""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return host.removeprefix("www.").rstrip(".")


def file_url(source_file: str, fragment: str = "") -> str:
    """Return the stand-in URL of a record that has none: `file:` and its path, with the record's own mark."""
    path = source_file.replace("#", "%23")
    return f"file:{path}#{quote(fragment, safe='')}" if fragment else f"file:{path}"


def split_content_type(header: str) -> tuple[str, str]:
    """Split a Content-Type header into (media type, charset), both lower-case; '' for what is missing or malformed."""
    media = header.split(";", 1)[0].strip().lower()
    charset = _CHARSET.search(header)
    return (media if _MEDIA_TYPE.fullmatch(media) else ""), (charset.group(1).lower() if charset else "")
