"""Evaluate calibration on the shared labelled pairs: run, take the labels up, calibrate, count by basis and language.

    .venv/bin/python tests/calibrate/evaluate_corpus.py ../shared /some/empty/folder

Nothing of the corpus is written into the repository.
"""

import csv
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from neartwin.calibrate import calibrate, labelled, load
from neartwin.calibrate.intervals import wilson
from neartwin.calibrate.split import components
from neartwin.label.inbox import inbox
from neartwin.label.ingest import ingest_labels
from neartwin.label.verdict import Label
from neartwin.methods import resolve
from neartwin.report.evaluation import write_evaluation
from neartwin.settings import ROOT, Settings
from neartwin.warehouse import writer

SOURCES = {"2026-11-01": "corpus", "2026-11-02": "corpus/edited/texts.jsonl"}
PAIRS = ("corpus/pairs.tsv", "corpus/edited/pairs.tsv")
VERDICTS = {"yes": "same", "no": "different", "unsure": "unsure"}


def prepare(shared: Path, data: Path) -> Settings:
    """Run the corpus and the edited texts through the real DAG, unless that was done."""
    settings = resolve(None, Settings.load(ROOT / "neartwin.toml")).model_copy(update={"data": data})
    env = {name: value for name, value in os.environ.items() if not name.startswith("AIRFLOW")}
    for day, source in SOURCES.items():
        if (data / "reports" / f"{day}.html").is_file():
            continue
        command = [sys.executable, "-c", "from neartwin.cli import main; main()", "run", "--day", day]
        subprocess.run([*command, "--source", str(shared / source)], cwd=ROOT, env=env | {"NEARTWIN_DATA": str(data)})
    return settings


def read_pairs(shared: Path):
    """Return rows of both label files; each with its verdict."""
    rows = []
    for name in PAIRS:
        with (shared / name).open(encoding="utf-8", newline="") as file:
            rows += list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return rows


def evaluate(shared: Path, data: Path, purpose="search"):
    """Return (summary, counts by basis and language, settings) after importing the labels and calibrating."""
    settings = prepare(shared, data)
    with writer(settings) as con:
        documents = {}
        found = con.execute("select source_id, min(document_id) from captures where document_id is not null group by 1")
        documents = dict(found.fetchall())
        known, basis_of, states = _labels(read_pairs(shared), documents, purpose)
        with inbox(settings) as box:
            box.append([label.with_content_id() for label in known])
        ingest_labels(con, settings)
        done = calibrate(con, settings, purpose, "corpus")
        page = write_evaluation(con, settings, done["calibration_id"])
        told = load(con, done["calibration_id"])["evaluation"]
        pairs = labelled.load(con, settings, purpose)
    return {"done": done, "page": page, "told": told, "states": states, "rows": count(pairs, told, basis_of)}


def _labels(rows, documents, purpose):
    known, basis_of, states = [], {}, Counter()
    for row in rows:
        ends = documents.get(row["left"]), documents.get(row["right"])
        if row.get("purpose") not in (None, "", purpose, "both"):
            continue
        if None in ends:
            states[row["basis"], row["merge"], "a side gave no document"] += 1
            continue
        if ends[0] == ends[1]:
            states[row["basis"], row["merge"], "one document: exact duplicate"] += 1
            continue
        states[row["basis"], row["merge"], "judged pair"] += 1
        basis_of[tuple(sorted(ends))] = row["basis"]
        when = "2026-11-03T00:00:00"
        values = {"purpose": purpose, "verdict": VERDICTS[row["merge"]], "annotator": "corpus", "labelled_at": when}
        known.append(Label.of_pair(*ends, reason=row["label"], origin="pairs.tsv", **values))
    return known, basis_of, states


def count(pairs, told, basis_of):
    """Count pairs and actions at the proposed thresholds, by basis and language, on all labels."""
    at = {(row["language"], row["kind"], row["length_band"]): row for row in told["strata"] if row["has_policy"]}
    merged = np.zeros(len(pairs), bool)
    for place in range(len(pairs)):
        language, kind, band = (str(getattr(pairs, name)[place]) for name in ("language", "kind", "length_band"))
        pooled = ((kind, band), ("*", "short")) if band == "short" else ((kind, band), (kind, "*"), ("*", "*"))
        row = next((at[(language, *key)] for key in pooled if (language, *key) in at), None)
        if row and row["proposed_at"] is not None:
            merged[place] = pairs.measures[row["measure"]][place] >= row["proposed_at"]
    merged &= pairs.can_act
    groups = components(list(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)))
    basis = np.array([basis_of[str(a), str(b)] for a, b in zip(pairs.left, pairs.right, strict=True)])
    rows = [_row("all", "all", pairs, merged, groups, np.ones(len(pairs), bool))]
    for name in sorted(set(basis)):
        for language in ("all", *sorted(set(pairs.language[basis == name]))):
            is_in = (basis == name) & ((pairs.language == language) | (language == "all"))
            rows.append(_row(name, str(language), pairs, merged, groups, is_in))
    return rows


def _row(basis, language, pairs, merged, groups, is_in):
    same, different = is_in & (pairs.verdict == 1), is_in & (pairs.verdict == 0)
    acts = is_in & merged
    wrong = set(groups[acts & (pairs.verdict != 1)].tolist())
    n_actions = len(set(groups[acts].tolist()))
    guarded = is_in & (pairs.guards != "")
    return {
        "basis": basis,
        "language": language,
        "tp": int((merged & same).sum()),
        "fp": int((merged & different).sum()),
        "fn": int((~merged & same).sum()),
        "tn": int((~merged & different).sum()),
        "guarded": f"{int((guarded & same).sum())} same, {int((guarded & different).sum())} different",
        "not found": int((same & ~pairs.is_indexed).sum()),
        "actions": f"{n_actions - len(wrong)} of {n_actions} right, "
        f"lower bound {float(wilson(n_actions - len(wrong), n_actions)[0]):.3f}",
    }


if __name__ == "__main__":
    result = evaluate(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
    for key, n in sorted(result["states"].items()):
        print(*key, n, sep="\t")  # noqa: T201 (a script)
    for line in result["rows"]:
        print(*line.values(), sep="\t")  # noqa: T201
    for stratum in result["told"]["strata"]:
        names = ("language", "kind", "length_band", "n_labels", "measure", "proposed_at", "merge_at", "reason")
        print(*(stratum[name] for name in names), sep="\t")  # noqa: T201
    print(result["done"], result["page"])  # noqa: T201
