"""Extractions as rows of a lake shard: the columns of the table `extractions`, and the texts, which only it keeps."""

from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa

from neartwin.extract.page import Extraction

BATCH_ROWS = 1_000

SCHEMA = pa.schema(
    [
        ("extraction_key", pa.string()),
        ("extractor_id", pa.string()),
        ("outcome", pa.string()),
        ("outcome_reason", pa.string()),
        ("document_id", pa.string()),
        ("language", pa.string()),
        ("declared_language", pa.string()),
        ("kind", pa.string()),
        ("n_tokens", pa.int64()),
        ("n_characters", pa.int64()),
        ("n_page_tokens", pa.int64()),
        ("kept_share", pa.float64()),
        ("title", pa.string()),
        ("text_sha256", pa.string()),
        ("published_dates", pa.list_(pa.date32())),
        ("sku", pa.string()),
        ("price", pa.decimal128(18, 4)),
        ("currency", pa.string()),
        ("facts", pa.string()),
        ("charset_used", pa.string()),
        ("charset_from", pa.string()),
        ("text_from", pa.string()),
        ("n_ms", pa.int64()),
        ("main_text", pa.large_string()),
        ("full_text", pa.large_string()),
    ]
)
_TEXTS = ("title", "main_text", "full_text", "declared_language")


def record_batches(extractions: Sequence[Extraction], extractor_id: str) -> Iterator[pa.RecordBatch]:
    """Yield the extractions as record batches of at most BATCH_ROWS rows, in their order."""
    for start in range(0, len(extractions), BATCH_ROWS):
        rows = [_row(extraction, extractor_id) for extraction in extractions[start : start + BATCH_ROWS]]
        yield pa.RecordBatch.from_pylist(rows, schema=SCHEMA)


def _row(extraction: Extraction, extractor_id: str) -> dict[str, Any]:
    facts = extraction.facts
    stated: dict[str, Any] = {
        "extractor_id": extractor_id,
        "published_dates": list(facts.published),
        "sku": facts.sku or facts.gtin,
        "price": facts.price,
        "currency": facts.currency,
        "facts": facts.as_json(),
    }
    row: dict[str, Any] = {name: stated[name] if name in stated else getattr(extraction, name) for name in SCHEMA.names}
    return {**row, **{name: _writable(row[name]) for name in _TEXTS}}


def _writable(text: str) -> str:
    """Return a text without lone surrogates, which UTF-8 cannot hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
