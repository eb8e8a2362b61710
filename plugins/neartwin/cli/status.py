"""`neartwin status`: how each day ended, which versions are in use, what waits, and what to do next."""

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from neartwin.cli.inert import inert
from neartwin.cli.installation import active_settings
from neartwin.cli.printing import AsJson, print_json, print_table
from neartwin.cli.waiting import first_steps, waiting
from neartwin.warehouse import reader, run
from neartwin.warehouse.checksum import table_checksums

if TYPE_CHECKING:
    from neartwin.settings import Settings

DAYS = ("day", "captures", "ok", "documents", "state", "reason")
SUMS = ("table", "rows", "checksum")
WHY = 200  # characters of a reason


def add_commands(app: typer.Typer) -> None:
    """Add the command `status`."""
    app.command()(status)


def status(
    checksum: Annotated[bool, typer.Option("--checksum", help="Add rows and logical checksum of each table")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the days that were run and how each ended, which versions are in use, and what waits for whom.

    Below stands what a person has to do, each with its commands: failed days, days and sites put aside, merge batches,
    policies and versions that wait, pairs to judge.

    Example: `neartwin status --checksum`
    """
    settings = active_settings()
    told = _told(settings, is_summed=checksum)
    if as_json:
        print_json(told | {"days": [dict(zip(DAYS, row, strict=True)) for row in told["days"]]})
        return
    if told["days"]:
        print_table(DAYS, told["days"])
    else:
        sys.stdout.write(f"nothing has been run yet in {inert(settings.data)}\n")
    for row in told["versions"]:
        sys.stdout.write(f"in use: {row['kind']} {row['version_id']}{_candidate(row)}\n")
    if told["checksums"]:
        print_table(SUMS, [(name, rows, digest) for name, (rows, digest) in told["checksums"].items()])
    _print_needs(told["needs"], is_new=not told["days"])


def _told(settings: "Settings", *, is_summed: bool) -> dict[str, Any]:
    """Return what there is to say; a place in which nothing was run has only its first steps."""
    from neartwin.report.in_use import in_use

    told: dict[str, Any] = {"days": [], "versions": [], "checksums": {}, "needs": first_steps()}
    if settings.warehouse.is_file():
        with reader(settings) as con:
            told["days"] = run(con, "warehouse/select_status")
            told["versions"] = in_use(con)["versions"]
            told["checksums"] = table_checksums(con) if is_summed else {}
            told["needs"] = waiting(con, settings) if told["days"] else first_steps()
    return told | {"needs": [asdict(need) for need in told["needs"]]}


def _candidate(version: dict[str, Any]) -> str:
    return f"; {version['candidate_id']} waits" if version["candidate_id"] else ""


def _print_needs(needs: list[dict[str, Any]], *, is_new: bool) -> None:
    if not needs:
        sys.stdout.write("nothing waits for you\n")
        return
    sys.stdout.write("\nfirst steps\n" if is_new else "\nwaits for you, the most urgent first\n")
    for need in needs:
        why = f": {inert(need['why'], WHY)}" if need["why"] else ""
        sys.stdout.write(f"  {inert(need['what'])}{why}\n")
        sys.stdout.writelines(f"    {command}\n" for command in need["how"])
