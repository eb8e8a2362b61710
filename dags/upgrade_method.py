"""Take up a new version of a method, or of the extractor: try it on every stored day, compare it, ask, let it in.

`detect → finish what is half done → backfill → calibrate, compare → ask → approve → promote → settle → publish`

**A candidate** is a section of `neartwin.toml` with a newer number of a name in use (`hybrid-words@2` beside
`hybrid-words@1`), or the installed extractor when it makes other texts of our sample pages. A spec that was edited
under its old id, and a library that changes a method's output, are refused: the message says what to do.

**Runs** daily at 03:00 UTC, which costs seconds when nothing is new, or by hand (`neartwin methods upgrade`). One at a
time. `neartwin methods upgrade --local` walks the same days without a server.

**The backfill** is a real one of `deduplicate_day`, seen, paused and cancelled in Airflow's own *Backfills* page. It
needs the Airflow connection `neartwin_airflow` (`[upgrade] connection`): type HTTP; host, port, login and password of a
user of role op; `neartwin up` makes it. Only what changed is computed. Nothing that is active changes while it runs: no
decision, cluster, check result or report is rewritten, no merging wakes, nobody is told. The log of `backfill` tells
days, texts, rate, time left and what a day costs; so do `neartwin methods progress`, the page over days and, while an
upgrade is under way, the report of a day. It is waited for `[upgrade] wait_hours` from when Airflow made it, however
often the task is tried again.

**The comparison** is made on the same labels and days. The texts of a candidate extractor are signed, compared and
guarded on a copy of the warehouse, which goes afterwards: `detect` counts its bytes too.

**The question** holds the comparison. *Approve* lets the candidate take the active
version's place in one transaction; *Reject*, or no answer within `[gate] answer_hours`, leaves it a candidate. Only
`[gate] approvers` can answer. `neartwin methods roll-back` is the same flip back.

**A re-run is safe**: it goes on with the open backfill, and days that are done cost a second each.

**Normal duration**: seconds for 100,000 texts of a method and 30 ms a page of an extractor, half a minute of Airflow's
own for each day; the question as long as people take.

**When it fails**, look at the first red task:

* `detect`: the message names the version, and what to write in `neartwin.toml` or to install, or the disk it needs.
* `backfill`, *refuses the password*, *may not*: correct the Airflow connection. *is paused*: unpause `deduplicate_day`.
* `backfill`, *was cancelled*: somebody stopped it in Airflow; trigger this DAG again to go on.
* `backfill`, *has not ended after wait_hours*: raise `[upgrade] wait_hours`, or cancel that backfill in Airflow.
* `backfill`, *these days fail*: look at their runs of `deduplicate_day`, then trigger this DAG again.
* `promote`: something changed while the question was open; the message names it. Trigger this DAG again.
* any writer: another process, named in the message, holds the warehouse. It retries by itself.
"""

from datetime import datetime

from airflow.sdk import CronTriggerTimetable, Param, chain, dag

from neartwin.orchestration import candidate_tasks, store_tasks, upgrade_tasks
from neartwin.orchestration.answers import APPROVE
from neartwin.orchestration.approval import Approval
from neartwin.orchestration.defaults import DEFAULT_ARGS


@dag(
    schedule=CronTriggerTimetable("0 3 * * *", timezone="UTC"),
    start_date=datetime(2026, 1, 1),
    catchup=False,
    max_active_runs=1,
    default_args=DEFAULT_ARGS,
    doc_md=__doc__,
    tags=["neartwin"],
    params={
        "versions": Param(None, type=["null", "array"], description="Candidates, name@version; empty: all that wait"),
    },
)
def upgrade_method() -> None:
    """Wire detect, backfill, comparison, question and promotion."""
    upgrades = candidate_tasks.detect()
    backfilled = candidate_tasks.backfill(upgrades)
    compared = upgrade_tasks.compare(backfilled)
    promoted = upgrade_tasks.promote(compared)
    approve = Approval(
        task_id=APPROVE,
        question="question",
        subject="neartwin: {{ ti.xcom_pull('backfill') | map(attribute='candidate_id') | join(', ') }} waits for you",
    )
    chain(candidate_tasks.finish_half_done(upgrades), backfilled)
    chain(
        upgrade_tasks.needs_answer(compared),
        upgrade_tasks.question(compared),
        approve,
        upgrade_tasks.record_answer(compared),
        promoted,
        upgrade_tasks.settle(promoted),
        store_tasks.publish_changes(),
    )


upgrade_method()
