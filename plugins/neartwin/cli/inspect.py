"""`neartwin status`, `export`, `release`, `reject`, `acknowledge`, `waive`: look, and answer for days."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from neartwin.cli.asking import Reason, reason_of
from neartwin.cli.inert import inert, put, put_file
from neartwin.errors import DocumentError
from neartwin.export import Format, Table, export, export_corpus
from neartwin.methods import resolve
from neartwin.settings import Purpose, Settings, parse_day
from neartwin.warehouse import reader, run, writer
from neartwin.warehouse.checksum import table_checksums

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines")]


def add_commands(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(status)
    app.command(name="export")(export_table)
    app.command()(release)
    app.command()(reject)
    app.command()(acknowledge)
    app.command()(waive)


def status(
    checksum: Annotated[bool, typer.Option("--checksum", help="Add rows and logical checksum of each table")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the days that were run, how each ended, which versions are in use, and which candidates wait.

    Example: `neartwin status --checksum`
    """
    from neartwin.report.in_use import in_use

    settings = _installation()
    with reader(settings) as con:
        days = run(con, "warehouse/select_status")
        used = in_use(con)
        sums = table_checksums(con) if checksum else {}
    names = ("day", "captures", "ok", "documents", "state", "reason")
    if as_json:
        shown = [dict(zip(names, row, strict=True)) for row in days]
        _print_json({"days": shown, "versions": used["versions"], "checksums": sums})
        return
    _print_table(names, days)
    for row in used["versions"]:
        waits = f"; {row['candidate_id']} waits: `neartwin methods progress`" if row["candidate_id"] else ""
        sys.stdout.write(f"in use: {row['kind']} {row['version_id']}{waits}\n")
    if sums:
        _print_table(("table", "rows", "checksum"), [(name, rows, digest) for name, (rows, digest) in sums.items()])


def export_table(
    table: Annotated[Table, typer.Argument(help="What to write")],
    form: Annotated[Format, typer.Option("--format", help="How to write it")] = Format.JSONL,
    out: Annotated[Path | None, typer.Option(help="File to write; default: standard output")] = None,
    purpose: Annotated[Purpose, typer.Option(help="corpus: for which view")] = "search",
    is_all: Annotated[bool, typer.Option("--all", help="corpus: merged documents too, with cluster and role")] = False,
) -> None:
    """Write a table as JSON lines, CSV or Parquet. CSV is safe to open in a spreadsheet.

    Files and pipes get every character as it was crawled; a terminal shows those that would act there as escapes.

    `corpus` is the deduplicated corpus with its texts: one row for each document that is shown for the purpose, with
    all URLs that carry it and the ledger position at which the file was made.

    Example: `neartwin export corpus --format parquet --out corpus.parquet`
    """
    if out is None and form is Format.PARQUET:
        raise typer.BadParameter("Parquet needs a file: --out FILE")
    settings = _installation()
    with reader(settings) as con:

        def write(path: Path | None) -> int:
            if table is Table.CORPUS:
                return export_corpus(con, settings, form, path, purpose=purpose, is_all=is_all)
            return export(con, table, form, path)

        n_rows = write(out) if out else put_file(write)
    if out is not None:
        sys.stdout.write(f"{n_rows} rows of {table} in {out}\n")


Day = Annotated[str, typer.Argument(help="Crawl day, YYYY-MM-DD")]
Site = Annotated[str, typer.Option(help="Only this site of the day; default: the whole day")]


def release(day: Day, reason: Reason = None, site: Site = "") -> None:
    """Release a day or site that its checks put aside; run the day again afterwards to take its pages up.

    Example: `neartwin release 2026-11-01 --site news.example --reason "a real wave of short notices"`
    """
    _answer("release", day, site, reason)


def reject(day: Day, reason: Reason = None, site: Site = "") -> None:
    """Reject a day or site that its checks put aside: it stays out, nothing of it is deleted.

    Example: `neartwin reject 2026-11-01 --reason "the crawler fetched consent pages"`
    """
    _answer("reject", day, site, reason)


def acknowledge(day: Day, reason: Reason = None, site: Site = "") -> None:
    """Say that you have read a day's or site's warnings and let it pass; merging asks for this.

    Example: `neartwin acknowledge 2026-11-01 --reason "the drop in pages is the holiday"`
    """
    _answer("acknowledge", day, site, reason)


def waive(day: Day, reason: Reason = None, site: Site = "") -> None:
    """Say that a day's or site's warnings are no fault; merging no longer asks about them.

    Example: `neartwin waive 2026-11-01 --site news.example --reason "the site was redesigned"`
    """
    _answer("waive", day, site, reason)


def _answer(word: Literal["release", "reject", "acknowledge", "waive"], day: str, site: str, given: str | None) -> None:
    import getpass

    from neartwin import checks

    settings, parsed = _installation(), parse_day(day)
    with reader(settings) as con:
        checks.require_answerable(con, word, parsed, site)
    reason = reason_of(given)
    with writer(settings) as con:
        checks.settle_by_person(con, settings, word, parsed, site, actor=getpass.getuser(), reason=reason)
    sys.stdout.write(f"{day} {site or '(whole day)'}: {word}{'d' if word.endswith('e') else 'ed'}\n")


def _installation() -> Settings:
    """Return the settings of an installation in which something was run, with the versions active in it."""
    settings = Settings.load()
    if not settings.warehouse.is_file():
        raise DocumentError(f"nothing has been run yet in {settings.data}: start with `neartwin run --sample`")
    return _settings()


def _settings() -> Settings:
    """Return the settings with the active versions of the warehouse, or the newest ones where there is none."""
    settings = Settings.load()
    if not settings.warehouse.is_file():
        return resolve(None, settings)
    with reader(settings) as con:
        return resolve(con, settings)


def _print_json(value: object) -> None:
    put(json.dumps(value, indent=2, default=str, ensure_ascii=False) + "\n")


def _print_table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(*names, box=None, pad_edge=False)
    for row in rows:
        grid.add_row(*(Text(inert(cell)) for cell in row))
    Console().print(grid)
