"""`neartwin handover` and `neartwin verify-handover`: what another team needs to trust the numbers."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from neartwin.cli.inert import inert
from neartwin.cli.installation import installation
from neartwin.cli.printing import AsJson, print_json, print_table
from neartwin.settings import Settings


def add_commands(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(handover)
    app.command(name="verify-handover")(verify_handover)


def handover(out: Annotated[Path, typer.Argument(help="ZIP file to write", dir_okay=False)]) -> None:
    """Write a bundle: method specs, golden fingerprints, the label table, policies, calibrations with their scope.

    The same content gives the same file. Labels that are still in the inbox are not in it: `neartwin labels ingest`.

    Example: `neartwin handover handover.zip`
    """
    from neartwin.handover import handover as write

    members = write(installation(), out)
    sys.stdout.write(f"{len(members)} files in {out}; check it anywhere with `neartwin verify-handover {out}`\n")


def verify_handover(
    file: Annotated[Path, typer.Argument(help="A bundle of `neartwin handover`", dir_okay=False)],
    as_json: AsJson = False,
) -> None:
    """Compute everything in a bundle again: checksums, spec hashes, golden fingerprints, labels, calibration ids.

    The exit code is 0 when all of it comes out the same, 1 when something differs.

    Example: `neartwin verify-handover handover.zip`
    """
    from neartwin.handover import verify

    checks = verify(Settings.load(), file)
    rows = [(inert(check.name), "right" if check.is_right else "WRONG", inert(check.detail)) for check in checks]
    names = ("what", "result", "detail")
    if as_json:
        print_json([dict(zip(names, row, strict=True)) for row in rows])
    else:
        print_table(names, rows)
    if not all(check.is_right for check in checks):
        raise typer.Exit(1)
