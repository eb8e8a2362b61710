"""What the guards cost and save, from the file of refused pairs: the shared scorer sees joined pairs only."""

import json
from collections import Counter
from typing import Any

from tests.bench.peers import THRESHOLD, Corpus

COPIES = ("exact", "format", "nfd", "width", "boiler", "reorder")


def judge(corpus: Corpus) -> dict[str, Any]:
    """Return the share of pairs at or above the threshold that were joined or refused, and of true copies refused.

    A copy of a kind in COPIES counts as wrongly refused when its pair with its origin is.
    """
    truth = [json.loads(line) for line in (corpus.folder / "truth.jsonl").open(encoding="utf-8")]
    where = {record["id"]: number for number, record in enumerate(truth)}
    joined, clusters = set(), {}
    for line in (corpus.folder / "runs" / "neartwin.out").open(encoding="utf-8"):
        row = json.loads(line)
        if "left" in row:
            joined.add(_pair(where, row))
        else:
            clusters[where[row["id"]]] = row["cluster"]
    rows = [json.loads(line) for line in (corpus.folder / "runs" / "neartwin.out.refused.jsonl").open(encoding="utf-8")]
    refused = {_pair(where, row): row["guard"] for row in rows}
    exact = [tuple(map(int, line.split()[:2])) for line in (corpus.folder / f"exact_pairs.{THRESHOLD:g}.tsv").open()]
    missed = [p for p in exact if p not in joined and p not in refused and clusters[p[0]] != clusters[p[1]]]
    copies = [(where[t["origin"]], i, t["kind"]) for i, t in enumerate(truth) if t["kind"] in COPIES and t["origin"]]
    wrong = [(kind, refused[_order(a, b)]) for a, b, kind in copies if _order(a, b) in refused]
    return {
        "found_or_refused": 1 - len(missed) / max(len(exact), 1),
        "copies_refused": len(wrong) / max(len(copies), 1),
        "copies_refused_by": {f"{kind} {guard}": n for (kind, guard), n in Counter(wrong).most_common()},
        "refused_by": dict(Counter(refused.values()).most_common()),
    }


def _pair(where: dict[str, int], row: dict[str, Any]) -> tuple[int, int]:
    return _order(where[row["left"]], where[row["right"]])


def _order(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)
