"""What a person means by a document id, a URL or a file: its texts, its facts, and where they come from."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from neartwin.errors import DocumentError
from neartwin.settings import Settings

N_CAPTURES = 50
HTML_NAMES = (".html", ".htm", ".xhtml", ".shtml")


@dataclass(frozen=True, slots=True)
class Subject:
    """One text to explain. `capture` holds the columns of `sql/explain/select_captures`, or what a file tells."""

    name: str
    main_text: str
    full_text: str
    language: str
    title: str
    capture: dict[str, Any]
    n_captures: int = 1
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def document_id(self) -> str | None:
        """Return the document id, where there is one."""
        document_id: str | None = self.capture.get("document_id")
        return document_id


def find(settings: Settings, name: str) -> Subject:
    """Return what `name` means: a file that exists, else a document id (or its first 8 letters), capture id or URL.

    Raises DocumentError when it means nothing, or several documents.
    """
    path = Path(name)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):  # longer than a file name may be, or with a NUL
        is_file = False
    return _from_file(settings, path) if is_file else _from_warehouse(settings, name)


def _from_file(settings: Settings, path: Path) -> Subject:
    from neartwin.extract import charset
    from neartwin.extract.page import Limits, Request, extract

    body = path.read_bytes()
    if path.suffix.lower() not in HTML_NAMES and body.lstrip()[:1] != b"<":
        text = charset.decode(body, "").text
        return Subject(path.name, text, text, _language(text), "", {"source_file": str(path), "outcome": "text"})
    limits = Limits(settings.extract.min_tokens, settings.ingest.max_page_bytes)
    url = path.resolve().as_uri()
    page = extract(Request("", body, url, "text/html", "", "2xx", len(body)), limits)
    capture = {
        "source_file": str(path),
        "outcome": page.outcome,
        "outcome_reason": page.outcome_reason,
        "document_id": page.document_id,
        "kind": page.kind,
        "kept_share": page.kept_share,
    }
    price = None if page.facts.price is None else float(page.facts.price)
    facts = {"sku": page.facts.sku or page.facts.gtin, "price": price, "currency": page.facts.currency}
    return Subject(path.name, page.main_text, page.full_text, page.language, page.title, capture, facts=facts)


def _language(text: str) -> str:
    import pyarrow as pa

    from neartwin.dedup.scripts import LANGUAGES, guess

    return str(LANGUAGES[guess(pa.array([text], pa.large_string()))[0]])


def _from_warehouse(settings: Settings, name: str) -> Subject:
    from neartwin.warehouse import reader, statement

    if not settings.warehouse.is_file():
        raise DocumentError(f"{name!r} is no file, and nothing has been run yet in {settings.data}")
    with reader(settings) as con:
        found = con.execute(statement("explain/select_captures"), {"name": name, "n_captures": N_CAPTURES})
        columns = [column[0] for column in found.description or ()]
        captures = [dict(zip(columns, row, strict=True)) for row in found.fetchall()]
        return _subject(settings, name, captures)


def _subject(settings: Settings, name: str, captures: list[dict[str, Any]]) -> Subject:
    from neartwin.warehouse.shards import read_rows

    if not captures:
        raise DocumentError(f"{name!r} is no file, and no document id, capture id or URL of {settings.warehouse}")
    by_id = {capture["document_id"] for capture in captures if str(capture["document_id"]).startswith(name.lower())}
    if len(by_id) > 1:
        raise DocumentError(f"{len(by_id)} documents begin with {name}: give more letters of the id")
    capture = captures[0]
    texts = {"main_text": "", "full_text": ""}
    if capture["shard"] is not None:
        for _, table in read_rows(settings, [(capture["shard"], capture["shard_row"])], list(texts)):
            texts = table.to_pylist()[0]
    return Subject(
        name,
        texts["main_text"] or "",
        texts["full_text"] or "",
        capture["language"] or "",
        capture["title"] or "",
        capture,
        len(captures),
        {key: capture[key] for key in ("sku", "price", "currency")},
    )
