"""Shares of rows within groups of a frame: flagged rows, rows that hold one value, bits that never change."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

SAMPLE_IDS = 5
SAMPLED_GROUPS = 20
STUCK = 0.99
ROWS_FOR_BITS = 20_000  # a bit's share is known to half a percent from so many
Group = dict[str, Any]
Measure = Callable[[pd.DataFrame, str, str], pd.DataFrame]


def flagged(frame: pd.DataFrame, column: str, by: str) -> pd.DataFrame:
    """Return n_rows and n_failed (rows whose flag is true) per group."""
    return frame.groupby(by, observed=True)[column].agg(n_rows="size", n_failed="sum")


def commonest(frame: pd.DataFrame, column: str, by: str) -> pd.DataFrame:
    """Return n_rows and n_failed (rows that hold the most frequent value, if more than one does) per group."""
    counts = frame.groupby([by, column], observed=True).size()
    largest = counts.groupby(level=0, observed=True).max()
    n_rows = frame.groupby(by, observed=True).size()
    n_failed = largest.where(largest > 1, 0).reindex(n_rows.index, fill_value=0)
    return pd.DataFrame({"n_rows": n_rows, "n_failed": n_failed})


def stuck_bits(frame: pd.DataFrame, column: str, by: str) -> pd.DataFrame:
    """Return n_rows and share (of 64 bits that are equal in at least 99 % of rows) per group."""
    groups = {}
    for name, part in frame.dropna(subset=[column]).groupby(by, observed=True):
        values = part[column].head(ROWS_FOR_BITS).to_numpy(dtype=np.int64).view(np.uint64)
        means = ((values[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)).mean(axis=0)
        groups[name] = (len(part), float(((means <= 1 - STUCK) | (means >= STUCK)).mean()))
    return pd.DataFrame.from_dict(groups, orient="index", columns=["n_rows", "share"]).assign(n_failed=0)


MEASURES: dict[str, Measure] = {"flagged": flagged, "commonest": commonest, "stuck_bits": stuck_bits}


def failing_groups(
    frame: pd.DataFrame, *, measure: str, column: str, by: str | None, id_column: str, max_share: float, min_rows: int
) -> dict[str, Any]:
    """Return the worst share, how many groups were large enough to judge, and each group above `max_share`.

    A group entry has group, n_rows, n_failed, share, and (first SAMPLED_GROUPS) up to
    SAMPLE_IDS ids; groups below `min_rows` are not judged.
    """
    by_column = by or "_all"
    if by is None:
        frame = frame.assign(_all=0)
    table = MEASURES[measure](frame, column, by_column)
    if "share" not in table:
        table["share"] = table["n_failed"] / table["n_rows"]
    judged = table[table["n_rows"] >= min_rows]
    failing = judged[judged["share"] > max_share].sort_values(["share", "n_rows"], ascending=False, kind="stable")
    return {
        "worst_share": float(judged["share"].max()) if len(judged) else 0.0,
        "n_judged": len(judged),
        "groups": [
            {
                "group": str(name) if by else "",
                "n_rows": int(row["n_rows"]),
                "n_failed": int(row["n_failed"]),
                "share": float(row["share"]),
                "sample_ids": _samples(frame[frame[by_column] == name], measure, column, id_column)
                if index < SAMPLED_GROUPS
                else [],
            }
            for index, (name, row) in enumerate(failing.iterrows())
        ],
    }


def drifted_groups(frame: pd.DataFrame, *, metric: str, direction: str) -> dict[str, Any]:
    """Return the sites ('' for all) whose figure is out of the usual, with both in words, and how many were judged.

    `frame` has a row a site and metric: figure, usual (missing: too little history), is_low, is_high, sample_ids.
    """
    rows = frame[frame["metric"] == metric]
    is_out = {"low": rows["is_low"], "high": rows["is_high"], "both": rows["is_low"] | rows["is_high"]}[direction]
    n_judged = int(rows["usual"].notna().sum())
    return {
        "observed": f"near the usual at {n_judged} sites" if n_judged else "too few earlier days to judge",
        "groups": [
            {
                "group": str(row.site),
                "n_rows": int(row.n_rows),
                "n_failed": int(row.n_rows),
                "share": 1.0,
                "observed": row.observed,
                "sample_ids": list(row.sample_ids),
            }
            for row in rows[is_out.to_numpy(dtype=bool)].itertuples()
        ],
    }


def _samples(part: pd.DataFrame, measure: str, column: str, id_column: str) -> list[str]:
    if measure == "stuck_bits":
        return []
    bad = part[column].astype(bool) if measure == "flagged" else part[column] == part[column].mode().iloc[0]
    return [str(value) for value in part.loc[bad.to_numpy(dtype=bool, na_value=False), id_column].head(SAMPLE_IDS)]
