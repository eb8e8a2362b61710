"""Walk the days of a candidate without a server: what the backfill of `deduplicate_day` does, in this process."""

import logging
from collections.abc import Callable
from datetime import UTC, date, datetime

import duckdb

from neartwin import candidates, extract, fingerprint, guards, recall, verify
from neartwin.methods import choose, compared_with, load, resolved_writer, with_version
from neartwin.report import tell_upgrades
from neartwin.settings import Settings
from neartwin.upgrade.detect import Upgrade, require_installed
from neartwin.upgrade.progress import Progress, progress, tables
from neartwin.upgrade.registration import register
from neartwin.warehouse import costs, runs, writer

log = logging.getLogger(__name__)

Tell = Callable[[Progress], None]


def prepare(settings: Settings) -> None:
    """Register what is new in the settings and the installed extractor, as `registration.register` does."""
    with writer(settings) as con:
        register(con, settings)


def walk(settings: Settings, upgrade: Upgrade, tell: Tell) -> Progress:
    """Try a candidate on every day that is left, oldest first; `tell` gets the progress after each day.

    Each step commits by itself: a walk that was killed or interrupted goes on where it stopped. The warehouse is open
    for the steps that write it, and not while texts are signed. Nothing that is active changes.
    """
    with resolved_writer(settings) as (con, resolved):
        found = progress(con, resolved, upgrade)
    for day in found.days_left:
        run_id = f"local__{upgrade.candidate_id}__{day}__{datetime.now(UTC):%Y%m%dT%H%M%S}"
        costs.begin(settings, run_id)
        try:
            with costs.noted(settings, run_id):
                (_extract_day if upgrade.kind == "extractor" else _try_day)(settings, upgrade, day, run_id)
        except BaseException as error:
            _end(settings, upgrade, day, run_id, [f"the walk stopped: {type(error).__name__}"])
            raise
        _end(settings, upgrade, day, run_id, [])
        with resolved_writer(settings) as (con, resolved):
            found = progress(con, resolved, upgrade)
        tell(found)
    return found


def _try_day(settings: Settings, upgrade: Upgrade, day: date, run_id: str) -> None:
    """Sign, index, compare, guard and measure a day under a candidate method."""
    with resolved_writer(settings) as (con, resolved):
        _begin(con, resolved, day, run_id, [upgrade.candidate_id])
        batches = fingerprint.plan(con, resolved, day, [upgrade.candidate_id])
    results = [fingerprint.write_fingerprints(settings, batch) for batch in batches]
    with resolved_writer(settings) as (con, resolved):
        tried = with_version(resolved, upgrade.candidate_id)
        method = choose(load(tried), upgrade.candidate_id)
        fingerprint.commit_fingerprints(con, tried, results, run_id)
        for each in [*compared_with(resolved, method), method] if method.branch == "main" else []:
            candidates.propose(con, tried, each, day, run_id)
            verify.verify(con, tried, each, day, run_id)
            guards.guard(con, tried, day, run_id)
            recall.measure(con, tried, each, day, run_id)


def _extract_day(settings: Settings, upgrade: Upgrade, day: date, run_id: str) -> None:
    """Extract a day's stored pages with the candidate, which must be the one installed."""
    with resolved_writer(settings) as (con, resolved):
        require_installed(upgrade.candidate_id, extract.register(con, resolved))
        _begin(con, resolved, day, run_id, [])
        batches = extract.plan(con, resolved, day, is_backfill=True)
    results = [extract.write_extractions(settings, batch) for batch in batches]
    with resolved_writer(settings) as (con, resolved):
        extract.commit_extractions(con, resolved, day, results, run_id)


def _begin(con: duckdb.DuckDBPyConnection, settings: Settings, day: date, run_id: str, method_ids: list[str]) -> None:
    extractor_id = extract.register(con, settings)
    runs.begin(con, run_id=run_id, day=day, methods=method_ids, extractor_id=extractor_id, is_of_candidate=True)


def _end(settings: Settings, upgrade: Upgrade, day: date, run_id: str, faults: list[str]) -> None:
    with resolved_writer(settings) as (con, resolved):
        runs.end(con, run_id=run_id, day=day, failed_tasks=faults)
        costs.enter(con, settings, run_id)
        tell_upgrades(settings, tables(con, resolved, upgrade))
