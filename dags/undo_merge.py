"""Take a merge back, or correct who stands for whom: recorded, exact, and never merged again by itself.

`undo → report → publish`

**Runs** by hand, through the form of *Trigger*: choose what to do and fill in what that choice names. `neartwin merges`
lists batches, `neartwin history DOCUMENT` shows what happened to one document.

**What it does**: one ledger entry (or one a cluster) with the inverse effect, a dated must-not-merge constraint with
your reason, and a label, all in one transaction. Every URL was always kept; the documents are shown again at once.
The next run of `merge_duplicates` leaves the pair apart until somebody lifts the constraint.

**Only `[gate] approvers`** may run it; anybody else's run fails and changes nothing.

**When it fails**, nothing was changed; the message says why:

* *later actions build on it*: undo those first, in the order given.
* *stands for N others*: change the representative first, or undo the cluster.
* *not applied (or is undone already)*: there is nothing to undo.
"""

from datetime import datetime

from airflow.sdk import Param, dag

from neartwin.orchestration import merge_tasks, store_tasks, undo_tasks
from neartwin.orchestration.defaults import DEFAULT_ARGS


@dag(
    schedule=None,
    start_date=datetime(2026, 1, 1),
    max_active_runs=1,
    default_args=DEFAULT_ARGS,
    doc_md=__doc__,
    tags=["neartwin"],
    params={
        "action": Param(
            "batch",
            type="string",
            enum=list(undo_tasks.ACTIONS),
            values_display=undo_tasks.ACTIONS,
            title="What to do",
            description="The words in brackets say which fields below it needs",
        ),
        "reason": Param(
            None,
            type=["null", "string"],
            maxLength=2_000,
            title="Why",
            description="Kept with your name in the ledger, the constraint and the label. Nothing is done without it",
        ),
        "purpose": Param(
            "search",
            type="string",
            enum=["search", "history"],
            title="Purpose",
            description="For which view: `search` shows one of repeated results, `history` keeps changed versions",
        ),
        "batch_id": Param(
            None,
            type=["null", "string"],
            title="Batch",
            description="Its id, or an unambiguous beginning of it: `neartwin merges` lists them",
        ),
        "documents": Param(
            None,
            type=["null", "array"],
            items={"type": "string"},
            title="Documents",
            description="Document ids, one a line. Whole ids: the report, `neartwin history` and `explain` show them",
        ),
        "url": Param(
            None,
            type=["null", "string"],
            title="URL",
            description="Only for separating one URL from an exact duplicate: it gets its own identity from now on",
        ),
    },
)
def undo_merge() -> None:
    """Wire the undo and what readers see of it."""
    undo_tasks.undo() >> merge_tasks.report() >> store_tasks.publish()


undo_merge()
