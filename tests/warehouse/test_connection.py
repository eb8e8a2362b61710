"""One writer at a time: the second waits, bounded, and is told who holds the file."""

import subprocess
import sys
import textwrap

import pytest

from neartwin.errors import PlaceError, WarehouseAgeError, WarehouseFileError, WarehouseLockedError
from neartwin.warehouse import reader, writer

HOLDER = textwrap.dedent("""
    import sys, time, duckdb
    con = duckdb.connect(sys.argv[1]); con.execute("create table if not exists held (n int)")
    print("held", flush=True); time.sleep(float(sys.argv[2]))
""")


def hold(settings, seconds):
    settings.data.mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(settings.warehouse), str(seconds)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "held\n"
    return process


def test_writer_waits_for_the_other_process(settings):
    holder = hold(settings, 0.5)
    with writer(settings) as con:
        assert con.execute("select count(*) from held").fetchall() == [(0,)]
    holder.wait()


def test_a_wait_that_is_too_long_names_the_holder(settings):
    holder = hold(settings, 20)
    impatient = settings.model_copy(update={"lock_wait_seconds": 0.3})

    with pytest.raises(WarehouseLockedError, match=str(holder.pid)), writer(impatient):
        pass
    holder.kill()


def test_reader_sees_what_a_writer_committed(settings):
    with writer(settings) as con:
        con.execute("create table t as select 1 as n")
    with reader(settings) as con:
        assert con.execute("from t").fetchall() == [(1,)]


def no_database(path):
    path.write_bytes(b"these are not the pages of a database" * 200)


def altered(path):
    content = bytearray(path.read_bytes())
    content[14_000:14_300] = bytes(300)
    path.write_bytes(content)


def half(path):
    path.write_bytes(path.read_bytes()[:12_288])


@pytest.mark.parametrize("damage", [no_database, altered, half])
@pytest.mark.parametrize("opened", [reader, writer])
def test_a_damaged_file_is_named_with_the_way_out(settings, damage, opened):
    with writer(settings) as con:
        con.execute("create table t as select range as n, hash(range) as h from range(200_000)")
    damage(settings.warehouse)

    way_out = r"warehouse\.duckdb cannot be opened.*neartwin restore"
    with pytest.raises(WarehouseFileError, match=way_out) as told, opened(settings) as con:
        con.execute("select sum(n), sum(h) from t").fetchall()
    assert "\n" not in str(told.value)


def test_a_warehouse_of_an_older_version_is_named_with_the_way_out(settings):
    with writer(settings) as con:
        con.execute("create table captures (day date)")

    said = r"another version of neartwin .*undo_proposals.*labels ingest"
    with pytest.raises(WarehouseAgeError, match=said), reader(settings) as con:
        con.execute("select * from undo_proposals")


def test_a_data_folder_that_cannot_be_made_is_named(settings, tmp_path):
    (tmp_path / "file").touch()
    within = settings.model_copy(update={"data": tmp_path / "file" / "data"})

    with (
        pytest.raises(PlaceError, match=r"file/data cannot be made: Not a directory; set NEARTWIN_DATA"),
        writer(within),
    ):
        pass
