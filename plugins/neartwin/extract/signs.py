"""Structural signs of a page, read from its tree before scripts and controls are taken out."""

import re
from dataclasses import dataclass, field

from lxml import etree
from lxml.html import HtmlElement

# One pass in C for what is looked at, one transformation for the words of links: a query a sign took ten times as long.
_TAGS = ("meta", "title", "h1", "h2", "h3", "h4", "script", "input", "iframe", "frame", "noscript", "link", "time")
_CODE = ("pre", "code", "dl")
_LINK_TEXTS = etree.XSLT(
    etree.XML(
        '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="text"/>'
        '<xsl:template match="/"><xsl:for-each select="//a[@href]"><xsl:value-of select="normalize-space(.)"/>'
        "<xsl:text>&#8233;</xsl:text></xsl:for-each></xsl:template></xsl:stylesheet>"
    )
)
_DELAY = re.compile(r"\s*([\d.]+)?\s*(?:[;,]\s*(?:url\s*=)?\s*['\"]?([^'\"]*))?", re.IGNORECASE)
_MOVE = re.compile(
    r"(?:(?:window|document|self|top|parent)\s*\.\s*)?location(?:\s*\.\s*(?:href|replace|assign))?\s*(?:=[^=]|\()"
)
_SEQUENCE = ("next", "prev", "up", "contents")
_NAMES = ("property", "name", "itemprop")
MAX_TIMES = 20
MAX_H1 = 3
SHORT_SCRIPT = 2000  # characters: a script that only sends the reader elsewhere


@dataclass(frozen=True, slots=True)
class Signs:
    """What the markup says beside the text: titles, scripts, links, forms, refresh, meta.

    `meta` maps lower-case names and properties to their first content. `refresh_seconds` is None without a meta
    refresh. `times` holds the `<time>` of publication, if one stands out. `link_texts` are the words of every link,
    white space folded.
    """

    title: str = ""
    headings: tuple[str, ...] = ()
    meta: dict[str, str] = field(default_factory=dict)
    declared_language: str = ""
    script_characters: int = 0
    n_scripts: int = 0
    has_script_move: bool = False
    sources: tuple[str, ...] = ()
    noscript: str = ""
    has_password: bool = False
    refresh_seconds: float | None = None
    refresh_url: str = ""
    link_texts: tuple[str, ...] = ()
    n_linked_headings: int = 0
    n_code_blocks: int = 0
    n_sequence_links: int = 0
    times: tuple[str, ...] = ()

    @property
    def n_links(self) -> int:
        """Links with an address, with or without words."""
        return len(self.link_texts)

    @property
    def link_characters(self) -> int:
        """Characters of all link texts together."""
        return sum(map(len, self.link_texts))


def read(tree: HtmlElement) -> Signs:
    """Collect the signs of one parsed page."""
    found: dict[str, list[HtmlElement]] = {tag: [] for tag in (*_TAGS, *_CODE)}
    for element in tree.iter(*_TAGS, *_CODE):
        found[element.tag].append(element)
    meta = _meta(found["meta"])
    seconds, url = _refresh(meta.get("http-equiv:refresh"))
    scripts = [script.text or "" for script in found["script"] if "json" not in script.get("type", "")]
    framed = [*found["script"], *found["iframe"], *found["frame"]]
    return Signs(
        title=_title(found["title"]),
        headings=_headings(found["h1"]),
        meta=meta,
        declared_language=(tree.get("lang") or tree.get("xml:lang") or meta.get("http-equiv:content-language", ""))[
            :35
        ],
        script_characters=sum(map(len, scripts)),
        n_scripts=len(scripts),
        has_script_move=any(map(_moves_on, scripts)),
        sources=tuple(filter(None, (element.get("src") for element in framed))),
        noscript=_folded(" ".join("".join(element.itertext()) for element in found["noscript"])),
        has_password=any(element.get("type", "").lower() == "password" for element in found["input"]),
        refresh_seconds=seconds,
        refresh_url=url,
        link_texts=tuple(str(_LINK_TEXTS(tree)).split("\u2029")[:-1]),
        n_linked_headings=sum(map(_is_linked, (*found["h2"], *found["h3"], *found["h4"]))),
        n_code_blocks=sum(len(found[tag]) for tag in _CODE),
        times=_times(found["time"]),
        n_sequence_links=sum(element.get("rel") in _SEQUENCE for element in found["link"]),
    )


def _is_linked(heading: HtmlElement) -> bool:
    return heading.find(".//a") is not None or next(heading.iterancestors("a"), None) is not None


def _times(elements: list[HtmlElement]) -> tuple[str, ...]:
    """Return the `<time>` that states a publication: marked so, else the only one, else the first of an article."""
    marked = [e for e in elements if e.get("pubdate") is not None or e.get("itemprop") == "datePublished"]
    if not marked:
        in_article = (e for e in elements[:MAX_TIMES] if next(e.iterancestors("article"), None) is not None)
        marked = list(elements) if len(elements) == 1 else list(in_article)
    return tuple(e.get("datetime") or "".join(e.itertext()) for e in marked[:1])


def _moves_on(script: str) -> bool:
    return len(script) < SHORT_SCRIPT and "location" in script and _MOVE.search(script) is not None


def _title(elements: list[HtmlElement]) -> str:
    for element in elements:
        text = _folded("".join(element.itertext()))
        if text and next(element.iterancestors("svg"), None) is None:
            return text
    return ""


def _meta(elements: list[HtmlElement]) -> dict[str, str]:
    found: dict[str, str] = {}
    for element in elements:
        content = element.get("content")
        if not content:
            continue
        equiv = element.get("http-equiv")
        name = (
            f"http-equiv:{equiv}"
            if equiv
            else element.get("property") or element.get("name") or element.get("itemprop")
        )
        if name:
            found.setdefault(name.strip().lower(), content.strip())
    return found


def _headings(elements: list[HtmlElement]) -> tuple[str, ...]:
    texts = (_folded("".join(heading.itertext())) for heading in elements)
    return tuple(dict.fromkeys(filter(None, texts)))[:MAX_H1]


def _refresh(content: str | None) -> tuple[float | None, str]:
    match = _DELAY.match(content) if content else None
    if match is None:
        return None, ""
    try:
        return float(match[1] or 0), (match[2] or "").strip()
    except ValueError:
        return None, ""


def _folded(text: str) -> str:
    return " ".join(text.split())
