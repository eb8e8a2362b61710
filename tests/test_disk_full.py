"""Merging without room to write, or while another process holds the warehouse: told in one line, nothing half done.

A limit on the size of files stands for the full disk: each write beyond it fails, as on a disk without room, at the log
of changes (a small limit) or at the database file (a larger one).
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from killed_merge import N_PAIRS, prepare, settings_of
from made_crawl import decide_many, plan_all
from neartwin.merge import apply, undo
from neartwin.merge.people import Person
from neartwin.settings import ROOT, Settings
from neartwin.warehouse import ledger, reader, writer

TOML = """
lock_wait_seconds = 0.2
active_methods = ["m"]
[purposes.search]
deciding_method = "m"
[methods."m@1"]
algorithm = "simhash"
"""
LIMITED = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2); del sys.argv[1]"
CLI = "from neartwin.cli import main; main()"


@pytest.fixture
def planned(tmp_path):
    """An installation with a planned and rehearsed batch of N_PAIRS merges that waits; return (settings, batch id)."""
    (tmp_path / "neartwin.toml").write_text(TOML)
    settings = settings_of(tmp_path / "data")
    prepare(settings)
    with writer(settings) as con:
        decide_many(con, 0, N_PAIRS)
        batch = plan_all(con)
        apply.rehearse(con, batch, run_id="r")
    return settings, batch.batch_id


def command(settings: Settings, *words: str, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own, whose files may grow to `limit` bytes."""
    env = os.environ | {
        "NEARTWIN_CONFIG": str(settings.data.parent / "neartwin.toml"),
        "NEARTWIN_DATA": str(settings.data),
        "PYTHONPATH": str(ROOT / "plugins"),
    }
    code = [CLI] if limit is None else [f"{LIMITED}; {CLI}", str(limit)]
    return subprocess.run([sys.executable, "-c", *code, *words], env=env, capture_output=True, text=True, check=False)


def found(settings: Settings) -> tuple[dict[str, int], int]:
    """Return (ledger entries by action, merged documents); the ledger must be sound."""
    with reader(settings) as con:
        assert ledger.faults(con, settings) == []
        actions = dict(con.execute("select action, count(*) from ledger_entries group by all").fetchall())
        merged = con.execute("select count(*) from merged_documents where representative_id is not null").fetchall()
        return actions, merged[0][0]


BEFORE: tuple[dict[str, int], int] = ({}, 0)
APPLIED = ({"merge": N_PAIRS}, 2 * N_PAIRS)
UNDONE = ({"merge": N_PAIRS, "undo": N_PAIRS}, 0)


def is_told(ran: subprocess.CompletedProcess[str]) -> bool:
    return "there is no room to write" in ran.stderr and "Traceback" not in ran.stderr and len(ran.stderr) < 600


@pytest.mark.parametrize("limit", [1, 60_000, 600_000])
def test_an_approval_without_room_is_refused_or_completed_and_completed_later(planned, limit):
    settings, batch_id = planned
    ran = command(settings, "approve", batch_id, "--reason", "looked", limit=limit)

    assert ran.returncode == 2, ran.stdout
    assert is_told(ran), ran.stderr
    assert found(settings) in (BEFORE, APPLIED)
    assert command(settings, "approve", batch_id, "--reason", "looked").returncode == 0
    assert found(settings) == APPLIED


@pytest.mark.parametrize("limit", [60_000])
def test_an_undo_without_room_is_refused_or_completed(planned, limit):
    settings, batch_id = planned
    assert command(settings, "approve", batch_id, "--reason", "looked").returncode == 0
    ran = command(settings, "undo", "batch", batch_id, "--reason", "wrong", limit=limit)

    assert ran.returncode == 2, ran.stdout
    assert is_told(ran), ran.stderr
    assert found(settings) in (APPLIED, UNDONE)
    if found(settings) == APPLIED:
        with writer(settings) as con:
            undo.undo_batch(con, settings, batch_id, Person("ann", "wrong"))
    assert found(settings) == UNDONE


def test_a_backup_without_room_is_no_backup(planned):
    settings, _ = planned
    ran = command(settings, "backup", limit=600_000)

    assert ran.returncode == 2
    assert is_told(ran), ran.stderr
    folders = settings.data / "backups"
    assert [path for path in folders.glob("*") if not path.name.startswith(".")] == []
    assert command(settings, "backup").returncode == 0


@pytest.mark.parametrize(
    "words", [("approve", "--reason", "looked"), ("decline", "--reason", "no"), ("undo", "batch", "--reason", "no")]
)
def test_a_locked_warehouse_is_told_with_its_holder_and_nothing_changes(planned, words):
    settings, batch_id = planned
    first, *rest = words
    names = [first, rest[0], batch_id, *rest[1:]] if first == "undo" else [first, batch_id, *rest]
    with writer(settings):
        ran = command(settings, *names)

    assert ran.returncode == 2
    assert f"is held by process {os.getpid()}" in ran.stderr
    assert found(settings) == BEFORE
    assert Path(settings.warehouse).is_file()
