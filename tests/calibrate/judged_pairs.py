"""Made judged pairs for the tests: as columns in memory, or as rows of a warehouse."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache

import numpy as np

from neartwin.calibrate.labelled import MEASURES, LabelledPairs, of_columns

START = datetime(2026, 11, 1)
METHOD = "m@1"


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
    """Similarity and truth of n pairs: below 0.9 the chance to be the same rises with similarity, from there on `best`."""
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
    n = len(made["label_id"])
    documents, captures = {}, []
    for i in range(n):
        for side in "lr":
            name = made[f"document_id_{side}"][i]
            if name in documents:
                continue
            documents[name] = (made["language"][i], made["kind"][i], made["length_band"][i])
            for site in made[f"sites_{side}"][i]:
                captures.append((f"c-{name}-{site}", day, site, f"https://{site}/{name}", day, name))
    con.executemany(
        "insert into documents values (?, ?, ?, ?, 500, 900, 'Tin', null, null, null, 't', 's', 0, 'r')",
        [(name, *stratum) for name, stratum in documents.items()],
    )
    con.executemany(
        "insert into captures (capture_id, day, site, url, final_url, variant, http_status, fetched_at,"
        " content_type, charset, source_sha256, n_bytes, source_name, source_file, source_offset, source_id, shard,"
        " shard_row, run_id, outcome, document_id) values (?, ?, ?, ?, '', '', 200, ?, 'text/html', '', 'x', 1,"
        " 's', 'f', 0, '', 's', 0, 'r', 'ok', ?)",
        captures,
    )
    compared = [i for i in range(n) if made["is_extracted"][i]]
    ends = [(made["document_id_l"][i], made["document_id_r"][i]) for i in compared]
    con.executemany(
        "insert into verified_pairs values (?, ?, ?, ?, ?, ?, ?, 'r')",
        [
            (method, *end, round(64 * (1 - made["hamming"][i])), *(made[m][i] for m in MEASURES[:3]))
            for end, i in zip(ends, compared, strict=True)
        ],
    )
    con.executemany(
        "insert into candidate_pairs values (?, ?, ?, ?, 'r')",
        [
            (method, *end, "minhash" if made["is_indexed"][i] else "label")
            for end, i in zip(ends, compared, strict=True)
        ],
    )
    con.executemany(
        "insert into guard_checks values (?, ?, 'g1', ?, ?, 'r')",
        [(*end, made["aligned"][i], made["aligned"][i]) for end, i in zip(ends, compared, strict=True)],
    )
    guarded = [(*end, made["guards"][i]) for end, i in zip(ends, compared, strict=True) if made["guards"][i]]
    if guarded:
        con.executemany("insert into pair_guards values (?, ?, 'g1', ?, 'detail')", guarded)
    judge(con, made, purpose=purpose, annotator=annotator)


def judge(con, made, *, purpose="search", annotator="ann"):
    """Enter the verdicts alone."""
    con.executemany(
        "insert into labels (label_id, document_id_l, document_id_r, purpose, verdict, relation, annotator, inclusion,"
        " labelled_at) values (?, ?, ?, ?, ?, nullif(?, ''), ?, ?, ?)",
        [
            (
                f"{purpose}-{annotator}-{made['label_id'][i]}",
                made["document_id_l"][i],
                made["document_id_r"][i],
                purpose,
                made["verdict"][i],
                made["relation"][i],
                annotator,
                made["inclusion"][i],
                made["labelled_at"][i],
            )
            for i in range(len(made["label_id"]))
        ],
    )
