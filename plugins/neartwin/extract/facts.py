"""Facts that a page states as data: SKU or GTIN, price and currency, publication dates, author, types.

JSON-LD and microdata are looked for only where their markers occur in the page; OpenGraph and other meta fields come
from the signs. One malformed block costs that block only.
"""

import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from lxml.html import HtmlElement

from neartwin.extract import dates, prices, structured
from neartwin.extract.lexicon import fold
from neartwin.extract.signs import Signs

MAX_ITEMS = 2000  # nested items that are looked at
MAX_TEXT = 200  # characters of a name or code

PRODUCT = frozenset(("product", "productgroup", "individualproduct", "productmodel", "vehicle", "car", "book"))
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
# Properties whose values are not what the page is about.
ELSEWHERE = frozenset(("ispartof", "isrelatedto", "issimilarto", "mentions", "citation", "itemreviewed"))
GTIN = ("gtin", "gtin14", "gtin13", "gtin12", "gtin8", "isbn", "ean", "upc")
_URL_DAY = re.compile(r"/((?:19|20)\d\d)[/-]?(\d\d)[/-]?(\d\d)(?=[/_.-]|$)")

Item = dict[str, Any]


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
    items = list(_walk([*blocks, *scopes]))
    products = [item for item in items if PRODUCT & set(_types(item))]
    product = _main_product(products, signs)
    price, currency = _price(product, signs.meta)
    return Facts(
        sku=_code(product, "sku", "mpn", "productid") or _line(signs.meta.get("product:retailer_item_id")) or None,
        gtin=_code(product, *GTIN),
        price=price,
        currency=currency,
        published=tuple(dates.publication(_stated_dates(items, signs, url))),
        author=_author(items, signs.meta),
        types=tuple(dict.fromkeys(name for item in items for name in _types(item))),
        n_products=len(products),
        broken=broken,
    )


def _walk(values: list[Any]) -> Iterator[Item]:
    """Yield every item with a type, outer ones first, with lower-case property names."""
    queue, n_seen = deque(values), 0
    while queue and n_seen < MAX_ITEMS:
        value = queue.popleft()
        n_seen += 1
        if isinstance(value, list):
            queue.extend(value)
        elif isinstance(value, dict):
            item = {str(name).lower(): inner for name, inner in value.items()}
            if item.get("@type"):
                yield item
            queue.extend(i for name, i in item.items() if name not in ELSEWHERE and isinstance(i, dict | list))


def _types(item: Item) -> list[str]:
    stated = item.get("@type") or []
    names = stated if isinstance(stated, list) else [stated]
    return [re.split(r"[/#:]", name)[-1].lower() for name in names if isinstance(name, str)]


def _main_product(products: list[Item], signs: Signs) -> Item:
    """Return the product that the page is about: the only one, or the one it is named after; else nothing."""
    if len(products) == 1:
        return products[0]
    named = [fold(text) for text in (*signs.headings, signs.title) if text]
    for product in products:
        name = fold(_line(product.get("name")))
        if name and any(name in text or text in name for text in named):
            return product
    return {}


def _price(product: Item, meta: dict[str, str]) -> tuple[Decimal | None, str | None]:
    """Return the lowest price among a product's offers, else the page's OpenGraph price, with its currency."""
    offers = list(_offers(product))
    stated = [(offer.get("lowprice", offer.get("price")), offer.get("pricecurrency")) for offer in offers]
    opengraph = (
        meta.get("product:price:amount") or meta.get("og:price:amount"),
        meta.get("product:price:currency") or meta.get("og:price:currency"),
    )
    return _lowest(stated) or _lowest([opengraph]) or (None, None)


def _offers(product: Item) -> Iterator[Item]:
    """Yield what states a price: the offers of a product, what these hold, and the product itself."""
    waiting, n_seen = [product], 0
    while waiting and n_seen < MAX_ITEMS:
        n_seen += 1
        value: Any = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            offer = {str(name).lower(): inner for name, inner in value.items()}
            if "price" in offer or "lowprice" in offer:
                yield offer
            waiting += [offer[name] for name in ("offers", "pricespecification") if name in offer]


def _lowest(stated: list[tuple[Any, Any]]) -> tuple[Decimal, str | None] | None:
    """Return the lowest of (price, currency) pairs as stated, read exactly; None when none states a price."""
    found = []
    for price, currency in stated:
        code = prices.currency_of(_first(currency))
        value = prices.amount(_first(price), code)
        if value is not None:
            found.append((value, code or prices.currency_of(_first(price))))
    return min(found, key=lambda pair: (pair[0], pair[1] or "")) if found else None


def _stated_dates(items: list[Item], signs: Signs, url: str) -> list[Any]:
    articles = [item for item in items if ARTICLE & set(_types(item))]
    stated = [_first(item.get("datepublished")) for item in articles]
    stated += [signs.meta.get(name) for name in META_DATES]
    stated += signs.times
    stated += [_first(item.get("datecreated")) for item in articles]
    stated += ["-".join(parts) for parts in _URL_DAY.findall(url)]
    return stated


def _author(items: list[Item], meta: dict[str, str]) -> str:
    for item in items:
        if ARTICLE & set(_types(item)) and item.get("author"):
            authors = item["author"] if isinstance(item["author"], list) else [item["author"]]
            names = [_name(author) for author in authors]
            if any(names):
                return "; ".join(filter(None, names))[:MAX_TEXT]
    return _line(meta.get("author") or meta.get("article:author") or meta.get("dc.creator"))


def _name(author: object) -> str:
    return _line(author.get("name") if isinstance(author, dict) else author)


def _code(product: Item, *names: str) -> str | None:
    return next((code for name in names if (code := _line(product.get(name)))), None)


def _first(value: Any) -> Any:  # noqa: ANN401 (any JSON value)
    return value[0] if isinstance(value, list) and value else value


def _line(value: object) -> str:
    value = _first(value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(str(value).split())[:MAX_TEXT]
