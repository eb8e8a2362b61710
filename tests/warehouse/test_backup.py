"""A backup counts only after it was restored and compared."""

import duckdb
import pytest

from neartwin.errors import BackupError
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
