"""Data that a page carries in its markup: JSON-LD blocks and microdata items, read from the shared tree.

Both give plain dicts in the form of JSON-LD (`@type`, properties). The syntax follows the W3C notes on JSON-LD 1.1 and
HTML microdata, without `itemref`. extruct does the same with more formats, but its import alone (RDF, microformats)
costs a worker 0.3 s, and its queries a property are quadratic in nested scopes.
"""

import json
import re
from typing import Any

from lxml import etree
from lxml.html import HtmlElement

MAX_SCOPES = 1000  # itemscope elements of one page that are read
MAX_DEPTH = 20  # of scopes within scopes
MAX_VALUE = 500  # characters of a property's text

_BLOCKS = etree.XPath('//script[contains(@type, "ld+json")]')
_TOP = etree.XPath("//*[@itemscope][not(@itemprop)]")
_COMMENT = re.compile(
    r"^\s*(?:<!--|/[/*]\s*<!\[CDATA\[(?:\s*\*/)?|<!\[CDATA\[)|(?:-->|(?:/[/*]\s*)?\]\]>(?:\s*\*/)?)\s*$"
)
_TRAILING_COMMA = re.compile(r",\s*([}\]])")
_SOURCES = {"a": "href", "area": "href", "link": "href", "img": "src", "data": "value", "meter": "value"}

Item = dict[str, Any]


def json_ld(tree: HtmlElement) -> tuple[list[Any], int]:
    """Return the values of a page's JSON-LD blocks, and how many blocks are no JSON even when read leniently."""
    values: list[Any] = []
    broken = 0
    for script in _BLOCKS(tree):
        try:
            value = _lenient(script.text or "")
        except (ValueError, RecursionError):
            broken += 1
            continue
        values += value if isinstance(value, list) else [value]
    return values, broken


def microdata(tree: HtmlElement) -> list[Item]:
    """Return a page's top-level microdata items, nested ones inside their properties."""
    budget = [MAX_SCOPES]
    return [_item(element, budget, 0) for element in _TOP(tree)[:MAX_SCOPES]]


def _lenient(text: str) -> Any:  # noqa: ANN401 (any JSON value)
    """Read JSON that may sit in a comment, hold raw control characters, or end in a comma or semicolon."""
    text = _COMMENT.sub("", text).strip()
    try:
        return json.loads(text, strict=False)
    except ValueError:
        return json.loads(_TRAILING_COMMA.sub(r"\1", text.rstrip(";").replace("\u00a0", " ")), strict=False)


def _item(scope: HtmlElement, budget: list[int], depth: int) -> Item:
    budget[0] -= 1
    item: Item = {"@type": (scope.get("itemtype") or "").split()}
    waiting = list(reversed(scope))
    while waiting:
        element = waiting.pop()
        names = (element.get("itemprop") or "").split() if isinstance(element.tag, str) else []
        is_scope = isinstance(element.tag, str) and element.get("itemscope") is not None
        if names:
            inner = is_scope and budget[0] > 0 and depth < MAX_DEPTH
            value = _item(element, budget, depth + 1) if inner else _value(element)
            for name in names:
                item.setdefault(name, []).append(value)
        if not is_scope:
            waiting += reversed(element)
    return item


def _value(element: HtmlElement) -> str:
    """Return a property's value: the attribute that holds it for its element, else its text."""
    if element.get("content"):
        return str(element.get("content"))
    attribute = _SOURCES.get(element.tag)
    if attribute is not None and element.get(attribute):
        return str(element.get(attribute))
    if element.get("datetime"):
        return str(element.get("datetime"))
    return " ".join("".join(element.itertext()).split())[:MAX_VALUE]
