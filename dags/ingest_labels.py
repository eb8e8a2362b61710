"""Copy people's judgements from the label inbox into the warehouse, each exactly once.

`inbox → labels → tell who waits (LABELS)`

**Runs** hourly, and by hand after a review session. One at a time.

**A re-run is safe**: a label that is there already is skipped. A label on a document that the warehouse does not know
yet is kept, and counts as soon as the document comes.

**Normal duration**: a second; 10,000 labels take less than 5 s.

**When it fails**: `ingest` names the inbox and what it did not do (locked, full, unreachable): nothing is lost, the
next run takes it up. When another process, named in the message, holds the warehouse, it retries by itself.
"""

from datetime import datetime

from airflow.sdk import CronTriggerTimetable, dag

from neartwin.orchestration import label_tasks as tasks
from neartwin.orchestration import store_tasks
from neartwin.orchestration.defaults import DEFAULT_ARGS


@dag(
    schedule=CronTriggerTimetable("15 * * * *", timezone="UTC"),
    start_date=datetime(2026, 1, 1),
    catchup=False,
    max_active_runs=1,
    default_args=DEFAULT_ARGS,
    doc_md=__doc__,
    tags=["neartwin"],
)
def ingest_labels() -> None:
    """Wire ingest and announcement."""
    tasks.announce(tasks.ingest()) >> store_tasks.publish_changes()


ingest_labels()
