"""Kill -9 during a promotion, what follows it, or a roll back: done again, it ends in the same state."""

import json
import os
import signal
import subprocess
import sys

import versioned_days as v
from neartwin.settings import ROOT

# Statements of one go: the comparison up to 45, the promotion's transaction from 52 to 70, what follows it up to 90,
# the roll back, what follows that.
STEPS = (39, 54, 60, 66, 70, 88, 102, 120)


def test_a_promotion_killed_anywhere_ends_in_the_same_state(made_once, tmp_path):
    command = [sys.executable, str(ROOT / "tests" / "killed_promotion.py"), str(made_once), str(tmp_path)]
    ran = subprocess.run(
        [*command, *map(str, STEPS)],
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'plugins'}:{ROOT / 'tests'}"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 0, ran.stderr[-3000:]
    undisturbed, *killed = [json.loads(line) for line in ran.stdout.splitlines()]
    assert undisturbed["state"]["statuses"] == {v.OLD: "active", v.NEW: "standby"}
    assert undisturbed["state"]["faults"] == []
    assert [one["killed"] for one in killed] == [signal.SIGKILL] * len(STEPS)
    assert all(one["state"] == undisturbed["state"] for one in killed)
