"""The review copy: a pointer to the newest, a few generations kept, readers undisturbed."""

import duckdb

from neartwin.warehouse import publish


def test_before_the_first_copy_there_is_none(settings):
    assert publish.current(settings) is None


def test_a_copy_holds_what_was_committed_and_the_pointer_names_it(con, settings):
    con.execute("insert into methods values ('m@1', 'm', 1, '{}', 'x', 'active', now()::timestamp)")

    path = publish.publish(con, settings)

    assert publish.current(settings) == path
    with duckdb.connect(path, read_only=True) as copy:
        assert copy.execute("select method_id from methods").fetchall() == [("m@1",)]


def test_a_reader_keeps_its_copy_while_newer_ones_come(con, settings):
    with duckdb.connect(publish.publish(con, settings), read_only=True) as old:
        for _ in range(publish.KEEP + 1):
            publish.publish(con, settings)
        assert old.execute("select count(*) from runs").fetchall() == [(0,)]


def test_only_some_generations_are_kept(con, settings):
    for _ in range(publish.KEEP + 2):
        publish.publish(con, settings)

    assert sorted(path.name for path in (settings.data / "review").iterdir()) == [
        "3.duckdb",
        "4.duckdb",
        "5.duckdb",
        "current",
    ]
