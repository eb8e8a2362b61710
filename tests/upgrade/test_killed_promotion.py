"""Kill -9 during a promotion, what follows it, or a roll back: done again, it ends in the same state."""

import json
import os
import shutil
import signal
import subprocess
import sys

import pytest

import killed_promotion
import versioned_days as v
from neartwin import methods
from neartwin.settings import ROOT
from neartwin.upgrade.detect import pending
from neartwin.upgrade.walk import prepare, walk
from neartwin.warehouse import writer

STEPS = (
    "upgrade/insert_comparisons:1",
    "upgrade/upsert_methods_flipped:1",
    "ledger/upsert_merged_documents:1",
    "upgrade/undo_day_profiles:1",
    "upgrade/insert_merge_rechecks:1",
    "upgrade/insert_settlements:1",
    "upgrade/upsert_methods_flipped:2",
    "upgrade/insert_settlements:2",
)

# An extractor is flipped three times: when it is rehearsed on a copy, promoted, and rolled back from.
OF_EXTRACTOR = (
    "upgrade/insert_successors:1",
    "extract/insert_former_documents:2",
    "ledger/insert_ledger_entries:1",
    "candidates/undo_fingerprint_bands:2",
    "upgrade/insert_settlements:1",
    "extract/insert_touched_texts:6",
)
OF_EXTRACTOR_TOO = (
    "extract/insert_former_documents:1",
    "upgrade/undo_day_profiles:2",
    "ledger/select_tip:2",
    "upgrade/upsert_extractors_flipped:3",
    "ledger/upsert_merged_documents:2",
    "upgrade/insert_settlements:2",
)


def killed(kind, pristine, scratch, steps):
    """Return what an undisturbed go leaves, and each that was killed and done again."""
    command = [sys.executable, str(ROOT / "tests" / "killed_promotion.py"), kind, str(pristine), str(scratch)]
    ran = subprocess.run(
        [*command, *steps],
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'plugins'}:{ROOT / 'tests'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    undisturbed, *rest = [json.loads(line) for line in ran.stdout.splitlines()]
    assert undisturbed["state"]["faults"] == []
    assert [one["killed"] for one in rest] == [signal.SIGKILL] * len(steps)
    return undisturbed["state"], [one["state"] for one in rest]


def test_a_promotion_killed_anywhere_ends_in_the_same_state(made_once, tmp_path):
    undisturbed, rest = killed("method", made_once, tmp_path, STEPS)

    assert undisturbed["statuses"] == {v.OLD: "active", v.NEW: "standby"}
    assert all(state == undisturbed for state in rest)


@pytest.fixture(scope="module")
def extracted_once(made_once, tmp_path_factory):
    """The same installation, of which another extractor has extracted every day."""
    data = tmp_path_factory.mktemp("extracted") / "data"
    shutil.copytree(made_once, data, ignore=shutil.ignore_patterns("spill"))
    settings = killed_promotion.extractor_settings(data)
    prepare(settings)
    with writer(settings) as con:
        (upgrade,) = pending(con, methods.resolve(con, settings))
    assert walk(settings, upgrade, lambda _: None).is_complete
    return data


@pytest.mark.parametrize("steps", [OF_EXTRACTOR, pytest.param(OF_EXTRACTOR_TOO, marks=pytest.mark.soak)])
def test_an_extractors_flip_killed_anywhere_ends_in_the_same_state(extracted_once, tmp_path, steps):
    undisturbed, rest = killed("extractor", extracted_once, tmp_path, steps)

    assert undisturbed["extractors"] == [["active", 1], ["standby", 1]]
    assert [len(undisturbed["former"]) > 0, len(undisturbed["settled"]), undisturbed["left"]] == [True, 2, False]
    for step, state in zip(steps, rest, strict=True):
        assert {name: state[name] == undisturbed[name] for name in state} == dict.fromkeys(state, True), step
