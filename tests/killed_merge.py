"""Merge, undo and back up in a process of its own that may be killed at any moment: `python killed_merge.py DATA`.

Each step looks at what is there and goes on: plan, rehearse, apply, back up, undo, and again with the next pairs, until
N_ROUNDS rounds are done.
"""

import sys
from pathlib import Path

from made_crawl import decide_many, fill_many
from neartwin.merge import apply, gate, undo
from neartwin.merge.people import Person
from neartwin.settings import Settings
from neartwin.warehouse import backup, ledger, run, writer
from neartwin.warehouse.migrations import migrate

N_ROUNDS = 4
N_PAIRS = 150


def settings_of(data: Path) -> Settings:
    purposes = {"search": {"deciding_method": "m@1"}}
    return Settings(data=data, purposes=purposes, active_methods=("m@1",), methods={"m@1": {}}, lock_wait_seconds=20)


def prepare(settings: Settings) -> None:
    with writer(settings) as con:
        migrate(con)
        fill_many(con, 2 * N_PAIRS * N_ROUNDS)


def one_round(con, settings: Settings, number: int) -> None:
    """Odd rounds are undone, even ones stay."""
    decide_many(con, number * N_PAIRS, N_PAIRS)
    for batch in gate.plan(con, settings, "search", "m@1", run_id="r"):
        assert apply.rehearse(con, batch, run_id="r").is_exact
        gate.judge(con, settings, batch)
        apply.apply(con, settings, batch.batch_id, actor="ann", reason="approved")
    backup.backup(con, settings)
    backup.prune(settings, keep=2)
    if number % 2:
        newest = con.execute("select batch_id from ledger_entries order by position desc limit 1").fetchall()[0][0]
        if run(con, "merge/select_live_entries", batch_id=newest):
            undo.undo_batch(con, settings, newest, Person("ann", "not the same"))


def main(data: Path) -> None:
    settings = settings_of(data)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    with writer(settings) as con:
        con.execute("create table if not exists rounds (number bigint primary key)")
        for number in range(N_ROUNDS):
            if not con.execute("select 1 from rounds where number = ?", [number]).fetchall():
                one_round(con, settings, number)
                con.execute("insert into rounds values (?)", [number])
        assert ledger.faults(con, settings) == []


if __name__ == "__main__":
    main(Path(sys.argv[1]))
