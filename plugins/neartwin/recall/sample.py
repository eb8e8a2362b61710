"""A sample of the day against all stored documents: every near signature by a scan, then exact measures."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.fingerprint.stored import minima_of, words_of
from neartwin.methods import Method
from neartwin.recall.budget import Budget
from neartwin.recall.scan import near_bits, near_minima
from neartwin.recall.texts import jaccards, texts_at
from neartwin.settings import Settings
from neartwin.warehouse import run, statement

CHUNK_ROWS = 50_000
MAX_READ_PAIRS = 1_000


@dataclass(frozen=True, slots=True)
class Sampled:
    """What the sample showed: pairs of unlike signatures at or above the threshold, and what became of them."""

    n_sampled: int
    n_true: int
    n_found: int
    n_guarded: int
    scanned_share: float


def look(con: duckdb.DuckDBPyConnection, settings: Settings, method: Method, day: date, budget: Budget) -> Sampled:
    """Compare the sample with every stored signature, as far as the budget goes, and count true and found pairs.

    Equal signatures stand for one another, so that one text on a thousand pages counts once. A pair is found when an
    index proposed it; a true pair is within max_hamming bits, or has an exact Jaccard of at least promise_jaccard.
    """
    method_id, n_wanted = method.method_id, settings.recall.sample_documents
    run(con, "recall/insert_sampled_documents", method_id=method_id, day=day, n_documents=n_wanted)
    sample = con.sql(statement("recall/select_sampled_signatures"), params={"method_id": method_id}).to_arrow_table()
    if not sample.num_rows:
        return Sampled(0, 0, 0, 0, 1.0)
    scanned, share = _scan(con, method, sample, budget)
    con.register("scanned_pairs", scanned)
    run(con, "recall/insert_near_pairs", method_id=method_id)
    con.unregister("scanned_pairs")
    pairs = con.sql(statement("recall/select_near_pairs")).to_arrow_table().to_pylist()
    true = pairs if not method.num_perm else _at_least(settings, method, pairs)
    n_found = sum(pair["is_found"] for pair in true)
    return Sampled(sample.num_rows, len(true), n_found, sum(pair["is_guarded"] for pair in true), share)


def _scan(con: duckdb.DuckDBPyConnection, method: Method, sample: pa.Table, budget: Budget) -> tuple[pa.Table, float]:
    """Return (sample_number, document_id) of near signatures, and the share of stored ones that was scanned."""
    ids: list[pa.Array] = [pa.array([], pa.string())]
    numbers: list[npt.NDArray[np.int32]] = [np.empty(0, dtype=np.int32)]
    n_scanned = 0
    wanted = _signatures(sample, method)
    for chunk in _stored(con, method):
        rows_left, rows_right = _near(method, wanted, _signatures(chunk, method))
        numbers.append(rows_left)
        ids.append(chunk["document_id"].combine_chunks().take(pa.array(rows_right)).cast(pa.string()))
        n_scanned += chunk.num_rows
        if budget.is_spent(share=0.7):
            break
    n_stored = run(con, "recall/select_stored_count", method_id=method.method_id)[0][0]
    table = pa.table({"sample_number": np.concatenate(numbers), "document_id": pa.concat_arrays(ids)})
    return table, n_scanned / max(n_stored, 1)


def _stored(con: duckdb.DuckDBPyConnection, method: Method) -> Iterator[pa.Table]:
    query = con.sql(statement("recall/select_stored_signatures"), params={"method_id": method.method_id})
    for batch in query.to_arrow_reader(CHUNK_ROWS):
        yield pa.Table.from_batches([batch])


def _signatures(table: pa.Table, method: Method) -> npt.NDArray[Any]:
    """Return minima (n, num_perm), or SimHash words (n, words)."""
    if method.num_perm:
        return minima_of(table["minhash"], method)
    return np.column_stack(words_of(table, method))


def _near(
    method: Method, wanted: npt.NDArray[Any], stored: npt.NDArray[Any]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    if method.num_perm:
        return near_minima(wanted, stored, method.promise_jaccard)
    return near_bits(wanted, stored, method.max_hamming)


def _at_least(settings: Settings, method: Method, pairs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the pairs at or above the promised Jaccard; texts are read where nobody compared the pair before."""
    unknown = [pair for pair in pairs if pair["jaccard"] is None][:MAX_READ_PAIRS]
    ends = {side: [(pair[f"shard_{side}"], pair[f"shard_row_{side}"]) for pair in unknown] for side in "lr"}
    texts = texts_at(settings, ends["l"] + ends["r"])
    place = {locator: index for index, locator in enumerate(texts)}
    wanted = [(place[left], place[right]) for left, right in zip(ends["l"], ends["r"], strict=True)]
    contents, languages = [text for text, _ in texts.values()], [language for _, language in texts.values()]
    for pair, jaccard in zip(unknown, jaccards(contents, languages, wanted, method), strict=True):
        pair["jaccard"] = jaccard
    return [pair for pair in pairs if pair["jaccard"] is not None and pair["jaccard"] >= method.promise_jaccard]
