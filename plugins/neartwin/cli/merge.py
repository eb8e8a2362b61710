"""`neartwin merges`, `approve`, `decline`, `undo`: look at merge batches, answer for them, take them back."""

import getpass
import sys
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import duckdb
import typer

from neartwin.cli.asking import Reason, reason_of
from neartwin.cli.inert import inert
from neartwin.cli.installation import installation
from neartwin.cli.printing import AsJson, print_json, print_table
from neartwin.errors import DocumentError, MergeError
from neartwin.settings import Purpose, Settings
from neartwin.warehouse import reader, run, writer

if TYPE_CHECKING:
    from neartwin.merge.people import Person

SHORT = 16
CONTRADICTED = ("purpose", "method", "document", "representative", "reason")


class Action(StrEnum):
    """What `neartwin undo` can take back."""

    BATCH = "batch"
    CLUSTER = "cluster"
    DOCUMENT = "document"
    SPLIT = "split"
    REPRESENTATIVE = "representative"
    SEPARATE = "separate"
    JOIN = "join"
    LIFT = "lift"


UNDONE = {
    Action.BATCH: "batch undone",
    Action.CLUSTER: "cluster undone",
    Action.DOCUMENT: "document taken out of its cluster",
    Action.SPLIT: "cluster split",
    Action.REPRESENTATIVE: "representative changed",
    Action.SEPARATE: "URL separated",
    Action.JOIN: "URL joined again",
    Action.LIFT: "the two documents may be merged again",
}


Batch = Annotated[str, typer.Argument(help="Batch id, or an unambiguous beginning of it; `neartwin merges` lists them")]


def add_commands(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(merges)
    app.command()(approve)
    app.command()(decline)
    app.command()(undo)


def merges(
    batch: Annotated[str | None, typer.Argument(help="Show the evidence of this batch instead of the list")] = None,
    is_audit: Annotated[bool, typer.Option("--audit", help="List the audited merges that wait for a verdict")] = False,
    as_json: AsJson = False,
) -> None:
    """List merge batches with their state, or show the evidence of one.

    waiting: people must answer (`neartwin approve`, `neartwin decline`, or Airflow's approval page). applied, undone:
    read from the ledger. refused: it must not be applied, the reasons say why. Merges that somebody has judged
    different since are listed below, each with the command that undoes it.

    Example: `neartwin merges 3f2a9c1e`
    """
    settings = installation()
    with reader(settings) as con:
        if is_audit:
            _show_audit(con, settings, as_json=as_json)
            return
        if batch is not None:
            _show_evidence(con, batch, as_json=as_json)
            return
        names = ("batch", "purpose", "kind", "state", "documents", "clusters", "planned", "by", "reasons")
        rows = run(con, "merge/select_batches")
        proposals = run(con, "merge/select_undo_proposals")
        contradicted = run(con, "upgrade/select_contradicted_merges")
    if as_json:
        wanted = ("purpose", "representative", "document_l", "document_r", "judged_by", "label", "merged_by", "batch")
        print_json(
            {
                "batches": [dict(zip(names, row, strict=True)) for row in rows],
                "undo_proposals": [dict(zip(wanted, row, strict=True)) for row in proposals],
                "contradicted": [dict(zip(CONTRADICTED, row, strict=True)) for row in contradicted],
            }
        )
        return
    _print_batches([dict(zip(names, row, strict=True)) for row in rows])
    for purpose, representative, left, right, annotator, *_ in proposals:
        member = left if right == representative else right
        sys.stdout.write(
            f"judged different by {inert(annotator)}: {left[:12]} and {right[:12]} are merged for {purpose}. Undo it:\n"
            f"  neartwin undo document {member} --purpose {purpose}\n"
        )
    for purpose, method_id, document, representative, reason in contradicted:
        sys.stdout.write(
            f"{method_id} would not have merged {document[:12]} and {representative[:12]} for {purpose} "
            f"({inert(reason, 80)}). Judge it, or undo it:\n"
            f"  neartwin explain {document} {representative}\n"
            f"  neartwin undo document {document} --purpose {purpose}\n"
        )


def _print_batches(batches: list[dict[str, Any]]) -> None:
    """Print one line a batch, and below why people must answer or why it must not be applied."""
    shown = ("batch", "purpose", "state", "documents", "planned", "by")
    lines = []
    for batch in batches:
        plain = [batch[name] for name in ("purpose", "state", "documents")]
        lines.append((batch["batch"][:SHORT], *plain, f"{batch['planned']:%m-%d %H:%M}", inert(batch["by"], 20)))
    print_table(shown, lines)
    for batch in batches:
        if batch["state"] in ("waiting", "refused"):
            change = " (a change of representative)" if batch["kind"] != "merge" else ""
            sys.stdout.write(f"{batch['batch'][:SHORT]} {batch['state']}{change}: {inert(batch['reasons'], 400)}\n")


def approve(
    batch: Batch,
    reason: Reason = None,
    is_again: Annotated[bool, typer.Option("--again", help="Approve it although a person has declined it")] = False,
) -> None:
    """Approve a waiting batch and apply it: only what has not changed since it was planned, after a new rehearsal.

    A batch that somebody has declined is refused, and the answer says who and when; `--again` approves it all the same.

    Example: `neartwin approve 3f2a9c1e --reason "looked at all pairs"`
    """
    from neartwin.merge import answer
    from neartwin.merge.people import Person

    settings = installation()
    person = Person(getpass.getuser(), _why_of_batch(settings, batch, reason, may_be_declined=is_again))
    with writer(settings) as con:
        n = answer.approve(con, settings, batch, person, is_again=is_again)
        _show(con, settings)
    counted = "1 document is" if n == 1 else f"{n:,} documents are"
    said = f"applied: {counted} now represented by another" if n else "applied already: nothing more to do"
    sys.stdout.write(f"{said}; `neartwin undo batch {batch}` undoes\n")


def decline(batch: Batch, reason: Reason = None) -> None:
    """Decline a waiting batch: it is not asked again until a decision in it changes.

    Example: `neartwin decline 3f2a9c1e --reason "tender rounds are among them"`
    """
    from neartwin.merge import answer
    from neartwin.merge.people import Person

    settings = installation()
    person = Person(getpass.getuser(), _why_of_batch(settings, batch, reason, may_be_declined=True))
    with writer(settings) as con:
        answer.decline(con, batch, person)
        _show(con, settings)
    sys.stdout.write(f"declined: {batch}\n")


def undo(
    action: Annotated[Action, typer.Argument(help="What to take back or correct")],
    names: Annotated[list[str], typer.Argument(metavar="ID...", help="Batch id, document ids, or document id and URL")],
    reason: Reason = None,
    purpose: Annotated[Purpose, typer.Option(help="For which view")] = "search",
) -> None:
    """Take a merge back, or correct who stands for whom: exact, recorded, and never merged again by itself.

    **batch** ID: the whole batch. **cluster** DOC: the cluster that holds it. **document** DOC: this one alone.
    **split** DOC...: these into a cluster of their own, the first standing for the others. **representative** DOC: it
    stands for its cluster from now on. **separate** DOC URL: give one URL of an exact duplicate an identity of its own.
    **join** DOC URL: take that back. **lift** DOC DOC: let two parted documents be merged again.

    Example: `neartwin undo document 3f2a… --reason "round 2, not round 1"`
    """
    from neartwin.merge.people import Person

    settings = installation()
    with reader(settings) as con:
        _require_known(con, action, names)
    person = Person(getpass.getuser(), reason_of(reason))
    with writer(settings) as con:
        n = _act(con, settings, action, names, purpose, person)
        _show(con, settings)
    noun = "capture" if action in (Action.SEPARATE, Action.JOIN) else "document"
    counted = "" if action is Action.LIFT else f": {n:,} {noun}{'s' * (n != 1)} changed"
    sys.stdout.write(f"{UNDONE[action]}{counted}; `neartwin history` shows who stands for whom\n")


def _show(con: duckdb.DuckDBPyConnection, settings: Settings) -> None:
    """Let the newest report and the review copy say what was just done."""
    from neartwin.report import renew
    from neartwin.warehouse import publish

    renew(con, settings)
    publish.publish(con, settings)


def _why_of_batch(settings: Settings, batch: str, given: str | None, *, may_be_declined: bool) -> str:
    """Return the reason, asked for only after the batch was found to be one that can be answered for."""
    from neartwin.merge import gate, plan

    with reader(settings) as con:
        batch_id = plan.batch_of(con, batch).batch_id
        if not may_be_declined:
            gate.require_not_declined(con, batch_id)
    return reason_of(given)


def _act(
    con: duckdb.DuckDBPyConnection,
    settings: Settings,
    action: Action,
    names: list[str],
    purpose: Purpose,
    person: "Person",
) -> int:
    from neartwin.merge import separate
    from neartwin.merge import undo as undoing

    _require_known(con, action, names)
    if action is Action.BATCH:
        return undoing.undo_batch(con, settings, names[0], person)
    first = _whole(con, names[0])
    if action is Action.CLUSTER:
        return undoing.undo_cluster(con, settings, purpose, first, person)
    if action is Action.DOCUMENT:
        return undoing.undo_document(con, settings, purpose, first, person)
    if action is Action.SPLIT:
        return undoing.split_cluster(con, settings, purpose, [_whole(con, name) for name in names], person)
    if action is Action.REPRESENTATIVE:
        return undoing.change_representative(con, settings, purpose, first, person)
    if action is Action.LIFT:
        undoing.lift_constraint(con, settings, purpose, (first, _whole(con, names[1])), person)
        return 1
    act = separate.separate_url if action is Action.SEPARATE else separate.join_url
    return act(con, settings, first, names[1], person)


def _require_known(con: duckdb.DuckDBPyConnection, action: Action, names: list[str]) -> None:
    """Raise NeartwinError unless as many things are named as the action takes, and each is known."""
    from neartwin.merge import plan

    if action in (Action.SEPARATE, Action.JOIN, Action.LIFT) and len(names) != 2:
        raise MergeError(f"{action} needs two names: `neartwin undo --help` says which")
    if action is Action.BATCH:
        plan.batch_of(con, names[0])
        return
    for name in names[:1] if action in (Action.SEPARATE, Action.JOIN) else names:
        _whole(con, name)


def _whole(con: duckdb.DuckDBPyConnection, name: str) -> str:
    """Return the document id that a person means by its first letters."""
    found = run(con, "merge/select_document_ids", beginning=name)
    if len(found) != 1:
        raise DocumentError(f"{name!r} begins {'no' if not found else 'more than one'} document id")
    return str(found[0][0])


def _show_evidence(con: duckdb.DuckDBPyConnection, batch: str, *, as_json: bool) -> None:
    from neartwin.merge import plan
    from neartwin.merge.question import evidence

    rows = evidence(con, plan.batch_of(con, batch).batch_id)
    if as_json:
        print_json(rows)
        return
    names = ("similarity", "document", "title", "represented by", "title of it", "why")
    print_table(
        names,
        [
            (
                f"{row['similarity']:.3f}",
                row["document_id"][:12],
                inert(row["title"], 40),
                row["representative_after"][:12],
                inert(row["title_after"], 40),
                inert(row["reason"], 60),
            )
            for row in rows
        ],
    )


def _show_audit(con: duckdb.DuckDBPyConnection, settings: Settings, *, as_json: bool) -> None:
    from neartwin.merge.audit import audit

    found = {purpose: audit(con, settings, purpose) for purpose in settings.purposes}
    if as_json:
        print_json({purpose: asdict(each) for purpose, each in found.items()})
        return
    for purpose, each in found.items():
        sys.stdout.write(
            f"{purpose}: {each.n_sampled:,} applied merges sampled, {each.n_judged:,} judged, {each.n_wrong:,} of "
            f"these different; at least {100 * each.lower:.1f} % are right\n"
        )
        for left, right in each.unjudged:
            sys.stdout.write(f"  neartwin explain {left} {right}\n")
