"""Write tables for people and other programs: JSON lines, Parquet, or CSV that no spreadsheet will execute."""

import contextlib
import os
import shutil
import sys
import tempfile
from enum import StrEnum
from pathlib import Path

import duckdb

from neartwin.errors import DocumentError, PlaceError
from neartwin.places import make_folder, require_file
from neartwin.settings import Purpose, Settings
from neartwin.warehouse import run, statement

FORMULA_STARTS = r"^[=+\-@＝＋－＠\t\r\n]"  # wide signs: East Asian editions take them too


class Table(StrEnum):
    """What can be exported."""

    CAPTURES = "captures"
    DOCUMENTS = "documents"
    PAIRS = "pairs"
    CLUSTERS = "clusters"
    DECISIONS = "decisions"
    CHECKS = "checks"
    CORPUS = "corpus"


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
    return _copy(con, statement(f"export/select_{table}").rstrip().rstrip(";"), form, path)


def export_corpus(
    con: duckdb.DuckDBPyConnection,
    settings: Settings,
    form: Format,
    path: Path | None,
    *,
    purpose: Purpose,
    is_all: bool,
) -> int:
    """Write the corpus with its texts for one purpose: what is shown, or all documents with cluster and role.

    Every row names the ledger position at which it was made. Otherwise as `export`.
    """
    lake = f"{settings.lake}/"
    paths = [lake + row[0] for row in run(con, "export/select_text_shards")]
    if not paths:
        raise DocumentError("there is no document yet to export")
    for name, value in {"lake": lake, "paths": paths, "purpose": purpose, "is_all": is_all}.items():
        con.execute(f"set variable {name} = $value", {"value": value})
    return _copy(con, statement("export/select_corpus").rstrip().rstrip(";"), form, path)


def _copy(con: duckdb.DuckDBPyConnection, query: str, form: Format, path: Path | None) -> int:
    if form is Format.CSV:
        query = _without_formulas(con, query)
    if path is None:
        return _print(con, query, form)
    make_folder(path.parent, "choose another place")
    require_file(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        n_rows = _write(con, query, form, temporary)
        os.replace(temporary, path)
    except (OSError, duckdb.IOException) as error:
        raise PlaceError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    return n_rows


def _print(con: duckdb.DuckDBPyConnection, query: str, form: Format) -> int:
    """Write to standard output as it stands: DuckDB would open it anew, and so empty a file behind it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table"
        n_rows = _write(con, query, form, file)
        sys.stdout.flush()
        with file.open("rb") as made:
            shutil.copyfileobj(made, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    return n_rows


def _write(con: duckdb.DuckDBPyConnection, query: str, form: Format, file: Path) -> int:
    quoted = str(file).replace("'", "''")
    return int(con.execute(f"copy ({query}) to '{quoted}' ({OPTIONS[form]})").fetchall()[0][0])


def _without_formulas(con: duckdb.DuckDBPyConnection, query: str) -> str:
    columns = con.execute(f"describe {query}").fetchall()
    texts = [name for name, kind, *_ in columns if kind == "VARCHAR"]
    guarded = ", ".join(
        f"case when regexp_matches({name}, '{FORMULA_STARTS}') then '''' || {name} else {name} end as {name}"
        for name in texts
    )
    return f"select * replace ({guarded}) from ({query})" if texts else query
