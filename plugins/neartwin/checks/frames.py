"""Batches for checks: rows of a SQL file as a pandas frame or an Arrow table, and texts of a day shard by shard."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa

from neartwin.settings import Settings
from neartwin.warehouse import statement
from neartwin.warehouse.shards import read_rows

TEXTS_AT_ONCE = 5_000


def frame(con: duckdb.DuckDBPyConnection, name: str, **params: Any) -> pd.DataFrame:  # noqa: ANN401 (SQL values)
    """Return the rows of `sql/checks/<name>.sql`."""
    return con.sql(statement(f"checks/{name}"), params=params or None).df()


def arrow(con: duckdb.DuckDBPyConnection, name: str, **params: Any) -> pa.Table:  # noqa: ANN401 (SQL values)
    """Return the rows of `sql/checks/<name>.sql` without making Python values of them."""
    return con.sql(statement(f"checks/{name}"), params=params or None).to_arrow_table()


@contextmanager
def relation(con: duckdb.DuckDBPyConnection, name: str, table: pa.Table) -> Iterator[None]:
    """Let SQL read an Arrow table as `name` for a while."""
    con.register(name, table)
    try:
        yield
    finally:
        con.unregister(name)


def texts_of_day(con: duckdb.DuckDBPyConnection, settings: Settings, day: date) -> Iterator[pa.Table]:
    """Yield tables (extraction_key, main_text) of the day's ok captures, at most TEXTS_AT_ONCE texts each."""
    locators = arrow(con, "select_text_locators", day=day)
    for start in range(0, locators.num_rows, TEXTS_AT_ONCE):
        part = locators.slice(start, TEXTS_AT_ONCE)
        pairs = zip(part["shard"].to_pylist(), part["shard_row"].to_pylist(), strict=True)
        for _, table in read_rows(settings, pairs, ["extraction_key", "main_text"]):
            yield table
