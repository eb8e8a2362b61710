"""Pairs of a day: candidates by index, measured recall, how alike they are, verdicts, guards, and what waits."""

from collections.abc import Iterable
from datetime import date

import duckdb

from neartwin.report.rows import Row, rows
from neartwin.settings import Settings

REASONS = 6  # of each verdict
REVIEW_PAIRS = 12
TWENTIETHS = 20


def candidates(con: duckdb.DuckDBPyConnection, settings: Settings, day: date) -> Row:
    """Return candidate pairs by method and index, hot buckets, and the newest measurements of recall.

    Of the versions in use alone: those of a version that was retired or rolled back from say nothing about the day.
    """
    used = {"day": day, "method_ids": list(settings.active_methods)}
    found = rows(con, "select_candidate_pairs", **used)
    methods: dict[str, Row] = {}
    for row in found:
        entry = methods.setdefault(
            row["method_id"], {"method_id": row["method_id"], "n_pairs": 0, "n_verified": 0, "by_index": {}}
        )
        entry["n_pairs"] += row["n_pairs"]
        entry["n_verified"] += row["n_verified"]
        entry["by_index"][row["found_by"]] = row["n_pairs"]
    measured = rows(con, "select_recall", **used)
    return {
        "by_method": list(methods.values()),
        "hot_buckets": rows(con, "select_hot_buckets", **used),
        "recall": [row for row in measured if row["kind"] == "sample"],
        "canaries": _canaries(row for row in measured if row["kind"] == "canary"),
    }


def decisions(con: duckdb.DuckDBPyConnection, settings: Settings, day: date) -> Row:
    """Return verdicts with their commonest reasons, the similarity histogram, and guards, per purpose."""
    verdicts = rows(con, "select_verdicts", day=day, top=REASONS)
    similarities = rows(con, "select_similarities", day=day)
    return {
        "guards": rows(con, "select_guards", day=day),
        "by_purpose": [
            {
                "purpose": purpose,
                "deciding_method": wanted.deciding_method,
                "review_at": wanted.review_at,
                "verdicts": _verdicts([row for row in verdicts if row["purpose"] == purpose]),
                "histogram": _histogram([row for row in similarities if row["purpose"] == purpose]),
            }
            for purpose, wanted in settings.purposes.items()
        ],
    }


def review(con: duckdb.DuckDBPyConnection, settings: Settings, day: date) -> Row:
    """Return how many pairs wait for a person, per purpose, and the most alike of them with their purposes."""
    waiting: dict[str, int] = {}
    found: dict[tuple[str, str], Row] = {}
    for purpose in settings.purposes:
        of_purpose = rows(con, "select_review_pairs", day=day, purpose=purpose, top=REVIEW_PAIRS)
        waiting[purpose] = of_purpose[0]["n_waiting"] if of_purpose else 0
        for pair in of_purpose:
            del pair["n_waiting"]
            ends = (pair["document_id_l"], pair["document_id_r"])
            found.setdefault(ends, {**pair, "purposes": []})["purposes"].append(purpose)
    alike = sorted(found.values(), key=lambda pair: (-pair["similarity"], pair["document_id_l"], pair["document_id_r"]))
    return {"waiting": waiting, "pairs": alike[:REVIEW_PAIRS]}


def _canaries(measured: Iterable[Row]) -> list[Row]:
    """Return one line a method: planted copies found, and the kinds of edit of which some were missed."""
    methods: dict[str, Row] = {}
    for row in measured:
        entry = methods.setdefault(
            row["method_id"], {"method_id": row["method_id"], "n_true": 0, "n_found": 0, "n_kinds": 0, "missed": []}
        )
        entry["n_true"] += row["n_true"]
        entry["n_found"] += row["n_found"]
        entry["n_kinds"] += 1
        if row["n_found"] < row["n_true"]:
            entry["missed"].append({key: row[key] for key in ("language", "edit_kind", "n_true", "n_found")})
    return list(methods.values())


def _verdicts(found: list[Row]) -> list[Row]:
    verdicts: dict[str, Row] = {}
    for row in found:
        entry = {"verdict": row["verdict"], "n_pairs": row["n_of_verdict"], "reasons": []}
        verdicts.setdefault(row["verdict"], entry)["reasons"].append(
            {"reason": row["reason"], "n_pairs": row["n_pairs"]}
        )
    return [verdicts[name] for name in ("merge", "review", "keep") if name in verdicts]


def _histogram(found: list[Row]) -> list[dict[str, int]]:
    """Return TWENTIETHS bins of Jaccard, each the number of pairs by verdict; [] when there are no pairs."""
    bins: list[dict[str, int]] = [{} for _ in range(TWENTIETHS)] if found else []
    for row in found:
        bins[row["twentieth"]][row["verdict"]] = row["n_pairs"]
    return bins
