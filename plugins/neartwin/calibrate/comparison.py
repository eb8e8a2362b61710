"""Two calibrations side by side: what changed between them, and one number only where one number can be true."""

from typing import Any

import duckdb

from neartwin.calibrate.calibration import load
from neartwin.errors import CalibrationError
from neartwin.warehouse import run

BASES = {
    "labels": ("label_snapshot_id",),
    "definition": ("definition_id", "strategy", "split_seed", "split_by"),
    "method": ("method_id", "method_sha256"),
    "data": ("data_id", "guards_id"),
    "code": ("code_version",),
}


def compare(con: duckdb.DuckDBPyConnection, one: str, other: str) -> dict[str, Any]:
    """Return what changed between two calibrations (ids or beginnings of ids) and how their numbers moved.

    `difference` of precision and recall is given only on the same labels; else it is None and `refusal` says why: a
    number over other pairs measures the pairs, not the policy. Raises CalibrationError for an unknown id, or when the
    purposes differ.
    """
    old, new = (load(con, _id(con, name)) for name in (one, other))
    if old["purpose"] != new["purpose"]:
        raise CalibrationError(f"{one} is for {old['purpose']}, {other} for {new['purpose']}: they decide other things")
    changed = [name for name, columns in BASES.items() if any(old[column] != new[column] for column in columns)]
    numbers = [_numbers(told) for told in (old, new)]
    refusal = ""
    if "labels" in changed:
        refusal = (
            f"no single number: they rest on other labels ({old['n_labels']} and {new['n_labels']}), so a difference "
            "would measure the pairs that were judged, not the policy; calibrate both definitions on one label base"
        )
    return {
        "calibrations": [old["calibration_id"], new["calibration_id"]],
        "purpose": old["purpose"],
        "changed": changed,
        "unchanged": [name for name in BASES if name not in changed],
        "numbers": numbers,
        "difference": None if refusal else _difference(*numbers),
        "refusal": refusal,
        "thresholds": _thresholds(old, new),
    }


def _id(con: duckdb.DuckDBPyConnection, prefix: str) -> str:
    found = [row[0] for row in run(con, "calibrate/select_calibration_ids", prefix=prefix)]
    if not prefix or len(found) != 1:
        what = "no calibration has" if not found else f"{len(found)} calibrations have"
        raise CalibrationError(f"{what} an id that begins with {prefix!r}: see `neartwin policies`")
    return str(found[0])


def _numbers(told: dict[str, Any]) -> dict[str, float | None]:
    proposed = told["evaluation"]["pairs"][0]["proposed"]
    return {name: proposed[name]["value"] for name in ("precision", "recall")}


def _difference(old: dict[str, float | None], new: dict[str, float | None]) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    for name, before in old.items():
        after = new[name]
        found[name] = None if before is None or after is None else after - before
    return found


def _thresholds(old: dict[str, Any], new: dict[str, Any]) -> list[dict[str, Any]]:
    """Return strata of which the threshold or the measure moved."""
    known: list[dict[tuple[str, str, str], dict[str, Any]]] = [
        {(row["language"], row["kind"], row["length_band"]): row for row in told["evaluation"]["strata"]}
        for told in (old, new)
    ]
    moved = []
    for place in sorted(known[0].keys() | known[1].keys()):
        before, after = (
            {name: side[place][name] for name in ("measure", "merge_at", "review_at")} if place in side else None
            for side in known
        )
        if before != after:
            moved.append({"stratum": " / ".join(place), "before": before, "after": after})
    return moved
