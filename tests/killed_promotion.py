"""Promote, settle and roll back in processes that are killed at a chosen statement, and done again until they end.

`python killed_promotion.py KIND PRISTINE SCRATCH STEP...` (KIND: method or extractor) copies the installation PRISTINE
for each step, kills a first try before that statement, lets a second try end, and prints what is there then, one JSON
line a step; before them the line of a go that nothing disturbs.
"""

import functools
import json
import os
import shutil
import signal
import sys
from collections import Counter
from pathlib import Path

import versioned_days as v
from neartwin import methods
from neartwin.merge.people import Person
from neartwin.settings import Settings
from neartwin.upgrade import compare, promote, versions
from neartwin.upgrade.detect import pending
from neartwin.upgrade.settle import settle
from neartwin.warehouse import ledger, queries, writer
from neartwin.warehouse.checksum import table_checksums

ANN = Person("ann", "finds more")
FLOOR = 174  # tokens: about half of the pristine texts, which have 164 to 197, are no content any more


def settings_of(data: Path) -> Settings:
    return v.settings_at(data)


def extractor_settings(data: Path) -> Settings:
    """The installation of one method, by whose settings another extractor is the one installed."""
    settings = v.before(settings_of(data))
    return settings.model_copy(update={"extract": settings.extract.model_copy(update={"min_tokens": FLOOR})})


def go(settings: Settings) -> None:
    """Promote, settle, roll back, settle: each the same run however often it is done."""
    with writer(settings) as con:
        con.execute("create table if not exists tried (step varchar primary key)")
        done = {row[0] for row in con.execute("from tried").fetchall()}
    promoting = _promote_extractor if settings.extract.min_tokens == FLOOR else _promote
    for step, act in (
        ("promote", promoting),
        ("settle", _settle),
        ("roll back", _roll_back),
        ("settle again", _settle),
    ):
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


def _promote_extractor(settings: Settings) -> None:
    with writer(settings) as con:
        resolved = methods.resolve(con, settings)
        found = con.execute("select comparison_id from comparisons").fetchall()
        if not found:
            (upgrade,) = pending(con, resolved)
            compare.compare(con, resolved, upgrade, "run")
            found = con.execute("select comparison_id from comparisons").fetchall()
        promote.promote(con, resolved, found[0][0], ANN, "run")


def _settle(settings: Settings) -> None:
    settle(settings, "run")


def _roll_back(settings: Settings) -> None:
    name = "extractor" if settings.extract.min_tokens == FLOOR else "hybrid-words"
    with writer(settings) as con:
        promote.roll_back(con, methods.resolve(con, settings), name, ANN, "back")


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
            "extractors": con.execute("select status, count(*) from extractors group by all order by all").fetchall(),
            "carried": con.execute(
                "select capture_id, extraction_key, document_id from captures order by 1"
            ).fetchall(),
            "former": con.execute("from former_documents order by all").fetchall(),
            "settled": con.execute("select position from settlements order by 1").fetchall(),
            "left": (settings.data / "rehearsal").exists(),
        }


def arm(step: str) -> None:
    """Kill this process before the n-th time of one statement (`name:n`)."""
    stated, seen = queries.statement, Counter()
    wanted, _, number = step.rpartition(":")

    def counted(name: str) -> str:
        seen[name] += 1
        if name == wanted and seen[name] == int(number):
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


def main(kind: str, pristine: Path, scratch: Path, steps: list[str]) -> None:
    """Let the first go be undisturbed, in this process: its children find everything loaded."""
    settings_at = settings_of if kind == "method" else extractor_settings
    undisturbed = settings_at(scratch / "0")
    shutil.copytree(pristine, undisturbed.data)
    go(undisturbed)
    tell(undisturbed, 0)
    for step in steps:
        settings = settings_at(scratch / step.replace("/", "."))
        shutil.copytree(pristine, settings.data)
        killed = in_child(functools.partial(go_until, settings, step))
        in_child(functools.partial(go_on, settings, killed))


def go_until(settings: Settings, step: str) -> None:
    arm(step)
    go(settings)


def go_on(settings: Settings, killed: int) -> None:
    go(settings)
    tell(settings, killed)


def tell(settings: Settings, killed: int) -> None:
    sys.stdout.write(json.dumps({"killed": killed, "state": state(settings)}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:])
