"""What the report says about versions: which methods and which extractor are in use, and which candidates wait."""

from typing import Any

import duckdb

from neartwin.report.rows import Row, rows


def in_use(con: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """Return the versions in use as of now, their candidates, and how many merges in force they contradict."""
    return {
        "versions": rows(con, "select_versions_in_use"),
        "n_contradicted": rows(con, "select_contradicted_count")[0]["n_contradicted"],
    }


def needs(told: dict[str, Any]) -> list[Row]:
    """Return what people have to do about versions: answer for candidates that were compared, look at merges."""
    found = []
    for row in told["versions"]:
        if row["comparison_id"]:
            what = f"Answer for {row['candidate_id']} in the place of {row['version_id']}"
            why = f"compared {row['compared_at']} UTC, report {row['comparison_id'][:12]}"
            found.append({"what": what, "why": why, "how": f"neartwin methods promote {row['candidate_id']}"})
    if told["n_contradicted"]:
        what = f"Look at {told['n_contradicted']:,} merges that the active method contradicts"
        found.append({"what": what, "why": "they stay until somebody has judged them", "how": "neartwin merges"})
    return found
