"""The end of `upgrade_method` as Airflow runs it, from comparison to promotion: approved, refused, by whom."""

import shutil
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

import versioned_days as v
from neartwin.settings import ROOT, Settings
from neartwin.warehouse import reader, writer

sys.path.insert(0, str(Path(__file__).resolve().parent))
from test_calibrate_dags import answer, states

CONFIG = f"""
[methods."{v.NEW}"]
algorithm = "hybrid"
fold = ["compatibility", "casefold", "simplified", "tone"]
shingle_size = {{ default = 2 }}
frequency = "log"
bits = 64
max_hamming = 3
blocks = [5, 2]
min_features = 4
num_perm = 128
bands = 32
rows = 4
"""
DAG = f"""
from datetime import datetime
from airflow.sdk import chain, dag
from neartwin.orchestration import store_tasks
from neartwin.orchestration import upgrade_tasks as tasks
from neartwin.orchestration.approval import Approval

@dag(start_date=datetime(2026, 1, 1), schedule=None)
def end_of_upgrade():
    compared = tasks.compare([{asdict(v.UPGRADE)}])
    promoted = tasks.promote(compared)
    chain(
        tasks.needs_answer(compared),
        tasks.question(compared),
        Approval(task_id="approve", question="question", subject="a version waits"),
        tasks.record_answer(compared),
        promoted,
        tasks.settle(promoted),
        store_tasks.publish_changes(),
    )

end_of_upgrade()
"""


@pytest.fixture(scope="module")
def tried_once(tmp_path_factory):
    """One day under the old version, and the new one through it."""
    folder = tmp_path_factory.mktemp("answers")
    config = folder / "neartwin.toml"
    config.write_text((ROOT / "neartwin.toml").read_text() + CONFIG)
    settings = Settings.load(config).model_copy(update={"data": folder / "data"})
    with writer(settings) as con:
        v.run_days(con, v.before(settings), v.DAYS[:1])
        v.backfill(con, settings, v.DAYS[:1])
    return folder


@pytest.fixture
def settings(tried_once, tmp_path, monkeypatch):
    shutil.copytree(tried_once, tmp_path / "home")
    monkeypatch.setenv("NEARTWIN_CONFIG", str(tmp_path / "home" / "neartwin.toml"))
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "home" / "data"))
    return Settings.load()


@pytest.fixture(scope="module")
def end_of_upgrade(bag, tmp_path_factory):
    """The DAG of a file of its own, which wires the tasks after the backfill as `upgrade_method` does."""
    from airflow.dag_processing.bundles.manager import DagBundlesManager
    from airflow.dag_processing.dagbag import BundleDagBag, sync_bag_to_db

    DagBundlesManager().sync_bundles_to_db()
    folder = tmp_path_factory.mktemp("dags")
    (folder / "end_of_upgrade.py").write_text(DAG)
    found = BundleDagBag(dag_folder=folder, bundle_path=folder, bundle_name="dags-folder")
    sync_bag_to_db(found, "dags-folder", None)
    return found.dags["end_of_upgrade"]


def statuses(settings):
    with reader(settings) as con:
        return v.statuses(con)


def test_an_approver_promotes_and_everything_follows(end_of_upgrade, settings):
    thread = answer("Approve", "admin")
    done = end_of_upgrade.test()
    thread.join(5)

    assert set(states(done).values()) == {"success"}
    assert statuses(settings) == {v.OLD: "standby", v.NEW: "active"}
    with reader(settings) as con:
        assert con.execute("select actor, reason from ledger_entries where action = 'promote'").fetchall() == [
            ("admin", "approved: looked at all")
        ]
        assert con.execute("select count(*) > 0 from decisions where method_id = ?", [v.NEW]).fetchall() == [(True,)]
    assert (settings.data / "review" / "current").is_file()


def test_a_reject_changes_nothing_and_is_not_asked_again(end_of_upgrade, settings):
    thread = answer("Reject", "admin")
    first = states(end_of_upgrade.test())
    thread.join(5)
    second = states(end_of_upgrade.test())

    assert (first["record_answer"], first["promote"], first["settle"]) == ("success", "skipped", "skipped")
    assert (second["compare"], second["question"], second["promote"]) == ("success", "skipped", "skipped")
    assert statuses(settings) == {v.OLD: "active", v.NEW: "candidate"}


def test_somebody_else_cannot_promote(end_of_upgrade, settings):
    thread = answer("Approve", "eve")
    found = states(end_of_upgrade.test())
    thread.join(5)

    assert (found["promote"], found["settle"]) == ("failed", "upstream_failed")
    assert statuses(settings) == {v.OLD: "active", v.NEW: "candidate"}
