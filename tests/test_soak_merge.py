"""Killed at any moment while it plans, rehearses, applies, undoes and backs up: nothing lost, nothing done twice."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from killed_merge import N_PAIRS, N_ROUNDS, prepare, settings_of
from neartwin.settings import ROOT
from neartwin.warehouse import backup, ledger, writer

SCRIPT = Path(__file__).with_name("killed_merge.py")
LONGEST = 2.0


def start(data):
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "plugins"), str(ROOT / "tests")])}
    process = subprocess.Popen([sys.executable, str(SCRIPT), str(data)], stdout=subprocess.PIPE, env=env)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    return process


def kill_once(data, seconds):
    """Return whether the work was still going on when it was killed."""
    process = start(data)
    time.sleep(seconds)
    is_killed = process.poll() is None
    if is_killed:
        process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert is_killed or process.returncode == 0
    return is_killed


def check_sound(settings):
    with writer(settings) as con:
        assert ledger.faults(con, settings) == []
        twice = con.execute(
            "select undoes_position from ledger_entries where undoes_position is not null group by all"
            " having count(*) > 1"
        )
        assert twice.fetchall() == []


def check_finished(settings):
    """Even rounds are merged and stay, odd ones are undone; every entry is there once; every backup is good."""
    with writer(settings) as con:
        counts = dict(con.execute("select action, count(*) from ledger_entries group by all").fetchall())
        assert counts == {"merge": N_ROUNDS * N_PAIRS, "undo": N_ROUNDS // 2 * N_PAIRS}
        merged = con.execute("select count(*) from merged_documents where representative_id is not null").fetchall()
        assert merged == [(N_ROUNDS // 2 * N_PAIRS * 2,)]
    folders = [path for path in (settings.data / "backups").iterdir() if not path.name.startswith(".")]
    assert folders
    for folder in folders:
        with duckdb.connect(folder / "warehouse.duckdb", read_only=True) as copy:
            assert copy.execute("select count(*) from ledger_entries").fetchall() != [(0,)]


def kill_often(folder, n_kills, seed, longest=LONGEST):
    """Kill at n random moments, over as many installations as that takes; return the number of kills."""
    randomness, done, number = random.Random(seed), 0, 0
    while done < n_kills:
        settings = settings_of(folder / str(number))
        prepare(settings)
        is_unfinished = True
        while is_unfinished and done < n_kills:
            is_unfinished = kill_once(settings.data, randomness.uniform(0, longest))
            done += is_unfinished
            check_sound(settings)
        process = start(settings.data)
        process.communicate()
        assert process.returncode == 0
        check_sound(settings)
        check_finished(settings)
        number += 1
    return done


def test_killed_a_few_times(tmp_path):
    assert kill_often(tmp_path, 3, seed=1) == 3


def test_a_backup_made_between_kills_restores(tmp_path):
    settings = settings_of(tmp_path / "data")
    prepare(settings)
    kill_once(settings.data, LONGEST)
    process = start(settings.data)
    process.communicate()

    newest = max(path for path in (settings.data / "backups").iterdir() if not path.name.startswith("."))
    with writer(settings) as con:
        con.execute("delete from ledger_entries")
    backup.restore(settings, newest)
    with writer(settings) as con:
        assert con.execute("select count(*) > 0 from ledger_entries").fetchall() == [(True,)]


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_killed_200_times(tmp_path):
    assert kill_often(tmp_path, 200, seed=int(os.environ.get("NEARTWIN_SEED", "7")), longest=3 * LONGEST) == 200
