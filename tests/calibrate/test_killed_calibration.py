"""Calibrate in processes that are killed: a calibration, its policy and spent labels are all there, or nothing is."""

import os
import subprocess
import sys
import time

import pytest
from judged_pairs import columns, enter

from neartwin.settings import ROOT
from neartwin.warehouse import ledger, writer
from neartwin.warehouse.migrations import migrate

N = 12_000
WORK = """
import sys
from pathlib import Path
from neartwin.calibrate import calibrate
from neartwin.settings import ROOT, Settings
from neartwin.warehouse import writer
settings = Settings.load(ROOT / "neartwin.toml").model_copy(update={"data": Path(sys.argv[1]), "lock_wait_seconds": 20})
print("ready", flush=True)
with writer(settings) as con:
    print(calibrate(con, settings, "search", "r")["calibration_id"], flush=True)
"""


@pytest.fixture
def judged(settings):
    """A warehouse on disk with many judged pairs; no calibration yet."""
    same = [i % 3 != 0 for i in range(N)]
    similarity = [0.95 if is_same else 0.7 for is_same in same]
    measures = dict.fromkeys(("jaccard", "containment", "minhash_jaccard", "hamming", "aligned"), similarity)
    settings.data.mkdir(parents=True)
    with writer(settings) as con:
        migrate(con)
        enter(con, columns(N, verdict=["same" if s else "different" for s in same], **measures))
    return settings


def start(settings):
    environment = os.environ | {"PYTHONPATH": str(ROOT / "plugins")}
    command = [sys.executable, "-c", WORK, str(settings.data)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def state(settings):
    """Return what a calibration leaves, without ids and times of a run."""
    with writer(settings) as con:
        assert ledger.faults(con, settings) == []
        calibrations = con.execute("select calibration_id, purpose, n_labels, policy_id from calibrations").fetchall()
        labels = con.execute(
            "select calibration_id, count(*), count(*) filter (where is_spent) from calibration_labels group by 1"
        ).fetchall()
        policies = con.execute(
            "select policy_id, language, kind, length_band, measure, merge_at, review_at, status from policies"
            " order by all"
        ).fetchall()
    return calibrations, labels, policies


def test_kills_leave_a_whole_calibration_or_none(judged):
    process = start(judged)
    process.stdout.readline()
    began = time.monotonic()
    process.communicate()
    took = time.monotonic() - began
    whole = state(judged)
    assert whole[0]
    assert whole[2]
    with writer(judged) as con:
        con.execute("delete from calibrations")
        con.execute("delete from calibration_labels")
        con.execute("delete from policies")

    n_killed = 0
    for part in (0.3, 0.6, 0.75, 0.85, 0.95):
        process = start(judged)
        process.stdout.readline()
        time.sleep(part * took)
        n_killed += process.poll() is None
        process.kill()
        process.communicate()
        found = state(judged)
        assert found in (([], [], []), whole), part
        if found == whole:
            break
    assert n_killed
    start(judged).communicate()

    assert state(judged) == whole
