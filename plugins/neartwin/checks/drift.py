"""Compare a day's figures with those of the days before it: per site and over all sites, in words a person can check.

Median and median absolute deviation of the trailing days; mixes by their population stability index. Nothing is said
before `checks.drift_min_days` days are known. Drift only compares, so it is never critical: it puts nothing aside.
"""

from datetime import date
from typing import Any, Literal

import pandas as pd
from duckdb import DuckDBPyConnection as Connection

from neartwin.checks.frames import frame
from neartwin.settings import Settings
from neartwin.warehouse import run, statement

Stage = Literal["documents", "pairs"]
SUITES: dict[Stage, str] = {"documents": "drift", "pairs": "group_drift"}
METRICS: dict[Stage, list[str]] = {
    "documents": [
        "captures",
        "tokens",
        "extraction_ms",
        "content_share",
        "empty_share",
        "own_share",
        "outcome_mix",
        "language_mix",
        "kind_mix",
        "tokens_mix",
    ],
    "pairs": ["largest_group", "grouped_share"],
}
FACTS = {
    "captures": "captures",
    "tokens": "tokens in the median text",
    "extraction_ms": "ms for the median page",
    "content_share": "pages give content",
    "empty_share": "pages are empty, bare titles or scripts",
    "own_share": "contents have an address of their own",
    "outcome_mix": "outcomes of the pages",
    "language_mix": "languages of the texts",
    "kind_mix": "kinds of the documents",
    "tokens_mix": "lengths of the texts",
    "largest_group": "documents around one",
    "grouped_share": "documents resemble another one",
}
SAMPLES = 5


def compare(con: Connection, settings: Settings, day: date, stage: Stage) -> pd.DataFrame:
    """Measure the day and earlier days not measured yet, and return one row a site ('' for all) and metric of the day.

    Columns: site, metric, figure, n_rows, n_days, usual, spread, is_low, is_high, observed (in words), sample_ids.
    """
    _measure(con, settings, day, stage)
    limits = settings.checks
    rows = frame(
        con,
        "select_drift",
        day=day,
        n_days=limits.drift_days,
        min_days=limits.drift_min_days,
        min_rows=limits.min_rows,
        spreads=limits.drift_spreads,
        group_from=limits.drift_group_from,
        metrics=METRICS[stage] if stage == "documents" else [*METRICS[stage], "captures"],
    )
    rows = rows[rows["metric"].isin(METRICS[stage])].reset_index(drop=True)
    samples = _group_samples(con, settings, day) if stage == "pairs" and rows["is_high"].any() else {}
    rows["observed"] = [_words(row) for row in rows.to_dict("records")]
    rows["sample_ids"] = [samples.get(site, []) for site in rows["site"]]
    return rows


def drift_suite(stage: Stage) -> tuple[Any, ...]:
    """Return what must hold of a day beside the days before it."""
    from neartwin.checks import drift_suites

    return drift_suites.of_documents() if stage == "documents" else drift_suites.of_pairs()


def _measure(con: Connection, settings: Settings, day: date, stage: Stage) -> None:
    metrics = METRICS[stage]
    earlier = {"day": day, "n_days": settings.checks.drift_days, "metric": metrics[0]}
    days = [row[0] for row in run(con, "checks/select_unprofiled_days", **earlier)]
    run(con, "checks/undo_day_profiles", day=day, metrics=metrics)
    if stage == "documents":
        con.execute(statement("checks/insert_day_profiles"), {"days": [*days, day]})
    else:
        method_id = _deciding_method(settings)
        con.execute(statement("checks/insert_pair_profiles"), {"days": [*days, day], "method_id": method_id})


def _deciding_method(settings: Settings) -> str:
    return next(iter(settings.purposes.values())).deciding_method


def _group_samples(con: Connection, settings: Settings, day: date) -> dict[str, list[str]]:
    rows = run(con, "checks/select_group_samples", day=day, method_id=_deciding_method(settings), n_samples=SAMPLES - 1)
    samples = {site: ids for site, ids, _ in rows}
    return samples | ({"": max(rows, key=lambda row: row[2])[1]} if rows else {})


def _words(row: dict[str, Any]) -> str:
    """Say the figure and the usual one; a mix as its distance from the usual mix."""
    known = pd.notna(row["usual"])
    metric, figure, usual = row["metric"], row["figure"], row["usual"] if known else 0.0
    if metric.endswith("_mix"):
        said = f"{FACTS[metric]}: {figure:.2f} from the usual mix" + (f", on other days {usual:.2f}" if known else "")
        return said + f" (stability index over {row['n_rows']:,})"
    form = "{:.1%} of the" if metric.endswith("_share") else "{:,.0f}"
    compared = f"; usual {form.removesuffix(' of the').format(usual)} over {row['n_days']} days" if known else ""
    return f"{form.format(figure)} {FACTS[metric]}{compared}"
