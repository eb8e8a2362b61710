"""Fixtures of the extraction tests."""

import duckdb
import pytest

from neartwin.warehouse.migrations import migrate


@pytest.fixture(scope="session")
def shared_con():
    """One migrated warehouse for tests that only read."""
    connection = duckdb.connect(config={"threads": 2})
    migrate(connection)
    yield connection
    connection.close()
