"""Planted copies: edited copies of the day's documents, put through the candidates' own SQL where nobody sees them."""

from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.fingerprint import keys
from neartwin.fingerprint.kernel import Signatures, sign
from neartwin.methods import Method
from neartwin.recall.edits import copies
from neartwin.recall.texts import jaccards, texts_at
from neartwin.settings import Settings
from neartwin.warehouse import run

ORIGINS_PER_LANGUAGE = 4
MIN_TOKENS = 50
STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("recall/insert_canary_neighbours", ("method_id",)),
    ("recall/insert_documents", ()),
    ("recall/insert_fingerprints", ("method_id",)),
    ("recall/insert_fingerprint_bands", ("method_id",)),
    ("recall/insert_indexed_documents", ("method_id",)),
    ("recall/insert_sound_captures", ("day",)),
    ("candidates/insert_new_documents", ("method_id", "day", "min_features")),
    ("candidates/insert_hub_contests", ("method_id",)),
    ("candidates/insert_indexed_documents", ("method_id", "run_id")),
    ("candidates/upsert_indexed_documents", ("method_id",)),
    ("candidates/insert_star_pairs", ("method_id",)),
    ("candidates/insert_probes", ()),
    ("candidates/insert_joined_documents", ("method_id",)),
    ("candidates/insert_bucket_entries", ("method_id", "n_bands", "is_joined_here")),
    ("candidates/insert_bucket_members", ("max_bucket", "max_block")),
    ("candidates/insert_found_pairs", ("max_hamming",)),
    ("candidates/insert_proposed_pairs", ()),
)
JOINED_PAIRS = pa.schema([("number_l", pa.int32()), ("number_r", pa.int32()), ("kind", pa.string())])


@dataclass(frozen=True, slots=True)
class Planted:
    """Copies of one language and edit kind: planted, at or above the threshold, and of these proposed."""

    language: str
    edit_kind: str
    n_planted: int
    n_true: int
    n_found: int


@dataclass(frozen=True, slots=True)
class _Copy:
    document_id: str
    origin: int
    origin_id: str
    language: str
    edit_kind: str
    text: str


def look(con: duckdb.DuckDBPyConnection, settings: Settings, method: Method, day: date) -> list[Planted]:
    """Plant copies of some documents of the day and count which the index proposes with their origins.

    The copies live in temporary tables of a connection of their own, named like the stored tables, so that the same
    statements see them beside their stored neighbours; no stored row is changed, and none is seen elsewhere.
    """
    origins, planted = _plant(con, settings, method, day)
    if not planted:
        return []
    signatures = sign([copy.text for copy in planted], [copy.language for copy in planted], method)
    is_true = _is_true(origins, planted, signatures, method)
    with con.cursor() as own:
        found = _propose(own, settings, method, day, planted, signatures)
    return _counted(planted, is_true, found)


def _plant(
    con: duckdb.DuckDBPyConnection, settings: Settings, method: Method, day: date
) -> tuple[list[tuple[str, str]], list[_Copy]]:
    """Return (text, language) of the origins, and their copies."""
    rows = run(
        con,
        "recall/select_canary_origins",
        method_id=method.method_id,
        day=day,
        n_documents=ORIGINS_PER_LANGUAGE,
        min_tokens=MIN_TOKENS,
    )
    texts = texts_at(settings, [(shard, row) for _, _, shard, row in rows])
    origins = [(texts[shard, row][0], language) for _, language, shard, row in rows]
    planted = [
        _Copy(f"canary {kind} of {rows[origin][0]}", origin, rows[origin][0], language, kind, copy)
        for origin, (text, language) in enumerate(origins)
        for kind, copy in copies(text, language)
    ]
    return origins, planted


def _is_true(
    origins: list[tuple[str, str]], planted: list[_Copy], signatures: Signatures, method: Method
) -> npt.NDArray[np.bool_]:
    """Return which copies are as near to their origins as the method promises to find."""
    texts, languages = [text for text, _ in origins], [language for _, language in origins]
    if method.num_perm:
        pairs = [(copy.origin, len(origins) + index) for index, copy in enumerate(planted)]
        every = texts + [copy.text for copy in planted], languages + [copy.language for copy in planted]
        return np.array(jaccards(*every, pairs, method)) >= method.promise_jaccard
    signed = sign(texts, languages, method)
    rows = np.array([copy.origin for copy in planted])
    distance = np.zeros(len(planted), dtype=np.int64)
    for ours, theirs in ((signatures.simhash, signed.simhash), (signatures.simhash_high, signed.simhash_high)):
        if ours is not None and theirs is not None:
            distance += np.bitwise_count((ours ^ theirs[rows]).view(np.uint64))
    return distance <= method.max_hamming


def _propose(
    own: duckdb.DuckDBPyConnection,
    settings: Settings,
    method: Method,
    day: date,
    planted: list[_Copy],
    signatures: Signatures,
) -> set[str]:
    """Return the ids of the copies that the candidates' statements propose with their origins."""
    tables = _tables(method, planted, signatures) | {"joined_pairs": JOINED_PAIRS.empty_table()}
    for name, table in tables.items():
        own.register(name, table)
    values: dict[str, Any] = {
        "method_id": method.method_id,
        "day": day,
        "run_id": "canary",
        "min_features": method.min_features,
        "n_bands": method.bands,
        "is_joined_here": True,
        "max_bucket": settings.candidates.max_bucket,
        "max_block": settings.candidates.max_block,
        "max_hamming": method.max_hamming,
    }
    for name, wanted in STEPS:
        run(own, name, **{parameter: values[parameter] for parameter in wanted})
    return {row[0] for row in run(own, "recall/select_found_canaries", method_id=method.method_id)}


def _tables(method: Method, planted: list[_Copy], signatures: Signatures) -> dict[str, pa.Table]:
    ids = [copy.document_id for copy in planted]
    lists = keys.of_signatures(signatures, method)
    lengths = lists.value_lengths().to_numpy()
    minhash, words = signatures.minhash, (signatures.simhash, signatures.simhash_high)
    low, high = (pa.nulls(len(ids), pa.int64()) if word is None else pa.array(word) for word in words)
    blobs = [None] * len(ids) if minhash is None else [row.astype("<u4").tobytes() for row in minhash]
    method_id = pa.array([method.method_id] * len(ids))
    return {
        "planted_documents": pa.table(
            {
                "document_id": ids,
                "origin_id": [copy.origin_id for copy in planted],
                "n_characters": [len(copy.text) for copy in planted],
            }
        ),
        "planted_fingerprints": pa.table(
            {
                "method_id": method_id,
                "document_id": ids,
                "simhash": low,
                "simhash_high": high,
                "minhash": pa.array(blobs, pa.binary()),
                "n_features": signatures.n_features,
            }
        ),
        "planted_bands": pa.table(
            {
                "method_id": pa.array([method.method_id] * int(lengths.sum())),
                "document_id": np.repeat(ids, lengths),
                "band_index": np.concatenate([np.arange(n, dtype=np.int16) for n in lengths]),
                "band_key": lists.flatten(),
            }
        ),
    }


def _counted(planted: list[_Copy], is_true: npt.NDArray[np.bool_], found: set[str]) -> list[Planted]:
    cells = [(copy.language, copy.edit_kind) for copy in planted]
    n_planted = Counter(cells)
    n_true = Counter(cell for cell, true in zip(cells, is_true, strict=True) if true)
    hits = [true and copy.document_id in found for copy, true in zip(planted, is_true, strict=True)]
    n_found = Counter(cell for cell, hit in zip(cells, hits, strict=True) if hit)
    return [Planted(*cell, n_planted[cell], n_true[cell], n_found[cell]) for cell in sorted(n_planted)]
