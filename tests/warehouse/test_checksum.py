"""The logical checksum: the order and the time of rows do not count, their content does."""

import duckdb

from neartwin.warehouse.checksum import COLUMNS, table_checksums
from neartwin.warehouse.migrations import migrate


def filled(*ids, run_id="r"):
    con = duckdb.connect()
    migrate(con)
    for document_id in ids:
        con.execute(
            "insert into documents"
            " values (?, 'vi', 'article', 'long', 500, 2500, 'Tin', null, null, null, 't', 's', 0, ?)",
            [document_id, run_id],
        )
    return table_checksums(con)


def test_order_and_run_do_not_count():
    assert filled("a", "b", run_id="one") == filled("b", "a", run_id="two")


def test_content_counts():
    assert filled("a")["documents"] != filled("b")["documents"]
    assert filled("a", "a")["documents"] != filled("a")["documents"]


def test_every_table_has_a_value_even_when_empty():
    assert {table for table, (rows, _) in filled().items() if rows == 0} == set(COLUMNS)
