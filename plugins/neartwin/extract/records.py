"""Captured text records (JSON with url, text, title …): no markup, so their text passes through as it is."""

import json
from typing import Any

from neartwin.extract import dates, identity, outcome, prices, tokens
from neartwin.extract.evidence import Evidence
from neartwin.extract.facts import Facts
from neartwin.extract.page import Extraction, Limits, Request, complete
from neartwin.extract.signs import Signs

TEXT_TYPE = "application/x-neartwin-text+json"
_DATES = ("published_at", "published", "date", "published_date")


def extract(request: Request, limits: Limits) -> Extraction:
    """Return what became of a captured text record; title, facts and outcome follow the rules of pages."""
    record = _record(request.body)
    if record is None:
        return Extraction(request.extraction_key, "undecodable", "the record is not a JSON object")
    text, title = _text(record, "text").replace("\0", ""), identity.normalise(_text(record, "title"))
    stated = _facts(record)
    normalised = identity.normalise(text)
    n_tokens = tokens.count(normalised)
    page = Evidence(
        status=request.status,
        url=request.url,
        signs=Signs(title=title),
        facts=stated,
        main_text=text,
        full_text=text,
        n_tokens=n_tokens,
        n_page_tokens=n_tokens,
        min_tokens=limits.min_tokens,
    )
    decided = outcome.decide(page)
    extraction = Extraction(
        request.extraction_key,
        decided.outcome,
        decided.reason,
        full_text=text,
        text_from="record",
        declared_language=_text(record, "language")[:35],
        kind=_kind(stated, n_tokens),
        n_tokens=n_tokens,
        n_page_tokens=n_tokens,
        kept_share=1.0 if text else 0.0,
        charset_used="utf-8",
        charset_from="record",
    )
    return complete(extraction, stated, text, normalised, title[: identity.MAX_TITLE])


def _record(body: bytes) -> dict[str, Any] | None:
    try:
        record = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _text(record: dict[str, Any], name: str) -> str:
    value = record.get(name)
    return value if isinstance(value, str) else ""


def _facts(record: dict[str, Any]) -> Facts:
    currency = prices.currency_of(record.get("currency"))
    price = prices.amount(record.get("price"), currency)
    return Facts(
        sku=_code(record, "sku"),
        gtin=_code(record, "gtin"),
        price=price,
        currency=currency or (prices.currency_of(record.get("price")) if price is not None else None),
        published=tuple(dates.publication(record.get(name) for name in _DATES)),
        author=_text(record, "author")[:200],
    )


def _code(record: dict[str, Any], name: str) -> str | None:
    value = record.get(name)
    return " ".join(str(value).split())[:200] or None if isinstance(value, str | int) else None


def _kind(stated: Facts, n_tokens: int) -> str:
    if stated.sku or stated.gtin or stated.price is not None:
        return "product"
    return "short" if n_tokens < tokens.SHORT else "article"
