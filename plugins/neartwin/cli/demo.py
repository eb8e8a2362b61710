"""What `neartwin run --sample` does beside the days: readers judge pairs, and the demo answers for their merges.

It answers under the name `sample demo`, by the same functions as `neartwin approve` and `neartwin undo`, and only once:
what waits after the last day is left for the person who looks.
"""

import sys
from pathlib import Path
from typing import TextIO

from neartwin.cli.calibrate import SAMPLE_LABELS, compare_labelled_pairs
from neartwin.report.merges import DEMO
from neartwin.settings import Settings
from neartwin.warehouse import run, writer

SECOND_READER = SAMPLE_LABELS.with_name("sample_labels_second.tsv")
CORRECTED = SAMPLE_LABELS.with_name("sample_labels_corrected.tsv")
APPROVAL = "the readers of the sample judged each of these pairs the same"
UNDO = "the second reader looked again: the cut end names the licence, the history needs both texts"


def merge_and_undo(settings: Settings, out: TextIO) -> None:
    """Let readers judge what came so far, approve the merges of it, and undo the one that a reader takes back.

    Doing it again changes nothing: purposes that the demo has merged for before are left alone.
    """
    _judge(settings, SAMPLE_LABELS, "sample")
    _judge(settings, SECOND_READER, "second reader")
    with writer(settings) as con:
        compare_labelled_pairs(con, settings)
        done = {row[0] for row in run(con, "merge/select_merged_purposes", actor=DEMO)}
    if done != set(settings.purposes):
        out.write(f"\nthe demo answers for merges now, as a person would (under the name `{DEMO}`)\n")
        plan(settings, out)
        _approve(settings, done, out)
    _judge(settings, CORRECTED, "second reader")
    _undo(settings, out)


def plan(settings: Settings, out: TextIO) -> None:
    """Run the DAG `merge_duplicates`: it decides again, plans, rehearses, and leaves open what people must answer."""
    from neartwin.errors import MergeError
    from neartwin.orchestration.run_day import run_merging

    fault = run_merging(settings, progress=sys.stdout if out is sys.stdout else sys.stderr)
    if fault:
        raise MergeError(f"merge_duplicates failed: {fault}")


def tell(settings: Settings, out: TextIO) -> None:
    """Say what the demo has done, what holds since, what waits for the person who looks, and where to read it."""
    from neartwin import report
    from neartwin.report.merges import merges

    with writer(settings) as con:
        told = merges(con, settings)
        page = report.renew(con, settings)
    out.write("\nmerging\n")
    for batch in told["batches"]:
        name = f"{batch['batch_id'][:16]} for {batch['purpose']}"
        if batch["state"] == "waiting":
            out.write(f"  waits for you: {name}: {'; '.join(batch['gate_reasons'])}\n")
            short = batch["batch_id"][:16]
            out.write(f"    look at it with `neartwin merges {short}`, then `neartwin approve {short}` or `decline`\n")
        elif batch["is_demo"]:
            why = f", then undone: {batch['undone_because']}" if batch["undone_by"] else ""
            out.write(f"  approved by the demo, not by a person: {name} (documents: {batch['n_documents']}){why}\n")
    for row in told["constraints"]:
        out.write(f"  kept apart for {row['purpose']} by {row['actor']}, held up to the day {row['held_until']}\n")
    out.write(f"  report: {page}\n")


def _judge(settings: Settings, path: Path, reader: str) -> None:
    """Take in a reader's verdicts on pages that have come, each once."""
    from neartwin.label.forms import Form
    from neartwin.label.importing import Options, Unknown, import_labels
    from neartwin.label.ingest import ingest_labels

    import_labels(settings, path, Form.PAIRS, Options(reader, unknown=Unknown.LEAVE_OUT))
    with writer(settings) as con:
        ingest_labels(con, settings)


def _approve(settings: Settings, done: set[str], out: TextIO) -> None:
    from neartwin.merge import answer
    from neartwin.merge.people import Person

    with writer(settings) as con:
        waiting = [row for row in run(con, "merge/select_batches") if row[3] == "waiting" and row[1] not in done]
        for batch_id, purpose, *_ in waiting:
            n = answer.approve(con, settings, batch_id, Person(DEMO, APPROVAL))
            out.write(f"  approved by the demo: {batch_id[:16]} for {purpose} (documents merged: {n})\n")


def _undo(settings: Settings, out: TextIO) -> None:
    from neartwin.merge import undo
    from neartwin.merge.people import Person
    from neartwin.warehouse import publish

    with writer(settings) as con:
        proposals = run(con, "merge/select_undo_proposals")
        for batch_id in sorted({row[-1] for row in proposals if row[-2] == DEMO}):
            n = undo.undo_batch(con, settings, batch_id, Person(DEMO, UNDO))
            out.write(f"  undone by the demo: {batch_id[:16]} (pairs kept apart from now on: {n}): {UNDO}\n")
        publish.publish(con, settings)
