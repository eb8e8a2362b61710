"""Write tables for people and other programs: JSON lines, Parquet, or CSV that no spreadsheet will execute."""

import os
import sys
from enum import StrEnum
from pathlib import Path

import duckdb

from neartwin.warehouse import statement

FORMULA_STARTS = r"^[=+\-@\t\r\n]"


class Table(StrEnum):
    """What can be exported."""

    CAPTURES = "captures"
    DOCUMENTS = "documents"
    PAIRS = "pairs"
    CLUSTERS = "clusters"
    DECISIONS = "decisions"
    CHECKS = "checks"


class Format(StrEnum):
    """How it is written."""

    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"


OPTIONS = {
    Format.JSONL: "format json",
    Format.CSV: "format csv, header true",
    Format.PARQUET: "format parquet, compression zstd",
}


def export(con: duckdb.DuckDBPyConnection, table: Table, form: Format, path: Path | None) -> int:
    """Write one table to `path`, or to standard output, and return the number of rows.

    The file appears whole or not at all. In CSV a text that begins like a formula gets a leading apostrophe.
    """
    query = statement(f"export/select_{table}").rstrip().rstrip(";")
    if form is Format.CSV:
        query = _without_formulas(con, query)
    if path is None:
        target = temporary = Path("/dev/stdout")
        sys.stdout.flush()
    else:
        target = path
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    quoted = str(temporary).replace("'", "''")
    rows = con.execute(f"copy ({query}) to '{quoted}' ({OPTIONS[form]})").fetchall()
    if path is not None:
        os.replace(temporary, target)
    return int(rows[0][0])


def _without_formulas(con: duckdb.DuckDBPyConnection, query: str) -> str:
    columns = con.execute(f"describe {query}").fetchall()
    texts = [name for name, kind, *_ in columns if kind == "VARCHAR"]
    guarded = ", ".join(
        f"case when regexp_matches({name}, '{FORMULA_STARTS}') then '''' || {name} else {name} end as {name}"
        for name in texts
    )
    return f"select * replace ({guarded}) from ({query})" if texts else query
