"""`neartwin calibrate`, `policies`: thresholds from labels, and what is in force; with answers for what waits."""

import getpass
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, TextIO

import duckdb
import typer

from neartwin.cli.asking import Reason, reason_of
from neartwin.cli.inert import inert
from neartwin.cli.installation import installation
from neartwin.cli.printing import AsJson, print_json, print_table
from neartwin.errors import CalibrationError
from neartwin.settings import ROOT, Purpose, Settings
from neartwin.warehouse import migrations, reader, run, writer

Id = Annotated[str, typer.Argument(help="Policy id, as `neartwin policies` shows it")]
VERDICTS = ("same", "different", "unsure")
SAMPLE_LABELS = ROOT / "tests" / "data" / "sample_labels.tsv"


def add_commands(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(calibrate)
    app.command()(policies)
    app.command(name="approve-policy")(approve_policy)
    app.command(name="reject-policy")(reject_policy)
    app.command(name="compare-calibrations")(compare_calibrations)
    app.command(name="learn-weights")(learn_weights)


def calibrate(
    purpose: Annotated[str | None, typer.Option(help="search or history; default: both")] = None,
    strategy: Annotated[str | None, typer.Option(help="cost, moving or roc; default: [calibration] strategy")] = None,
    as_json: AsJson = False,
) -> None:
    """Take up new labels, choose thresholds from them, test them once on held-out labels, and write a report.

    What merges less than before comes into force at once. What would merge more waits: `neartwin approve-policy`, or
    the page *Required actions* of Airflow when the DAG `calibrate_thresholds` asks.

    Example: `neartwin calibrate --purpose search`
    """
    from neartwin.calibrate.choice import STRATEGIES

    settings = installation()
    if strategy is not None and strategy not in STRATEGIES:
        raise typer.BadParameter(f"no such strategy: {strategy}; one of {', '.join(STRATEGIES)}")
    results = _calibrate(settings, _purposes(settings, purpose), strategy)
    if as_json:
        print_json(results)
    else:
        for done in results:
            _print_calibration(done, sys.stdout)


def calibrate_sample(settings: Settings, out: TextIO) -> None:
    """Take up the labels that come with the sample crawl, calibrate, and say what they are enough for."""
    from neartwin.label.forms import Form
    from neartwin.label.importing import Options, import_labels
    from neartwin.label.ingest import ingest_labels

    import_labels(settings, SAMPLE_LABELS, Form.PAIRS, Options("sample"))
    with writer(settings) as con:
        ingest_labels(con, settings)
        compare_labelled_pairs(con, settings)
    out.write("\nthe labels that come with the sample\n")
    for done in _calibrate(settings, list(settings.purposes), None):
        _print_calibration(done, out)


def _calibrate(settings: Settings, purposes: Sequence[Purpose], strategy: str | None) -> list[dict[str, Any]]:
    from neartwin.calibrate import calibrate as calibrated
    from neartwin.cluster import propose_clusters
    from neartwin.decide import decide
    from neartwin.label.ingest import ingest_labels
    from neartwin.report.evaluation import gather, write_evaluation

    results = []
    with writer(settings) as con:
        migrations.migrate(con)
        ingest_labels(con, settings)
        for name in purposes:
            done = calibrated(con, settings, name, "cli", strategy=strategy, actor=getpass.getuser())
            page = write_evaluation(con, settings, done["calibration_id"])
            told = gather(con, done["calibration_id"])
            decide(con, settings, name, None, "cli")
            propose_clusters(con, settings, name, datetime.now(UTC).date(), "cli")
            results.append(done | {"report": str(page), "strata": told["strata"], "verdict": told["scope"]["verdict"]})
    return results


def compare_labelled_pairs(con: duckdb.DuckDBPyConnection, settings: Settings) -> None:
    """Measure and guard the labelled pairs that no index proposed, as the next run of a day would."""
    from neartwin import candidates, guards, verify
    from neartwin.methods import proposing

    today = datetime.now(UTC).date()
    for method in proposing(settings):
        candidates.propose(con, settings, method, today, "cli")
        verify.verify(con, settings, method, today, "cli")
    guards.guard(con, settings, today, "cli")


def policies(as_json: AsJson = False) -> None:
    """Show which thresholds are in force for each purpose, which wait for an answer, and what each rests on.

    A stratum without a value under *merge from* sends pairs to people at most.

    Example: `neartwin policies --json`
    """
    names = ("policy", "purpose", "method", "status", "language", "kind", "length", "measure", "merge_from",
             "review_from", "calibration", "made_at")  # fmt: skip
    settings = installation()
    with reader(settings) as con:
        rows = run(con, "calibrate/select_all_policies")
    if as_json:
        print_json([dict(zip(names, row, strict=True)) for row in rows])
        return
    current = [row for row in rows if row[3] != "retired"]
    if not current:
        sys.stdout.write("no policy yet: every pair goes to a person at most. Judge pairs, then `neartwin calibrate`\n")
        return
    for policy_id, same in groupby(current, key=lambda row: row[0]):
        rules = list(same)
        state = rules[0][3] if rules[0][2] in settings.active_methods else f"{rules[0][3]}, its method is not in use"
        sys.stdout.write(f"{policy_id} ({state}), {rules[0][2]}, made {rules[0][-1]:%Y-%m-%d %H:%M} UTC\n")
        for row in rules:
            sys.stdout.write(
                f"  {_place(*row[4:7]):<36} {row[7]}: merge from {_number(row[8])}, review from {_number(row[9])}"
                f"  (calibration {row[10][:12]})\n"
            )


def approve_policy(policy_id: Id, reason: Reason = None) -> None:
    """Bring a policy that waits into force; merging itself still passes its own gate.

    Example: `neartwin approve-policy search-3f2a9c1e --reason "the report shows enough labels"`
    """
    from neartwin.calibrate import policy

    settings = installation()
    with reader(settings) as con:
        policy.require_waiting(con, policy_id)
    why = reason_of(reason)
    with writer(settings) as con:
        policy.approve(con, settings, policy_id, actor=getpass.getuser(), reason=f"approved: {why}")
    sys.stdout.write(f"{policy_id} is in force\n")


def reject_policy(policy_id: Id) -> None:
    """Retire a policy that waits; the same calibration does not ask again.

    Example: `neartwin reject-policy search-3f2a9c1e`
    """
    from neartwin.calibrate import policy

    with writer(installation()) as con:
        policy.reject(con, policy_id)
    sys.stdout.write(f"{policy_id} is retired\n")


def compare_calibrations(
    one: Annotated[str, typer.Argument(help="Id of a calibration, or its beginning")],
    other: Annotated[str, typer.Argument(help="Id of another one")],
    as_json: AsJson = False,
) -> None:
    """Say what changed between two calibrations: labels, definition, method, data or code; and how thresholds moved.

    Example: `neartwin compare-calibrations 3f2a9c1e 7b01d2aa`
    """
    from neartwin.calibrate import compare

    with reader(installation()) as con:
        told = compare(con, one, other)
    if as_json:
        print_json(told)
        return
    sys.stdout.write(f"changed: {', '.join(told['changed']) or 'nothing'}\n")
    sys.stdout.write(f"unchanged: {', '.join(told['unchanged']) or 'nothing'}\n")
    for name, value in (told["difference"] or {}).items():
        sys.stdout.write(f"pair {name}: {'unknown' if value is None else format(value, '+.4f')}\n")
    if told["refusal"]:
        sys.stdout.write(f"{told['refusal']}\n")
    moved = [(line["stratum"], _rule(line["before"]), _rule(line["after"])) for line in told["thresholds"]]
    if moved:
        print_table(("stratum", "before", "after"), moved)


def learn_weights(
    out: Annotated[Path, typer.Option(help="Folder for the term table, the method section and the history")],
    purpose: Annotated[str, typer.Option(help="search or history")] = "search",
    method: Annotated[str, typer.Option(help="The TF-IDF method to start from")] = "simhash64-tfidf@1",
) -> None:
    """Learn from verdicts which words decide and which are noise, as the next version of a TF-IDF method.

    Nothing in use changes: put the table beside the others (`plugins/neartwin/fingerprint/tables`) and the section into
    neartwin.toml, and compare the new version with the old one before it is promoted.

    Example: `neartwin learn-weights --out candidate --purpose search`
    """
    from neartwin.calibrate.term_weights import write_candidate

    settings = installation()
    with reader(settings) as con:
        moved = write_candidate(con, settings, _purposes(settings, purpose)[0], method, out)
    for kind in ("decision", "boilerplate"):
        words = [f"{word.language}:{word.word}" for word in moved if word.kind == kind]
        sys.stdout.write(f"{len(words)} words of {kind}: {inert(', '.join(words[:12]))}\n")
    sys.stdout.write(f"candidate in {out}\n")


def _print_calibration(done: Mapping[str, Any], out: TextIO) -> None:
    name = done["calibration_id"][:12]
    out.write(f"{done['purpose']}: {done['n_labels']:,} judged pairs, calibration {name}. {done['verdict']}.\n")
    for row in done["strata"]:
        n_labels = {verdict: n for verdict in VERDICTS if (n := row["n_labels"][verdict])}
        if n_labels:
            counts = ", ".join(f"{n:,} {verdict}" for verdict, n in n_labels.items())
            place = _place(row["language"], row["kind"], row["length_band"])
            out.write(f"  {place}: {counts}\n    {_in_words(row)}: {inert(row['reason'])}\n")
    if done["activated"]:
        out.write(f"  {done['activated']} is in use: it merges nothing that was not merged before\n")
    if done["waiting"]:
        out.write(
            f"  {done['waiting']} waits for an answer: {done['n_newly_merged']:,} more documents would be merged, "
            f"{done['n_released']:,} released; `neartwin approve-policy {done['waiting']}`\n"
        )
    out.write(f"  report: {done['report']}\n")


def _place(language: str, kind: str, length_band: str) -> str:
    """Say which pairs a threshold is for."""
    return f"{language}, {'any kind' if kind == '*' else kind}, {'any length' if length_band == '*' else length_band}"


def _in_words(row: Mapping[str, Any]) -> str:
    """Say what the thresholds of a stratum do."""
    asked = f"people are asked from {row['measure']} {_number(row['review_at'])} on"
    if row["merge_at"] is not None:
        return f"{asked}, merged without asking from {_number(row['merge_at'])} on"
    fits = (
        "" if row["proposed_at"] is None else f" (these labels alone would say from {_number(row['proposed_at'])} on)"
    )
    return f"{asked}, nothing is merged without asking{fits}"


def _purposes(settings: Settings, purpose: str | None) -> Sequence[Purpose]:
    if purpose is None:
        return list(settings.purposes)
    if purpose not in settings.purposes:
        raise CalibrationError(f"no purpose {purpose!r} in neartwin.toml: it names {', '.join(settings.purposes)}")
    return [purpose]


def _rule(rule: Mapping[str, Any] | None) -> str:
    if rule is None:
        return "–"
    return f"{rule['measure']}: merge from {_number(rule['merge_at'])}, review from {_number(rule['review_at'])}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
