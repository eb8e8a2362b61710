"""The stage: look at every verified pair that was not looked at under the present rules, and name what forbids it."""

import functools
import hashlib
import logging
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from neartwin.guards.difference import Facts
from neartwin.guards.judging import Judgement, judge
from neartwin.settings import Settings
from neartwin.warehouse import run, transaction
from neartwin.warehouse.shards import read_rows

log = logging.getLogger(__name__)

Pair = tuple[str, str]
BLOCK_PAIRS, BLOCK_CHARACTERS = 20_000, 30_000_000
CODE = (".py", ".toml", ".tsv")
GUARDS = pa.schema([(name, pa.string()) for name in ("document_id_l", "document_id_r", "guard", "detail")])
CHECKS = pa.schema(
    [
        ("document_id_l", pa.string()),
        ("document_id_r", pa.string()),
        ("aligned", pa.float64()),
        ("covered", pa.float64()),
    ]
)


@functools.cache
def guards_id() -> str:
    """Return the version of the rules: a digest of this package's code and lexicons."""
    folder = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix in CODE):
        digest.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return f"guards-{digest.hexdigest()[:12]}"


def guard(con: duckdb.DuckDBPyConnection, settings: Settings, day: date, run_id: str) -> dict[str, int]:
    """Judge the outstanding pairs of the deciding methods, whichever day found them; return n_pairs and n_guarded.

    Each block of pairs is entered in one transaction, so a killed run goes on where it stopped. Texts are read for the
    documents of a block only: at most 30 million characters, or those of one pair.
    """
    deciding = sorted({purpose.deciding_method for purpose in settings.purposes.values()})
    outstanding = run(con, "guards/select_outstanding_pairs", guards_id=guards_id(), method_ids=deciding)
    n_guarded = sum(_guard_block(con, settings, block, run_id) for block in _blocks(outstanding))
    log.info("looked at %d pairs under %s on %s, %d are held apart", len(outstanding), guards_id(), day, n_guarded)
    return {"n_pairs": len(outstanding), "n_guarded": n_guarded}


def _blocks(outstanding: list[tuple[str, str, int, int]]) -> Iterator[list[Pair]]:
    """Cut (left, right, characters of each) into lists of pairs whose distinct documents fit in memory."""
    block: list[Pair] = []
    sizes: dict[str, int] = {}
    n_characters = 0
    for left, right, size_l, size_r in outstanding:
        more = sum(size for document_id, size in ((left, size_l), (right, size_r)) if document_id not in sizes)
        if block and (n_characters + more > BLOCK_CHARACTERS or len(block) == BLOCK_PAIRS):
            yield block
            block, sizes, n_characters, more = [], {}, 0, size_l + size_r
        block.append((left, right))
        sizes |= {left: size_l, right: size_r}
        n_characters += more
    if block:
        yield block


def _guard_block(con: duckdb.DuckDBPyConnection, settings: Settings, pairs: list[Pair], run_id: str) -> int:
    ids = sorted({document_id for pair in pairs for document_id in pair})
    texts, facts = _documents(con, settings, ids)
    numbers = {document_id: number for number, document_id in enumerate(ids)}
    judgement = judge(texts, [numbers[left] for left, _ in pairs], [numbers[right] for _, right in pairs], facts)
    con.register("new_guards", pa.Table.from_pylist(list(_guard_rows(pairs, judgement)), schema=GUARDS))
    con.register("new_checks", pa.Table.from_pylist(list(_check_rows(pairs, judgement)), schema=CHECKS))
    try:
        with transaction(con):
            run(con, "guards/insert_pair_guards", guards_id=guards_id())
            run(con, "guards/insert_guard_checks", guards_id=guards_id(), run_id=run_id)
    finally:
        con.unregister("new_guards")
        con.unregister("new_checks")
    return len(judgement.guards)


def _guard_rows(pairs: list[Pair], judgement: Judgement) -> Iterator[dict[str, Any]]:
    for number, guards in judgement.guards.items():
        left, right = pairs[number]
        for found in sorted({(g.guard, g.detail) for g in guards}):
            yield {"document_id_l": left, "document_id_r": right, "guard": found[0], "detail": found[1]}


def _check_rows(pairs: list[Pair], judgement: Judgement) -> Iterator[dict[str, Any]]:
    for (left, right), aligned, covered in zip(pairs, judgement.aligned, judgement.containment, strict=True):
        yield {
            "document_id_l": left,
            "document_id_r": right,
            "aligned": round(float(aligned), 6),
            "covered": round(float(covered), 6),
        }


def _documents(con: duckdb.DuckDBPyConnection, settings: Settings, ids: list[str]) -> tuple[list[str], list[Facts]]:
    """Return texts and facts of documents, in the order of their ids."""
    con.register("wanted", pa.table({"document_id": ids}))
    rows = run(con, "guards/select_documents")
    con.unregister("wanted")
    places = {(row[6], row[7]): number for number, row in enumerate(rows)}
    texts = [""] * len(rows)
    for shard, table in read_rows(settings, places, ["main_text"]):
        numbers = [number for (path, _), number in places.items() if path == shard]
        for number, text in zip(numbers, table["main_text"].to_pylist(), strict=True):
            texts[number] = text or ""
    facts = [Facts(title, language, sku, price, currency) for _, title, language, sku, price, currency, *_ in rows]
    return texts, facts
