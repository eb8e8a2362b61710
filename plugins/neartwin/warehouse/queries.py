"""Run SQL statements kept as files under `sql/`: values are parameters, never text."""

import functools
from typing import Any

import duckdb

from neartwin.settings import SQL


@functools.cache
def statement(name: str) -> str:
    """Return the text of `sql/<name>.sql`."""
    return (SQL / f"{name}.sql").read_text(encoding="utf-8")


def run(con: duckdb.DuckDBPyConnection, name: str, **params: Any) -> list[tuple[Any, ...]]:  # noqa: ANN401 (SQL values)
    """Execute `sql/<name>.sql` with `$params` and return its rows."""
    rows: list[tuple[Any, ...]] = con.execute(statement(name), params or None).fetchall()
    return rows
