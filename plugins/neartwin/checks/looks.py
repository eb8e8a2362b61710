"""One look a stage: its batches from SQL, judged by its suites. Imports Great Expectations: two seconds, so late."""

from datetime import UTC, date, datetime

import pandas as pd
from duckdb import DuckDBPyConnection as Connection

from neartwin.checks import (
    candidate_pairs,
    captures,
    clusters,
    decisions,
    documents,
    drift,
    extractions,
    fingerprints,
    merged_documents,
    verified_pairs,
)
from neartwin.checks.batch import Batch, Evaluation, evaluate
from neartwin.checks.frames import frame, relation
from neartwin.checks.texts import BRIEF, TextMeasures
from neartwin.methods import load, proposing
from neartwin.settings import Settings


def at_captures(con: Connection, settings: Settings, day: date, aside: frozenset[str]) -> Evaluation:
    """Judge a day's captures."""
    found = Evaluation()
    evaluate(Batch("captures", frame(con, "select_days", day=day), "day", captures.day_suite()), found)
    rows = frame(con, "select_captures", day=day, today=datetime.now(UTC).date())
    evaluate(Batch("captures", rows, "capture_id", captures.captures_suite(settings.checks)), found, aside)
    return found


def at_documents(con: Connection, settings: Settings, day: date, aside: frozenset[str]) -> Evaluation:
    """Judge what extraction made of a day's captures, then the texts of those that are ok."""
    found = Evaluation()
    outcomes = frame(con, "select_extractions", day=day)
    evaluate(Batch("extractions", outcomes, "capture_id", extractions.extractions_suite(settings.checks)), found, aside)
    measures = TextMeasures.of_day(con, settings, day)
    with (
        relation(con, "text_metrics", measures.metrics(con)),
        relation(con, "text_lines", measures.lines(con)),
    ):
        rows = frame(con, "select_documents", day=day, min_tokens=settings.extract.min_tokens, short=BRIEF)
    evaluate(Batch("documents", rows, "capture_id", documents.documents_suite(settings.checks)), found, aside)
    evaluate(Batch("documents", measures.normalised(), "extraction_key", documents.normalised_suite()), found)
    lost = _lost(outcomes, found, day, settings.checks.min_rows)
    evaluate(Batch("extractions", lost, "day", extractions.lost_suite(settings.checks)), found)
    _evaluate_drift(con, settings, day, "documents", found, aside)
    return found


def at_fingerprints(con: Connection, settings: Settings, day: date, aside: frozenset[str]) -> Evaluation:
    """Judge the fingerprints of a day's sound documents."""
    found = Evaluation()
    rows = frame(con, "select_fingerprints", day=day)
    evaluate(Batch("fingerprints", rows, "document_id", fingerprints.fingerprints_suite()), found)
    unlike = rows[rows["is_first_of_text"].to_numpy(dtype=bool)].reset_index(drop=True)
    evaluate(Batch("fingerprints", unlike, "document_id", fingerprints.signatures_suite(settings.checks)), found)
    signed = frame(con, "select_fingerprint_coverage", day=day, method_ids=_document_methods(settings))
    evaluate(Batch("fingerprints", signed, "method_id", fingerprints.coverage_suite()), found)
    return found


def at_pairs(con: Connection, settings: Settings, day: date, aside: frozenset[str]) -> Evaluation:
    """Judge the candidate and verified pairs that touch a day, and the newest measurement of recall."""
    found = Evaluation()
    wanted = {"day": day, "method_ids": [method.method_id for method in proposing(settings)]}
    proposed = frame(con, "select_candidate_pairs", **wanted)
    evaluate(
        Batch("candidate_pairs", proposed, "method_id", candidate_pairs.candidate_pairs_suite(settings.checks)), found
    )
    measured = candidate_pairs.recall_suite(settings.recall)
    evaluate(Batch("candidate_pairs", frame(con, "select_recall", **wanted), "measurement", measured), found)
    compared = frame(con, "select_verified_pairs", **wanted)
    evaluate(Batch("verified_pairs", compared, "method_id", verified_pairs.verified_pairs_suite()), found)
    _evaluate_drift(con, settings, day, "pairs", found, aside)
    return found


def at_clusters(con: Connection, settings: Settings, day: date, aside: frozenset[str]) -> Evaluation:
    """Judge the proposed clusters, the decisions on pairs that touch a day, and what is merged by now."""
    found = Evaluation()
    purposes = list(settings.purposes)
    grouped = frame(con, "select_clusters", purposes=purposes)
    evaluate(Batch("clusters", grouped, "purpose", clusters.clusters_suite(settings.checks)), found)
    deciding = [settings.purposes[purpose].deciding_method for purpose in settings.purposes]
    decided = frame(con, "select_decisions", day=day, purposes=purposes, deciding_methods=deciding)
    evaluate(Batch("decisions", decided, "purpose", decisions.decisions_suite()), found)
    merged = frame(con, "select_merged_documents", purposes=purposes)
    evaluate(Batch("merged_documents", merged, "purpose", merged_documents.merged_documents_suite(settings)), found)
    return found


def _evaluate_drift(
    con: Connection, settings: Settings, day: date, stage: drift.Stage, found: Evaluation, aside: frozenset[str]
) -> None:
    """Judge a day's figures against the days before it, but those of sites whose failure is critical already."""
    rows = drift.compare(con, settings, day, stage)
    found.drift = rows
    heard = rows[~rows["site"].isin(aside | set(found.failing_sites))].reset_index(drop=True)
    evaluate(Batch(drift.SUITES[stage], heard, "site", drift.drift_suite(stage)), found)


def _document_methods(settings: Settings) -> list[str]:
    """Return the active methods that sign documents; those of whole pages have none."""
    return [
        name for name, method in load(settings).items() if name in settings.active_methods and method.branch == "main"
    ]


def _lost(outcomes: pd.DataFrame, found: Evaluation, day: date, min_rows: int) -> pd.DataFrame:
    """Return one row: the share of the day's captures in two or more sites that fail critically."""
    lost = outcomes["site"].isin(list(found.failing_sites)).sum()
    counts = len(found.failing_sites) > 1 and len(outcomes) >= min_rows
    return pd.DataFrame({"day": [str(day)], "lost_share": [float(lost / len(outcomes)) if counts else 0.0]})
