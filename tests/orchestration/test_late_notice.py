"""The notice of a late day through Airflow's own objects: a partitioned run, its deadline, missed, its callback."""

from datetime import UTC, datetime

import pytest
import structlog
from test_notices import inbox, told  # noqa: F401 (fixtures)

from neartwin.settings import ROOT

DAY = "2026-11-01"


@pytest.fixture(scope="module")
def stored(bag):
    """The DAG `deduplicate_day` as the scheduler reads it from Airflow's database; tests may have changed `bag`."""
    from airflow.dag_processing.bundles.manager import DagBundlesManager
    from airflow.dag_processing.dagbag import BundleDagBag, sync_bag_to_db
    from airflow.models.serialized_dag import SerializedDagModel

    DagBundlesManager().sync_bundles_to_db()
    folder = ROOT / "dags"
    fresh = BundleDagBag(dag_folder=folder, bundle_path=folder, bundle_name="dags-folder")
    sync_bag_to_db(fresh, "dags-folder", None)
    return SerializedDagModel.get("deduplicate_day").dag


def miss_deadline(dag, run_id, conf=None):
    """Make a run of a day, let its deadline pass, and run the callback that Airflow queues; return (done, fault)."""
    from airflow.models.deadline import Deadline
    from airflow.sdk.execution_time.callback_supervisor import execute_callback
    from airflow.utils.session import create_session
    from airflow.utils.state import DagRunState
    from airflow.utils.types import DagRunTriggeredByType, DagRunType
    from sqlalchemy import select

    at = datetime(2026, 11, 2, tzinfo=UTC)
    with create_session() as session:
        run = dag.create_dagrun(
            run_id=run_id,
            run_after=at,
            run_type=DagRunType.SCHEDULED,
            triggered_by=DagRunTriggeredByType.TIMETABLE,
            state=DagRunState.QUEUED,
            conf=conf,
            partition_key=DAY,
            session=session,
        )
        session.flush()
        deadline = session.scalars(select(Deadline).where(Deadline.dagrun_id == run.id)).one()
        deadline.handle_miss(session)
        data = dict(deadline.callback.data)
        session.rollback()
    return execute_callback(data["path"], data["kwargs"], "deduplicate_day.py", None, structlog.get_logger())


def test_a_late_partitioned_run_names_its_day(stored, told, inbox):  # noqa: F811
    assert miss_deadline(stored, "scheduled__late") == (True, None)

    assert [text for *_, text in inbox] == [
        f"neartwin: {DAY} is not done 12 hours after its run began. Reports: /neartwin/reports"
    ]


def test_a_late_run_of_a_candidate_tells_nobody(stored, told, inbox):  # noqa: F811
    assert miss_deadline(stored, "backfill__late", {"methods": ["hybrid-words@2"]}) == (True, None)

    assert inbox == []
