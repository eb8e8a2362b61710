"""Identity of documents and key of extractions: SHA-256 over length-prefixed parts, so that no two lists collide."""

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from urllib.parse import urlsplit

from neartwin.extract.facts import Facts
from neartwin.extract.lexicon import fold
from neartwin.extract.signs import Signs

RULE = "identity@1"
MAX_TITLE = 1000
SEPARATOR = " | "
_BETWEEN = re.compile(r"\s+[|\u2013\u2014\u00b7\u2022\u00bb\u203a:~/\\-]+\s+|\s*[_|\uff5c]+\s*")
_SITE_META = ("og:site_name", "application-name", "apple-mobile-web-app-title", "publisher", "article:publisher")

# HTTP answers that mean the same for a page's outcome. Only this word of the status is part of the key.
SINGLE = {401: "401", 407: "401", 403: "403", 429: "403", 451: "403", 404: "404", 410: "404"}


def digest(parts: Sequence[str | None]) -> str:
    """Return the SHA-256 hex of the parts, each written as `<bytes>:<text>`; None is unlike the empty text."""
    hashed = hashlib.sha256()
    for part in parts:
        data = b"-" if part is None else part.encode("utf-8", "replace")
        hashed.update(data if part is None else b"%d:" % len(data) + data)
    return hashed.hexdigest()


def status_class(http_status: int | None) -> str:
    """Return the part of an HTTP status that counts: '' for none, 401, 403, 404 by their own, else `2xx` and so on."""
    if http_status is None:
        return ""
    return SINGLE.get(http_status) or f"{http_status // 100}xx"


def extraction_key(
    source_sha256: str, url: str, content_type: str, charset: str, http_status: int | None, extractor_id: str
) -> str:
    """Return the key that an extraction is a pure function of; the SQL macro `extraction_key` gives the same."""
    return digest((source_sha256, url, content_type, charset, status_class(http_status), extractor_id))


def normalise(text: str) -> str:
    """Return the text in NFC with white space folded: what counts as the same content whoever wrote the bytes."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def text_sha256(normalised: str) -> str:
    """Return the SHA-256 hex of a normalised main text."""
    return hashlib.sha256(normalised.encode("utf-8", "replace")).hexdigest()


def document_id(normalised: str, title: str, facts: Facts) -> str:
    """Return the id of a document from its normalised main text, identity title and facts; no extractor, no date."""
    price = None if facts.price is None else f"{facts.price.normalize():f}"
    return digest((RULE, normalised, title, facts.sku, facts.gtin, price, facts.currency))


def page_title(signs: Signs, url: str) -> str:
    """Return a page's identity title: each `<h1>`, then what `<title>` says beyond them, site names left out.

    Either may hold the only difference between two pages (`Mã đề 101` / `Mã đề 102`), inside or outside the main text,
    so both count: `Đề thi thử | Mã đề 102`. A part of `<title>` is a site name when the page's meta fields or its host
    say so; anything else stays, though it makes one story on two sites two documents.
    """
    site_names = {fold(signs.meta[name]) for name in _SITE_META if name in signs.meta}
    host = _letters((urlsplit(url).hostname or "") if "//" in url else "")
    parts = [normalise(heading) for heading in signs.headings]
    parts += [normalise(part) for part in _BETWEEN.split(signs.title)]
    kept: list[str] = []
    for part in filter(None, parts):
        if fold(part) in site_names or _is_host(part, host):
            continue
        if not any(fold(part) in fold(other) for other in kept):
            kept.append(part)
    if not kept:
        kept = [normalise(signs.title)]
    return SEPARATOR.join(kept)[:MAX_TITLE]


def _is_host(part: str, host: str) -> bool:
    """Whether the letters of a part are the host's name: `VnExpress` or `vnexpress.net` on vnexpress.net."""
    letters = _letters(part)
    return len(letters) >= 4 and not re.search(r"\d", part) and letters in host


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFD", text.casefold().replace("đ", "d"))
    return "".join(letter for letter in plain if letter.isalnum())
