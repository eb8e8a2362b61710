"""Texts that a report quotes: read by locator from the lake, a few only, never stored in the warehouse."""

import logging
from collections.abc import Iterable

from neartwin.report.rows import Row
from neartwin.settings import Settings
from neartwin.warehouse.shards import read_rows

log = logging.getLogger(__name__)

CHARACTERS = 20_000  # of one text


def read(settings: Settings, documents: Iterable[Row]) -> dict[str, str]:
    """Return the main text of documents (document_id, shard, shard_row) by id; one that cannot be read is left out."""
    wanted = {row["document_id"]: (row["shard"], row["shard_row"]) for row in documents}
    texts: dict[str, str] = {}
    for shard in sorted({shard for shard, _ in wanted.values()}):
        locators = sorted(locator for locator in wanted.values() if locator[0] == shard)
        try:
            for _, table in read_rows(settings, locators, ["document_id", "main_text"]):
                ids, mains = table["document_id"].to_pylist(), table["main_text"].to_pylist()
                texts |= {key: text[:CHARACTERS] for key, text in zip(ids, mains, strict=True) if key in wanted}
        except (OSError, IndexError, KeyError, ValueError) as error:  # a lost shard must not cost the report
            log.warning("texts of %s cannot be read: %s", shard, type(error).__name__)
    return texts
