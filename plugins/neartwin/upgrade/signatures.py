"""How two methods differ before anybody judges: distances of the compared pairs, candidates, size and speed."""

import time
from typing import Any

import duckdb

from neartwin.methods import Method, choose, load
from neartwin.settings import Settings
from neartwin.upgrade.detect import Upgrade
from neartwin.warehouse import run
from neartwin.warehouse.shards import read_rows

N_TIMED, N_ROUNDS = 400, 3
N_SAMPLES = 12
SIZES = ("n_fingerprints", "n_signature_bytes", "n_keys", "n_key_bytes", "n_candidate_pairs", "n_verified_pairs")


def distances(con: duckdb.DuckDBPyConnection, upgrade: Upgrade) -> dict[str, Any]:
    """Return of both methods how many compared pairs lie in each twentieth of Jaccard, and at each Hamming distance."""
    found: dict[str, Any] = {}
    for side, method_id in (("old", upgrade.replaces_id), ("new", upgrade.candidate_id)):
        bins, bits = [0] * 20, {}
        for measured, place, n_pairs in run(con, "upgrade/select_distances", method_id=method_id):
            if measured == "jaccard":
                bins[place] = n_pairs
            else:
                bits[str(place)] = n_pairs
        found[side] = {"jaccard": bins, "hamming": bits}
    return found


def candidates(con: duckdb.DuckDBPyConnection, upgrade: Upgrade, review_at: float) -> dict[str, Any]:
    """Return the pairs that both, only the new or only the old index proposes; samples are the nearest of each."""
    run(con, "upgrade/insert_candidate_changes", old_id=upgrade.replaces_id, new_id=upgrade.candidate_id)
    return tell_candidates(con, review_at)


def tell_candidates(con: duckdb.DuckDBPyConnection, review_at: float) -> dict[str, Any]:
    """Return what the temporary table `candidate_changes` holds: pairs kept, gained and lost, with samples."""
    found: dict[str, Any] = {name: {"n_pairs": 0, "n_near": 0, "samples": []} for name in ("kept", "gained", "lost")}
    for effect, n_pairs, n_near in run(con, "upgrade/select_candidate_changes", review_at=review_at):
        found[effect] |= {"n_pairs": n_pairs, "n_near": n_near}
    for effect, left, right, jaccard in run(con, "upgrade/select_candidate_samples", n_rows=N_SAMPLES):
        found[effect]["samples"].append({"document_id_l": left, "document_id_r": right, "similarity": jaccard})
    return found


def cost(con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade) -> dict[str, Any]:
    """Return rows and bytes that each method keeps, and how fast it signs the same sample of texts here."""
    known = load(settings)
    texts, languages = _sample(con, settings)
    found: dict[str, Any] = {"n_timed": len(texts)}
    for side, method_id in (("old", upgrade.replaces_id), ("new", upgrade.candidate_id)):
        sizes = dict(zip(SIZES, run(con, "upgrade/select_sizes", method_id=method_id)[0], strict=True))
        found[side] = sizes | {"documents_per_second": _speed(choose(known, method_id), texts, languages)}
    return found


def _sample(con: duckdb.DuckDBPyConnection, settings: Settings) -> tuple[list[str], list[str]]:
    places = run(con, "upgrade/select_timed_documents", n_rows=N_TIMED)
    texts: list[str] = []
    languages: list[str] = []
    for _, table in read_rows(settings, [(shard, row) for shard, row in places], ["main_text", "language"]):
        texts += [text or "" for text in table["main_text"].to_pylist()]
        languages += [name or "" for name in table["language"].to_pylist()]
    return texts, languages


def _speed(method: Method, texts: list[str], languages: list[str]) -> float | None:
    """Return documents signed a second on one thread, the best of N_ROUNDS after one that compiles."""
    from neartwin.fingerprint import kernel  # loads numba

    if not texts:
        return None
    sign = kernel.shingle_sets if method.algorithm == "jaccard" else kernel.sign
    sign(texts[:2], languages[:2], method, 1)
    seconds = []
    for _ in range(N_ROUNDS):
        started = time.process_time()
        sign(texts, languages, method, 1)
        seconds.append(time.process_time() - started)
    return round(len(texts) / max(min(seconds), 1e-6), 1)
