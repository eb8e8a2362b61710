"""The backfill of a candidate over Airflow's own REST API: started once, followed, resumed, refused in plain words.

The API is the real one, in this process; there is no scheduler, so each test lets the backfill end in its own way.
"""

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import versioned_days as v
from neartwin.errors import AirflowApiError, AirflowBusyError, AirflowDownError, UpgradeError
from neartwin.orchestration import airflow_home, backfill
from neartwin.orchestration.airflow_api import AirflowApi, Login, login_of
from neartwin.settings import ROOT, Settings, UpgradeSettings
from neartwin.upgrade.walk import prepare
from neartwin.warehouse import writer

CONF = {"methods": [v.NEW]}
WORK = """
import sys
import versioned_days as v
from pathlib import Path
from neartwin.upgrade.walk import walk
settings = v.settings_at(Path(sys.argv[1]))
walk(settings, v.UPGRADE, lambda found: None)
"""


@pytest.fixture(scope="module")
def served(bag):
    """Airflow's REST API with the DAGs of this repository."""
    from airflow.api_fastapi.app import create_app
    from airflow.dag_processing.bundles.manager import DagBundlesManager
    from airflow.dag_processing.dagbag import sync_bag_to_db
    from fastapi.testclient import TestClient

    DagBundlesManager().sync_bundles_to_db()
    sync_bag_to_db(bag, "dags-folder", None)
    with TestClient(create_app(), base_url="http://127.0.0.1") as client:
        yield client


def session(served, user="admin", password=None):
    home = Settings.load().model_copy(update={"data": Path(os.environ["AIRFLOW_HOME"]).parent})
    known = airflow_home.passwords(home)[user]
    return AirflowApi(Login("test", "http://127.0.0.1", user, password or known), transport=served._transport)


def set_paused(api, is_paused):
    api._call("PATCH", f"api/v2/dags/{backfill.DAG_ID}", json={"is_paused": is_paused})


@pytest.fixture
def api(served):
    """A session as admin; `deduplicate_day` is not paused, and no backfill is open before and after."""
    with session(served) as found:
        set_paused(found, False)
        yield found
        for known in listed(found):
            if not known["completed_at"]:
                found._call("PUT", f"api/v2/backfills/{known['id']}/cancel")
        set_paused(found, True)


def versioned(data):
    """Settings over a data folder in which version 2 is configured beside version 1; they poll fast."""
    fast = UpgradeSettings(poll_seconds=0.2, wait_hours=0.02)
    return v.versioned(Settings.load(ROOT / "neartwin.toml").model_copy(update={"data": data, "upgrade": fast}))


@pytest.fixture(scope="module")
def two_days(tmp_path_factory):
    """The data folder of two days under version 1; version 2 is registered."""
    settings = versioned(tmp_path_factory.mktemp("backfill") / "data")
    with writer(settings) as con:
        v.run_days(con, v.before(settings), v.DAYS[:2])
    prepare(settings)
    return settings.data


@pytest.fixture
def settings(two_days, tmp_path):
    shutil.copytree(two_days, tmp_path / "data", ignore=shutil.ignore_patterns("spill"))
    return versioned(tmp_path / "data")


def listed(api):
    return api.get("backfills", dag_id=backfill.DAG_ID, limit=100, order_by="id")["backfills"]


def opened(api):
    return [known for known in listed(api) if not known["completed_at"]]


def go(settings, api):
    """The backfill as a run of `upgrade_method` that started now does it."""
    return backfill.backfill(settings, api, v.UPGRADE, datetime.now(UTC))


def complete(backfill_id):
    """End a backfill as the scheduler does when its runs have ended."""
    from airflow.models.backfill import Backfill
    from airflow.utils.session import create_session
    from airflow.utils.timezone import utcnow

    with create_session() as orm:
        orm.get(Backfill, backfill_id).completed_at = utcnow()


def work_elsewhere(settings):
    """Do what the runs of a backfill do, in a process of its own as they are."""
    path = os.pathsep.join(str(ROOT / folder) for folder in ("plugins", "tests"))
    command = [sys.executable, "-c", WORK, str(settings.data)]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=True)


@contextmanager
def meanwhile(served, act):
    """Call `act(api, backfill)` once for each backfill that opens while the body runs."""
    is_over, seen, faults = threading.Event(), set(), []

    def watch():
        with session(served) as own:
            while not is_over.wait(0.1):
                for known in opened(own):
                    if known["id"] not in seen:
                        seen.add(known["id"])
                        faults.append(known["id"])
                        act(own, known)
                        faults.pop()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield seen
    finally:
        is_over.set()
        thread.join()
        assert faults == []


def test_a_backfill_is_a_real_one_of_airflow_over_the_days_that_are_left(served, api, settings):
    before = {known["id"] for known in listed(api)}

    def work(own, known):
        work_elsewhere(settings)
        complete(known["id"])

    with meanwhile(served, work):
        done = go(settings, api)
    (made,) = [known for known in listed(api) if known["id"] not in before]
    runs = api.get(f"dags/{backfill.DAG_ID}/dagRuns", run_type="backfill", order_by="-id", limit=2)["dag_runs"]

    assert done.is_complete
    assert (made["dag_run_conf"], made["reprocess_behavior"], made["max_active_runs"]) == (CONF, "completed", 1)
    assert sorted(run["partition_key"] for run in runs) == ["2026-11-01", "2026-11-02"]
    assert {run["triggering_user_name"] for run in runs} == {"admin"}

    assert go(settings, api).is_complete
    assert len(listed(api)) == len(before) + 1


def test_an_open_backfill_of_the_same_conf_is_gone_on_with(served, api, settings):
    found = backfill._progress(settings, v.UPGRADE)
    started = backfill._start(settings, api, v.UPGRADE, found, datetime.now(UTC))

    def work(own, known):
        work_elsewhere(settings)
        complete(known["id"])

    with meanwhile(served, work) as seen:
        go(settings, api)

    assert seen == {started["id"]}


def test_another_backfill_is_waited_for(served, api, settings):
    other = api.post("backfills", body(conf={"methods": ["simhash64-ref@1"]}))
    with pytest.raises(AirflowBusyError, match="already a running backfill"):
        api.post("backfills", body(conf=CONF))

    def work(own, known):
        if known["id"] == other["id"]:
            time.sleep(1)
        else:
            work_elsewhere(settings)
        complete(known["id"])

    with meanwhile(served, work) as seen:
        assert go(settings, api).is_complete
    assert len(seen) == 2


def test_a_cancelled_backfill_is_told_and_its_work_is_kept(served, api, settings):
    with (
        meanwhile(served, lambda own, known: own._call("PUT", f"api/v2/backfills/{known['id']}/cancel")),
        pytest.raises(UpgradeError, match=r"was cancelled.*run upgrade_method again"),
    ):
        go(settings, api)


def test_a_paused_backfill_is_told_and_waited_for(served, api, settings, caplog):
    caplog.set_level("INFO")

    def work(own, known):
        own._call("PUT", f"api/v2/backfills/{known['id']}/pause")
        time.sleep(1)
        own._call("PUT", f"api/v2/backfills/{known['id']}/unpause")
        work_elsewhere(settings)
        complete(known["id"])

    with meanwhile(served, work):
        assert go(settings, api).is_complete
    assert "is paused: unpause it in Airflow's Backfills page" in caplog.text


def test_days_that_fail_twice_need_a_person(served, api, settings):
    with (
        meanwhile(served, lambda own, known: complete(known["id"])) as seen,
        pytest.raises(UpgradeError, match="these days fail: 2026-11-01, 2026-11-02"),
    ):
        go(settings, api)
    assert len(seen) == backfill.ATTEMPTS


def test_a_paused_dag_would_run_no_day(api, settings):
    set_paused(api, True)
    with pytest.raises(UpgradeError, match=r"deduplicate_day is paused.*unpause it"):
        go(settings, api)


def test_what_never_ends_is_given_up_with_the_way_out(api, settings):
    short = settings.model_copy(update={"upgrade": UpgradeSettings(poll_seconds=0.1, wait_hours=0.0001)})
    with pytest.raises(UpgradeError, match=r"wait_hours.*then run upgrade_method again"):
        go(short, api)


def test_an_attempt_after_a_kill_does_not_wait_anew(api, settings):
    """Of an hour, all but two seconds are over when the second attempt finds the backfill; Airflow knows since when."""
    from airflow.models.backfill import Backfill
    from airflow.utils.session import create_session

    hour = settings.model_copy(update={"upgrade": UpgradeSettings(poll_seconds=0.2, wait_hours=1)})
    started = backfill._start(hour, api, v.UPGRADE, backfill._progress(hour, v.UPGRADE), datetime.now(UTC))
    with create_session() as orm:
        orm.get(Backfill, started["id"]).created_at = datetime.now(UTC) - timedelta(minutes=59, seconds=58)
    with pytest.raises(UpgradeError, match=r"has not ended after \[upgrade\] wait_hours \(1\), counted from"):
        go(hour, api)


def test_waiting_for_another_backfill_counts_from_the_start_of_the_run(api, settings):
    hour = settings.model_copy(update={"upgrade": UpgradeSettings(poll_seconds=0.2, wait_hours=1)})
    api.post("backfills", body(conf={"methods": ["simhash64-ref@1"]}))
    since = datetime.now(UTC) - timedelta(hours=1)
    with pytest.raises(UpgradeError, match="another backfill of deduplicate_day runs"):
        backfill.backfill(hour, api, v.UPGRADE, since)


def body(conf, **values):
    wanted = {"dag_id": backfill.DAG_ID, "from_date": "2026-11-01T00:00:00Z", "to_date": "2026-11-02T23:59:59Z"}
    return wanted | {"dag_run_conf": conf, "reprocess_behavior": "completed", "max_active_runs": 1} | values


def test_a_wrong_password_and_a_role_too_small_are_told_with_the_way_out(served, api):
    with pytest.raises(AirflowApiError, match="refuses the password of 'admin' of the test"):
        session(served, password="wrong")
    with session(served, "viewer") as viewer, pytest.raises(AirflowApiError, match=r"'viewer'.*role op"):
        viewer.post("backfills", body(CONF))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"dag_id": "no_such_dag"}, "Could not find dag no_such_dag"),
        ({"from_date": "2026-11-05T00:00:00Z"}, r"\(422\)"),
        ({"dag_run_conf": {"methods": "not a list"}}, r"\(422\)"),
        ({"max_active_runs": "many"}, r"\(422\)"),
    ],
)
def test_what_airflow_refuses_is_told_in_its_words(api, change, says):
    with pytest.raises(AirflowApiError, match=says):
        api.post("backfills", body(CONF, **change))


def test_a_server_that_is_down_is_told_with_its_address():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(AirflowDownError, match=f"does not answer at http://127.0.0.1:{port}.*connection x"):
        AirflowApi(Login("connection x", f"http://127.0.0.1:{port}", "admin", "secret"))


def test_a_connection_is_read_and_a_missing_one_is_told(bag, monkeypatch):
    url = "http://up:secret@airflow.example:8090/?path=/af"
    monkeypatch.setenv("AIRFLOW_CONN_OURS", url)
    known = login_of("ours")

    assert (known.url, known.user, known.password) == ("http://airflow.example:8090/af", "up", "secret")
    with pytest.raises(AirflowApiError, match=r"no Airflow connection nobodys.*AIRFLOW_CONN_NOBODYS"):
        login_of("nobodys")


def test_a_token_that_ran_out_is_renewed_once(api):
    api._client.headers["Authorization"] = "Bearer of-yesterday"

    assert api.get(f"dags/{backfill.DAG_ID}")["dag_id"] == backfill.DAG_ID
