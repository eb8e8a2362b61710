"""The page and JSON twin of a calibration: which strata earned automatic merging, on which evidence, and why not."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from neartwin import calibrate
from neartwin.report import curves, files
from neartwin.report.page import environment, styled
from neartwin.report.rows import rows
from neartwin.settings import Settings

N_STRATA = 40
PLACES = ("kind", "length_band")


def write_evaluation(con: duckdb.DuckDBPyConnection, settings: Settings, calibration_id: str) -> Path:
    """Write the page of a stored calibration and its JSON twin; return the page's path. Writing again is the same."""
    told = gather(con, calibration_id)
    path = evaluation_path(settings, calibration_id)
    files.write(path, render(told))
    files.write(path.with_suffix(".json"), json.dumps(told, indent=1, sort_keys=True))
    return path


def evaluation_path(settings: Settings, calibration_id: str) -> Path:
    """Return where the page of a calibration lies."""
    return settings.reports / "calibrations" / f"{calibration_id[:12]}.html"


def gather(con: duckdb.DuckDBPyConnection, calibration_id: str) -> dict[str, Any]:
    """Return what the page says: the stored evaluation, and titles and addresses of the sampled pairs."""
    stored = calibrate.load(con, calibration_id)
    told: dict[str, Any] = stored.pop("evaluation")
    stored["made_at"] = stored["made_at"].isoformat(sep=" ", timespec="seconds")
    samples = [sample for part in told["change"].values() for sample in part["samples"]]
    ends = {sample[f"document_id_{side}"] for sample in samples for side in "lr"}
    ends |= {name for pair in told["false_merges"]["pairs"] for name in pair}
    known = {row["document_id"]: row for row in rows(con, "select_titles", document_ids=sorted(ends))}
    strata = sorted(told["strata"], key=_rank)
    return told | {"calibration": stored, "documents": known, "scope": scope(told), "strata": strata}


def _rank(stratum: Mapping[str, Any]) -> tuple[bool, bool, int]:
    """Strata that have earned merging come first, then those with a proposal, each by their number of labels."""
    n_labels = sum(stratum["n_labels"].values())
    return stratum["merge_at"] is None, stratum["proposed_at"] is None, -n_labels


def scope(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return in plain words how far the numbers carry."""
    split, labels, strata = told["split"], told["labels"], told["strata"]
    strata = [row for row in strata if row["has_policy"] and sum(row["n_labels"].values())]
    n_open = sum(row["merge_at"] is not None for row in strata)
    nearest = max((row for row in strata if row["trial"]), key=lambda row: row["trial"]["n_counted"], default=None)
    verdict = (
        f"{n_open} of {len(strata)} strata have earned automatic merging"
        if n_open
        else "No stratum has earned automatic merging: every pair goes to a person at most"
    )
    notes = [
        _proposed(told["confusion"]),
        f"{labels['n']:,} judged pairs of {told['purpose']}: {labels['verdicts']['same']:,} same, "
        f"{labels['verdicts']['different']:,} different, {labels['verdicts']['unsure']:,} unsure.",
        f"Thresholds were chosen on {split['n_calibration']:,} pairs; {split['n_held_out']:,} are held out for one "
        f"test. Kept together: {split['by']}; {split['n_groups']:,} independent groups.",
        f"{split['n_spent']:,} held-out labels have decided a pass or a fail here and are spent. Those that decided "
        "nothing stay unseen: no number on this page rests on them.",
    ]
    if split["n_spent"] < split["n_held_out"] or not split["n_held_out"]:
        notes.append("Where nothing was tested the numbers say how a threshold does on the labels it was chosen on: "
                     "they are too good, and they open nothing.")  # fmt: skip
    if nearest:
        names = [nearest["language"], *("any" if nearest[name] == "*" else nearest[name] for name in PLACES)]
        notes.append(
            f"A lower bound of {told['target']:g} needs about {nearest['trial']['n_needed']} independent held-out "
            f"actions without an error; {' / '.join(names)} has most: {nearest['trial']['n_counted']:.0f}."
        )
    if labels["n_sampled"] < labels["n"]:
        n = labels["n"] - labels["n_sampled"]
        notes.append(f"{n:,} pairs were chosen, not sampled: they stand for themselves, not for the crawl.")
    return {"verdict": verdict, "n_open": n_open, "notes": notes}


def _proposed(confusion: Sequence[Mapping[str, Any]]) -> str:
    """Say what the proposed thresholds would do with the judged pairs that the page rests on."""
    judged = {row["judged"]: row for row in confusion}
    parts = [
        f"{judged[word]['merge']:,} of {sum(judged[word][act] for act in ('merge', 'review', 'keep')):,} {word}"
        for word in ("same", "different", "unsure")
    ]
    return f"Of the pairs that this page rests on, the proposed thresholds would merge {', '.join(parts)}."


def render(told: Mapping[str, Any]) -> str:
    """Return the page as HTML."""
    shown = styled("report.css", "evaluation.css") | {"curves": curves, "n_strata": N_STRATA}
    return environment().get_template("evaluation.html").render({**told, **shown})
