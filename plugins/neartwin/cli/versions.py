"""`neartwin methods compare | promote | roll-back | retire`: from one version to the next, and back."""

import getpass
import sys
from typing import TYPE_CHECKING, Annotated

import duckdb
import typer

from neartwin.cli.asking import Reason, reason_of
from neartwin.cli.installation import installation
from neartwin.cli.printing import AsJson, print_json
from neartwin.methods import resolve
from neartwin.settings import Settings
from neartwin.warehouse import migrations, reader, writer
from neartwin.warehouse.runs import command_run_id

if TYPE_CHECKING:
    from neartwin.merge.people import Person

VersionId = Annotated[str, typer.Argument(metavar="VERSION", help="As `neartwin methods list` shows it: name@number")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="A method's name or active version, or `extractor`")]


def add_commands(methods: typer.Typer) -> None:
    """Add the commands of this module to the group `methods`."""
    methods.command()(compare)
    methods.command()(promote)
    methods.command(name="roll-back")(roll_back)
    methods.command()(retire)


def compare(version: VersionId, as_json: AsJson = False) -> None:
    """Compare a candidate with the version in use, on the same labels and days, and write a report.

    The candidate must have been through every day (`neartwin methods upgrade`). A method is calibrated from the present
    labels first; its policy waits for the promotion. Nothing that is in use changes.

    Example: `neartwin methods compare hybrid-words@2`
    """
    from neartwin.report.comparison import summary, write_comparison
    from neartwin.upgrade import compare as comparing
    from neartwin.upgrade.versions import upgrade_to

    settings, run_id = _configured(), command_run_id()
    with writer(settings) as con:
        migrations.migrate(con)
        resolved = resolve(con, settings)
        upgrade = upgrade_to(con, resolved, version)
        comparing.calibrate_candidate(con, resolved, upgrade, run_id, getpass.getuser())
        compared = comparing.compare(con, resolved, upgrade, run_id)
    report = write_comparison(settings, compared.comparison_id, compared.told)
    if as_json:
        print_json({"comparison_id": compared.comparison_id, "report": str(report)} | compared.told)
        return
    sys.stdout.write(f"{upgrade.candidate_id} in the place of {upgrade.replaces_id}?\n")
    for line in summary(compared.told):
        sys.stdout.write(f"  {line}\n")
    sys.stdout.write(
        f"report: {report}\n"
        f"comparison {compared.comparison_id[:12]}; `neartwin methods promote {version}` takes it up\n"
    )


def promote(version: VersionId, reason: Reason = None) -> None:
    """Let a candidate that was compared take the place of the version in use, and bring everything up to date.

    The flip is one transaction with the candidate's policies and an entry of the ledger. It is refused while a day is
    missing, and when another version or policy is in its place since the comparison. Without a policy of its own a
    method merges nothing by itself until labels have earned one. Merges in force stay; `neartwin merges` lists those
    that the new version contradicts. `neartwin methods roll-back` is the same flip back.

    Example: `neartwin methods promote hybrid-words@2 --reason "finds the captions, loses nothing"`
    """
    from neartwin.orchestration.run_day import only_run
    from neartwin.upgrade import comparisons
    from neartwin.upgrade import promote as promotion
    from neartwin.upgrade.versions import upgrade_to

    settings, run_id = _configured(), command_run_id()
    if _is_finished(settings, run_id, "promote", version):
        return
    with reader(settings) as con:
        resolved = resolve(con, settings)
        compared = comparisons.newest(con, upgrade_to(con, resolved, version))
        promotion.require_promotable(con, resolved, compared)
    person = _person(reason)
    with only_run(settings):
        with writer(settings) as con:
            done = promotion.promote(con, resolve(con, settings), compared.comparison_id, person, run_id)
        sys.stdout.write(f"{done.candidate_id} is active; {done.replaces_id} stands by\n")
        _settle(settings, run_id)


def roll_back(name: Name, reason: Reason = None) -> None:
    """Return to the version whose place the active one took: at once, with its own policies.

    What came since the promotion is signed and compared by the version returned to, here, afterwards. If that was
    stopped, the same command finishes it, and goes back no further.

    Example: `neartwin methods roll-back hybrid-words --reason "it merges tender rounds"`
    """
    from neartwin.orchestration.run_day import only_run
    from neartwin.upgrade import promote as promotion

    settings, run_id = _configured(), command_run_id()
    if _is_finished(settings, run_id, "roll_back", name):
        return
    with reader(settings) as con:
        promotion.require_way_back(con, settings, name)
    person = _person(reason)
    with only_run(settings):
        with writer(settings) as con:
            done = promotion.roll_back(con, resolve(con, settings), name, person, run_id)
        sys.stdout.write(f"{done.candidate_id} is active again; {done.replaces_id} stands by\n")
        _settle(settings, run_id)


def retire(version: VersionId, reason: Reason = None) -> None:
    """Retire a version that is not in use: it is not offered again and cannot be returned to.

    Its decisions, labels, policies and extractions stay; its fingerprints, index keys and candidate pairs go
    `[store] keep_retired_days` later, with the DAG `maintain_store`.

    Example: `neartwin methods retire hybrid-words@1 --reason "@2 has been in use for three months"`
    """
    from neartwin.upgrade import promote as promotion

    settings = _configured()
    with reader(settings) as con:
        promotion.require_retirable(con, version)
    person = _person(reason)
    with writer(settings) as con:
        promotion.retire(con, settings, version, person)
        _publish(con, settings)
    sys.stdout.write(f"{version} is retired\n")


def _is_finished(settings: Settings, run_id: str, action: str, name: str) -> bool:
    """Finish what this action has left open when it was stopped after its flip; return whether it had."""
    from neartwin.orchestration.run_day import only_run
    from neartwin.upgrade.promote import unsettled

    with only_run(settings):
        with writer(settings) as con:
            migrations.migrate(con)
            done = unsettled(con, action, name)
        if done is None:
            return False
        sys.stdout.write(
            f"{done.candidate_id} is active already, in the place of {done.replaces_id}; that was stopped before all "
            "was up to date: finishing it\n"
        )
        _settle(settings, run_id)
        return True


def _settle(settings: Settings, run_id: str) -> None:
    from neartwin.upgrade.settle import settle

    counts = settle(settings, run_id)
    with writer(settings) as con:
        _publish(con, settings)
    sys.stdout.write(f"brought up to date: {counts['n_days']:,} days had something missing\n")
    if counts["n_contradicted"]:
        sys.stdout.write(
            f"{counts['n_contradicted']:,} merges in force are contradicted: `neartwin merges` lists them\n"
        )


def _publish(con: duckdb.DuckDBPyConnection, settings: Settings) -> None:
    from neartwin.warehouse import publish

    publish.publish(con, settings)


def _configured() -> Settings:
    """Return the settings of an installation that is there, methods by name: which version is active changes here."""
    installation()
    return Settings.load()


def _person(reason: str | None) -> "Person":
    from neartwin.merge.people import Person

    return Person(getpass.getuser(), reason_of(reason))
