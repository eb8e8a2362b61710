"""The product that a page is about, and the price that it states."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from neartwin.extract import prices
from neartwin.extract.items import MAX_ITEMS, Item, first, line, types
from neartwin.extract.lexicon import fold
from neartwin.extract.signs import Signs

PRODUCT = frozenset(("product", "productgroup", "individualproduct", "productmodel", "vehicle", "car", "book"))
GTIN = ("gtin", "gtin14", "gtin13", "gtin12", "gtin8", "isbn", "ean", "upc")


def find(items: list[Item]) -> list[Item]:
    """Return the items that are products."""
    return [item for item in items if PRODUCT & set(types(item))]


def main_product(products: list[Item], signs: Signs) -> Item:
    """Return the product that the page is about: the only one, or the one it is named after; else nothing."""
    if len(products) == 1:
        return products[0]
    named = [fold(text) for text in (*signs.headings, signs.title) if text]
    for product in products:
        name = fold(line(product.get("name")))
        if name and any(name in text or text in name for text in named):
            return product
    return {}


def price_of(product: Item, meta: dict[str, str]) -> tuple[Decimal | None, str | None]:
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
        code = prices.currency_of(first(currency))
        value = prices.amount(first(price), code)
        if value is not None:
            found.append((value, code or prices.currency_of(first(price))))
    return min(found, key=lambda pair: (pair[0], pair[1] or "")) if found else None
