"""What people see before they answer for a policy that loosens automatic merging, as safe Markdown."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from neartwin.merge.question import safe
from neartwin.report.evaluation import evaluation_path, gather
from neartwin.settings import Settings

AFTER = (
    "**Approve** brings the policy into force; `merge_duplicates` then decides again and asks its own gate before "
    "anything merges. **Reject** changes nothing, and this calibration does not ask again. No answer is a Reject."
)


def write_question(
    con: duckdb.DuckDBPyConnection, settings: Settings, calibrations: Sequence[Mapping[str, Any]]
) -> Path:
    """Write `questions/<policy>.md` under the data folder; return its path. Crawled words are made inert."""
    path = settings.data / "questions" / f"{calibrations[0]['waiting']}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    sections = [_section(settings, done, gather(con, done["calibration_id"])) for done in calibrations]
    path.write_text("\n\n".join(sections) + f"\n\n{AFTER}\n", encoding="utf-8")
    return path


def _section(settings: Settings, done: Mapping[str, Any], told: Mapping[str, Any]) -> str:
    rows = "\n".join(
        f"| {row['language']} / {row['kind']} / {row['length_band']} | {safe(row['measure'])} | {row['merge_at']:.3f} "
        f"| {safe(row['reason'])} |"
        for row in told["strata"]
        if row["merge_at"] is not None
    )
    samples = "\n".join(
        f"| {sample['similarity']:.3f} | {_end(told, sample, 'l')} | {_end(told, sample, 'r')} |"
        for sample in told["change"]["newly merged"]["samples"]
    )
    notes = "\n".join(f"* {note}" for note in told["scope"]["notes"])
    report = evaluation_path(settings, done["calibration_id"])
    return (
        f"### A policy for {done['purpose']} would merge {done['n_newly_merged']:,} more documents and release "
        f"{done['n_released']:,}\n\nPolicy `{done['waiting']}`, report `{report}`"
        f"\n\n| stratum | measure | merge from | evidence |\n|---|---|---|---|\n{rows}\n\n{notes}\n\n"
        f"The least alike of what would be merged:\n\n| similarity | one | other |\n|---|---|---|\n{samples}"
    )


def _end(told: Mapping[str, Any], sample: Mapping[str, Any], side: str) -> str:
    found = told["documents"].get(sample[f"document_id_{side}"], {})
    return f"{safe(found.get('title')) or '(no title)'}<br>{safe(found.get('url'))}"
