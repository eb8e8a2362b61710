"""Kill a run at random moments and run again: the tables end as those of an undisturbed run."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from neartwin.settings import ROOT

DAYS = ("2026-11-01", "2026-11-02", "2026-11-03")
KILLS = 20
NEARTWIN = Path(sys.executable).parent / "neartwin"


def command(data, *words):
    env = {**os.environ, "NEARTWIN_DATA": str(data)}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return {"args": [str(NEARTWIN), *words], "env": env}


def run_day(data, day):
    words = ("run", "--source", str(ROOT / "tests" / "data" / "sample" / day), "--day", day)
    return subprocess.run(**command(data, *words), check=True, capture_output=True)


def run_and_kill(data, day, seconds):
    """Start a day, and kill it with everything it started; tell whether it was still at work."""
    words = ("run", "--source", str(ROOT / "tests" / "data" / "sample" / day), "--day", day)
    process = subprocess.Popen(**command(data, *words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)  # fmt: skip
    time.sleep(seconds)
    was_at_work = process.poll() is None
    if was_at_work:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return was_at_work


def checksums(data):
    out = subprocess.run(**command(data, "status", "--checksum", "--json"), check=True, capture_output=True, text=True)
    return json.loads(out.stdout)["checksums"]


@pytest.mark.soak
def test_killed_runs_end_in_the_same_tables(tmp_path):
    for day in DAYS:
        started = time.monotonic()
        run_day(tmp_path / "undisturbed", day)
    seconds_a_day = time.monotonic() - started  # of the last: the first may have compiled kernels
    dice = random.Random(11)  # a fixed series of moments, so that a failure can be repeated

    kills = 0
    while kills < KILLS:
        kills += run_and_kill(tmp_path / "killed", dice.choice(DAYS), dice.uniform(0.2, 1.0) * seconds_a_day)
    for day in reversed(DAYS):
        run_day(tmp_path / "killed", day)

    assert checksums(tmp_path / "killed") == checksums(tmp_path / "undisturbed")


@pytest.mark.soak
def test_days_in_any_order_and_twice_end_in_the_same_tables(tmp_path):
    orders = [DAYS, tuple(reversed(DAYS)), (DAYS[1], DAYS[0], DAYS[2], DAYS[1])]
    for number, order in enumerate(orders):
        for day in order:
            run_day(tmp_path / str(number), day)

    first, *others = (checksums(tmp_path / str(number)) for number in range(len(orders)))
    assert all(other == first for other in others)
