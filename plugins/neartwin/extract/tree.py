"""Parse a page once: one lxml tree that facts, signs, full text and main text share; flat text where no tree holds it.

libxml2 stops reading at a nesting depth of 256 and says so only in its error log, and trafilatura loses text without a
word in deep trees: both are looked for here.
"""

import re
from dataclasses import dataclass
from html.parser import HTMLParser as StreamParser

from lxml import etree
from lxml.html import HtmlElement, HTMLParser, fromstring
from trafilatura.utils import HTML_PARSER, load_html

# What trafilatura throws away by itself, and what makes its copies slow. Its output on 519 real pages is the same
# without it, in 12 % less time.
NOISE = ("style", "svg", "link", "iframe", "input", "select", "video", "audio", "canvas", "picture")
SCRIPTS = etree.XPath('//script[not(contains(@type, "ld+json") or contains(@type, "settings+json"))]')
CONTROL = re.compile("[\0-\x08\x0b\x0e-\x1f\x7f]")
DEEP = "ERR_RESOURCE_LIMIT"

_HIDDEN = "script|style|noscript|template|head|svg|iframe|object|select|textarea|datalist|canvas|video|audio"
_BLOCKS = (
    "address|article|aside|blockquote|br|button|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|"
    "footer|form|h1|h2|h3|h4|h5|h6|header|hr|legend|li|main|menu|nav|ol|option|p|pre|section|summary|table|tbody|td|"
    "tfoot|th|thead|title|tr|ul"
)
_TEXT = etree.XSLT(
    etree.XML(
        '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="text"/>'
        f'<xsl:template match="{_HIDDEN}"/>'
        f'<xsl:template match="{_BLOCKS}">'
        "<xsl:text>&#8233;</xsl:text><xsl:apply-templates/><xsl:text>&#8233;</xsl:text>"
        "</xsl:template></xsl:stylesheet>"
    )
)
BLOCK_MARK = "\u2029"


@dataclass(frozen=True, slots=True)
class Parsed:
    """A page's root element, None when nothing could be read; `is_deep` when even libxml2's wider limit cut it off."""

    root: HtmlElement | None
    is_deep: bool


def parse(text: str) -> Parsed:
    """Parse a page as trafilatura does; a page deeper than 256 levels once more with the limit of 2,048."""
    tree = load_html(text)
    if not _was_cut(HTML_PARSER):
        return Parsed(tree if tree is not None else _lenient(text), is_deep=False)
    wide = HTMLParser(huge_tree=True, collect_ids=False, encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        tree = fromstring(_clean(text), parser=wide)
    except etree.LxmlError:
        return Parsed(tree, is_deep=True)
    return Parsed(tree, is_deep=_was_cut(wide))


def remove_noise(tree: HtmlElement) -> None:
    """Take scripts (but not JSON-LD), styles and controls out of the tree, in place."""
    for script in SCRIPTS(tree):
        if script.getparent() is not None:
            script.drop_tree()
    etree.strip_elements(tree, *NOISE, with_tail=False)


def visible_text(tree: HtmlElement) -> str:
    """Return the text a reader may see, one line a block, inline elements joined as they stand."""
    return tidy(str(_TEXT(tree)))


def flat_text(text: str) -> str:
    """Return the text between tags without building a tree: for pages nested too deep for one."""
    stream = _FlatText()
    stream.feed(CONTROL.sub("", text))
    stream.close()
    return tidy("".join(stream.parts))


def tidy(text: str) -> str:
    """Fold white space inside blocks to one space and drop empty blocks; U+2029 stands between blocks."""
    return "\n".join(filter(None, (" ".join(block.split()) for block in text.split(BLOCK_MARK))))


def _was_cut(parser: HTMLParser) -> bool:
    last = parser.error_log.last_error  # the parser stops there, so it is the last one
    return last is not None and last.type_name == DEEP


def _lenient(text: str) -> HtmlElement | None:
    """Parse what trafilatura does not take for a page: a fragment, or a page without `<html>`."""
    try:
        return fromstring(_clean(f"<html><body>{text}</body></html>"), parser=HTML_PARSER)
    except (etree.LxmlError, ValueError):
        return None


def _clean(text: str) -> bytes:
    return CONTROL.sub("", text).encode("utf-8", "replace")


class _FlatText(StreamParser):
    """Collect character data outside scripts and styles."""

    _hidden = frozenset(("script", "style", "template", "svg"))
    _blocks = frozenset(_BLOCKS.split("|"))

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._skipping = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self._hidden and not self._skipping:
            self._skipping = tag
        elif tag in self._blocks:
            self.parts.append(BLOCK_MARK)

    def handle_endtag(self, tag: str) -> None:
        if tag == self._skipping:
            self._skipping = ""
        elif tag in self._blocks:
            self.parts.append(BLOCK_MARK)

    def handle_data(self, data: str) -> None:
        if not self._skipping:
            self.parts.append(data)
