"""What waits for a person, over all days, each with the commands that answer it: the most urgent first."""

from collections.abc import Iterator
from dataclasses import dataclass

import duckdb

from neartwin.report.quality import release_command
from neartwin.settings import Settings
from neartwin.warehouse import run

SHOWN = 5  # of one kind; the rest is counted
SHORT = 16


@dataclass(frozen=True, slots=True)
class Need:
    """What waits, why, and the commands to answer it with."""

    what: str
    why: str
    how: tuple[str, ...]


def first_steps() -> list[Need]:
    """Return what a newcomer does first, where nothing has been run yet."""
    return [
        Need("Try the sample", "three days of made pages, from crawl to merge and undo", ("neartwin run --sample",)),
        Need("Run your own pages", "WARC, JSONL, Parquet or HTML", ("neartwin run --source PATH --day YYYY-MM-DD",)),
    ]


def waiting(con: duckdb.DuckDBPyConnection, settings: Settings) -> list[Need]:
    """Return what waits in a warehouse: days, batches, merges to undo, policies, versions, pairs to judge."""
    needs = [
        _failed(con, settings),
        _held(con),
        _batches(con),
        _undo_proposals(con),
        _policies(con),
        _half_done(con, settings),
        _upgrades(con, settings),
    ]
    return [need for group in (*needs, _pairs(con)) for need in group]


def _failed(con: duckdb.DuckDBPyConnection, settings: Settings) -> Iterator[Need]:
    source = "" if settings.sources else " --source PATH"
    failed = [(day, reason) for day, *_, state, reason in run(con, "warehouse/select_status") if state == "failed"]
    for day, reason in failed[-SHOWN:]:
        log = settings.run_log(day)
        why = f"{reason}; why stands in {log}" if log.is_file() else reason
        yield Need(f"The run of {day} failed", why, (f"neartwin run --day {day}{source}",))
    yield from _rest(len(failed), "more failed days", "neartwin status")


def _held(con: duckdb.DuckDBPyConnection) -> Iterator[Need]:
    held = run(con, "warehouse/select_held")
    for day, site, reason in held[:SHOWN]:
        release = f"{release_command(day, site)} --reason TEXT"
        what = f"{site} of {day} is put aside" if site else f"The day {day} is put aside"
        yield Need(what, reason, (release, release.replace("neartwin release", "neartwin reject")))
    yield from _rest(len(held), "more days or sites put aside", "neartwin export checks")


def _batches(con: duckdb.DuckDBPyConnection) -> Iterator[Need]:
    batches = [row for row in run(con, "merge/select_batches") if row[3] == "waiting"]
    for batch_id, purpose, kind, _, n_documents, *_, reasons in batches[:SHOWN]:
        noun = "merge" if kind == "merge" else "change of representative"
        what = f"A {noun} of {n_documents:,} document{'s' * (n_documents != 1)} for {purpose} waits"
        answers = (f"neartwin {word} {batch_id[:SHORT]} --reason TEXT" for word in ("approve", "decline"))
        yield Need(what, reasons, (f"neartwin merges {batch_id[:SHORT]}", *answers))
    yield from _rest(len(batches), "more batches wait", "neartwin merges")


def _undo_proposals(con: duckdb.DuckDBPyConnection) -> Iterator[Need]:
    n_proposals = len(run(con, "merge/select_undo_proposals"))
    if n_proposals:
        yield Need(f"{_plural(n_proposals, 'merge')} judged different since", "undo them", ("neartwin merges",))
    n_contradicted = len(run(con, "upgrade/select_contradicted_merges"))
    if n_contradicted:
        what = f"{_plural(n_contradicted, 'merge')} that the method in use contradicts"
        yield Need(what, "they stay until somebody has judged them", ("neartwin merges",))


def _policies(con: duckdb.DuckDBPyConnection) -> Iterator[Need]:
    for policy_id, purpose in run(con, "calibrate/select_waiting_policies")[:SHOWN]:
        how = (f"neartwin approve-policy {policy_id} --reason TEXT", f"neartwin reject-policy {policy_id}")
        yield Need(f"A policy for {purpose} waits", "it would merge more than the one in force", how)


def _upgrades(con: duckdb.DuckDBPyConnection, settings: Settings) -> Iterator[Need]:
    from neartwin.upgrade.detect import pending
    from neartwin.upgrade.progress import progress

    for upgrade in pending(con, settings):
        found = progress(con, settings, upgrade)
        candidate = upgrade.candidate_id
        steps = [f"compare {candidate}", f"promote {candidate}"]
        if not found.is_complete:
            steps = [f"upgrade {candidate}", "progress"]
        how = tuple(f"neartwin methods {step}" for step in steps)
        yield Need(f"{candidate} waits to take the place of {upgrade.replaces_id}", found.says, how)


def _half_done(con: duckdb.DuckDBPyConnection, settings: Settings) -> Iterator[Need]:
    from neartwin.methods import resolve
    from neartwin.upgrade import half_done

    days = half_done.days(con, resolve(con, settings))
    versions = sorted({version for found in days.values() for version in found})
    if days:
        what = f"{_plural(len(days), 'day')} not seen whole by {', '.join(versions)}"
        yield Need(
            what, "until then new pages are compared with the other days only", ("neartwin methods upgrade --local",)
        )


def _pairs(con: duckdb.DuckDBPyConnection) -> Iterator[Need]:
    for purpose, n_pairs in run(con, "warehouse/select_waiting_pairs"):
        what = f"{_plural(n_pairs, 'pair')} to judge for {purpose}"
        yield Need(what, "no policy may decide them", (f"neartwin label --purpose {purpose}",))


def _rest(n: int, noun: str, how: str) -> Iterator[Need]:
    if n > SHOWN:
        yield Need(f"{n - SHOWN:,} {noun}", "", (how,))


def _plural(n: int, noun: str) -> str:
    return f"{n:,} {noun}{'s' * (n != 1)}"
