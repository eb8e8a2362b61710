"""Candidates at scale: a day against ten times as many stored, SimHash pairs against brute force.

`python -m tests.bench.scale CORPUS.jsonl` alone prints JSON.
"""

import json
import sys
import tempfile
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import duckdb
import numba
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.json as arrow_json
from tests.bench.stages import DAY, RUN_ID, spending, store

from neartwin import candidates, fingerprint, methods
from neartwin.fingerprint import kernel
from neartwin.methods import Method
from neartwin.settings import ROOT, CandidatesSettings, Settings
from neartwin.warehouse import writer

EARLIER = DAY - timedelta(days=1)
N_STORED = 10  # times the corpus
HYBRID, SIMHASHES = "hybrid-words@1", ("simhash64-ref@1", "simhash64-words@1")
INDEX = ("indexed_documents", "fingerprint_bands", "candidate_pairs", "hot_buckets")
FIRST_ROOM = 1 << 20

Words = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Exactness:
    """Pairs of distinct signatures within `max_hamming` bits: by brute force, and those of them the index proposes."""

    method_id: str
    max_hamming: int
    n_true: int
    n_found: int
    n_others: int
    n_hot_skipped: int


def propose_against_stored(corpus: Path) -> dict[str, float]:
    """Return CPU-seconds to propose the pairs of a day: against nothing, and against N_STORED times as many documents.

    Stored is the corpus again and again with other bits turned in its signatures, so that each time has its own pairs.
    """
    spent = {"against none": 0.0, "against stored": 0.0}
    with tempfile.TemporaryDirectory() as folder:
        settings = store(Settings.load(ROOT / "neartwin.toml").model_copy(update={"data": Path(folder)}), corpus)
        (method, *_) = methods.proposing(settings)
        with writer(settings) as con:
            batches = fingerprint.plan(con, settings, DAY, [method.method_id])
            results = [fingerprint.write_fingerprints(settings, batch) for batch in batches]
            fingerprint.commit_fingerprints(con, settings, results, RUN_ID)
            with spending(spent, "against none"):
                candidates.propose(con, settings, method, DAY, RUN_ID)
            for table in INDEX:
                con.execute(f"delete from {table}")
            _store_again(con)
            candidates.propose(con, settings, method, EARLIER, RUN_ID)
            with spending(spent, "against stored"):
                candidates.propose(con, settings, method, DAY, RUN_ID)
    return spent


def _store_again(con: duckdb.DuckDBPyConnection) -> None:
    """Store the day's documents N_STORED times more, an earlier day, under other ids and with other signatures."""
    signed = con.sql("select * from fingerprints").to_arrow_table()
    rng = np.random.default_rng(7)
    for copy in range(N_STORED):
        mark = {"mark": f"+{copy}"}
        con.execute(
            "insert into captures select * replace (capture_id || $mark as capture_id, $day as day,"
            " document_id || $mark as document_id) from captures where day = $today",
            mark | {"day": EARLIER, "today": DAY},
        )
        con.execute(
            "insert into documents select * replace (document_id || $mark as document_id) from documents"
            " where not contains(document_id, '+')",
            mark,
        )
        con.register("turned", _turned(signed, rng))
        con.execute("insert into fingerprints select * replace (document_id || $mark as document_id) from turned", mark)
        con.unregister("turned")


def _turned(signed: pa.Table, rng: np.random.Generator) -> pa.Table:
    """Turn the same bits in every signature."""
    minhash = signed["minhash"].combine_chunks()
    width = len(minhash[0].as_py()) // 4
    minima = np.frombuffer(b"".join(minhash.to_pylist()), np.uint32).reshape(-1, width)
    minima = minima ^ rng.integers(0, 1 << 32, width, np.uint32)
    words = signed["simhash"].to_numpy() ^ rng.integers(-(1 << 63), (1 << 63) - 1, dtype=np.int64)
    turned = {"minhash": pa.array([row.tobytes() for row in minima], pa.binary()), "simhash": pa.array(words)}
    for name, column in turned.items():
        signed = signed.set_column(signed.schema.get_field_index(name), name, column)
    return signed


def signed_per_second(texts: pa.ChunkedArray, languages: pa.ChunkedArray, method: Method) -> float:
    """Return how many texts the kernel signs a CPU-second: normalise, cut into words, SimHash and minima."""
    spent = {"kernel": 0.0}
    kernel.sign(texts[:1000], languages[:1000], method)  # loads what is compiled
    with spending(spent, "kernel"):
        kernel.sign(texts, languages, method)
    return len(texts) / spent["kernel"]


def exactness(texts: pa.ChunkedArray, languages: pa.ChunkedArray, method: Method) -> Exactness:
    """Compare the index of a SimHash method of 64 bits with every pair of distinct signatures."""
    signatures = kernel.sign(texts, languages, method)
    found = candidates.join(signatures, method, CandidatesSettings())
    n_features, words = signatures.n_features, signatures.simhash.view(np.uint64)
    indexed = np.flatnonzero(n_features >= method.min_features)
    _, first = np.unique(words[indexed], return_index=True)
    hubs = np.sort(indexed[first])
    true = _pairs_within(words[hubs], method.max_hamming)
    wanted = set(map(tuple, hubs[true].tolist()))
    proposed = set(zip(found.left[~found.is_equal].tolist(), found.right[~found.is_equal].tolist(), strict=True))
    return Exactness(
        method.method_id,
        method.max_hamming,
        len(wanted),
        len(wanted & proposed),
        len(proposed - wanted),
        int(found.hot.n_pairs_skipped.sum()),
    )


@numba.njit
def _pairs_within(words: Words, max_hamming: int) -> npt.NDArray[np.int64]:
    """Return every pair of places (left < right) whose words differ in at most so many bits."""
    pairs, n = np.empty((FIRST_ROOM, 2), np.int64), 0
    for left in range(len(words)):
        for right in range(left + 1, len(words)):
            differing, n_bits = words[left] ^ words[right], 0
            while differing and n_bits <= max_hamming:
                differing &= differing - np.uint64(1)
                n_bits += 1
            if n_bits <= max_hamming:
                if n == len(pairs):
                    pairs = np.concatenate((pairs, np.empty_like(pairs)))
                pairs[n, 0], pairs[n, 1] = left, right
                n += 1
    return pairs[:n]


def measure(corpus: Path) -> dict[str, Any]:
    """Return the figures of a corpus: texts signed a CPU-second, a day beside stored ones, exactness by method."""
    rows = arrow_json.read_json(corpus)
    known = methods.load(Settings.load(ROOT / "neartwin.toml"))
    return {
        "texts_per_cpu_s": signed_per_second(rows["text"], rows["lang"], known[HYBRID]),
        "propose": propose_against_stored(corpus),
        "exactness": [asdict(exactness(rows["text"], rows["lang"], known[method_id])) for method_id in SIMHASHES],
    }


def told(found: dict[str, Any]) -> str:
    """Return the figures as Markdown."""
    none, stored = found["propose"]["against none"], found["propose"]["against stored"]
    lines = [
        f"Fingerprint kernel alone: {found['texts_per_cpu_s']:,.0f} texts a CPU-second.\n",
        f"Candidates of a day against nothing stored: {none:.2f} CPU-seconds; against {N_STORED} times as many"
        f" documents: {stored:.2f} ({stored / none:.2f} times).\n",
        "| method | k | pairs by brute force | of them proposed | proposed, not within k | left out of hot buckets |",
        "|---|---|---|---|---|---|",
        *("| " + " | ".join(map(str, row.values())) + " |" for row in found["exactness"]),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    json.dump(measure(Path(sys.argv[1])), sys.stdout)
