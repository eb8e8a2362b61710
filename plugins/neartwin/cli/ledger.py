"""`neartwin history`, `verify-ledger`, `backup`, `restore`: what happened, whether it is sound, and how it is kept."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from neartwin.cli.asking import require_yes
from neartwin.cli.inert import inert
from neartwin.cli.installation import installation
from neartwin.cli.printing import AsJson, print_json, print_table
from neartwin.errors import DocumentError, LedgerError
from neartwin.settings import Settings
from neartwin.spoken import spoken
from neartwin.warehouse import reader, run, writer

SHORT = 16
SHORT_ID = 12
TIMES = ["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S.%f"]


def add_commands(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(history)
    app.command(name="verify-ledger")(verify_ledger)
    app.command()(backup)
    app.command()(restore)


def history(
    document: Annotated[str | None, typer.Argument(help="Document id, or its first letters; none: all")] = None,
    as_of: Annotated[
        datetime | None, typer.Option(formats=TIMES, help="Only what had happened by this time (UTC)")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what happened to a document, from the ledger alone: who merged or freed it, when and why.

    Without a document: which document stood for which, at present or as of a time.

    Example: `neartwin history --as-of 2026-11-01T12:00:00`
    """
    if document is None:
        _print_state(as_of or datetime.now(UTC).replace(tzinfo=None), as_json=as_json)
        return
    with reader(installation()) as con:
        rows = run(con, "merge/select_document_history", document_id=document, as_of=as_of)
        is_known = bool(rows) or bool(run(con, "merge/select_document_ids", beginning=document))
        names = ("entry", "when", "purpose", "action", "document", "before", "after", "batch", "by", "reason")
    if not is_known:
        raise DocumentError(f"{document!r} begins no document id: `neartwin explain URL` says which document a URL has")
    if as_json:
        print_json([dict(zip(names, row, strict=True)) for row in rows])
    elif not rows:
        sys.stdout.write(f"nothing was merged or undone for {document}: it stands for itself\n")
    else:
        shown = [
            (*row[:3], spoken(row[3]), *((cell or "itself")[:SHORT_ID] for cell in row[4:7]), row[7][:SHORT_ID],
             *map(inert, row[8:]))
            for row in rows
        ]  # fmt: skip
        print_table(names, shown)


def _print_state(as_of: datetime, *, as_json: bool) -> None:
    with reader(installation()) as con:
        rows = run(con, "ledger/select_history", as_of=as_of)
    names = ("purpose", "document", "represented by", "since entry")
    if as_json:
        print_json([dict(zip(names, row, strict=True)) for row in rows])
    else:
        print_table(names, rows)


def verify_ledger() -> None:
    """Check the ledger from its first entry on: chain of hashes, tips in the lake, and the tables that follow from it.

    Exit code 0 when all agree, 2 when anything was changed by hand, rewritten or cut off.

    Example: `neartwin verify-ledger`
    """
    from neartwin.warehouse import ledger

    settings = installation()
    with reader(settings) as con:
        faults = ledger.faults(con, settings)
        position, entry_hash = ledger.tip(con)
    if faults:
        raise LedgerError("; ".join(faults[:10]))
    sys.stdout.write(f"the ledger is sound: {position:,} entries, the last {entry_hash[:SHORT]}\n")
    sys.stdout.writelines(f"  {inert(line)}\n" for line in ledger.restores(settings))


def backup() -> None:
    """Back the warehouse up, and say so only after the copy was restored into a scratch file and compared.

    Example: `neartwin backup`
    """
    from neartwin.warehouse import backup as backups

    settings = installation()
    with writer(settings) as con:
        folder = backups.backup(con, settings)
    sys.stdout.write(f"backed up and proven: {folder}\n")


def restore(
    folder: Annotated[Path, typer.Argument(help="A folder of `backups/`")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask")] = False,
) -> None:
    """Put a backup in the warehouse's place; the present warehouse is kept beside it under another name.

    Example: `neartwin restore data/backups/20261101T060000000000Z`
    """
    from neartwin.orchestration.run_day import only_run
    from neartwin.warehouse import backup as backups

    settings = Settings.load()
    backups.require_complete(folder)
    if not yes:
        require_yes(f"Replace {settings.warehouse} by {folder.name}?")
    with only_run(settings):
        moved = backups.restore(settings, folder)
    sys.stdout.write(f"restored {folder.name}" + (f"; the warehouse before is {moved}" if moved else "") + "\n")
