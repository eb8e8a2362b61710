"""Plan and merge again and again in a process of its own, as `merge_duplicates` does: `python merging_run.py DATA`.

It writes a line after each plan, and lets the warehouse go between planning and applying.
"""

import sys
from pathlib import Path

from made_crawl import decide
from neartwin.merge import apply, gate
from neartwin.settings import Settings
from neartwin.warehouse import writer

PAIRS = (("a", "b"), ("c", "d"), ("e", "f"), ("g", "h"))
ROUNDS = 12


def settings_of(data):
    purposes = {"search": {"deciding_method": "m@1"}}
    return Settings(data=data, purposes=purposes, active_methods=("m@1",), methods={"m@1": {}}, lock_wait_seconds=60)


def run_days(settings):
    """Do what runs of `merge_duplicates` do: plan in one hold of the warehouse, apply in the next."""
    for number in range(ROUNDS):
        with writer(settings) as con:
            if number < len(PAIRS):
                decide(con, PAIRS[number])
            batches = gate.plan(con, settings, "search", "m@1", run_id="r")
            for batch in batches:
                apply.rehearse(con, batch, run_id="r")
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
        for batch in batches:
            with writer(settings) as con:
                apply.apply_approved(con, settings, batch.batch_id, actor="gate", reason="within bounds", run_id="r")


if __name__ == "__main__":
    run_days(settings_of(Path(sys.argv[1])))
