"""A backup counts only after it was restored and compared."""

import subprocess
import sys

import duckdb
import pytest

from neartwin.errors import BackupError, WarehouseLockedError
from neartwin.warehouse import backup, ledger, writer
from neartwin.warehouse.ledger import Effect, Entry
from neartwin.warehouse.migrations import migrate


def fill(settings):
    with writer(settings) as con:
        migrate(con)
        ledger.append(con, [Entry("merge", "ann", "same", "search", effects=(Effect("b", None, "a"),))])
        return backup.backup(con, settings)


def test_a_backup_restores_every_table(settings):
    folder = fill(settings)
    with writer(settings) as con:
        wanted = backup.contents(con)
        con.execute("delete from ledger_entries")

    moved = backup.restore(settings, folder)

    with writer(settings) as con:
        assert backup.contents(con) == wanted
        migrate(con)
        assert con.execute("select count(*) from live_documents_search").fetchall() == [(0,)]
    assert moved is not None
    assert moved.is_file()


def test_ledger_and_labels_are_readable_without_the_warehouse(settings):
    folder = fill(settings)
    rows = duckdb.execute(f"select action from '{folder}/ledger_entries.parquet'").fetchall()
    assert rows == [("merge",)]


def test_entries_that_a_restore_gives_up_are_no_fault_and_are_told(settings):
    folder = fill(settings)
    with writer(settings) as con:
        ledger.export_tip(con, settings)
        ledger.append(con, [Entry("merge", "ann", "lost", "search", effects=(Effect("c", None, "a"),))])
        ledger.export_tip(con, settings)
    backup.restore(settings, folder)

    with writer(settings) as con:
        assert ledger.faults(con, settings) == []
        ledger.append(con, [Entry("merge", "ann", "other", "search", effects=(Effect("d", None, "a"),))])
        ledger.export_tip(con, settings)
        assert ledger.faults(con, settings) == []
        [told] = ledger.restores(settings)
        assert f"backup {folder.name} was restored, to entry 1" in told
        for table in ("ledger_effects", "ledger_entries", "merged_documents"):
            con.execute(f"delete from {table}")
        assert any("cut off" in fault for fault in ledger.faults(con, settings))


def test_every_warehouse_that_a_restore_replaces_is_kept(settings):
    folder = fill(settings)
    kept = []
    for name in ("c", "d"):
        with writer(settings) as con:
            ledger.append(con, [Entry("merge", "ann", name, "search", effects=(Effect(name, None, "a"),))])
        kept.append(backup.restore(settings, folder))

    assert len(set(kept)) == 2
    for name, path in zip(("c", "d"), kept, strict=True):
        with duckdb.connect(path, read_only=True) as con:
            assert con.execute("select reason from ledger_entries order by position").fetchall() == [("same",), (name,)]


def test_what_is_not_in_the_file_yet_is_kept_with_it(settings):
    folder = fill(settings)
    script = """
import os, sys, duckdb
con = duckdb.connect(sys.argv[1])
con.execute("create table late (n int)")
con.execute("insert into late values (7)")
os._exit(9)
"""
    subprocess.run([sys.executable, "-c", script, str(settings.warehouse)], check=False)
    assert settings.warehouse.with_name(f"{settings.warehouse.name}.wal").is_file()

    with duckdb.connect(backup.restore(settings, folder), read_only=True) as con:
        assert con.execute("from late").fetchall() == [(7,)]


def test_a_damaged_warehouse_is_replaced_and_one_that_is_held_is_not(settings):
    folder = fill(settings)
    settings.warehouse.write_bytes(b"no database")
    moved = backup.restore(settings, folder)
    assert moved is not None
    assert moved.read_bytes() == b"no database"

    script = "import sys, duckdb; con = duckdb.connect(sys.argv[1]); print('held', flush=True); input()"
    arguments = [sys.executable, "-c", script, str(settings.warehouse)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(WarehouseLockedError):
            backup.restore(settings.model_copy(update={"lock_wait_seconds": 0.1}), folder)
        holder.kill()
    assert settings.warehouse.is_file()


@pytest.mark.parametrize("name", ["warehouse.duckdb", "ledger_entries.parquet"])
def test_an_altered_backup_is_refused_and_nothing_is_moved(settings, name):
    folder = fill(settings)
    (folder / name).write_bytes((folder / name).read_bytes()[:-7])
    before = settings.warehouse.read_bytes()

    with pytest.raises(BackupError, match="missing or altered"):
        backup.restore(settings, folder)
    assert settings.warehouse.read_bytes() == before


def test_a_folder_that_is_no_backup_is_named(settings, tmp_path):
    with pytest.raises(BackupError, match="not a complete backup"):
        backup.restore(settings, tmp_path)


def test_what_a_killed_backup_left_is_cleared_away(settings):
    left = settings.data / "backups" / ".20260101T000000Z.part"
    left.mkdir(parents=True)
    folder = fill(settings)

    assert not left.exists()
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_a_removal_that_is_killed_leaves_no_half_of_a_backup(settings, monkeypatch):
    def again():
        with writer(settings) as con:
            return backup.backup(con, settings)

    def killed(path):
        next(path.iterdir()).unlink()
        raise KeyboardInterrupt

    old, kept = fill(settings), again()
    with monkeypatch.context() as patch:
        patch.setattr(backup.shutil, "rmtree", killed)
        with pytest.raises(KeyboardInterrupt):
            backup.prune(settings, keep=1)

    backup.require_complete(kept)
    assert [path for path in old.parent.iterdir() if not path.name.startswith(".")] == [kept]
    newest = again()
    assert sorted(old.parent.iterdir()) == [kept, newest]
