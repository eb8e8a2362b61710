"""Methods at the wrong moment, in processes of their own: each is refused or goes on, and says so in plain words."""

import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

import versioned_days as v
from neartwin.methods import resolve
from neartwin.orchestration.run_day import only_run
from neartwin.settings import ROOT, Settings
from neartwin.upgrade import compare
from neartwin.upgrade.walk import prepare, walk
from neartwin.warehouse import reader, writer


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A settings file with both versions, and two days under the first; nothing of the second was computed."""
    folder = tmp_path_factory.mktemp("bad-input")
    text = (ROOT / "neartwin.toml").read_text(encoding="utf-8")
    section = (
        text.partition(f'[methods."{v.OLD}"]')[2].partition("\n[methods.")[0].replace("default = 3", "default = 2")
    )
    (folder / "neartwin.toml").write_text(f'{text}\n[methods."{v.NEW}"]{section}', encoding="utf-8")
    settings = Settings.load(folder / "neartwin.toml")
    with writer(settings) as con:
        v.run_days(con, v.before(settings), v.DAYS[:2])
    prepare(settings)
    return folder


@pytest.fixture
def settings(made, tmp_path):
    shutil.copytree(made, tmp_path / "own", ignore=shutil.ignore_patterns("spill"))
    return Settings.load(tmp_path / "own" / "neartwin.toml")


STARTED = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a test run in the background ignores it
from neartwin.cli import main
main()
"""


def started(settings, *arguments):
    """Start `neartwin methods …` in a process of its own."""
    env = {name: value for name, value in os.environ.items() if name != "NEARTWIN_DATA"}
    env |= {"NEARTWIN_CONFIG": str(settings.data.parent / "neartwin.toml"), "PYTHONPATH": str(ROOT / "plugins")}
    command = [sys.executable, "-c", STARTED, "methods", *arguments]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def said(process):
    """Return how a process ended and all that it said."""
    out, _ = process.communicate(timeout=300)
    assert "Traceback" not in out
    return process.returncode, out


def compared(settings):
    prepare(settings)
    assert walk(settings, v.UPGRADE, lambda _: None).is_complete
    with writer(settings) as con:
        compare.compare(con, resolve(con, settings), v.UPGRADE, "run")


def quarantine(settings, day):
    with writer(settings) as con:
        con.execute(
            "insert into quarantines (day, site, state, actor, reason, run_id, set_at)"
            " values (?, '', 'held', 'check', 'made', 'r', now()::timestamp)",
            [day],
        )


def test_two_promotions_at_once_are_one(settings):
    compared(settings)
    both = [started(settings, "promote", v.NEW, "--reason", "r") for _ in range(2)]
    ends = sorted(said(process) for process in both)

    assert [code == 0 for code, _ in ends] == [True, False]
    assert "is active; hybrid-words@1 stands by" in ends[0][1]
    assert "another run (process" in ends[1][1] or "active already" in ends[1][1]
    with reader(settings) as con:
        assert con.execute("select count(*) from ledger_entries where action = 'promote'").fetchall() == [(1,)]
        assert v.statuses(con) == {v.OLD: "standby", v.NEW: "active"}


def test_a_version_that_misses_a_day_is_not_promoted(settings):
    compared(settings)
    with writer(settings) as con:
        v.run_days(con, v.before(settings), v.DAYS[2:])
    code, out = said(started(settings, "promote", v.NEW, "--reason", "r"))

    assert code != 0
    assert "2 of 3 days" in out
    assert "to do: 2026-11-03. Run the DAG upgrade_method, or `neartwin methods upgrade --local" in out


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(settings):
    process = started(settings, "upgrade", "--local")
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    code, out = said(process)
    assert "1 of 2 days" in first
    assert (code, "stopped; what is done is kept" in out) == (130, True) or (code == 0 and "is complete" in out)

    code, out = said(started(settings, "upgrade", "--local"))
    assert (code, "is complete beside" in out) == (0, True)


def test_a_second_one_at_the_same_time_is_refused(settings):
    with only_run(settings):
        code, out = said(started(settings, "upgrade", "--local"))

    assert code != 0
    assert f"another run (process {os.getpid()}) works on" in out


def test_a_day_put_aside_is_not_tried_and_that_is_said(settings):
    quarantine(settings, v.DAYS[0])
    code, out = said(started(settings, "upgrade", "--local"))

    assert code == 0
    assert "not tried, because it is put aside: 2026-11-01; once released, the same command goes on" in out
    assert "1 of 1 days" in out


def test_where_every_day_is_put_aside_nothing_is_tried_and_that_is_said(settings):
    for day in v.DAYS[:2]:
        quarantine(settings, day)
    code, out = said(started(settings, "upgrade", "--local"))

    assert code == 0
    assert "put aside: 2026-11-01, 2026-11-02" in out
    with reader(settings) as con:
        assert con.execute("select count(*) from fingerprints where method_id = ?", [v.NEW]).fetchall() == [(0,)]


def test_without_the_local_airflow_the_way_out_is_named(settings):
    started_at = time.monotonic()
    code, out = said(started(settings, "upgrade"))

    assert code != 0
    assert "the local Airflow does not run: start it with `neartwin up`, or walk the days with --local" in out
    assert time.monotonic() - started_at < 60
