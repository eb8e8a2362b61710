"""A new version of a method or extractor in a real local Airflow: backfilled, compared, in use, rolled back."""

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

pytestmark = [pytest.mark.soak, pytest.mark.timeout(1_800)]


@pytest.fixture
def installation(sample_run, tmp_path, monkeypatch):
    """The three sample days under version 1, and a settings file in which somebody has written version 2."""
    shutil.copytree(sample_run.data, tmp_path / "data", symlinks=True)
    text = (ROOT / "neartwin.toml").read_text(encoding="utf-8")
    section = text.partition(f'[methods."{OLD}"]')[2].partition("\n[methods.")[0].replace("default = 3", "default = 4")
    return configured(tmp_path, monkeypatch, f'{text}\n[methods."{NEW}"]{section}')


@pytest.fixture
def extractors(sample_run, tmp_path, monkeypatch):
    """The three sample days, and a settings file by which shorter main texts count: another extractor."""
    shutil.copytree(sample_run.data, tmp_path / "data", symlinks=True)
    text = (ROOT / "neartwin.toml").read_text(encoding="utf-8")
    return configured(tmp_path, monkeypatch, f"{text}\n[extract]\nmin_tokens = 8\n")


def configured(tmp_path, monkeypatch, text):
    config = tmp_path / "neartwin.toml"
    config.write_text(f"{text}\n[upgrade]\npoll_seconds = 2\n", encoding="utf-8")
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

    neartwin("roll-back", "hybrid-words", "--reason", "the test wants the old one back")
    assert active(settings) == OLD
    assert signed(settings)[OLD] >= signed(settings)[NEW]


def test_a_new_extractor_is_backfilled_compared_approved_and_rolled_back(extractors):
    settings, config = extractors
    before, texts = unchanged(settings), carried(settings)
    (old,) = statuses(settings)
    with local_airflow(settings, config) as api:
        unpause(api, "deduplicate_day", "upgrade_method")
        upgrade = wait(lambda: runs(api, "upgrade_method"), seconds=60, what="no daily run")[0]["dag_run_id"]
        wait_for_question(api, upgrade)
        backfilled = runs(api, "deduplicate_day", run_type="backfill")
        (new,) = statuses(settings).keys() - {old}

        assert sorted(run["partition_key"] for run in backfilled) == DAYS
        assert {run["state"] for run in backfilled} == {"success"}
        assert all(run["conf"] == {"extractor": new} for run in backfilled)
        assert statuses(settings) == {old: "active", new: "candidate"}
        assert extracted(settings)[new] == extracted(settings)[old] > 0
        assert carried(settings) == texts
        assert without(unchanged(settings), "extractions") == without(before, "extractions")
        assert runs(api, "merge_duplicates", run_type="asset_triggered") == []
        (told,) = [json.loads(page.read_text()) for page in (settings.reports / "comparisons").glob("*.json")]
        effects = told["texts"]["effects"]
        n_changed = sum(part["n_captures"] for name, part in effects.items() if name not in ("same", "described"))
        assert n_changed > 0
        assert told["candidates"]["kept"]["n_pairs"] > 0
        assert set(told["purposes"]["search"]["change"]) == {"newly merged", "released"}

        answer(api, "upgrade_method", upgrade, "Approve")
        assert ended(api, "upgrade_method", upgrade) == "success"
        assert statuses(settings) == {old: "standby", new: "active"}
        assert 0 < len(carried(settings).items() - texts.items()) <= n_changed

        day = trigger(
            api,
            "deduplicate_day",
            {"source": str(ROOT / "tests" / "data" / "sample" / DAYS[-1])},
            partition_key="2026-11-04",
        )
        assert ended(api, "deduplicate_day", day) == "success"
        assert by_extractor(settings, "2026-11-04") == {new}

    neartwin("roll-back", "extractor", "--reason", "the test wants the old texts back")
    assert statuses(settings) == {old: "active", new: "standby"}
    assert {key: value for key, value in carried(settings).items() if key in texts} == texts
    assert by_extractor(settings, "2026-11-04") == {old}  # the same pages as the day before, which the old one has seen
    config.write_text((ROOT / "neartwin.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert "nothing to do: every version in use is the newest" in neartwin("upgrade", "--local")


def neartwin(*arguments):
    """Run `neartwin methods …` as a person would; return what it says."""
    command = [sys.executable, "-c", "from neartwin.cli import main; main()", "methods", *arguments]
    return subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout


def rows(settings, query, *values):
    with reader(settings) as con:
        return con.execute(query, list(values)).fetchall()


def statuses(settings):
    return dict(rows(settings, "select extractor_id, status from extractors"))


def extracted(settings):
    return dict(rows(settings, "select extractor_id, count(*) from extractions group by all"))


def carried(settings):
    """Return which document each capture carries."""
    return dict(rows(settings, "select capture_id, document_id from captures"))


def by_extractor(settings, day):
    """Return whose texts the captures of a day carry."""
    query = "select distinct extractor_id from captures inner join extractions using (extraction_key) where day = ?"
    return {extractor_id for (extractor_id,) in rows(settings, query, day)}


def without(found, table):
    sums, *rest = found
    return [{name: value for name, value in sums.items() if name != table}, *rest]


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
