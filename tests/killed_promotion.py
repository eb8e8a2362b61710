"""Promote, settle and roll back in processes that are killed at a chosen statement, and done again until they end.

`python killed_promotion.py PRISTINE SCRATCH STEP...` copies the installation PRISTINE for each step, kills a first try
before its STEP-th statement, lets a second try end, and prints what is there then, one JSON line a step; before them
the line of a go that nothing disturbs.
"""

import functools
import json
import os
import shutil
import signal
import sys
from pathlib import Path

import versioned_days as v
from neartwin import methods
from neartwin.merge.people import Person
from neartwin.settings import Settings
from neartwin.upgrade import compare, promote, versions
from neartwin.upgrade.settle import settle
from neartwin.warehouse import ledger, queries, writer
from neartwin.warehouse.checksum import table_checksums

ANN = Person("ann", "finds more")


def settings_of(data: Path) -> Settings:
    return v.settings_at(data)


def go(settings: Settings) -> None:
    """Promote, settle, roll back, settle: each the same run however often it is done."""
    with writer(settings) as con:
        con.execute("create table if not exists tried (step varchar primary key)")
        done = {row[0] for row in con.execute("from tried").fetchall()}
    for step, act in (("promote", _promote), ("settle", _settle), ("roll back", _roll_back), ("settle again", _settle)):
        if step not in done:
            act(settings)
            with writer(settings) as con:
                con.execute("insert into tried values (?)", [step])


def _promote(settings: Settings) -> None:
    with writer(settings) as con:
        resolved = methods.resolve(con, settings)
        if not con.execute("select 1 from policies where policy_id = 'p2'").fetchall():
            v.allow_merging(con, v.NEW, 0.7, "p2", "candidate")
        found = con.execute("select comparison_id from comparisons").fetchall()
        made = found[0][0] if found else compare.compare(con, resolved, v.UPGRADE, "run").comparison_id
        promote.promote(con, resolved, made, ANN, "run")
        assert versions.version_of(con, v.NEW).status == "active"


def _settle(settings: Settings) -> None:
    settle(settings, "run")


def _roll_back(settings: Settings) -> None:
    with writer(settings) as con:
        promote.roll_back(con, methods.resolve(con, settings), "hybrid-words", ANN, "back")


def state(settings: Settings) -> dict:
    with writer(settings) as con:
        return {
            "tables": table_checksums(con),
            "statuses": v.statuses(con),
            "policies": con.execute("select policy_id, status from policies order by all").fetchall(),
            "ledger": con.execute("select action, actor, batch_id from ledger_entries order by position").fetchall(),
            "merged": con.execute(
                "select purpose, document_id, representative_id from merged_documents order by all"
            ).fetchall(),
            "rechecks": con.execute("select * exclude (run_id) from merge_rechecks order by all").fetchall(),
            "faults": ledger.faults(con, settings),
        }


def arm(step: int) -> None:
    """Kill this process before its `step`-th statement."""
    stated, count = queries.statement, [0]

    def counted(name: str) -> str:
        count[0] += 1
        if count[0] == step:
            os.kill(os.getpid(), signal.SIGKILL)
        return stated(name)

    queries.statement = counted


def in_child(act) -> int:
    """Carry `act` out in a forked process; return the signal that ended it, 0 for none."""
    sys.stdout.flush()
    pid = os.fork()
    if not pid:
        try:
            act()
        except BaseException as error:  # noqa: BLE001 (a forked child never returns into its parent's code)
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
            os._exit(1)
        sys.stdout.flush()
        os._exit(0)
    status = os.waitpid(pid, 0)[1]
    assert not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 0, "the child failed"
    return os.WTERMSIG(status)


def main(pristine: Path, scratch: Path, steps: list[int]) -> None:
    """Let the first go be undisturbed, in this process: its children find everything loaded."""
    undisturbed = settings_of(scratch / "0")
    shutil.copytree(pristine, undisturbed.data)
    go(undisturbed)
    tell(undisturbed, 0)
    for step in steps:
        settings = settings_of(scratch / str(step))
        shutil.copytree(pristine, settings.data)
        killed = in_child(functools.partial(go_until, settings, step))
        in_child(functools.partial(go_on, settings, killed))


def go_until(settings: Settings, step: int) -> None:
    arm(step)
    go(settings)


def go_on(settings: Settings, killed: int) -> None:
    go(settings)
    tell(settings, killed)


def tell(settings: Settings, killed: int) -> None:
    sys.stdout.write(json.dumps({"killed": killed, "state": state(settings)}) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), [int(step) for step in sys.argv[3:]])
