"""The stage: probe a day's documents against all stored ones, and keep candidate pairs true to the whole index.

`candidate_pairs` is a pure function of the documents in `indexed_documents`, whatever the order in which days came. One
run enters the documents that are not there yet, and in the same transaction replaces the pairs that no longer follow:
those of a hub that a new document displaces, and those of a bucket that a new document makes too full. Documents that
nobody carries any more leave the index, and what is left is joined again as a whole.
"""

import logging
from datetime import date
from typing import Any

import duckdb

from neartwin.candidates.index_keys import enter_keys
from neartwin.candidates.memory_join import join_in_memory
from neartwin.methods import Method
from neartwin.settings import Settings
from neartwin.warehouse import run, transaction

log = logging.getLogger(__name__)

UNDONE = ("verified_pairs", "decisions", "candidate_pairs")  # in this order: guards go when no method has the pair
GUARDS = ("pair_guards", "guard_checks")


def propose(
    con: duckdb.DuckDBPyConnection, settings: Settings, method: Method, day: date, run_id: str
) -> dict[str, int]:
    """Propose pairs between the day's sound documents and every indexed one; return counts.

    Counts: n_documents new to the index, n_hubs of them that were joined with others, n_pairs proposed,
    n_superseded pairs taken back, n_hot_buckets touched. Only documents that are new to the index cost anything. A
    method without an index (Jaccard alone, or of whole pages) proposes nothing.
    """
    counts = dict.fromkeys(("n_documents", "n_hubs", "n_pairs", "n_superseded", "n_hot_buckets"), 0)
    if method.branch != "main" or not method.n_keys:
        return counts
    with transaction(con):
        run(
            con,
            "candidates/insert_new_documents",
            method_id=method.method_id,
            day=day,
            min_features=method.min_features,
        )
        counts["n_documents"] = _count(con, "new_documents")
        if counts["n_documents"]:
            enter_keys(con, method)
            counts |= _settle(con, settings, method, day, run_id, is_whole=False)
        counts["n_pairs"] += _changed(con, "insert_labelled_pairs", method_id=method.method_id, run_id=run_id)
    log.info("proposed %d pairs for %s, took back %d", counts["n_pairs"], method.method_id, counts["n_superseded"])
    return counts


def withdraw(con: duckdb.DuckDBPyConnection, settings: Settings, method: Method, day: date, run_id: str) -> int:
    """Take documents that no sound capture carries out of the index, and join the others again; return how many left.

    One transaction. Their signatures stay: carried again, they are new to the index and come back to the same pairs.
    Costs as much as proposing every indexed document at once, or a look when none has left.
    """
    with transaction(con):
        run(con, "candidates/insert_gone_documents", method_id=method.method_id)
        if n_gone := _count(con, "gone_documents"):
            run(con, "candidates/insert_new_documents_carried", method_id=method.method_id)
            for table in ("indexed_documents", "fingerprint_bands"):
                run(con, f"candidates/undo_{table}", method_id=method.method_id)
            _settle(con, settings, method, day, run_id, is_whole=True)
            run(con, "candidates/undo_hot_buckets", method_id=method.method_id)
            log.info("%d documents that nobody carries left the index of %s", n_gone, method.method_id)
    return n_gone


def _settle(
    con: duckdb.DuckDBPyConnection, settings: Settings, method: Method, day: date, run_id: str, *, is_whole: bool
) -> dict[str, int]:
    """Enter the new documents in the index and settle every pair that they touch, or every pair of the method."""
    method_id = method.method_id
    run(con, "candidates/insert_hub_contests", method_id=method_id)
    run(con, "candidates/insert_indexed_documents", method_id=method_id, run_id=run_id)
    run(con, "candidates/upsert_indexed_documents", method_id=method_id)
    run(con, "candidates/insert_star_pairs", method_id=method_id)
    run(con, "candidates/insert_probes")
    n_hubs = _count(con, "probes")
    if _collide(con, settings, method):
        _collide(con, settings, method)  # with the unsettled documents among the probes: they unsettle no others
    run(con, "candidates/insert_found_pairs", max_hamming=method.max_hamming)
    run(con, "candidates/insert_proposed_pairs")
    n_superseded = _supersede(con, method_id, is_whole=is_whole)
    run(con, "candidates/upsert_candidate_pairs", method_id=method_id)
    n_pairs = _changed(con, "insert_candidate_pairs", method_id=method_id, run_id=run_id)
    run(con, "candidates/insert_found_hot_buckets")
    run(con, "candidates/upsert_hot_buckets", method_id=method_id, day=day, run_id=run_id)
    n_hot_buckets = _count(con, "found_hot_buckets")
    return {"n_hubs": n_hubs, "n_pairs": n_pairs, "n_superseded": n_superseded, "n_hot_buckets": n_hot_buckets}


def _collide(con: duckdb.DuckDBPyConnection, settings: Settings, method: Method) -> int:
    """Find the buckets of the probes, by SQL or in memory; add the documents that they unsettle and count these."""
    limits = settings.candidates
    run(con, "candidates/insert_joined_documents", method_id=method.method_id)
    is_large = _count(con, "joined_documents") * method.n_keys >= limits.in_memory_from
    join_in_memory(con, method, limits, is_wanted=is_large)
    run(
        con,
        "candidates/insert_bucket_entries",
        method_id=method.method_id,
        n_bands=method.bands,
        is_joined_here=not is_large,
    )
    run(con, "candidates/insert_bucket_members", max_bucket=limits.max_bucket, max_block=limits.max_block)
    return _changed(con, "insert_probes_unsettled")


def _supersede(con: duckdb.DuckDBPyConnection, method_id: str, *, is_whole: bool) -> int:
    """Take back the pairs that no longer follow, and everything derived from them."""
    run(con, "candidates/insert_superseded_pairs", method_id=method_id, is_whole=is_whole)
    if not _count(con, "superseded_pairs"):
        return 0
    n_undone = [_changed(con, f"undo_{table}", method_id=method_id) for table in UNDONE]
    for table in GUARDS:
        run(con, f"candidates/undo_{table}")
    return n_undone[-1]


def _count(con: duckdb.DuckDBPyConnection, table: str) -> int:
    return int(con.table(table).count("*").fetchall()[0][0])


def _changed(con: duckdb.DuckDBPyConnection, name: str, **params: Any) -> int:  # noqa: ANN401 (SQL values)
    return int(run(con, f"candidates/{name}", **params)[0][0])
