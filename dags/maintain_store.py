"""Keep the store sound: back it up with proof, check the ledger, move old texts aside, let go of what nobody needs.

`back_up → verify (ledger) → move_to_cold → prune → publish`

**Runs** weekly, Sunday 05:00 UTC, and by hand.

**A backup counts** only after it was restored into a scratch file and compared table by table with the warehouse; it
gets its name in `backups/` at that moment. Ledger, labels, constraints and policies lie beside it as Parquet, readable
without neartwin. `neartwin restore FOLDER` puts one back.

**Prune** keeps `[store] keep_backups` backups, plans of batches that were applied (all of them) or are younger than
`keep_plans_days`, and check results for `[checks] keep_results_days`. It drops fingerprints, index keys and candidate
pairs of methods retired `[store] keep_retired_days` ago. It never touches the ledger, labels, captures or texts.

**Cold** are texts and bytes of documents whose kind is past `[store] hot_days` since the last capture: they move to
`lake/cold`, packed harder, and are read from there as before. What a merge, a label or a constraint refers to stays,
and so do kinds without a number of days and `hot_sites`. Each move is an entry of the ledger; the file that it replaces
is removed by a later run, a day later at the earliest, and not before every kept backup knows the new ones.

**A re-run is safe**: an unfinished backup has another name and is cleared away by the next one.

**When it fails**: `back_up` says whether the disk is full or what differed: the older backups are all still there.
`verify`: the ledger was changed by hand or cut off; keep all files and restore the last backup that verifies.
`move_to_cold`: a shard is missing or altered; nothing of it has moved.
"""

from datetime import datetime

from airflow.sdk import CronTriggerTimetable, chain, dag

from neartwin.orchestration import merge_tasks, store_tasks
from neartwin.orchestration.defaults import DEFAULT_ARGS


@dag(
    schedule=CronTriggerTimetable("0 5 * * 0", timezone="UTC"),
    start_date=datetime(2026, 1, 1),
    catchup=False,
    max_active_runs=1,
    default_args=DEFAULT_ARGS,
    doc_md=__doc__,
    tags=["neartwin"],
)
def maintain_store() -> None:
    """Wire backup, verification, the move to the cold tier and pruning."""
    chain(
        store_tasks.back_up(),
        merge_tasks.verify(),
        store_tasks.move_to_cold(),
        store_tasks.prune(),
        store_tasks.publish(),
    )


maintain_store()
