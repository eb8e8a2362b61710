"""A merge batch in a real local Airflow: approved, rejected and undone over REST, by approvers and by nobody else."""

import pytest

from local_airflow import answer, ended, local_airflow, login, runs, tasks, trigger, unpause, wait
from made_crawl import fill, merged_state, verify
from neartwin.errors import AirflowApiError, AirflowBusyError
from neartwin.orchestration.airflow_api import AirflowApi
from neartwin.settings import Settings
from neartwin.warehouse import ledger, reader, writer
from neartwin.warehouse.migrations import migrate

DAG = "merge_duplicates"
CONFIG = """
active_methods = ["m"]
[purposes.search]
deciding_method = "m"
[gate]
approvers = ["admin"]
max_site_share = 0.1
[methods."m@1"]
algorithm = "simhash"
bits = 64
max_hamming = 3
blocks = [5, 2]
"""

pytestmark = pytest.mark.soak


@pytest.fixture
def installation(tmp_path, monkeypatch):
    """Eight documents of one site and two pairs above the threshold: a batch that asks because of the site's share."""
    config = tmp_path / "neartwin.toml"
    config.write_text(CONFIG, encoding="utf-8")
    monkeypatch.setenv("NEARTWIN_CONFIG", str(config))
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "data"))
    settings = Settings.load()
    with writer(settings) as con:
        migrate(con)
        fill(con)
        verify(con, ("a", "b"), ("a", "c"))
    return settings, config


def told(settings):
    """Return (who stands for whom, answers); the ledger must be sound."""
    with reader(settings) as con:
        assert ledger.faults(con, settings) == []
        answers = con.execute("select actor, is_approved, note from approvals order by answered_at").fetchall()
        return merged_state(con), answers


def started(api):
    """Return the run that the schedule makes when the DAG is switched on: one run works at a time."""
    return wait(lambda: runs(api, DAG), seconds=120, what="the schedule has made no run")[0]["dag_run_id"]


def asked(api, run_id):
    """Wait until a run waits for its answer."""
    wait(
        lambda: tasks(api, DAG, run_id).get("approve") == "awaiting_input",
        seconds=300,
        what=lambda: f"no question was put: {tasks(api, DAG, run_id)}",
    )


def test_a_batch_is_approved_rejected_and_undone_over_rest_and_plain_users_are_refused(installation):
    settings, config = installation
    with local_airflow(settings, config) as admin:
        unpause(admin, DAG, "undo_merge")
        first = started(admin)
        asked(admin, first)
        for name in ("reviewer", "viewer"):
            with AirflowApi(login(settings, name)) as other, pytest.raises(AirflowApiError, match="may not"):
                answer(other, DAG, first, "Approve")
        assert told(settings) == ({}, [])

        beside = trigger(admin, DAG, {})
        assert ended(admin, DAG, beside) == "success", "an open question does not hold up the next run"
        assert tasks(admin, DAG, beside)["approve"] == "skipped", "nor is it put twice"

        answer(admin, DAG, first, "Approve", note="looked at both pairs")
        with pytest.raises(AirflowBusyError):
            admin._call(
                "PATCH",
                f"api/v2/dags/{DAG}/dagRuns/{first}/taskInstances/approve/-1/hitlDetails",
                json={"chosen_options": ["Reject"], "params_input": {"note": "no"}},
            )
        assert ended(admin, DAG, first) == "success"
        approved = [("admin", True, "looked at both pairs")]
        assert told(settings) == ({"a": "a", "b": "a", "c": "a"}, approved)

        with writer(settings) as con:
            verify(con, ("d", "e"))
        second = trigger(admin, DAG, {})
        answer(admin, DAG, second, "Reject", note="rounds are among them")
        assert ended(admin, DAG, second) == "success"
        assert told(settings)[0] == {"a": "a", "b": "a", "c": "a"}
        assert told(settings)[1] == [*approved, ("admin", False, "rounds are among them")]

        undo = {"action": "document", "documents": ["b"], "reason": "another round"}
        with AirflowApi(login(settings, "reviewer")) as other:
            refused = trigger(other, "undo_merge", undo)
            assert ended(admin, "undo_merge", refused) == "failed"
        assert told(settings)[0] == {"a": "a", "b": "a", "c": "a"}
        assert ended(admin, "undo_merge", trigger(admin, "undo_merge", undo)) == "success"
        assert told(settings)[0] == {"a": "a", "c": "a"}
