"""Start `upgrade_method` on the local Airflow from the command line."""

from collections.abc import Sequence

from neartwin.errors import UpgradeError
from neartwin.orchestration import airflow_home, launcher
from neartwin.orchestration.airflow_api import AirflowApi, Login
from neartwin.settings import Settings

DAG_ID = "upgrade_method"


def start(settings: Settings, versions: Sequence[str]) -> str:
    """Trigger `upgrade_method` for some candidates, or all; return where to look.

    Raises UpgradeError when the local Airflow does not run, or the DAG is paused.
    """
    url = launcher.url(settings)
    if url is None:
        raise UpgradeError("the local Airflow does not run: start it with `neartwin up`, or walk the days with --local")
    login = Login("local Airflow (neartwin up)", url, "admin", airflow_home.passwords(settings)["admin"])
    with AirflowApi(login) as api:
        if api.get(f"dags/{DAG_ID}")["is_paused"]:
            raise UpgradeError(f"the DAG {DAG_ID} is paused: unpause it at {url}/dags/{DAG_ID}, then try again")
        started = api.post(f"dags/{DAG_ID}/dagRuns", {"logical_date": None, "conf": {"versions": list(versions)}})
    return f"started {started['dag_run_id']}: {url}/dags/{DAG_ID}/runs/{started['dag_run_id']}"
