"""Facts that a page states as data: SKU or GTIN, price and currency, publication dates, author, types.

JSON-LD and microdata are looked for only where their markers occur in the page; OpenGraph and other meta fields come
from the signs. One malformed block costs that block only.
"""

import json
import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from lxml.html import HtmlElement

from neartwin.extract import dates, products, structured
from neartwin.extract.items import MAX_TEXT, Item, code, first, line, types, walk
from neartwin.extract.signs import Signs

ARTICLE = frozenset(
    (
        "analysisnewsarticle",
        "article",
        "blogposting",
        "liveblogposting",
        "newsarticle",
        "opinionnewsarticle",
        "report",
        "reportagenewsarticle",
        "reviewnewsarticle",
        "scholarlyarticle",
        "socialmediaposting",
        "techarticle",
        "webpage",
    )
)
META_DATES = (
    "article:published_time",
    "og:article:published_time",
    "og:published_time",
    "datepublished",
    "publishdate",
    "publish_date",
    "publication_date",
    "publish-date",
    "publisheddate",
    "pubdate",
    "date.issued",
    "dc.date.issued",
    "dcterms.issued",
    "dc.date",
    "dcterms.created",
    "citation_publication_date",
    "citation_date",
    "parsely-pub-date",
    "sailthru.date",
    "cxenseparse:recs:publishtime",
    "weibo: article:create_at",
    "date",
)
_URL_DAY = re.compile(r"/((?:19|20)\d\d)[/-]?(\d\d)[/-]?(\d\d)(?=[/_.-]|$)")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a page states as data. `types` are schema.org types in lower case, `broken` counts unreadable blocks."""

    sku: str | None = None
    gtin: str | None = None
    price: Decimal | None = None
    currency: str | None = None
    published: tuple[date, ...] = ()
    author: str = ""
    types: tuple[str, ...] = ()
    n_products: int = 0
    broken: int = 0

    def as_json(self) -> str:
        """Return the facts as a JSON object with sorted keys; amounts as decimal text, absent facts left out."""
        fields = {
            "sku": self.sku,
            "gtin": self.gtin,
            "price": None if self.price is None else f"{self.price.normalize():f}",
            "currency": self.currency,
            "published": [day.isoformat() for day in self.published],
            "author": self.author,
            "types": sorted(self.types),
            "n_products": self.n_products,
            "n_broken_blocks": self.broken,
        }
        return json.dumps({name: value for name, value in fields.items() if value}, ensure_ascii=False, sort_keys=True)


def read(tree: HtmlElement, html: str, signs: Signs, url: str) -> Facts:
    """Read the facts of a parsed page; `html` is its text, searched for markers before anything is parsed."""
    blocks, broken = structured.json_ld(tree) if "ld+json" in html else ([], 0)
    scopes = structured.microdata(tree) if "itemscope" in html else []
    items = list(walk([*blocks, *scopes]))
    found = products.find(items)
    product = products.main_product(found, signs)
    price, currency = products.price_of(product, signs.meta)
    return Facts(
        sku=code(product, "sku", "mpn", "productid") or line(signs.meta.get("product:retailer_item_id")) or None,
        gtin=code(product, *products.GTIN),
        price=price,
        currency=currency,
        published=tuple(dates.publication(_stated_dates(items, signs, url))),
        author=_author(items, signs.meta),
        types=tuple(dict.fromkeys(name for item in items for name in types(item))),
        n_products=len(found),
        broken=broken,
    )


def _stated_dates(items: list[Item], signs: Signs, url: str) -> list[Any]:
    articles = [item for item in items if ARTICLE & set(types(item))]
    stated = [first(item.get("datepublished")) for item in articles]
    stated += [signs.meta.get(name) for name in META_DATES]
    stated += signs.times
    stated += [first(item.get("datecreated")) for item in articles]
    stated += ["-".join(parts) for parts in _URL_DAY.findall(url)]
    return stated


def _author(items: list[Item], meta: dict[str, str]) -> str:
    for item in items:
        if ARTICLE & set(types(item)) and item.get("author"):
            authors = item["author"] if isinstance(item["author"], list) else [item["author"]]
            names = [_name(author) for author in authors]
            if any(names):
                return "; ".join(filter(None, names))[:MAX_TEXT]
    return line(meta.get("author") or meta.get("article:author") or meta.get("dc.creator"))


def _name(author: object) -> str:
    return line(author.get("name") if isinstance(author, dict) else author)
