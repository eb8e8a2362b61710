"""A few plain lines about a run for a terminal: no colour, no control character, no text of a page."""

from datetime import date
from typing import Any

import duckdb

from neartwin.report.gather import overview
from neartwin.settings import Settings

WORDS = {"trust": "TRUST", "look": "LOOK FIRST", "aside": "PUT ASIDE", "failed": "FAILED"}
CHECKS = 6


def terminal_summary(con: duckdb.DuckDBPyConnection, settings: Settings, day: date, run_id: str) -> str:
    """Return about ten lines, each ended: verdict, what came in, pairs, decisions, failed checks, what is to do."""
    told = overview(con, settings, day, run_id)
    lines = [f"{told['day']}  {WORDS[told['verdict']['word']]}: {told['verdict']['sentence']}"]
    lines += [_came(told["counts"]), *_pairs(told), *_merges(told), *_recall(told), *_failed(told)]
    lines += [f"  to do     {need['what']}: {need['why'] or need['how']}" for need in told["needs"]]
    return "".join(f"{line}\n" for line in lines)


def _came(counts: dict[str, Any]) -> str:
    return (
        f"  captures  {counts['n_captures']:,} from {counts['n_sites']:,} sites, {counts['n_ok']:,} with content; "
        f"{counts['n_documents']:,} documents, {counts['n_seen_before']:,} seen on an earlier day"
    )


def _pairs(told: dict[str, Any]) -> list[str]:
    lines = []
    for method in told["candidates"]["by_method"]:
        found = ", ".join(f"{index} {n:,}" for index, n in method["by_index"].items())
        lines.append(f"  pairs     {method['method_id']}: {method['n_pairs']:,} candidates ({found})")
    for entry in told["decisions"]["by_purpose"]:
        verdicts = ", ".join(f"{v['verdict']} {v['n_pairs']:,}" for v in entry["verdicts"]) or "none"
        lines.append(f"  decided   {entry['purpose']}: {verdicts}")
    return lines


def _merges(told: dict[str, Any]) -> list[str]:
    merged = told["merges"]
    states = ", ".join(f"{state} {n:,}" for state, n in merged["states"].items()) or "none planned"
    n_apart = merged["n_constraints"]
    apart = f"; {n_apart:,} pair{'s' * (n_apart != 1)} kept apart by people" if n_apart else ""
    lines = [f"  merges    {states}{apart}"]
    for batch in (batch for batch in merged["batches"] if batch["is_demo"]):
        acts = [f"approved by {batch['answered_by']}"] * (batch["is_approved"] is True)
        acts += [f"undone by {batch['undone_by']}"] * bool(batch["undone_by"])
        lines.append(f"  merge     {batch['batch_id'][:12]} for {batch['purpose']}: {', '.join(acts)} (not a person)")
    return lines


def _recall(told: dict[str, Any]) -> list[str]:
    return [
        f"  recall    {row['method_id']}: {row['n_found']:,} of {row['n_true']:,} true pairs found"
        + (
            f" (95 % interval, with earlier days: {row['lower']:.3f} to {row['upper']:.3f})"
            if row["lower"] is not None
            else ""
        )
        for row in told["candidates"]["recall"]
        if row["n_true"]
    ]


def _failed(told: dict[str, Any]) -> list[str]:
    failed = [check for check in told["checks"]["failed"] if check["severity"] != "info"]
    lines = [f"  {c['severity']:<9} {c['suite']}.{c['expectation']}: {_where(c)}" for c in failed[:CHECKS]]
    return lines + [f"  and {len(failed) - CHECKS} more failed checks"] * (len(failed) > CHECKS)


def _where(check: dict[str, Any]) -> str:
    sites = [f"{site['site'] or 'no site'} {site['observed']}" for site in check["sites"][:3]]
    more = [f"{check['n_sites'] - 3} more sites"] * (check["n_sites"] > 3)
    return "; ".join([check["observed"]] * bool(check["observed"]) + sites + more)
