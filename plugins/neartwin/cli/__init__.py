"""The command line `neartwin`: every command with help that teaches, and errors in plain words.

`neartwin dedup` loads no other command: what the others import costs more than a small file. This module loads next to
nothing itself: only what `main` loads can be stopped without a traceback.
"""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, NoReturn

from neartwin.cli.lean_start import lean_start, leave_at_once
from neartwin.cli.streams import CANNOT_TAKE, INTERRUPTED, drop_output, open_closed_streams, tell
from neartwin.errors import NeartwinError

if TYPE_CHECKING:
    import typer

ALONE = ["dedup"]


def __getattr__(name: str) -> typer.Typer:
    """Return `app`, every command, made when it is asked for."""
    if name != "app":
        raise AttributeError(name)
    return _every_command()


@functools.cache
def _every_command() -> typer.Typer:
    from neartwin.cli import (
        airflow,
        calibrate,
        dedup,
        explain,
        handover,
        inspect,
        label,
        ledger,
        merge,
        methods,
        run,
        status,
    )

    panels = {
        "Run and look": (run, status, explain, inspect),
        "Judge pairs, choose thresholds": (label, calibrate),
        "Merge, and take back": (merge, ledger),
        "Versions, and what is handed over": (methods, handover),
        "Airflow on this machine": (airflow,),
        "Without days and Airflow": (dedup,),
    }
    app = _no_command()
    for panel, modules in panels.items():
        n_commands, n_groups = len(app.registered_commands), len(app.registered_groups)
        for module in modules:
            module.add_commands(app)
        for command in app.registered_commands[n_commands:]:
            command.rich_help_panel = panel
        for group in app.registered_groups[n_groups:]:
            group.rich_help_panel = panel
    return app


def _one_command() -> typer.Typer:
    from neartwin.cli import dedup

    app = _no_command()
    app.callback()(lambda: None)  # one command alone would lose its name
    dedup.add_commands(app)
    return app


def _no_command() -> typer.Typer:
    import typer

    return typer.Typer(
        name="neartwin",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="markdown",
        help="Find near-duplicates in crawled pages, every day, with reasons and a way back.\n\n"
        "Start with `neartwin run --sample`, then `neartwin status`. Data lies in the folder that `neartwin.toml` or "
        "`NEARTWIN_DATA` names.",
    )


def _run(app: typer.Typer, is_alone: bool) -> None:
    try:
        app()
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # typer has made an exit of it
            raise end.__context__ from None
        sys.stdout.flush()  # what a command said before it was stopped, too
        if end.code == INTERRUPTED:
            raise KeyboardInterrupt from None
        if is_alone and not end.code:
            leave_at_once()
        raise


def main() -> None:
    """Run the command line; a known error, and a file that cannot be used, is one line on standard error and exit 2.

    Ctrl-C is one line and exit 130, from the first module that a command loads to its end.
    """
    try:
        _main()
    except KeyboardInterrupt:
        drop_output()
        tell("stopped")
        sys.exit(INTERRUPTED)
    except NeartwinError as error:
        _fail(error)
    except BrokenPipeError:
        drop_output()
        sys.exit(141)
    except OSError as error:
        if error.filename is None and error.errno not in CANNOT_TAKE:
            raise
        drop_output()
        _fail(error.filename or "what a command writes", f" cannot be used: {error.strerror}")


def _main() -> None:
    open_closed_streams()
    is_alone = sys.argv[1:2] == ALONE
    if is_alone:
        lean_start()
    _run(_one_command() if is_alone else _every_command(), is_alone)


def _fail(named: object, what: str = "") -> NoReturn:
    from neartwin.cli.inert import inert

    tell(f"{inert(named)}{what}")
    sys.exit(2)
