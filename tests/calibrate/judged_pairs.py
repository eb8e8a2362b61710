"""Made judged pairs for the tests: as columns in memory, or as rows of a warehouse."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache

import numpy as np
import pyarrow as pa

from neartwin.calibrate.labelled import MEASURES, LabelledPairs, of_columns

START = datetime(2026, 11, 1)
METHOD = "hybrid-words@1"


def columns(n, **given):
    """Columns of n pairs of distinct documents: Vietnamese long articles, all found, unguarded, one site a document."""
    made = {
        "label_id": [f"l{i}" for i in range(n)],
        "document_id_l": [f"a{i:06}" for i in range(n)],
        "document_id_r": [f"b{i:06}" for i in range(n)],
        "verdict": ["same"] * n,
        "relation": [""] * n,
        "language": ["vi"] * n,
        "kind": ["article"] * n,
        "length_band": ["long"] * n,
        "is_extracted": [True] * n,
        "is_indexed": [True] * n,
        "is_important": [False] * n,
        "guards": [""] * n,
        "guards_id": ["g1"] * n,
        "sites_l": [[f"s{i}.example"] for i in range(n)],
        "sites_r": [[f"t{i}.example"] for i in range(n)],
        "inclusion": [None] * n,
        "labelled_at": [START + timedelta(minutes=i) for i in range(n)],
        **{name: [0.9] * n for name in MEASURES},
    }
    return made | given


def pairs(n, **given) -> LabelledPairs:
    return of_columns(columns(n, **given))


def truths(random, n, *, best=0.999):
    """Similarity and truth of n pairs: the chance to be the same rises with similarity, and is `best` from 0.9 on."""
    similarity = random.uniform(0.6, 1.0, n)
    chance = np.where(similarity >= 0.9, best, (similarity - 0.5) * 2)
    return similarity, random.random(n) < chance


@cache
def unmeasured(n) -> LabelledPairs:
    """Pairs of distinct documents without a measure: made once, for simulations that only change verdicts."""
    return pairs(n, **{name: [None] * n for name in MEASURES})


def population(random, n, *, best=0.999, error=0.0, inclusion=None):
    """Pairs judged by annotators who err with a known share, all of them or a sample; measured by Jaccard alone."""
    similarity, truth = truths(random, n, best=best)
    judged = truth ^ (random.random(n) < error)
    made = unmeasured(n)
    made = replace(made, verdict=judged.astype(np.int64), measures=made.measures | {"jaccard": similarity})
    if inclusion is None:
        return made
    chance = inclusion(similarity)
    return replace(made, weight=1 / chance).take(random.random(n) < chance)


def enter(con, made, *, day="2026-11-01", purpose="search", method=METHOD, annotator="ann"):
    """Enter pairs of `columns` into a warehouse: documents, captures, verified and judged pairs, guards."""
    places = range(len(made["label_id"]))
    documents, captures = {}, []
    for i in places:
        for side in "lr":
            name = made[f"document_id_{side}"][i]
            documents[name] = (made["language"][i], made["kind"][i], made["length_band"][i])
            captures += [(f"c-{name}-{s}", day, s, f"https://{s}/{name}", day, name) for s in made[f"sites_{side}"][i]]
    _insert(
        con,
        "documents select c0, c1, c2, c3, 500, 900, 'Tin', null, null, null, 't', 's', 0, 'r'",
        [(name, *stratum) for name, stratum in documents.items()],
    )
    _insert(
        con,
        "captures (capture_id, day, site, url, final_url, variant, http_status, fetched_at, content_type, charset,"
        " source_sha256, n_bytes, source_name, source_file, source_offset, source_id, shard, shard_row, run_id,"
        " outcome, document_id) select c0, c1::date, c2, c3, '', '', 200, c4::timestamp, 'text/html', '', 'x', 1, 's',"
        " 'f', 0, '', 's', 0, 'r', 'ok', c5",
        captures,
    )
    compared = [i for i in places if made["is_extracted"][i]]
    ends = [(made["document_id_l"][i], made["document_id_r"][i]) for i in compared]
    both = list(zip(ends, compared, strict=True))
    _insert(
        con,
        "verified_pairs select c0, c1, c2, c3, c4, c5, c6, 'r'",
        [(method, *end, round(64 * (1 - made["hamming"][i])), *(made[m][i] for m in MEASURES[:3])) for end, i in both],
    )
    found = [(method, *end, "minhash" if made["is_indexed"][i] else "label") for end, i in both]
    _insert(con, "candidate_pairs select c0, c1, c2, c3, 'r'", found)
    _insert(con, "guard_checks select c0, c1, 'g1', c2, c2, 'r'", [(*end, made["aligned"][i]) for end, i in both])
    guarded = [(*end, made["guards"][i]) for end, i in both if made["guards"][i]]
    _insert(con, "pair_guards select c0, c1, 'g1', c2, 'detail'", guarded)
    judge(con, made, purpose=purpose, annotator=annotator)


def judge(con, made, *, purpose="search", annotator="ann"):
    """Enter the verdicts alone."""
    names = ("document_id_l", "document_id_r", "verdict", "relation", "inclusion", "labelled_at")
    rows = zip(made["label_id"], *(made[name] for name in names), strict=True)
    _insert(
        con,
        "labels (label_id, document_id_l, document_id_r, purpose, verdict, relation, annotator, inclusion,"
        " labelled_at) select c0, c1, c2, c7, c3, nullif(c4, ''), c8, c5::double, c6",
        [(f"{purpose}-{annotator}-{label_id}", *values, purpose, annotator) for label_id, *values in rows],
    )


def _insert(con, statement, rows):
    if rows:
        con.register("made_rows", pa.Table.from_pylist([{f"c{i}": value for i, value in enumerate(r)} for r in rows]))
        con.execute(f"insert into {statement} from made_rows")
        con.unregister("made_rows")
