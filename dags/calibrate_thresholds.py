"""Choose merge and review thresholds from people's judgements, and open merging only where held-out labels allow it.

`labels → split → sweep → choose → test → what would change → report · ask → approve → policy (POLICY)`

**Runs** when labels came (LABELS), and weekly. One at a time.

**What comes into force by itself**: a policy that merges nothing that was not merged before. **What waits**: a policy
that would merge more is a candidate until one of `[gate] approvers` approves it; the question shows which documents
would be merged. No answer within `[gate] answer_hours` is a *Reject*.

**A re-run is safe**: the same labels, measures, guards, method and settings are the same calibration, which is made
once; held-out labels are spent once. Reports are written again.

**Normal duration**: seconds; 100,000 judged pairs in 20 strata take less than 30 s. The question takes as long as
people do.

**When it fails**, look at the first red task:

* `calibrate`, *on the calibration side and on the held-out side*: a fault of the split. Nothing was chosen; report it.
* `activate`, *another policy is in force*: something was approved meanwhile. Trigger the DAG again.
* `activate`, *may not do this*: the person who answered is not in `[gate] approvers`.
* any writer: another process, named in the message, holds the warehouse. It retries by itself.
"""

from datetime import datetime

from airflow.providers.standard.operators.empty import EmptyOperator
from airflow.sdk import AssetOrTimeSchedule, CronTriggerTimetable, chain, dag

from neartwin.orchestration import label_tasks as tasks
from neartwin.orchestration import store_tasks
from neartwin.orchestration.answers import APPROVE
from neartwin.orchestration.approval import Approval
from neartwin.orchestration.assets import LABELS
from neartwin.orchestration.defaults import DEFAULT_ARGS


@dag(
    schedule=AssetOrTimeSchedule(timetable=CronTriggerTimetable("30 4 * * 1", timezone="UTC"), assets=[LABELS]),
    start_date=datetime(2026, 1, 1),
    catchup=False,
    max_active_runs=1,
    default_args=DEFAULT_ARGS,
    doc_md=__doc__,
    tags=["neartwin"],
)
def calibrate_thresholds() -> None:
    """Wire calibration, report, announcement and question."""
    calibrations = tasks.calibrate()
    reports = tasks.report(calibrations)
    tightened = tasks.announce_tightened(calibrations)
    asked = tasks.question(calibrations)
    approve = Approval(
        task_id=APPROVE,
        question="question",
        subject="neartwin: a policy would merge {{ ti.xcom_pull('calibrate') | sum(attribute='n_newly_merged') }} more "
        "documents",
    )
    approved = EmptyOperator(task_id="approved")  # skipped by a Reject, which the task after it still records
    recorded = tasks.record_answer(calibrations)
    activated = tasks.activate(calibrations)
    chain(reports, tasks.needs_answer(calibrations), asked, approve, approved, [recorded, activated])
    recorded >> activated
    [tightened, activated] >> store_tasks.publish_changes()


calibrate_thresholds()
