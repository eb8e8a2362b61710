"""The tasks of `deduplicate_day`: each calls one stage; heavy modules are imported when a task runs, never at parse."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from airflow.sdk import get_current_context, task
from airflow.sdk.exceptions import AirflowFailException, AirflowSkipException

from neartwin.errors import QualityGateError
from neartwin.orchestration.assets import DECISIONS, DOCUMENTS
from neartwin.orchestration.defaults import WRITER, day_task, writer_task

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckdb import DuckDBPyConnection

    from neartwin.checks import Gate
    from neartwin.orchestration.day_run import DayRun
    from neartwin.settings import Settings

log = logging.getLogger(__name__)

Batch = dict[str, Any]
Counts = dict[str, Any]

WORKER: dict[str, Any] = {"execution_timeout": timedelta(hours=12), "max_active_tis_per_dagrun": 2}
GOES_ON = "none_failed_min_one_success"  # after tasks that a plan of no batch, or a candidate version, leaves out
COMMIT: dict[str, Any] = {"trigger_rule": GOES_ON}


@day_task(task.branch, **WRITER)
def begin(run: DayRun) -> str:
    """Bring the warehouse to the newest schema, register methods, enter the run; return the task to go on with.

    A candidate version is tried on what is stored: nothing is fetched or checked anew.
    """
    from neartwin.upgrade.detect import require_installed
    from neartwin.upgrade.progress import is_done
    from neartwin.upgrade.registration import register
    from neartwin.warehouse import costs, runs

    costs.begin(run.settings, run.run_id)
    with run.writer() as (con, settings):
        settings, extractor_id = register(con, run.settings)
        is_of_candidate = run.is_of_candidate(con, settings)
        runs.begin(
            con,
            run_id=run.run_id,
            day=run.day,
            methods=[] if run.extractor else [method.method_id for method in run.methods(con, settings)],
            extractor_id=extractor_id,
            is_of_candidate=is_of_candidate,
        )
        if not is_of_candidate:
            return "ingest.wait"
        if run.extractor is not None:
            require_installed(run.extractor, extractor_id)
            return "extract.plan"
        method_ids = [method.method_id for method in run.methods(con, settings)]
        if runs.is_idle(con, run.day):
            log.info("%s has no capture or is put aside: nothing to try on it", run.day)
            return "finish"
        return "finish" if is_done(con, settings, method_ids, run.day) else "fingerprint.plan"


@day_task(task.sensor, task_id="wait", poke_interval=60, timeout=timedelta(hours=18).total_seconds(), mode="poke")
def wait_for_source(run: DayRun) -> bool:
    """Wait until every configured source has the day's marker, or its deadline has passed."""
    from neartwin import ingest

    return run.source is not None or ingest.is_ready(run.settings, run.day, datetime.now(UTC))


@writer_task(task_id="plan")
def plan_ingest(run: DayRun) -> list[Batch]:
    """List the day's files in batches."""
    from neartwin import ingest

    return ingest.plan(run.settings, run.day, run.source)


@day_task(task_id="write", **WORKER)
def write_captures(run: DayRun, batch: Batch) -> Batch:
    """Read one batch of files into capture shards."""
    from neartwin import ingest

    return ingest.write_captures(run.settings, run.day, batch, run.run_id)


@writer_task(task_id="commit", **COMMIT)
def commit_captures(run: DayRun, results: list[Batch]) -> Counts:
    """Register the shards and enter captures that are new."""
    from neartwin import ingest

    with run.writer() as (con, settings):
        return ingest.commit_captures(con, settings, run.day, list(results or []), run.run_id)


@writer_task(task_id="plan", **COMMIT)
def plan_extract(run: DayRun) -> list[Batch]:
    """List captures whose extraction is not stored, in batches."""
    from neartwin import extract

    with run.writer() as (con, settings):
        return extract.plan(con, settings, run.day, is_backfill=run.extractor is not None)


@day_task(task_id="write", **WORKER)
def write_extractions(run: DayRun, batch: Batch) -> Batch:
    """Extract one batch of captures into shards, in processes with hard limits."""
    from neartwin import extract

    return extract.write_extractions(run.settings, batch)


@writer_task(task_id="commit", **COMMIT)
def commit_extractions(run: DayRun, results: list[Batch]) -> Counts:
    """Enter extractions and documents, give every capture its outcome, link the versions of each URL."""
    from neartwin import extract, version_links

    with run.writer() as (con, settings):
        counts = extract.commit_extractions(con, settings, run.day, list(results or []), run.run_id)
        return {**counts, "version_links": version_links.link(con, run.day, run.run_id)}


@writer_task(outlets=[DOCUMENTS])
def check(run: DayRun) -> Counts:
    """Check captures and documents; a critical failure of the day stops it before fingerprinting."""
    from neartwin import checks

    with run.writer() as (con, settings):
        _leave_out_for_candidates(run, con, settings)
        gates = [look(con, settings, run.day, run.run_id) for look in (checks.check_captures, checks.check_documents)]
    if stops := [gate.explanation for gate in gates if gate.is_day_quarantined]:
        raise QualityGateError("; ".join(stops))
    return _evaluated(gates)


@writer_task(task_id="plan", **COMMIT)
def plan_fingerprint(run: DayRun) -> list[Batch]:
    """List sound documents without a fingerprint under a method of the run, in batches."""
    from neartwin import fingerprint

    if run.extractor is not None:
        raise AirflowSkipException("the texts of a candidate extractor become documents when it is promoted")
    with run.writer() as (con, settings):
        method_ids = [method.method_id for method in run.methods(con, settings)]
        return fingerprint.plan(con, settings, run.day, method_ids)


@day_task(task_id="write", **WORKER)
def write_fingerprints(run: DayRun, batch: Batch) -> Batch:
    """Sign one batch of documents into shards."""
    from neartwin import fingerprint

    return fingerprint.write_fingerprints(run.settings, batch)


@writer_task(task_id="commit", **COMMIT)
def commit_fingerprints(run: DayRun, results: list[Batch]) -> Counts:
    """Enter fingerprints and their bands, then check them."""
    from neartwin import checks, fingerprint

    with run.writer() as (con, settings):
        counts = fingerprint.commit_fingerprints(con, settings, list(results or []), run.run_id)
        if run.is_of_candidate(con, settings):
            return counts
        gate = checks.check_fingerprints(con, settings, run.day, run.run_id)
    if gate.is_day_quarantined:
        raise QualityGateError(gate.explanation)
    return counts


@writer_task()
def candidates(run: DayRun) -> Counts:
    """Propose pairs: the day's documents against all stored ones, per method."""
    from neartwin import candidates

    return run.per_method(candidates.propose)


@writer_task()
def verify(run: DayRun) -> Counts:
    """Compare every proposed pair exactly, per method."""
    from neartwin import verify

    return run.per_method(verify.verify)


@writer_task()
def guards(run: DayRun) -> Counts:
    """Name what forbids merging a pair."""
    from neartwin import guards

    with run.writer() as (con, settings):
        return guards.guard(con, run.deciding_here(con, settings), run.day, run.run_id)


@writer_task(outlets=[DECISIONS])
def decide(run: DayRun) -> Counts:
    """Decide each verified pair for each purpose: without a policy review or keep, never merge."""
    from neartwin import decide

    with run.writer() as (con, settings):
        _leave_out_for_candidates(run, con, settings)
        return {purpose: decide.decide(con, settings, purpose, run.day, run.run_id) for purpose in settings.purposes}


@writer_task()
def cluster(run: DayRun) -> Counts:
    """Propose clusters around representatives."""
    from neartwin import cluster

    with run.writer() as (con, settings):
        return {
            purpose: cluster.propose_clusters(con, settings, purpose, run.day, run.run_id)
            for purpose in settings.purposes
        }


@writer_task(trigger_rule=GOES_ON)
def recall(run: DayRun) -> Counts:
    """Measure what share of true pairs the candidates found, on a sample and on planted copies."""
    from neartwin import recall

    return run.per_method(recall.measure)


@writer_task()
def check_pairs(run: DayRun) -> Counts:
    """Check pairs, recall, clusters and decisions; a critical failure fails the run, so that nothing merges on it."""
    from neartwin import checks

    with run.writer() as (con, settings):
        _leave_out_for_candidates(run, con, settings)
        gates = [look(con, settings, run.day, run.run_id) for look in (checks.check_pairs, checks.check_clusters)]
    if stops := [gate.explanation for gate in gates if gate.max_severity == "critical"]:
        raise QualityGateError("; ".join(stops))
    return _evaluated(gates)


@writer_task(trigger_rule="all_done")
def report(run: DayRun) -> str:
    """Write the run's report, also of a day that was stopped; return its path. A candidate's run only ends here."""
    from neartwin.report import tell_upgrades, write_report
    from neartwin.upgrade.progress import tables
    from neartwin.upgrade.versions import tried
    from neartwin.warehouse import costs, runs

    failed = _failed_tasks(run)
    with run.writer() as (con, settings):
        runs.end(con, run_id=run.run_id, day=run.day, failed_tasks=failed)
        costs.enter(con, settings, run.run_id)
        upgrades = tried(con, settings, [*run.asked, run.extractor or ""])
        tell_upgrades(settings, tables(con, settings, *upgrades))
        _leave_out_for_candidates(run, con, settings)
        return str(write_report(con, settings, run.day, run.run_id))


@writer_task(trigger_rule="all_done")
def publish(run: DayRun) -> str:
    """Publish the review copy that pages and reports read; return its path."""
    from neartwin.warehouse import publish

    with run.writer() as (con, settings):
        _leave_out_for_candidates(run, con, settings)
        return str(publish.publish(con, settings))


def _tell_failed(context: Any) -> None:  # noqa: ANN401 (Airflow's context)
    from neartwin.orchestration import notices

    notices.tell_failed(context)


@day_task(trigger_rule="all_done", retries=0, on_failure_callback=_tell_failed)
def finish(run: DayRun) -> None:
    """Make the run fail when any of its tasks did."""
    from neartwin.warehouse import reader, runs

    failed = _failed_tasks(run)
    with reader(run.settings) as con:
        state, reason = runs.state_of(con, run.run_id)
    if failed or state != "success":
        raise AirflowFailException(f"{run.day} {state}: {reason or 'failed tasks: ' + ', '.join(failed)}")


@day_task(task.short_circuit)
def wakes_merging(run: DayRun) -> bool:
    """Go on to `merge_duplicates` unless the run is of a candidate version, or of `neartwin run`, which calls it."""
    from neartwin import methods
    from neartwin.orchestration.day_run import TESTER
    from neartwin.warehouse import reader

    if run.actor == TESTER:
        return False
    with reader(run.settings) as con:
        return not run.is_of_candidate(con, methods.resolve(con, run.settings))


def _leave_out_for_candidates(run: DayRun, con: DuckDBPyConnection, settings: Settings) -> None:
    """Skip the calling task in a run of a candidate version: what it would rewrite belongs to the active ones."""
    if run.is_of_candidate(con, settings):
        raise AirflowSkipException("a candidate version: nothing of what is active changes")


def _evaluated(gates: Sequence[Gate]) -> Counts:
    return {"evaluated": sum(gate.n_evaluated for gate in gates), "failed": sum(gate.n_failed for gate in gates)}


def _failed_tasks(run: DayRun) -> list[str]:
    """Return the ids of the run's tasks that failed, not those skipped because of them."""
    instance = get_current_context()["ti"]
    states = instance.get_task_states(dag_id=instance.dag_id, run_ids=[run.run_id])[run.run_id]
    return sorted(task_id for task_id, state in states.items() if state == "failed")
