"""The gates of a day: judge a stage, keep the results of this run, put aside what must not go on."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pyarrow as pa
from duckdb import DuckDBPyConnection as Connection

from neartwin.checks import quarantine
from neartwin.checks.frames import relation
from neartwin.checks.gate import Gate, Result, worst
from neartwin.errors import told
from neartwin.settings import Settings
from neartwin.spoken import spoken
from neartwin.warehouse import run, transaction

if TYPE_CHECKING:
    from neartwin.checks.batch import Evaluation

log = logging.getLogger(__name__)


SUITES = {
    "captures": ("captures",),
    "documents": ("extractions", "documents", "drift"),
    "fingerprints": ("fingerprints",),
    "pairs": ("candidate_pairs", "verified_pairs", "group_drift"),
    "clusters": ("clusters", "decisions", "merged_documents"),
}
ROWS = pa.schema(
    [
        ("suite", pa.string()),
        ("expectation", pa.string()),
        ("site", pa.string()),
        ("severity", pa.string()),
        ("is_success", pa.bool_()),
        ("observed", pa.string()),
        ("n_failed", pa.int64()),
        ("reason", pa.string()),
        ("hint", pa.string()),
        ("sample_ids", pa.list_(pa.string())),
    ]
)


def check_captures(con: Connection, settings: Settings, day: date, run_id: str) -> Gate:
    """Check a day's captures: keys, bytes, fetches, and whether what was promised came."""
    return _check(con, settings, day, run_id, "captures")


def check_documents(con: Connection, settings: Settings, day: date, run_id: str) -> Gate:
    """Check what extraction made of a day's captures, and the texts of the ok ones."""
    return _check(con, settings, day, run_id, "documents")


def check_fingerprints(con: Connection, settings: Settings, day: date, run_id: str) -> Gate:
    """Check the fingerprints of a day's sound documents under every method that has signed them."""
    return _check(con, settings, day, run_id, "fingerprints")


def check_pairs(con: Connection, settings: Settings, day: date, run_id: str) -> Gate:
    """Check the candidate and verified pairs that touch a day. A fault here is of a stage: nothing is put aside."""
    return _check(con, settings, day, run_id, "pairs")


def check_clusters(con: Connection, settings: Settings, day: date, run_id: str) -> Gate:
    """Check proposed clusters and the day's decisions. A fault here is of a stage: nothing is put aside."""
    return _check(con, settings, day, run_id, "clusters")


def prune(con: Connection, settings: Settings) -> int:
    """Forget results and figures older than `checks.keep_results_days`; return how many results.

    The results of a day's newest run are never forgotten.
    """
    before = datetime.now(UTC).replace(tzinfo=None) - timedelta(days=settings.checks.keep_results_days)
    run(con, "checks/undo_old_day_profiles", before=before)
    run(con, "checks/undo_old_drift_metrics", before=before)
    return len(run(con, "checks/undo_old_check_results", before=before))


def _check(con: Connection, settings: Settings, day: date, run_id: str, stage: str) -> Gate:
    aside = frozenset(quarantine.aside(quarantine.entries(con, day).values()))
    found, fault = _evaluate(con, settings, day, stage, aside)
    results = [*found.results, *_unrun(stage, found, fault)]
    with transaction(con):
        _keep(con, day, run_id, stage, results)
        _keep_drift(con, day, run_id, found)
        waived = _settle(con, day, run_id, stage, found, results)
    gate = _gate(con, day, stage, found, results, waived)
    log.info(
        "%s of %s: %d of %d expectations evaluated, %d failures, worst %s, %d sites put aside, day put aside: %s",
        stage,
        day,
        gate.n_evaluated,
        gate.n_declared,
        gate.n_failed,
        gate.max_severity,
        len(gate.quarantined_sites),
        gate.is_day_quarantined,
    )
    return gate


def _evaluate(
    con: Connection, settings: Settings, day: date, stage: str, aside: frozenset[str]
) -> tuple["Evaluation", str]:
    """Return what the stage's look found, or an empty evaluation and why it could not look."""
    from neartwin.checks import looks
    from neartwin.checks.batch import Evaluation

    look: Callable[..., Evaluation] = getattr(looks, f"at_{stage}")
    try:
        return look(con, settings, day, aside), ""
    except Exception as error:  # noqa: BLE001 (whatever it is, the day is held and told)
        log.error("the checks of %s of %s could not run: %s", stage, day, told(error))
        return Evaluation(), told(error)


def _unrun(stage: str, found: "Evaluation", fault: str) -> list[Result]:
    """Return a critical failure when nothing, or less than declared, was evaluated."""
    if not fault and found.n_declared and found.n_evaluated == found.n_declared:
        return []
    return [
        Result(
            suite=SUITES[stage][0],
            expectation="all_evaluated",
            site="",
            severity="critical",
            is_success=False,
            observed=fault or f"{found.n_evaluated} of {found.n_declared} expectations were evaluated",
            n_failed=None,
            reason="Checks that did not run prove nothing: the day is not known to be sound.",
            hint="Read the message, correct what it names, run the day again: it is released when all checks pass.",
        )
    ]


def _keep(con: Connection, day: date, run_id: str, stage: str, results: Iterable[Result]) -> None:
    rows = [{**asdict(result), "sample_ids": list(result.sample_ids)} for result in results]
    run(con, "checks/undo_check_results", day=day, run_id=run_id, suites=list(SUITES[stage]))
    now = datetime.now(UTC).replace(tzinfo=None)
    with relation(con, "new_check_results", pa.Table.from_pylist(rows, schema=ROWS)):
        run(con, "checks/insert_check_results", day=day, run_id=run_id, checked_at=now)


def _keep_drift(con: Connection, day: date, run_id: str, found: "Evaluation") -> None:
    if found.drift is None:
        return
    run(con, "checks/undo_drift_metrics", day=day, metrics=sorted(found.drift["metric"].unique()))
    con.register("new_drift_metrics", found.drift)
    try:
        run(con, "checks/insert_drift_metrics", day=day, run_id=run_id)
    finally:
        con.unregister("new_drift_metrics")


def _settle(
    con: Connection, day: date, run_id: str, stage: str, found: "Evaluation", results: list[Result]
) -> set[str]:
    """Put aside what failed critically; return the sites ('' for the day) that a person released before."""
    if stage in ("pairs", "clusters"):
        return set()
    failing = dict(found.failing_sites)
    critical = [
        result for result in results if not (result.is_success or result.site) and result.severity == "critical"
    ]
    of_data = [result for result in critical if not _is_unrun(result)]
    if of_data:
        failing[quarantine.WHOLE_DAY] = _because(of_data)
    unchecked = _because(critical) if critical and not of_data else ""
    return quarantine.settle(con, day, run_id, stage, failing, unchecked)


def _is_unrun(result: Result) -> bool:
    return result.expectation == "all_evaluated" or result.observed.startswith("could not be evaluated")


def _because(failures: list[Result]) -> str:
    return "; ".join(f"{spoken(f.expectation)}: {f.observed}" if _is_unrun(f) else f.observed for f in failures[:3])


def _gate(con: Connection, day: date, stage: str, found: "Evaluation", results: list[Result], waived: set[str]) -> Gate:
    known = quarantine.entries(con, day)
    of_day = known.get(quarantine.WHOLE_DAY)
    is_aside = of_day is not None and of_day.is_aside
    failures = tuple(result for result in results if not result.is_success)
    return Gate(
        stage=stage,
        day=day,
        max_severity="critical" if is_aside else worst(failures, waived),
        n_declared=found.n_declared,
        n_evaluated=found.n_evaluated,
        failures=failures,
        quarantined_sites=quarantine.aside(known.values()),
        is_day_quarantined=is_aside,
        held_because=of_day.reason if of_day is not None and is_aside else "",
    )
