"""Answer for a day or a site that the checks put aside: check it again, then release or reject it.

`check_again → answer → publish`

**Runs** by hand, through the form of *Trigger*. The report of the day says what was put aside and why.

**Release** says: these pages are as they should be. It holds for the content of this moment; if the day gets other
content, its checks decide anew. Then run `deduplicate_day` again for that day, so that its pages are fingerprinted.
**Reject** says: these pages stay out, whatever their checks say later. Nothing of them is deleted.

**Only `[gate] approvers`** may run it; anybody else's run fails and changes nothing.

**When it fails**: `check_again` names what is still wrong with the tables; `answer` names the days or sites that are
put aside when the one you gave is not.
"""

from datetime import datetime

from airflow.sdk import Param, dag

from neartwin.orchestration import store_tasks, undo_tasks
from neartwin.orchestration.defaults import DEFAULT_ARGS


@dag(
    schedule=None,
    start_date=datetime(2026, 1, 1),
    max_active_runs=1,
    default_args=DEFAULT_ARGS,
    doc_md=__doc__,
    tags=["neartwin"],
    params={
        "answer": Param("release", type="string", enum=["release", "reject"], title="Answer"),
        "day": Param(None, type=["null", "string"], format="date", title="Day", description="Crawl day, YYYY-MM-DD"),
        "site": Param(
            None, type=["null", "string"], title="Site", description="Only this site of the day; empty: the whole day"
        ),
        "reason": Param(
            None, type=["null", "string"], maxLength=2_000, title="Why", description="Kept with your name in the ledger"
        ),
    },
)
def release_quarantine() -> None:
    """Wire the second look, the answer and what readers see of it."""
    undo_tasks.check_again() >> undo_tasks.answer() >> store_tasks.publish()


release_quarantine()
