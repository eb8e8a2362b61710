"""Parse a page once: one lxml tree that facts, signs, full text and main text share; flat text where no tree holds it.

libxml2 stops reading at a nesting depth of 256 and says so only in its error log, and trafilatura loses text without a
word in deep trees: both are looked for here.
"""

import re
from dataclasses import dataclass
from html import unescape

from lxml import etree
from lxml.html import HtmlElement, HtmlEntity, HTMLParser, fromstring
from trafilatura.utils import repair_faulty_html

# What trafilatura throws away or never looks at, and what makes its many copies slow: on 519 real pages its output is
# the same without it, but for a notice in `noscript`, in 12 % less time.
NOISE = (
    *("style", "svg", "link", "meta", "base", "iframe", "noscript"),
    *("input", "select", "video", "audio", "canvas", "picture"),
)
NOISY_ATTRIBUTES = (
    *("href", "src", "srcset", "sizes", "data-src", "data-srcset", "data-original", "alt"),
    *("width", "height", "target", "onclick", "loading", "decoding", "tabindex"),
)
SCRIPTS = etree.XPath('//script[not(contains(@type, "ld+json") or contains(@type, "settings+json"))]')
CONTROL = re.compile("[\0-\x08\x0b\x0e-\x1f\x7f]")
DEEP = "ERR_RESOURCE_LIMIT"


def _parser(*, huge_tree: bool = False) -> HTMLParser:
    """Return a parser like trafilatura's whose elements are made in C: lxml.html's own class lookup is Python code that
    runs for every element touched, for the sake of forms that are not read here.
    """
    parser = HTMLParser(
        huge_tree=huge_tree,
        collect_ids=False,
        default_doctype=False,
        encoding="utf-8",
        remove_comments=True,
        remove_pis=True,
    )
    parser.set_element_class_lookup(etree.ElementDefaultClassLookup(element=HtmlElement, entity=HtmlEntity))
    return parser


_PARSER = _parser()
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
_BLOCK_NAMES = frozenset(_BLOCKS.split("|"))
_TAG = re.compile(
    r"<(script|style|template|svg|noscript)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)|</?([a-z][\w:-]*)[^<>]*>|<[!?][^<>]*>",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A page's root element, None when nothing could be read; `is_deep` when even libxml2's wider limit cut it off."""

    root: HtmlElement | None
    is_deep: bool


def parse(text: str) -> Parsed:
    """Parse a page as trafilatura does; a page deeper than 256 levels once more with the limit of 2,048."""
    data = repair_faulty_html(text, text[:50].lower()).encode("utf-8", "replace")
    root = _root(data, _PARSER)
    if not _was_cut(_PARSER):
        return Parsed(root, is_deep=False)
    wide = _parser(huge_tree=True)
    root = _root(data, wide)
    return Parsed(root, is_deep=_was_cut(wide))


def remove_noise(tree: HtmlElement) -> None:
    """Take scripts (but not JSON-LD), styles, controls and addresses out of the tree, in place."""
    for script in SCRIPTS(tree):
        if script.getparent() is not None:
            script.drop_tree()
    etree.strip_elements(tree, *NOISE, with_tail=False)
    etree.strip_attributes(tree, *NOISY_ATTRIBUTES)


def visible_text(tree: HtmlElement) -> str:
    """Return the text a reader may see, one line a block, inline elements joined as they stand."""
    return tidy(str(_TEXT(tree)))


def flat_text(text: str) -> str:
    """Return the text between tags without building a tree, in linear time: for pages that no tree holds."""
    return tidy(unescape(_TAG.sub(_between, CONTROL.sub("", text))))


def tidy(text: str) -> str:
    """Fold white space inside blocks to one space and drop empty blocks; U+2029 stands between blocks."""
    return "\n".join(filter(None, (" ".join(block.split()) for block in text.split(BLOCK_MARK))))


def _root(data: bytes, parser: HTMLParser) -> HtmlElement | None:
    try:
        return fromstring(data, parser=parser)
    except (etree.LxmlError, ValueError, AssertionError):
        return None


def _was_cut(parser: HTMLParser) -> bool:
    last = parser.error_log.last_error  # the parser stops there, so it is the last one
    return last is not None and last.type_name == DEEP


def _between(tag: re.Match[str]) -> str:
    return BLOCK_MARK if tag[2] is None or tag[2].lower() in _BLOCK_NAMES else ""
