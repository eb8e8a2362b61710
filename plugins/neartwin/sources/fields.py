"""Turn one record with named fields (a JSON line, a Parquet row, a manifest entry) into a capture."""

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from neartwin.sources.capture import TEXT_TYPE, Capture, clean, file_url, split_content_type
from neartwin.sources.reading import Reading

KNOWN = (
    "id",
    "url",
    "final_url",
    "html",
    "text",
    "title",
    "status",
    "http_status",
    "fetched_at",
    "content_type",
    "charset",
    "language",
    "locale",
    "variant",
)
MAX_URL = 8_192
KEPT_IN_CUT = ("id", "url", "title", "language")

Fields = Mapping[str, Any]


def missing_columns(columns: Collection[str]) -> str | None:
    """Return why records with these columns hold no page, or None if they do; the message names the columns."""
    if "html" in columns or "text" in columns:
        return None
    names = ", ".join(sorted(clean(str(name))[:60] for name in columns)[:30]) or "none"
    return f"has neither a column html nor text; its columns are: {names}; known are: {', '.join(KNOWN)}"


def capture_of(fields: Fields, offset: int, where: str, reading: Reading) -> Capture | None:
    """Return the capture of one record, or None with a problem when it holds neither html nor text."""
    html, text, limit = fields.get("html"), fields.get("text"), reading.limits.max_page_bytes
    if isinstance(html, str | bytes) and (html or not text):
        page, content_type, charset = _page(html, fields)
        body, is_cut = page[:limit], len(page) > limit
    elif isinstance(text, str):
        content_type, charset = TEXT_TYPE, "utf-8"
        body, is_cut = text_record(fields, limit)
    else:
        reading.problems.add(offset, "neither html nor text holds text", where=where)
        return None
    if is_cut:
        reading.problems.add(offset, f"larger than ingest.max_page_bytes: cut at {limit} bytes", where=where)
    return described(fields, body, content_type, charset, offset, where, reading)


def described(
    fields: Fields, body: bytes, content_type: str, charset: str, offset: int, where: str, reading: Reading
) -> Capture | None:
    """Return the capture of `body` with the record's URL, status, time, variant and id; None if the URL is unfit."""
    source_id = _line(fields.get("id"))
    url = _line(fields.get("url"))
    if len(url) > MAX_URL:
        reading.problems.add(offset, f"the URL is longer than {MAX_URL} characters", where=where)
        return None
    if not url:
        url = file_url(reading.source_file, source_id or hashlib.sha256(body).hexdigest()[:16])
    return Capture(
        url=url,
        final_url=_line(fields.get("final_url"))[:MAX_URL] or url,
        variant=_first(fields, "variant", "locale", "language")[:100],
        http_status=_status(fields, offset, where, reading),
        fetched_at=reading.time_of(fields.get("fetched_at"), offset, where),
        content_type=content_type,
        charset=charset,
        body=body,
        source_file=reading.source_file,
        source_offset=offset,
        source_id=source_id,
    )


def text_record(fields: Fields, limit: int) -> tuple[bytes, bool]:
    """Return a text record as canonical JSON (sorted keys, UTF-8, no spaces), and whether `limit` cut its text."""
    body = _canonical(fields)
    if len(body) <= limit:
        return body, False
    kept = {name: fields[name] for name in KEPT_IN_CUT if 0 < len(_line(fields.get(name))) < MAX_URL}
    text = fields["text"][:limit]
    while len(body := _canonical({**kept, "text": text})) > limit and text:
        text = text[: len(text) * (limit - 1) // len(body)]
    return body, True


def _canonical(fields: Fields) -> bytes:
    text = _ENCODER.encode(fields)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="replace")


def _plain(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_plain)


def _page(html: str | bytes, fields: Fields) -> tuple[bytes, str, str]:
    """Return (bytes, media type, charset); text was decoded by whoever wrote it, so its charset is now UTF-8."""
    content_type, charset = split_content_type(_line(fields.get("content_type")))
    if isinstance(html, bytes):
        return html, content_type or "text/html", _line(fields.get("charset")).lower() or charset
    return html.encode(errors="replace"), content_type or "text/html", "utf-8"


def _line(value: object) -> str:
    if isinstance(value, str):
        return clean(value)
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _first(fields: Fields, *names: str) -> str:
    return next((text for name in names if (text := _line(fields.get(name)))), "")


def _status(fields: Fields, offset: int, where: str, reading: Reading) -> int | None:
    value = fields.get("http_status")
    value = fields.get("status") if value is None else value
    if value is None or value == "":
        return None
    digits = _line(value).removesuffix(".0")
    if re.fullmatch(r"[1-9]\d\d", digits, re.ASCII):
        return int(digits)
    reading.problems.add(offset, "the HTTP status is not a number from 100 to 999", where=where)
    return None
