"""Turn one day's crawl into documents, verified near-duplicate pairs, decisions and proposed clusters.

`source → captures → extract → documents → CHECK → fingerprint → candidates → verify → guards → decide → cluster →
recall → CHECK → report → publish`, and then `merge_duplicates` is triggered

**A candidate version** (`upgrade_method` sends it as run conf: `methods` or `extractor`) is tried on what is stored: no
file is read, nothing that is active changes, nobody is told, `merge_duplicates` is not triggered. Its fingerprints,
pairs, guards and recall stand beside those of the active version.

**Runs** daily at midnight UTC for the day before (the partition key is the crawl day), by hand with a partition key or
the param `day`, or for many days through *Backfill*. It waits for the source's completeness marker until the source's
deadline; files that come later are taken up when that day runs again.

**A re-run is safe**: every stage adds only what is absent, so running a day twice, or after a kill at any moment, ends
in the same tables. One run at a time; writers share the one slot of the pool `duckdb_writer`.

**Normal duration**: about 30 ms a page for extraction on each core; the other stages take seconds for 100,000 pages.

**When it fails**, look at the first red task:

* `ingest.wait`: the files or the marker did not come before the deadline. Look at the source, run the day again later.
* `ingest.plan`: no readable file; the message names the path. Correct `[sources.*]` in `neartwin.toml`, run again.
* `check`: critical; the day is put aside and nothing of it was fingerprinted. Read the report, release or reject it.
* `check_pairs`: a stage made pairs or clusters that contradict themselves; nothing merges. The report names the check.
* any writer: another process, named in the message, holds the warehouse. It retries by itself; stop the other one.
* `finish`: only makes the run say that a task above failed.
"""

from datetime import datetime, timedelta

from airflow.providers.standard.operators.trigger_dagrun import TriggerDagRunOperator
from airflow.sdk import (
    CronPartitionTimetable,
    DeadlineAlert,
    DeadlineReference,
    Param,
    SyncCallback,
    chain,
    dag,
    task_group,
)

from neartwin.orchestration import day_tasks as tasks
from neartwin.orchestration.defaults import DEFAULT_ARGS, LATE_AFTER


@dag(
    schedule=CronPartitionTimetable("0 0 * * *", timezone="UTC", run_offset=-1, key_format="%Y-%m-%d"),
    start_date=datetime(2026, 1, 1),
    catchup=False,
    max_active_runs=1,
    is_paused_upon_creation=True,
    default_args=DEFAULT_ARGS,
    dagrun_timeout=timedelta(hours=24),
    deadline=DeadlineAlert(
        name="late",
        reference=DeadlineReference.DAGRUN_QUEUED_AT,
        interval=LATE_AFTER,
        callback=SyncCallback("neartwin.orchestration.notices.tell_late"),
    ),
    doc_md=__doc__,
    tags=["neartwin"],
    params={
        "day": Param(None, type=["null", "string"], description="Crawl day YYYY-MM-DD, when the run has no partition"),
        "source": Param(None, type=["null", "string"], description="Path or URL instead of the configured sources"),
        "methods": Param(None, type=["null", "array"], description="Method names or ids; empty: the active ones"),
        "extractor": Param(None, type=["null", "string"], description="A candidate extractor to try on stored pages"),
    },
)
def deduplicate_day() -> None:
    """Wire the stages of a day."""

    @task_group
    def ingest() -> None:
        batches = tasks.plan_ingest()
        tasks.wait_for_source() >> batches
        batches >> tasks.commit_captures(tasks.write_captures.expand(batch=batches))

    @task_group
    def extract() -> None:
        batches = tasks.plan_extract()
        batches >> tasks.commit_extractions(tasks.write_extractions.expand(batch=batches))

    @task_group
    def fingerprint() -> None:
        batches = tasks.plan_fingerprint()
        batches >> tasks.commit_fingerprints(tasks.write_fingerprints.expand(batch=batches))

    begin, extracted, signed = tasks.begin(), extract(), fingerprint()
    guarded, recall, finish = tasks.guards(), tasks.recall(), tasks.finish()
    begin >> [extracted, signed, finish]  # where a candidate version goes on, which is tried on what is stored
    chain(
        begin,
        ingest(),
        extracted,
        tasks.check(),
        signed,
        tasks.candidates(),
        tasks.verify(),
        guarded,
        tasks.decide(),
        tasks.cluster(),
        recall,
        tasks.check_pairs(),
        tasks.report(),
        tasks.publish(),
        finish,
        tasks.wakes_merging(),
        TriggerDagRunOperator(task_id="merge_duplicates", trigger_dag_id="merge_duplicates"),
    )
    guarded >> recall  # a candidate's pairs are measured and not decided


deduplicate_day()
