"""The command line `neartwin`: every command with help that teaches, and errors in plain words."""

import sys

import typer

from neartwin.cli import airflow, calibrate, dedup, explain, handover, inspect, label, merge, methods, run
from neartwin.cli.inert import inert
from neartwin.cli.lean_start import lean_start
from neartwin.errors import NeartwinError

app = typer.Typer(
    name="neartwin",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="Find near-duplicates in crawled pages, every day, with reasons and a way back.\n\n"
    "Start with `neartwin run --sample`, then `neartwin status`. Data lies in the folder that `neartwin.toml` or "
    "`NEARTWIN_DATA` names.",
)
for module in (run, dedup, explain, inspect, methods, label, merge, calibrate, handover, airflow):
    module.add_commands(app)


def main() -> None:
    """Run the command line; a known error, and a file that cannot be used, is one line on standard error and exit 2."""
    if sys.argv[1:2] == ["dedup"]:
        lean_start()
    try:
        app()
    except NeartwinError as error:
        sys.stderr.write(f"neartwin: {inert(error)}\n")
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(141)
    except OSError as error:
        if error.filename is None:
            raise
        sys.stderr.write(f"neartwin: {inert(error.filename)} cannot be used: {error.strerror}\n")
        sys.exit(2)
