"""Undo while another process plans and merges: each waits for the other, nothing is lost, nothing is merged again."""

import subprocess
import sys

import merging_run
from made_crawl import fill, merged_state
from neartwin.merge import undo
from neartwin.merge.people import Person
from neartwin.warehouse import ledger, reader, writer
from neartwin.warehouse.migrations import migrate

ANN = Person("ann", "not the same")


def test_an_undo_during_a_run_holds(tmp_path):
    settings = merging_run.settings_of(tmp_path)
    with writer(settings) as con:
        migrate(con)
        fill(con)
    command = [sys.executable, merging_run.__file__, str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    undone = []
    for _ in process.stdout:
        with writer(settings) as con:
            for document in ("b", "f"):
                if document not in undone and document in merged_state(con):
                    undo.undo_document(con, settings, "search", document, ANN)
                    undone.append(document)

    assert process.wait() == 0
    assert sorted(undone) == ["b", "f"]
    with reader(settings) as con:
        assert merged_state(con) == {"c": "c", "d": "c", "g": "g", "h": "g"}
        assert ledger.faults(con, settings) == []
        entries = con.execute("select action, count(*) from ledger_entries group by action order by action")
        assert entries.fetchall() == [("merge", 4), ("undo", 2)]
