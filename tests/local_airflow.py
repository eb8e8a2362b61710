"""A real local Airflow for a test: started over a data folder, spoken to over its REST API, stopped at the end."""

import os
import time
from contextlib import contextmanager

from neartwin.orchestration import airflow_home, launcher
from neartwin.orchestration.airflow_api import AirflowApi, Login

PARKED_SECONDS = 10


@contextmanager
def local_airflow(settings, config):
    """Yield the REST API, as admin, of an Airflow over the data folder of `settings` with a settings file."""
    before = os.environ.get("NEARTWIN_CONFIG")
    os.environ["NEARTWIN_CONFIG"] = str(config)
    try:
        launcher.up(settings, port=0)
        with AirflowApi(login(settings)) as api:
            yield api
    finally:
        launcher.down(settings)
        os.environ.pop("NEARTWIN_CONFIG")
        if before is not None:
            os.environ["NEARTWIN_CONFIG"] = before


def login(settings, user="admin", password=None):
    """Return a login at the Airflow that runs."""
    known = airflow_home.passwords(settings)[user]
    return Login("test", launcher.url(settings), user, password or known)


def unpause(api, *dag_ids):
    for dag_id in dag_ids:
        api._call("PATCH", f"api/v2/dags/{dag_id}", json={"is_paused": False})


def trigger(api, dag_id, conf, partition_key=None):
    """Start a run and return its id."""
    body = {"logical_date": None, "conf": conf} | ({"partition_key": partition_key} if partition_key else {})
    return api.post(f"dags/{dag_id}/dagRuns", body)["dag_run_id"]


def runs(api, dag_id, **filters):
    """Return the runs of a DAG, oldest first."""
    return api.get(f"dags/{dag_id}/dagRuns", limit=100, order_by="id", **filters)["dag_runs"]


def state(api, dag_id, run_id):
    return api.get(f"dags/{dag_id}/dagRuns/{run_id}")["state"]


def tasks(api, dag_id, run_id):
    """Return the state of each task of a run."""
    listed = api.get(f"dags/{dag_id}/dagRuns/{run_id}/taskInstances", limit=200)["task_instances"]
    return {found["task_id"]: found["state"] for found in listed}


def wait(condition, *, seconds, what):
    """Wait until `condition()` is true and return what it gives; fails with `what()` when time is over."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, what() if callable(what) else what
        time.sleep(1)
    return found


def ended(api, dag_id, run_id, *, seconds=600):
    """Wait until a run has ended and return its state."""
    return wait(
        lambda: (found := state(api, dag_id, run_id)) in ("success", "failed") and found,
        seconds=seconds,
        what=lambda: f"{run_id} has not ended: {tasks(api, dag_id, run_id)}",
    )


def answer(api, dag_id, run_id, option, note="looked at all"):
    """Give the answer to the open question of a run as people's page does, some seconds after it is put.

    Airflow 3.3.2 loses an answer that comes within a second, before its scheduler has seen the task park.
    """
    details = f"dags/{dag_id}/dagRuns/{run_id}/hitlDetails"
    wait(
        lambda: [
            found for found in api.get(details)["hitl_details"] if found["task_instance"]["state"] == "awaiting_input"
        ],
        seconds=600,
        what=lambda: f"no question was put: {tasks(api, dag_id, run_id)}",
    )
    time.sleep(PARKED_SECONDS)
    path = f"api/v2/dags/{dag_id}/dagRuns/{run_id}/taskInstances/approve/-1/hitlDetails"
    return api._call("PATCH", path, json={"chosen_options": [option], "params_input": {"note": note}})
