"""One writer at a time: the second waits, bounded, and is told who holds the file."""

import subprocess
import sys
import textwrap

import pytest

from neartwin.errors import WarehouseLockedError
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
