"""Merge near-duplicates behind a gate: only what is measured to be safe, or what a person has approved.

`audit → decide again → plan → rehearse, gate → apply within bounds · ask → approve → apply → verify → report → publish`

**Runs** after each `deduplicate_day`, when a policy or a constraint changed, and daily at 04:00 UTC. Writers work one
at a time; a run that waits for its answer does not hold up the next, which does not ask about the same batch again.

**It merges nothing by itself** while there is no policy: without labels every pair is for review at most. Within a
policy it merges by itself only inside the bounds of `[gate]` and on fresh quality; beyond them, and for pairs that
people have judged the same where no policy allows merging, it asks, and waits without holding a worker, the warehouse
or the writer pool. What waits is a batch of its own: it never holds up what passes by itself. No answer within `[gate]
answer_hours` is a *Reject*. Only `[gate] approvers` can answer.

**Who stands for a cluster stays** until somebody changes it: a more complete document is a batch of its own kind, gated
like a merge. A representative that a person chose is left alone.

**Audit**: a standing random sample of applied merges waits for people's verdicts (`neartwin merges --audit`). When they
show that too many were wrong, the policy loses its thresholds for merging at once, and the batches concerned are named
in the ledger, to be undone.

**A re-run is safe**: a batch is named after all that it rests on, so it is planned once and applied once, in one
transaction, however often the task is killed. What changed while the question was open is left out and asked again.

**Normal duration**: seconds, and 20 s for 100,000 merges; the question as long as people take.

**When it fails**, look at the first red task:

* `plan`: the message names what is inconsistent. Nothing was applied; run `neartwin verify-ledger`.
* `apply_automatic`, `apply_approved`: the rehearsal was not exact, or a policy was retired meanwhile. Nothing was
  applied: read the message, trigger the DAG again.
* `apply_approved`, *may not do this*: the person who answered is not in `[gate] approvers`.
* `verify`: the ledger was changed by hand, or cut off. Stop, keep the files, `neartwin restore` the last good backup.
* any writer: another process, named in the message, holds the warehouse. It retries by itself.
"""

from datetime import datetime

from airflow.sdk import AssetOrTimeSchedule, CronTriggerTimetable, chain, dag

from neartwin.orchestration import merge_tasks as tasks
from neartwin.orchestration import store_tasks
from neartwin.orchestration.answers import APPROVE
from neartwin.orchestration.approval import Approval
from neartwin.orchestration.assets import CONSTRAINTS, POLICY
from neartwin.orchestration.defaults import DEFAULT_ARGS


@dag(
    schedule=AssetOrTimeSchedule(
        timetable=CronTriggerTimetable("0 4 * * *", timezone="UTC"), assets=(POLICY | CONSTRAINTS)
    ),
    start_date=datetime(2026, 1, 1),
    catchup=False,
    max_active_runs=8,  # a run may wait a day for its answer, and must not hold up the next; the pool serialises work
    default_args=DEFAULT_ARGS,
    doc_md=__doc__,
    tags=["neartwin"],
)
def merge_duplicates() -> None:
    """Wire decide, plan, gate, question and apply."""
    batches = tasks.plan()
    tasks.audit() >> tasks.decide() >> batches
    automatic = tasks.apply_automatic(batches)
    asked = tasks.question(batches)
    approve = Approval(
        task_id=APPROVE,
        question="question",
        subject="neartwin: {{ ti.xcom_pull('plan') | selectattr('gate', 'equalto', 'approval')"
        " | sum(attribute='n_documents') }} documents wait for your answer",
    )
    chain(
        automatic,
        tasks.needs_answer(batches),
        asked,
        approve,
        tasks.record_answer(batches),
        tasks.apply_approved(batches),
        tasks.verify(),
        tasks.report(),
        store_tasks.publish(),
    )


merge_duplicates()
