"""The stage: look at every verified pair that was not looked at under the present rules, and name what forbids it."""

import functools
import hashlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from neartwin.guards.documents import Documents
from neartwin.guards.judging import Block, Judgement, judge_blocks
from neartwin.settings import Settings
from neartwin.warehouse import run, statement, transaction

log = logging.getLogger(__name__)

Ints = npt.NDArray[np.int64]
BLOCK_PAIRS, BLOCK_CHARACTERS = 8_000, 10_000_000
NEAR = 3
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


@dataclass(frozen=True, slots=True)
class Pairs:
    """Outstanding pairs in order: the distinct documents in `ids`, and for each pair the places of both in it."""

    ids: pa.Array
    left: Ints
    right: Ints
    n_characters: Ints

    def parts(self) -> Iterator[slice]:
        """Cut the pairs so that the texts of some parts fit in memory."""
        start, n_characters = 0, 0
        seen: set[int] = set()
        sizes = self.n_characters.tolist()
        for at, pair in enumerate(zip(self.left.tolist(), self.right.tolist(), strict=True)):
            more = sum(sizes[document] for document in pair if document not in seen)
            if at > start and (n_characters + more > BLOCK_CHARACTERS or at - start == BLOCK_PAIRS):
                yield slice(start, at)
                start, n_characters = at, 0
                seen.clear()
                more = sum(sizes[document] for document in pair)
            seen.update(pair)
            n_characters += more
        if start < len(self.left):
            yield slice(start, len(self.left))


def guard(con: duckdb.DuckDBPyConnection, settings: Settings, day: date, run_id: str) -> dict[str, int]:
    """Judge the outstanding pairs of the deciding methods, whichever day found them; return n_pairs and n_guarded.

    Each block of pairs is entered in one transaction, so a killed run goes on where it stopped. Texts are read from
    their shards once, and are in memory for the documents of a block only: at most 10 million characters a thread, or
    those of one pair.
    """
    pairs = _outstanding(con, settings)
    n_guarded = 0
    if len(pairs.left):
        with Documents(con, settings, pairs.ids) as documents:
            parts = list(pairs.parts())
            judged = judge_blocks((_block(documents, pairs, part) for part in parts), threads=settings.workers)
            n_guarded = sum(
                _enter(con, pairs, part, judgement, run_id) for part, judgement in zip(parts, judged, strict=True)
            )
    log.info("looked at %d pairs under %s on %s, %d are held apart", len(pairs.left), guards_id(), day, n_guarded)
    return {"n_pairs": len(pairs.left), "n_guarded": n_guarded}


def _outstanding(con: duckdb.DuckDBPyConnection, settings: Settings) -> Pairs:
    deciding = sorted({purpose.deciding_method for purpose in settings.purposes.values()})
    params = {"guards_id": guards_id(), "method_ids": deciding}
    found = con.sql(statement("guards/select_outstanding_pairs"), params=params).to_arrow_table().combine_chunks()
    columns = [found.column(name).combine_chunks() for name in ("document_id_l", "document_id_r")]
    ids = pc.unique(pa.concat_arrays(columns))
    ids = ids.take(pc.sort_indices(ids))
    left, right = (pc.index_in(column, ids).to_numpy(zero_copy_only=False).astype(np.int64) for column in columns)
    n_characters = np.zeros(len(ids), np.int64)
    n_characters[left] = found.column("n_characters_l").to_numpy()
    n_characters[right] = found.column("n_characters_r").to_numpy()
    order = _by_family(len(ids), left, right)
    return Pairs(ids, left[order], right[order], n_characters)


def _by_family(n_documents: int, left: Ints, right: Ints) -> Ints:
    """Return an order of pairs in which those of one family stand together: its texts are tokenised once then.

    A family is named by the first document within NEAR steps; that a large one may have several names costs time only.
    """
    family = np.arange(n_documents)
    for _ in range(NEAR):
        first = np.minimum(family[left], family[right])
        np.minimum.at(family, left, first)
        np.minimum.at(family, right, first)
    return np.argsort(family[left], kind="stable")


def _block(documents: Documents, pairs: Pairs, part: slice) -> Block:
    used, places = np.unique(np.concatenate([pairs.left[part], pairs.right[part]]), return_inverse=True)
    texts, facts = documents.read(used)
    n_pairs = len(places) // 2
    return Block(texts, places[:n_pairs], places[n_pairs:], facts)


def _enter(con: duckdb.DuckDBPyConnection, pairs: Pairs, part: slice, judgement: Judgement, run_id: str) -> int:
    left, right = pairs.left[part], pairs.right[part]
    ids = {"document_id_l": pairs.ids.take(pa.array(left)), "document_id_r": pairs.ids.take(pa.array(right))}
    con.register("new_guards", _guard_rows(ids, judgement))
    con.register("new_checks", _check_rows(ids, judgement))
    try:
        with transaction(con):
            run(con, "guards/insert_pair_guards", guards_id=guards_id())
            run(con, "guards/insert_guard_checks", guards_id=guards_id(), run_id=run_id)
    finally:
        con.unregister("new_guards")
        con.unregister("new_checks")
    return len(judgement.guards)


def _guard_rows(ids: dict[str, pa.Array], judgement: Judgement) -> pa.Table:
    found = [
        (pair, guard, detail)
        for pair, guards in judgement.guards.items()
        for guard, detail in sorted({(one.guard, one.detail) for one in guards})
    ]
    rows = pa.array([pair for pair, _, _ in found], pa.int64())
    details = {"guard": [guard for _, guard, _ in found], "detail": [detail for _, _, detail in found]}
    return pa.table({name: column.take(rows) for name, column in ids.items()} | details, schema=GUARDS)


def _check_rows(ids: dict[str, pa.Array], judgement: Judgement) -> pa.Table:
    shares = {"aligned": judgement.aligned.round(6), "covered": judgement.containment.round(6)}
    return pa.table(ids | shares, schema=CHECKS)
