"""`neartwin methods`: versions of fingerprint methods and of the extractor, and the way from one to the next."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from neartwin.cli import versions as version_commands
from neartwin.cli.installation import installation
from neartwin.cli.printing import AsJson, print_json, print_table
from neartwin.cli.streams import INTERRUPTED
from neartwin.errors import UpgradeError
from neartwin.settings import Settings
from neartwin.warehouse import reader, run

if TYPE_CHECKING:
    from neartwin.upgrade.detect import Upgrade
    from neartwin.upgrade.progress import Progress

EXTRACTORS = "upgrade/select_extractors"
Versions = Annotated[list[str] | None, typer.Argument(help="Versions, name@number; default: all that wait")]

methods = typer.Typer(
    no_args_is_help=True, rich_markup_mode="markdown", help="Versions of methods: list, upgrade, compare, promote."
)


def add_commands(app: typer.Typer) -> None:
    """Add the command group of this module."""
    version_commands.add_commands(methods)
    app.add_typer(methods, name="methods")


@methods.command(name="list")
def list_methods(as_json: AsJson = False) -> None:
    """List methods and extractors: the version in use, candidates, and whether each is still what was registered.

    *standby* was in use before and can be returned to with `neartwin methods roll-back`. *pairs* says when a method
    proposes pairs: daily where a purpose decides by it, on request (`neartwin run --methods`, or while a candidate is
    tried) where it signs texts only, never without an index.

    Example: `neartwin methods list --json`
    """
    from neartwin.methods import load, proposing, resolve

    settings = Settings.load()
    specs: dict[str, str] = {}
    statuses: dict[str, str] = {}
    extractors: list[tuple[str, ...]] = []
    resolved = resolve(None, settings)
    if settings.warehouse.is_file():
        with reader(settings) as con:
            resolved = resolve(con, settings)
            specs = dict(run(con, "methods/select_methods"))
            statuses = dict(run(con, "methods/select_statuses"))
            extractors = [(name, "extraction", status, "", "yes", "") for name, status in run(con, EXTRACTORS)]
    names = ("method", "algorithm", "status", "pairs", "registered", "spec")
    daily = {method.method_id for method in proposing(resolved)}
    lines: list[tuple[str, ...]] = [
        (
            method_id,
            method.algorithm,
            "active"
            if method_id in resolved.active_methods
            else statuses.get(method_id, "new")
            if method.name in settings.active_methods
            else "not in use",
            "daily" if method_id in daily else "on request" if method.n_keys and method.branch == "main" else "never",
            "no" if method_id not in specs else "unchanged" if specs[method_id] == method.spec_sha256 else "CHANGED",
            method.spec_sha256[:12],
        )
        for method_id, method in load(resolved).items()
    ]
    lines += extractors
    if as_json:
        print_json([dict(zip(names, line, strict=True)) for line in lines])
    else:
        print_table(names, lines)


@methods.command()
def progress(as_json: AsJson = False) -> None:
    """Show how far each candidate is: days and texts done, rate, time left, what a day cost, disk that it needs.

    Example: `neartwin methods progress`
    """
    from neartwin.methods import resolve
    from neartwin.upgrade import half_done
    from neartwin.upgrade.progress import tables

    settings = installation()
    with reader(settings) as con:
        resolved = resolve(con, settings)
        told = tables(con, resolved)
        n_half_done = len(half_done.days(con, resolved))
    if as_json:
        print_json(told)
        return
    if n_half_done:
        days = f"{n_half_done:,} day{'s' * (n_half_done != 1)}"
        sys.stdout.write(
            f"versions in use have not seen {days} whole: `neartwin methods upgrade --local` finishes them\n"
        )
    if not told:
        sys.stdout.write("no candidate waits: every version in use is the newest of neartwin.toml\n")
    for each in told:
        sys.stdout.write(f"{each['says']}\n  disk: {each['disk']}\n  cost: {each['cost']}\n")
        print_table(("day", "texts", "done", "seconds", "CPU seconds"), [tuple(day.values()) for day in each["days"]])


@methods.command()
def upgrade(
    versions: Versions = None,
    local: Annotated[bool, typer.Option("--local", help="Here, without a server")] = False,
) -> None:
    """Try candidate versions on every stored day, beside what is in use; then compare and promote them.

    A version is a candidate when neartwin.toml has a newer number of a name in use, or when the installed extractor
    makes other texts. Without --local the DAG `upgrade_method` of the local Airflow (`neartwin up`) does it, asks for
    approval and promotes. With --local the days are walked here: stop it with Ctrl-C at any time, the same command goes
    on. Nothing that is in use changes in either.

    Example: `neartwin methods upgrade --local`
    """
    if local:
        _walk(versions or [])
        return
    from neartwin.orchestration.upgrade_start import start

    sys.stdout.write(f"{start(Settings.load(), versions or [])}\n")


def _walk(versions: list[str]) -> None:
    from neartwin.methods import resolve
    from neartwin.orchestration.run_day import only_run
    from neartwin.upgrade import settle
    from neartwin.upgrade.progress import estimate, first_days, require_space
    from neartwin.upgrade.versions import chosen
    from neartwin.upgrade.walk import prepare, walk

    installation()
    settings = Settings.load()
    with only_run(settings), _stopped_told():
        prepare(settings)
        with reader(settings) as con:
            resolved = resolve(con, settings)
            is_unsettled = settle.is_wanted(con, resolved)
            upgrades = chosen(con, resolved, versions)
            for each in upgrades:
                require_space(estimate(con, resolved, each), each)
            aside = first_days([day for (day,) in run(con, "upgrade/select_days_aside")])
        if is_unsettled:
            sys.stdout.write("finishing days that versions in use have not seen whole\n")
            settle.settle(settings, f"local__{datetime.now(UTC):%Y%m%dT%H%M%S}")
        for each in upgrades:
            _tell_end(each, walk(settings, each, _tell))
    if not upgrades and not is_unsettled:
        sys.stdout.write("nothing to do: every version in use is the newest of neartwin.toml\n")
    elif upgrades and aside:
        sys.stdout.write(f"not tried, because it is put aside: {aside}; once released, the same command goes on\n")


@contextmanager
def _stopped_told() -> Iterator[None]:
    """Tell a Ctrl-C in plain words: every step commits by itself."""
    try:
        yield
    except KeyboardInterrupt:
        sys.stdout.write("\nstopped; what is done is kept: `neartwin methods upgrade --local` goes on\n")
        raise typer.Exit(INTERRUPTED) from None


def _tell(found: Progress) -> None:
    sys.stdout.write(f"{found.says}\n")
    sys.stdout.flush()


def _tell_end(each: Upgrade, found: Progress) -> None:
    if not found.is_complete:
        raise UpgradeError(f"{found.says}: days came meanwhile, run the same command again")
    sys.stdout.write(
        f"{each.candidate_id} is complete beside {each.replaces_id}; `neartwin methods compare {each.candidate_id}`\n"
    )
