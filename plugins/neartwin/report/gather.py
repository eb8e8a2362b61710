"""Everything that the report of one run says, as one JSON-ready dictionary: the page and its JSON twin both show it.

Its form is `report.schema.json` beside this file. Texts are on one line, capped, with invisible characters marked.
"""

from datetime import date
from typing import Any

import duckdb

from neartwin.methods import resolve
from neartwin.report import crawl, groups, merges, pairs, quality, texts
from neartwin.report import in_use as versions
from neartwin.report.differences import differences
from neartwin.report.inert import visible
from neartwin.report.rows import Row, rows
from neartwin.report.under_way import under_way
from neartwin.settings import Settings

SCHEMA = "neartwin-report/1"
EXCERPT = 280


def gather(con: duckdb.DuckDBPyConnection, settings: Settings, day: date, run_id: str) -> dict[str, Any]:
    """Return what the report says about one run of a day, whatever state the run is in."""
    settings = resolve(con, settings)
    told = overview(con, settings, day, run_id)
    clusters = [groups.clusters(con, day, purpose) for purpose in settings.purposes]
    told |= {
        "sources": crawl.sources(con, day),
        "outcomes": crawl.outcomes(con, day),
        "exact_duplicates": groups.exact_duplicates(con, day),
        "versions": groups.versions(con, day),
        "boilerplate": groups.boilerplate(con, settings, day),
        "clusters": clusters,
        "review": pairs.review(con, settings, day),
    }
    _quote(con, settings, day, told)
    return told


def overview(con: duckdb.DuckDBPyConnection, settings: Settings, day: date, run_id: str) -> dict[str, Any]:
    """Return the parts that need no text: run, verdict, counts, checks, candidates, decisions, what needs a person.

    The settings may name methods or versions: what is told is of the versions in use.
    """
    settings = resolve(con, settings)
    run = _run(con, run_id)
    counts = rows(con, "select_day_counts", day=day)[0]
    checked = quality.checks(con, day, run_id)
    aside = quality.quarantines(con, day)
    decided = pairs.decisions(con, settings, day)
    merged = merges.merges(con, settings)
    used = versions.in_use(con)
    unjudged = {row["purpose"]: row["n_pairs"] for row in rows(con, "select_unjudged_pairs", day=day)}
    waiting = {str(purpose): unjudged.get(purpose, 0) for purpose in settings.purposes}
    return {
        "schema": SCHEMA,
        "day": day.isoformat(),
        "run": {"run_id": visible(run_id), **run},
        "verdict": quality.verdict(run, counts, checked, aside),
        "needs": [
            *quality.needs(day, run, counts, checked, aside, waiting),
            *merges.needs(merged),
            *versions.needs(used),
        ],
        "counts": counts,
        "checks": checked,
        "quarantines": aside[: quality.QUARANTINES],
        "n_quarantines": {"all": len(aside), "aside": sum(entry["state"] != "released" for entry in aside)},
        "answers": quality.answers(con, day),
        "drift": quality.drift(con, day),
        "candidates": pairs.candidates(con, settings, day),
        "decisions": decided,
        "merges": merged,
        "in_use": used,
        "upgrades": under_way(settings),
    }


def _run(con: duckdb.DuckDBPyConnection, run_id: str) -> Row:
    found = rows(con, "select_runs", run_id=run_id)
    unknown = {"dag_id": "", "methods": [], "extractor_id": "", "code_version": "", "state": "unknown", "reason": ""}
    return found[0] if found else {**unknown, "started_at": None, "ended_at": None}


def _quote(con: duckdb.DuckDBPyConnection, settings: Settings, day: date, told: dict[str, Any]) -> None:
    """Add addresses, excerpts and word differences to clusters, exact duplicates and review pairs."""
    members = [row for entry in told["clusters"] for cluster in entry["largest"] for row in cluster["documents"]]
    sides = [(pair, side) for pair in told["review"]["pairs"] for side in ("l", "r")]
    names = ("document_id", "shard", "shard_row")
    ends = [{name: pair[f"{name}_{side}"] for name in names} for pair, side in sides]
    exact = told["exact_duplicates"]["largest"]
    quoted = texts.read(settings, [*members, *ends])
    found = groups.addresses(con, day, [row["document_id"] for row in (*members, *ends, *exact)])
    for row in (*members, *exact):
        row["addresses"] = found.get(row["document_id"], [])
    for row in members:
        row["excerpt"] = visible(quoted.get(row["document_id"], ""), EXCERPT)
        del row["shard"], row["shard_row"]
    for pair, side in sides:
        pair[f"addresses_{side}"] = found.get(pair[f"document_id_{side}"], [])
    for pair in told["review"]["pairs"]:
        _compare(pair, quoted)


def _compare(pair: Row, quoted: dict[str, str]) -> None:
    left, right = (quoted.get(pair[f"document_id_{side}"]) for side in ("l", "r"))
    known = left is not None and right is not None
    segments = differences(str(left), str(right)) if known else []
    pair["difference"] = [[kind, visible(text, 400)] for kind, text in segments]
    pair["is_text_known"] = known
    for side in ("l", "r"):
        del pair[f"shard_{side}"], pair[f"shard_row_{side}"]
