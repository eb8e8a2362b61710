"""Migrations are applied once and never edited."""

import duckdb
import pytest

from neartwin.errors import MigrationChangedError
from neartwin.warehouse.migrations import migrate


def test_migrating_again_applies_nothing(con):
    assert migrate(con) == []


def test_every_migration_is_recorded_with_its_digest():
    con = duckdb.connect()
    names = migrate(con)

    assert names == sorted(names)
    assert con.execute("select version from schema_migrations order by version").fetchall() == [(n,) for n in names]


def test_an_edited_migration_is_refused_with_the_way_out(con):
    con.execute("update schema_migrations set sha256 = 'other' where version like '0002%'")

    with pytest.raises(MigrationChangedError, match="restore it and add a new migration"):
        migrate(con)
