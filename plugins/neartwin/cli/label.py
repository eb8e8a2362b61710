"""`neartwin label` and `neartwin labels`: judge pairs in the terminal; carry labels in and out; see who agrees."""

import getpass
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from neartwin.cli.inert import inert, put_file
from neartwin.cli.installation import installation
from neartwin.cli.printing import AsJson, print_json, print_table
from neartwin.errors import LabelError
from neartwin.label.forms import Form, form_of
from neartwin.label.importing import Unknown
from neartwin.label.queue import MIXED, Asked, Why
from neartwin.places import require_file
from neartwin.settings import Purpose, Settings

if TYPE_CHECKING:
    from neartwin.cli.review import Session
    from neartwin.label.inbox import Inbox

N_TOLD = 100
labels = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown", help="Carry labels in and out; see who agrees.")

For = Annotated[Purpose, typer.Option("--purpose", help="What merging is for: search or history")]
Who = Annotated[str | None, typer.Option("--annotator", help="Who judges; default: your login name")]


def add_commands(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(label)
    app.add_typer(labels, name="labels")


def label(
    purpose: For = "search",
    why: Annotated[list[Why] | None, typer.Option(help="Which pairs; may be given again. Default: all in turn")] = None,
    n: Annotated[int, typer.Option("-n", min=1, max=1_000, help="How many pairs")] = 30,
    blind: Annotated[bool, typer.Option("--blind", help="Hide similarity and why the pair is asked about")] = False,
    gold: Annotated[bool, typer.Option("--gold", help="Your answers are known verdicts, to check others by")] = False,
    annotator: Who = None,
) -> None:
    """Judge pairs: would the reader lose anything if one stood for both? Each answer is on disk before the next pair.

    **s** same, **d** different, **u** unsure, **k** skip, **b** back (a new answer replaces yours, with a reason),
    **r** relation, **w** reason, **g** region of the text, **p** other purpose, **t** whole texts, **q** quit.

    `[-left only-]` and `{+right only+}` stand where they differ, numbers underlined. Which pairs: **threshold** near a
    threshold; **random** a sample that estimates rest on; **guards** similar, yet held apart; **audit** merges in
    force; **second** a second opinion; **gold** known pairs; **policy** what a policy rests on; **changed** content
    that changed since it was judged; **disagreement** decide where people differ.

    Example: `neartwin label --why random -n 50 --blind`
    """
    from neartwin.label.inbox import inbox

    settings = installation()
    with inbox(settings) as box:
        session = _session(settings, box, purpose, annotator or getpass.getuser(), why or list(MIXED), n)
        session.is_blind, session.is_gold = blind, gold
        if not session.pairs:
            sys.stdout.write("nothing to judge: run a day first, or ask for other pairs with --why\n")
            return
        n_given = session.run()
    sys.stdout.write(
        f"{n_given:,} pairs judged; `neartwin labels ingest` takes them in now, else the hourly DAG does\n"
    )


def _session(settings: Settings, box: "Inbox", purpose: Purpose, annotator: str, whys: list[Why], n: int) -> "Session":
    """Choose pairs and read their texts at once, so that no run waits for a person who reads."""
    from neartwin.cli.review import Session
    from neartwin.label.documents import shown
    from neartwin.label.queue import next_pairs, opinions
    from neartwin.warehouse import reader

    with reader(settings) as con:
        asked = next_pairs(con, settings, box, purpose=purpose, annotator=annotator, whys=whys, n=n)
        documents = shown(con, settings, (name for pair in asked for name in _ends(pair)))
        pairs = [pair for pair in asked if all(name in documents for name in _ends(pair))]
        said = [opinions(con, pair) for pair in pairs]
    return Session(box, pairs, documents, said, annotator, purpose)


def _ends(pair: Asked) -> tuple[str, str]:
    return pair.document_id_l, pair.document_id_r


@labels.command(name="import")
def import_file(
    file: Annotated[Path, typer.Argument(help="CSV, JSONL, pairs.tsv or a Label Studio JSON export", dir_okay=False)],
    form: Annotated[Form | None, typer.Option(help="Default: by the ending")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check every line, import nothing")] = False,
    purpose: Annotated[str | None, typer.Option(help="Purpose of rows that name none")] = None,
    unknown: Annotated[Unknown, typer.Option(help="Rows about documents that are not here")] = Unknown.REFUSE,
    annotator: Who = None,
) -> None:
    """Import labels, all or none: every wrong line is told, and one wrong line stops the import.

    Documents are named by document id, source id, URL, or day and URL (`2026-11-01 https://…`). Importing a file again
    adds nothing. **--unknown leave-out** skips rows about unknown documents, **keep** keeps those with document ids.

    Example: `neartwin labels import pairs.tsv --purpose search --dry-run`
    """
    from neartwin.label.importing import Options, import_labels

    settings = Settings.load()
    options = Options(annotator or getpass.getuser(), purpose, unknown)
    done = import_labels(settings, file, form or form_of(file), options, is_dry=dry_run)
    for fault in [*done.left_out[:N_TOLD], *done.faults[:N_TOLD]]:
        sys.stderr.write(f"{inert(file.name)}:{fault.line}: {inert(fault.message, 400)}\n")
    if done.n_left_out:
        sys.stderr.write(f"left out: {done.n_left_out:,} rows\n")
    if done.n_faults:
        raise LabelError(f"{done.n_faults:,} of {done.n_rows:,} rows are wrong: nothing was imported")
    known = f"; {done.n_known:,} are known already" if done.n_known else ""
    if dry_run:
        n_new = done.n_labels - done.n_known
        sys.stdout.write(f"{n_new:,} labels of {done.n_rows:,} rows can be imported; nothing was{known}\n")
    else:
        sys.stdout.write(f"imported {done.n_new:,} new labels of {done.n_rows:,} rows{known}\n")


@labels.command(name="export")
def export_file(
    out: Annotated[Path | None, typer.Argument(help="File to write; default: standard output", dir_okay=False)] = None,
    form: Annotated[Form | None, typer.Option(help="csv or jsonl; default: by the ending, else csv")] = None,
) -> None:
    """Write every label ever given, superseded ones too; CSV is safe in a spreadsheet and imports back exactly.

    Example: `neartwin labels export labels.csv`
    """
    from neartwin.label.exporting import export_labels
    from neartwin.label.forms import WRITERS

    settings = Settings.load()
    chosen = form or (form_of(out) if out else Form.CSV)
    if chosen not in WRITERS:
        raise LabelError(f"labels are written as {' or '.join(WRITERS)}, not as {chosen}")
    if out is not None:
        require_file(out)

    def write(path: Path | None) -> int:
        if path is None:
            return export_labels(settings, chosen, sys.stdout)
        with path.open("w", encoding="utf-8", newline="") as file:
            return export_labels(settings, chosen, file)

    n = write(out) if out else put_file(write)
    if out is None:
        return
    sys.stdout.write(f"{n:,} labels in {out}\n")


@labels.command()
def ingest() -> None:
    """Take new labels from the inbox into the warehouse now, each exactly once.

    Example: `neartwin labels ingest`
    """
    from neartwin.label.ingest import ingest_labels
    from neartwin.warehouse import migrations, writer

    settings = installation()
    with writer(settings) as con:
        migrations.migrate(con)
        done = ingest_labels(con, settings)
    sys.stdout.write(f"{done['new']:,} new labels; {done['unknown_documents']:,} are on documents that are not here\n")


@labels.command()
def agreement(purpose: For = "search", as_json: AsJson = False) -> None:
    """Show how far people agree: Cohen's kappa on verdicts and on each relation, and each against the gold pairs.

    Example: `neartwin labels agreement --purpose history`
    """
    from neartwin.label.agreement import agreements, gold_checks
    from neartwin.label.inbox import inbox
    from neartwin.warehouse import reader

    settings = installation()
    with inbox(settings) as box, reader(settings) as con:
        found, gold = agreements(con, box, purpose), gold_checks(con, box, purpose)
    rows = [
        (one.one, one.other, one.about, one.n_pairs, one.n_equal, "–" if one.kappa is None else f"{one.kappa:.3f}")
        for one in found
    ]
    checks = [(one.annotator, one.n_pairs, one.n_right) for one in gold]
    names, check_names = ("one", "other", "about", "pairs", "equal", "kappa"), ("annotator", "gold pairs", "right")
    if as_json:
        told = {"agreement": [dict(zip(names, row, strict=True)) for row in rows]}
        print_json(told | {"gold": [dict(zip(check_names, row, strict=True)) for row in checks]})
        return
    if not rows and not checks:
        sys.stdout.write("nobody has judged what somebody else judged: `neartwin label --why second`\n")
    for heads, lines in ((names, rows), (check_names, checks)):
        if lines:
            print_table(heads, lines)


@labels.command(name="disagreements")
def list_disagreements(purpose: For = "search", as_json: AsJson = False) -> None:
    """List pairs on which people differ; `neartwin label --why disagreement` decides them, with a reason.

    Example: `neartwin labels disagreements --json`
    """
    from neartwin.label.agreement import disagreements
    from neartwin.label.inbox import inbox
    from neartwin.warehouse import reader

    settings = installation()
    with inbox(settings) as box, reader(settings) as con:
        found = disagreements(con, box, purpose)
    names = ("document", "and", "said", "decided")
    rows = [(one.document_id_l, one.document_id_r, "; ".join(one.verdicts), one.decided or "") for one in found]
    if as_json:
        print_json([dict(zip(names, row, strict=True)) for row in rows])
    elif not rows:
        sys.stdout.write("nobody disagrees\n")
    else:
        print_table(names, [(row[0][:12], row[1][:12], *row[2:]) for row in rows])
