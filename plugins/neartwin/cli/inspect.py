"""`neartwin export`, `release`, `reject`, `acknowledge`, `waive`: take tables out, and answer for days."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from neartwin.cli.asking import Reason, reason_of
from neartwin.cli.inert import put_file
from neartwin.cli.installation import installation
from neartwin.export import Format, Table, export, export_corpus
from neartwin.settings import Purpose, parse_day
from neartwin.warehouse import reader, writer


def add_commands(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command(name="export")(export_table)
    app.command()(release)
    app.command()(reject)
    app.command()(acknowledge)
    app.command()(waive)


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
    settings = installation()
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

    settings, parsed = installation(), parse_day(day)
    with reader(settings) as con:
        checks.require_answerable(con, word, parsed, site)
    reason = reason_of(given)
    with writer(settings) as con:
        checks.settle_by_person(con, settings, word, parsed, site, actor=getpass.getuser(), reason=reason)
    sys.stdout.write(f"{day} {site or '(whole day)'}: {word}{'d' if word.endswith('e') else 'ed'}\n")
