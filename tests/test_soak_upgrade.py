"""A new version of a method in a real local Airflow: backfilled, compared, approved, in use, rolled back."""

import json
import shutil
import subprocess
import sys
from contextlib import suppress

import psutil
import pytest

from local_airflow import answer, ended, local_airflow, runs, trigger, unpause, wait
from neartwin.methods import resolve
from neartwin.orchestration import airflow_home, processes
from neartwin.settings import ROOT, Settings
from neartwin.upgrade.detect import Upgrade
from neartwin.upgrade.walk import prepare, walk
from neartwin.warehouse import reader
from neartwin.warehouse.checksum import table_checksums

OLD, NEW = "hybrid-words@1", "hybrid-words@2"
DAYS = ["2026-11-01", "2026-11-02", "2026-11-03"]
UNTOUCHED = ("captures", "extractions", "documents", "decisions", "proposed_clusters", "page_fingerprints")
OF_CANDIDATE = ("fingerprints", "fingerprint_bands", "candidate_pairs", "verified_pairs", "pair_guards")

pytestmark = pytest.mark.soak


@pytest.fixture
def installation(sample_run, tmp_path, monkeypatch):
    """The three sample days under version 1, and a settings file in which somebody has written version 2."""
    shutil.copytree(sample_run.data, tmp_path / "data", symlinks=True)
    text = (ROOT / "neartwin.toml").read_text(encoding="utf-8")
    section = text.partition(f'[methods."{OLD}"]')[2].partition("\n[methods.")[0].replace("default = 3", "default = 4")
    config = tmp_path / "neartwin.toml"
    config.write_text(f'{text}\n[methods."{NEW}"]{section}\n[upgrade]\npoll_seconds = 2\n', encoding="utf-8")
    monkeypatch.setenv("NEARTWIN_CONFIG", str(config))
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "data"))
    return Settings.load(), config


def signed(settings):
    """Return how many documents each version of the method has signed."""
    with reader(settings) as con:
        return dict(
            con.execute(
                "select method_id, count(*) from fingerprints where method_id like 'hybrid-words@%' group by all"
            ).fetchall()
        )


def active(settings):
    with reader(settings) as con:
        return resolve(con, settings).purposes["search"].deciding_method


def unchanged(settings):
    """Return what a backfill must leave as it is: tables of the active version, its checks, the reports."""
    with reader(settings) as con:
        sums = table_checksums(con)
        checks = con.execute("select * from check_results where day <= ? order by all", [DAYS[-1]]).fetchall()
        merges = con.execute("select * from merge_batches order by all").fetchall()
    reports = {str(path): path.stat().st_mtime_ns for day in DAYS for path in settings.reports.rglob(f"{day}*.html")}
    return {name: sums[name] for name in UNTOUCHED}, checks, merges, reports


def test_a_new_version_is_backfilled_compared_approved_and_rolled_back(installation):
    settings, config = installation
    before = unchanged(settings)
    with local_airflow(settings, config) as api:
        old = {run["dag_run_id"] for run in runs(api, "deduplicate_day")}
        unpause(api, "deduplicate_day", "upgrade_method")
        upgrade = wait(lambda: runs(api, "upgrade_method"), seconds=60, what="no daily run")[0]["dag_run_id"]
        wait_for_question(api, upgrade)
        backfilled = runs(api, "deduplicate_day", run_type="backfill")

        assert sorted(run["partition_key"] for run in backfilled) == DAYS
        assert {run["state"] for run in backfilled} == {"success"}
        assert all(run["conf"] == {"methods": [NEW]} for run in backfilled)
        assert len(old) >= len(DAYS)
        assert old <= {run["dag_run_id"] for run in runs(api, "deduplicate_day")}
        assert signed(settings)[OLD] == signed(settings)[NEW] > 0
        assert active(settings) == OLD
        assert unchanged(settings) == before
        assert runs(api, "merge_duplicates", run_type="asset_triggered") == []
        assert list((settings.reports / "comparisons").glob("*.html"))

        answer(api, "upgrade_method", upgrade, "Approve")
        assert ended(api, "upgrade_method", upgrade) == "success"
        assert active(settings) == NEW

        day = trigger(
            api,
            "deduplicate_day",
            {"source": str(ROOT / "tests" / "data" / "sample" / DAYS[-1])},
            partition_key="2026-11-04",
        )
        assert ended(api, "deduplicate_day", day) == "success"
        with reader(settings) as con:
            of_day = con.execute("select methods from runs where day = '2026-11-04'").fetchall()
        assert [NEW in methods and OLD not in methods for (methods,) in of_day] == [True]

    command = [sys.executable, "-c", "from neartwin.cli import main; main()", "methods", "roll-back", "hybrid-words"]
    subprocess.run([*command, "--reason", "the test wants the old one back"], check=True, cwd=ROOT)
    assert active(settings) == OLD
    assert signed(settings)[OLD] >= signed(settings)[NEW]


def wait_for_question(api, run_id):
    details = f"dags/upgrade_method/dagRuns/{run_id}/hitlDetails"
    return wait(lambda: api.get(details)["hitl_details"], seconds=900, what=lambda: f"{run_id} has put no question")


def test_a_backfill_killed_with_everything_goes_on_to_the_same_end(installation, tmp_path):
    """Kill -9 every process of Airflow in the middle of a backfill; start it again, and touch nothing else.

    Airflow runs the killed task again after 300 s without a sign of life.
    """
    settings, config = installation
    undisturbed = settings.model_copy(update={"data": tmp_path / "undisturbed"})
    shutil.copytree(settings.data, undisturbed.data, symlinks=True, ignore=shutil.ignore_patterns("airflow", "spill"))
    prepare(undisturbed)
    walk(undisturbed, Upgrade("method", NEW, OLD), lambda _: None)

    with local_airflow(settings, config) as api:
        unpause(api, "deduplicate_day", "upgrade_method")
        wait(lambda: runs(api, "deduplicate_day", run_type="backfill"), seconds=300, what="no backfill began")
        wait(lambda: signed(settings).get(NEW), seconds=300, what="nothing was signed")
        kill_everything(settings)
    half = signed(settings)[NEW]
    with local_airflow(settings, config) as api:
        upgrade = runs(api, "upgrade_method")[0]["dag_run_id"]
        wait_for_question(api, upgrade)
        made = api.get("backfills", dag_id="deduplicate_day")["backfills"]

    assert half < signed(settings)[NEW] == signed(undisturbed)[NEW]
    assert derived(settings) == derived(undisturbed)
    assert len(made) == 1


def kill_everything(settings):
    token = json.loads((airflow_home.home(settings) / "launch.json").read_text())["token"]
    for process in processes.find(token):
        with suppress(psutil.NoSuchProcess):
            process.kill()


def derived(settings):
    with reader(settings) as con:
        known = table_checksums(con)
    return {name: known[name] for name in (*UNTOUCHED, *OF_CANDIDATE)}
