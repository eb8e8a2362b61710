"""Arrow tables of a calibration: on which side each label stood, and every threshold value of every sweep."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from neartwin.calibrate.choice import review_defaults
from neartwin.calibrate.finding import Finding
from neartwin.calibrate.labelled import MEASURES, Bools, LabelledPairs
from neartwin.calibrate.split import Split
from neartwin.calibrate.sweep import Sweep, sweep
from neartwin.settings import PurposeSettings, Settings

COUNTS = ("tp", "fp", "fn", "tn", "precision", "recall", "f1", "n_actions", "n_wrong", "action_precision")


def sides(calibration_id: str, pairs: LabelledPairs, divided: Split, spent: Bools) -> pa.Table:
    """Return one row a label for the table `calibration_labels`."""
    return pa.table(
        {
            "calibration_id": pa.array([calibration_id] * len(pairs), pa.string()),
            "label_id": pa.array(pairs.label_id.tolist(), pa.string()),
            "document_id_l": pa.array(pairs.left.tolist(), pa.string()),
            "document_id_r": pa.array(pairs.right.tolist(), pa.string()),
            "language": pa.array(pairs.language.tolist(), pa.string()),
            "side": pa.array(np.where(divided.is_held_out, "held_out", "calibration").tolist(), pa.string()),
            "is_spent": pa.array(spent.tolist(), pa.bool_()),
        }
    )


def path_of(settings: Settings, calibration_id: str) -> Path:
    """Return where every threshold value of a calibration lies."""
    return settings.reports / "calibrations" / f"{calibration_id[:12]}.parquet"


def write_sweeps(
    settings: Settings, calibration_id: str, pairs: LabelledPairs, divided: Split, findings: Sequence[Finding],
    purpose: PurposeSettings,
) -> Path:  # fmt: skip
    """Write a Parquet file with one row a stratum, measure, side and threshold value; held-out rows only when spent."""
    parts = list(_sweeps(settings, pairs, divided, findings, purpose))
    path = path_of(settings, calibration_id)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        pq.write_table(pa.concat_tables(parts) if parts else pa.table({}), temporary, compression="zstd")
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    return path


def _sweeps(
    settings: Settings, pairs: LabelledPairs, divided: Split, findings: Sequence[Finding], purpose: PurposeSettings
) -> Iterator[pa.Table]:
    review_at = review_defaults(purpose)
    for finding in findings:
        places = finding.stratum.places
        held_out = divided.is_held_out[places]
        sides_shown = {"calibration": places[~held_out]} | ({"held_out": places[held_out]} if finding.is_spent else {})
        for side, chosen in sides_shown.items():
            part, groups = pairs.take(chosen), divided.groups[chosen]
            for measure in MEASURES:
                swept = sweep(part, groups, measure, review_at[measure], settings.calibration)
                if len(swept):
                    yield _table(finding.stratum.name, side, swept)


def _table(stratum: str, side: str, swept: Sweep) -> pa.Table:
    n = len(swept)
    columns = {
        "stratum": pa.array([stratum] * n, pa.string()),
        "side": pa.array([side] * n, pa.string()),
        "measure": pa.array([swept.measure] * n, pa.string()),
        "threshold": swept.thresholds,
    }
    columns |= {name: getattr(swept, name) for name in COUNTS}
    for name in ("precision", "recall", "f1"):
        columns[f"{name}_lower"], columns[f"{name}_upper"] = getattr(swept, f"{name}_interval")
    columns |= {"action_lower": swept.action_lower, "cost": swept.cost, "n_review": swept.n_review}
    return pa.table(columns)
