"""The documents of pairs as a person is shown them: texts, facts, addresses."""

from collections.abc import Iterable
from dataclasses import dataclass

import duckdb

from neartwin.settings import Settings
from neartwin.warehouse import run
from neartwin.warehouse.shards import read_rows


@dataclass(frozen=True, slots=True)
class Shown:
    """A document as a person is shown it. All of it is crawled text: hostile."""

    document_id: str
    title: str
    language: str
    url: str
    fetched_at: str
    published_at: str
    sku: str | None
    price: float | None
    currency: str | None
    main_text: str


def shown(con: duckdb.DuckDBPyConnection, settings: Settings, document_ids: Iterable[str]) -> dict[str, Shown]:
    """Return documents by id; unknown ones are absent."""
    found = {row[0]: row for row in run(con, "label/select_pair_texts", document_ids=sorted(set(document_ids)))}
    by_place = {(row[9], row[10]): row[0] for row in found.values()}
    places = sorted(by_place)
    texts: dict[str, str] = {}
    at = 0
    for _, table in read_rows(settings, places, ["main_text"]):
        for text in table["main_text"].to_pylist():
            texts[by_place[places[at]]] = text or ""
            at += 1
    return {
        name: Shown(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], texts[name])
        for name, row in found.items()
    }
