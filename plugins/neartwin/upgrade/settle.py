"""Finish what a flip leaves open: sign and compare what the active versions have not seen, decide, look at merges."""

import logging
from collections.abc import Sequence
from datetime import UTC, date, datetime

import duckdb

from neartwin import candidates, cluster, extract, fingerprint, guards, verify, version_links
from neartwin.decide import decide
from neartwin.methods import proposing, resolved_writer
from neartwin.report import tell_upgrades
from neartwin.settings import Settings
from neartwin.upgrade import half_done
from neartwin.upgrade.progress import tables
from neartwin.upgrade.recheck import recheck
from neartwin.warehouse import run

log = logging.getLogger(__name__)


def settle(settings: Settings, run_id: str) -> dict[str, int]:
    """Bring everything that follows from the active versions up to date; return counts.

    Only what is missing is computed: captures that carry another extractor's text while the active one is installed,
    and documents that the active methods have not signed or not indexed, whichever day carries them. Counts: n_days
    finished, n_contradicted merges. Safe to be killed and done again. `settings` name methods without versions; the
    warehouse is opened for each step, and not held while texts are extracted or signed.
    """
    with resolved_writer(settings) as (con, resolved):
        foreign = half_done.of_another_extractor(con, resolved)
    for day in foreign:
        _extract(settings, day, run_id)
    with resolved_writer(settings) as (con, resolved):
        days = half_done.days(con, resolved)
    for day in days:
        propose_day(settings, day, resolved.active_methods, run_id)
    with resolved_writer(settings) as (con, resolved):
        compare_rest(con, resolved, run_id)
        for purpose in resolved.purposes:
            decide(con, resolved, purpose, None, run_id)
            cluster.propose_clusters(con, resolved, purpose, _today(), run_id)
        contradicted = recheck(con, resolved, run_id)
        run(con, "upgrade/insert_settlements", run_id=run_id, settled_at=datetime.now(UTC).replace(tzinfo=None))
        tell_upgrades(settings, tables(con, resolved))
    finished = {*foreign, *days}
    log.info("settled: %d days finished", len(finished))
    return {"n_days": len(finished), "n_contradicted": sum(contradicted.values())}


def is_wanted(con: duckdb.DuckDBPyConnection, settings: Settings) -> bool:
    """Return whether days are half done, or a promotion or roll back was stopped before it was settled."""
    return is_unsettled(con) or bool(half_done.days(con, settings))


def is_unsettled(con: duckdb.DuckDBPyConnection) -> bool:
    """Return whether a promotion or roll back was stopped before it was settled."""
    return bool(run(con, "upgrade/select_unsettled_flips"))


def _extract(settings: Settings, day: date, run_id: str) -> None:
    with resolved_writer(settings) as (con, resolved):
        batches = extract.plan(con, resolved, day)
    results = [extract.write_extractions(settings, batch) for batch in batches]
    with resolved_writer(settings) as (con, resolved):
        extract.commit_extractions(con, resolved, day, results, run_id)
        version_links.link(con, day, run_id)


def propose_day(settings: Settings, day: date, method_ids: Sequence[str], run_id: str) -> None:
    """Sign the sound documents of a day that some methods have not seen; propose the pairs of those that propose."""
    with resolved_writer(settings) as (con, resolved):
        batches = fingerprint.plan(con, resolved, day, method_ids)
    results = [fingerprint.write_fingerprints(settings, batch) for batch in batches]
    with resolved_writer(settings) as (con, resolved):
        fingerprint.commit_fingerprints(con, resolved, results, run_id)
        for method in proposing(resolved):
            candidates.propose(con, resolved, method, day, run_id)


def compare_rest(con: duckdb.DuckDBPyConnection, settings: Settings, run_id: str) -> None:
    """Verify and guard whatever the deciding methods have proposed and not compared, on whichever day.

    Documents that nobody carries any more leave their indexes first: what is left may be paired otherwise.
    """
    for method in proposing(settings):
        candidates.withdraw(con, settings, method, _today(), run_id)
        verify.verify(con, settings, method, _today(), run_id)
    guards.guard(con, settings, _today(), run_id)


def _today() -> date:
    return datetime.now(UTC).date()
