"""Rows of the report's SQL files as dictionaries that are ready for JSON and harmless to show."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

import duckdb

from neartwin.report.inert import visible
from neartwin.warehouse import statement

Row = dict[str, Any]


def rows(con: duckdb.DuckDBPyConnection, name: str, **params: Any) -> list[Row]:  # noqa: ANN401 (SQL values)
    """Return the rows of `sql/report/<name>.sql`: texts visible and capped, times as ISO, decimals as numbers."""
    result = con.execute(statement(f"report/{name}"), params or None)
    names = [column[0] for column in result.description or []]
    return [{key: ready(value) for key, value in zip(names, row, strict=True)} for row in result.fetchall()]


def ready(value: Any) -> Any:  # noqa: ANN401 (SQL values)
    """Return one value as JSON takes it."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value) if value % 1 else int(value)
    if isinstance(value, list):
        return [ready(part) for part in value]
    return value
