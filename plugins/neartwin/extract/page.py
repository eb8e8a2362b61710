"""Extract one capture: from bytes to main text, full text, facts, kind, outcome, identity and language.

A pure function of what its key names (bytes, URL, content type, charset, status class) and of the extractor's spec.
"""

import unicodedata
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from neartwin.extract import charset, facts, identity, kind, language, lexicon, marks, sniff, tokens
from neartwin.extract import main_text as main_texts
from neartwin.extract import outcome as outcomes
from neartwin.extract import tree as parsing
from neartwin.extract.evidence import Evidence
from neartwin.extract.facts import Facts
from neartwin.extract.main_text import MainText
from neartwin.extract.signs import Signs
from neartwin.extract.signs import read as read_signs

MAX_DAMAGE = 0.3  # of non-ASCII characters broken, in a text that has MIN_FOREIGN of them
MIN_FOREIGN = 0.05  # of characters
MAX_CONTROLS = 0.05  # of characters
CONTROLS_LOOKED_AT = 4_000


@dataclass(frozen=True, slots=True)
class Request:
    """One capture to extract. `n_bytes` is what its source said; the body may have been cut at the limit."""

    extraction_key: str
    body: bytes
    url: str
    content_type: str
    charset: str
    status: str
    n_bytes: int


@dataclass(frozen=True, slots=True)
class Limits:
    """Settings that change what a page becomes."""

    min_tokens: int
    max_page_bytes: int


@dataclass(slots=True)
class Extraction:
    """What became of one capture, as a row of the shard (see stage.py) without its place; texts are '' unless known."""

    extraction_key: str
    outcome: str
    outcome_reason: str
    main_text: str = ""
    full_text: str = ""
    text_from: str = "none"
    title: str = ""
    language: str = language.UNKNOWN
    declared_language: str = ""
    kind: str = "short"
    n_tokens: int = 0
    n_characters: int = 0
    n_page_tokens: int = 0
    kept_share: float = 0.0
    text_sha256: str = ""
    document_id: str | None = None
    facts: Facts = field(default_factory=Facts)
    charset_used: str = ""
    charset_from: str = "none"
    n_ms: int = 0


def too_large(request: Request, limits: Limits) -> str | None:
    """Say why a body is too large to be parsed, or None."""
    size = max(request.n_bytes, len(request.body))
    if size < limits.max_page_bytes:
        return None
    return f"too large: {size} bytes or more, and the limit for one page is {limits.max_page_bytes} bytes"


def extract(request: Request, limits: Limits) -> Extraction:
    """Return what became of a capture of a web page, without its language; `records` does it for text records."""
    key = request.extraction_key
    if (reason := too_large(request, limits)) is not None:
        return Extraction(key, "timed_out", reason)
    body = sniff.unpack(request.body, limits.max_page_bytes)
    if body is None:
        return Extraction(key, "not_html", "gzip data that is broken or unpacks beyond the limit")
    if not body.strip():
        return Extraction(key, "empty", "nothing but white space" if body else "zero bytes")
    if (name := sniff.not_a_page(body, request.content_type)) is not None:
        return Extraction(key, "not_html", f"the content is {name}")
    decoded = charset.decode(body, request.charset)
    if (reason := _undecodable(decoded)) is not None:
        extraction = Extraction(key, "undecodable", reason)
    elif (name := sniff.xml_kind(decoded.text)) is not None:
        extraction = Extraction(key, "not_html", f"the content is {name}")
    else:
        extraction = _extract_text(request, decoded.text, limits)
    extraction.charset_used, extraction.charset_from = decoded.charset, decoded.charset_from
    return extraction


def complete(extraction: Extraction, stated: Facts, main: str, normalised: str, title: str) -> Extraction:
    """Fill in what follows from main text, title and facts: size, hash and, if ok, the document's id."""
    extraction.main_text, extraction.title, extraction.facts = main, title, stated
    extraction.n_characters = len(normalised)
    extraction.text_sha256 = identity.text_sha256(normalised)
    if extraction.outcome == "ok":
        extraction.document_id = identity.document_id(normalised, title, stated)
    return extraction


def name_language(extraction: Extraction) -> Extraction:
    """Fill in the language of the text; a step of its own, as its model would cost every worker 0.4 s to load."""
    text = identity.normalise(extraction.main_text) or identity.normalise(extraction.full_text)
    extraction.language = language.identify(text)
    return extraction


def _extract_text(request: Request, html: str, limits: Limits) -> Extraction:
    tree = None if sniff.is_plain(html) else parsing.parse(html)
    signs, stated, named = Signs(), Facts(), frozenset[str]()
    if tree is None:
        full = parsing.tidy(parsing.CONTROL.sub("", html).replace("\n", parsing.BLOCK_MARK))
        main = MainText(full, "plain")
    elif tree.root is None:
        full = parsing.flat_text(html)
        main = MainText(full, "flat")
    else:
        signs = read_signs(tree.root)
        stated = facts.read(tree.root, html, signs, request.url)
        full, main, named = _texts(tree.root, html, signs, limits, is_deep=tree.is_deep)
    normalised = identity.normalise(main.text)
    page = Evidence(
        status=request.status,
        url=request.url,
        signs=signs,
        facts=stated,
        main_text=main.text,
        full_text=full,
        n_tokens=tokens.count(normalised),
        n_page_tokens=tokens.count(unicodedata.normalize("NFC", full)),
        min_tokens=limits.min_tokens,
        marks=named,
    )
    extraction = _described(request.extraction_key, page, main.text_from)
    return complete(extraction, stated, main.text, normalised, identity.page_title(signs, request.url))


def _texts(
    root: HtmlElement, html: str, signs: Signs, limits: Limits, *, is_deep: bool
) -> tuple[str, MainText, frozenset[str]]:
    if is_deep:
        flat = parsing.flat_text(html)
        return flat, MainText(main_texts.prose_lines(flat, signs.link_texts) or flat, "flat"), frozenset()
    parsing.remove_noise(root)
    full = parsing.visible_text(root)
    named = marks.read(root, full)
    return full, main_texts.main_text(root, full, signs, limits.min_tokens), named


def _described(key: str, page: Evidence, text_from: str) -> Extraction:
    decided = outcomes.decide(page)
    return Extraction(
        key,
        decided.outcome,
        decided.reason,
        full_text=page.full_text,
        text_from=text_from,
        declared_language=page.signs.declared_language,
        n_tokens=page.n_tokens,
        n_page_tokens=page.n_page_tokens,
        kept_share=min(1.0, len(page.main_text) / max(1, len(page.full_text))),
        kind=kind.kind_of(page, decided.outcome),
    )


def _undecodable(decoded: charset.Decoded) -> str | None:
    head = decoded.text[:CONTROLS_LOOKED_AT]
    if len(parsing.CONTROL.findall(head)) > MAX_CONTROLS * len(head):
        return "binary data: control characters all through it"
    n_broken, n_all = decoded.text.count(charset.REPLACEMENT), len(decoded.text)
    if decoded.damage > MAX_DAMAGE and n_broken > MIN_FOREIGN * n_all:
        return f"no known charset fits: {n_broken} of {n_all} characters are broken"
    return None


def warm_up() -> None:
    """Load what the first page would otherwise pay for."""
    lexicon.load()
