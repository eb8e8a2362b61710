"""Days and sites put aside: held by the checks, released or rejected by a person; entries are added, never changed.

A day or site is held when a check of it is critical. Checks that pass later do not release it: a person does, with a
reason, for the content of that moment; the same content is not held again, other content is. The one exception is a
day held only because a stage's checks could not run: it is released when they run and pass.
"""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Literal

import duckdb
import pyarrow as pa

from neartwin.checks.frames import relation
from neartwin.errors import QuarantineError
from neartwin.settings import Settings
from neartwin.warehouse import ledger, run, transaction

Answer = Literal["release", "reject", "acknowledge", "waive"]
CHECKS = "checks"
WHOLE_DAY = ""
LONGEST_REASON = 2_000
ROWS = pa.schema(
    [(name, pa.string()) for name in ("site", "state", "actor", "reason", "run_id", "content_sha256", "unchecked")]
)


@dataclass(frozen=True, slots=True)
class Entry:
    """The newest quarantine entry of one site ('' for the whole day)."""

    site: str
    state: Literal["held", "released", "rejected"]
    actor: str
    reason: str
    content_sha256: str
    unchecked: str

    @property
    def is_aside(self) -> bool:
        """Whether the captures are put aside now."""
        return self.state != "released"


def entries(con: duckdb.DuckDBPyConnection, day: date) -> dict[str, Entry]:
    """Return the newest entry of each site of a day."""
    return {row[0]: Entry(*row) for row in run(con, "checks/select_quarantines", day=day)}


def settle(
    con: duckdb.DuckDBPyConnection, day: date, run_id: str, stage: str, failing: Mapping[str, str], unchecked: str = ""
) -> set[str]:
    """Hold each failing site (site → reason), unless a person released the same content; return the waived sites.

    `unchecked` says why the stage's checks could not run: then the whole day is held until they run and pass.
    """
    known = entries(con, day)
    wanted = {WHOLE_DAY: unchecked, **failing} if unchecked else dict(failing)
    contents = contents_of(con, day, wanted)
    waived, new = set(), []
    for site, reason in wanted.items():
        content, before, is_data = contents[site], known.get(site), site in failing
        if before and before.state == "released" and before.actor != CHECKS and before.content_sha256 == content:
            waived.add(site)
        elif before is None or not before.is_aside or (before.unchecked and is_data):
            cause = "" if is_data else stage
            new.append(_row(site, "held", CHECKS, reason, run_id=run_id, content=content, unchecked=cause))
    of_day = known.get(WHOLE_DAY)
    if WHOLE_DAY not in wanted and of_day and of_day.is_aside and of_day.unchecked == stage:
        new.append(_row(WHOLE_DAY, "released", CHECKS, "the checks ran and passed", run_id=run_id))
    _enter(con, day, new)
    return waived


def release(con: duckdb.DuckDBPyConnection, day: date, site: str = "", *, actor: str, reason: str) -> bool:
    """Release a day ('') or site that is put aside, for its content of now; False when it is released already.

    Raises QuarantineError when nothing was put aside there, or without a reason.
    """
    _check_put_aside(con, day, site)
    _check_reason(reason)
    before, content = entries(con, day)[site], content_of(con, day, site)
    if before.state == "released" and before.actor != CHECKS and before.content_sha256 == content:
        return False
    _enter(con, day, [_row(site, "released", actor, reason, content=content)])
    return True


def reject(con: duckdb.DuckDBPyConnection, day: date, site: str = "", *, actor: str, reason: str) -> bool:
    """Reject a day ('') or site: it stays put aside whatever its checks say; False when it is rejected already.

    Any day or site with captures can be rejected, also one that its checks let pass. Raises QuarantineError otherwise,
    or without a reason.
    """
    _check_reason(reason)
    _check_exists(con, day, site)
    before = entries(con, day).get(site)
    if before and before.state == "rejected":
        return False
    _enter(con, day, [_row(site, "rejected", actor, reason, content=content_of(con, day, site))])
    return True


def require_answerable(con: duckdb.DuckDBPyConnection, word: Answer, day: date, site: str) -> None:
    """Raise QuarantineError when there is nothing of that day ('') or site to answer for: before a reason is asked."""
    if word == "release":
        _check_put_aside(con, day, site)
    else:
        _check_exists(con, day, site)


def settle_by_person(
    con: duckdb.DuckDBPyConnection,
    settings: Settings,
    word: Answer,
    day: date,
    site: str,
    *,
    actor: str,
    reason: str,
) -> bool:
    """Answer for a day ('') or site and enter it in the ledger, in one transaction; False when it was so."""
    acts: dict[Answer, Callable[..., bool]] = {
        "release": release,
        "reject": reject,
        "acknowledge": functools.partial(answer, verdict="acknowledged"),
        "waive": functools.partial(answer, verdict="waived"),
    }
    action = "acknowledge" if word == "waive" else word
    with transaction(con):
        if changed := acts[word](con, day, site, actor=actor, reason=reason):
            entry = ledger.Entry(
                action, actor, reason[:LONGEST_REASON], evidence={"day": str(day), "site": site, "answer": word}
            )
            ledger.append(con, [entry])
    ledger.export_tip(con, settings)
    return changed


def answer(
    con: duckdb.DuckDBPyConnection,
    day: date,
    site: str = "",
    *,
    verdict: Literal["acknowledged", "waived"],
    actor: str,
    reason: str,
) -> bool:
    """Keep what a person says about the warnings of a day ('') or site, for its content of now; always True.

    Raises QuarantineError without a reason, or where there are no captures.
    """
    _check_reason(reason)
    _check_exists(con, day, site)
    now = datetime.now(UTC).replace(tzinfo=None)
    content = content_of(con, day, site)
    run(
        con,
        "checks/insert_answers",
        day=day,
        site=site,
        answer=verdict,
        actor=actor,
        reason=reason[:LONGEST_REASON],
        content_sha256=content,
        answered_at=now,
    )
    return True


def content_of(con: duckdb.DuckDBPyConnection, day: date, site: str) -> str:
    """Return the digest of a day's ('') or site's captures and their outcomes."""
    return contents_of(con, day, [site])[site]


def contents_of(con: duckdb.DuckDBPyConnection, day: date, sites: Iterable[str]) -> dict[str, str]:
    """Return the digests of the day ('') and of sites, in one pass over the day."""
    return dict(run(con, "checks/select_content", day=day, sites=list(sites)))


def aside(known: Iterable[Entry]) -> tuple[str, ...]:
    """Return the sites among the entries that are put aside, without the whole day."""
    return tuple(sorted(entry.site for entry in known if entry.is_aside and entry.site))


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise QuarantineError("an answer needs a reason: it is kept with your name")


def _check_put_aside(con: duckdb.DuckDBPyConnection, day: date, site: str) -> None:
    known = entries(con, day)
    if site not in known:
        aside = ", ".join(name or "the whole day" for name, entry in known.items() if entry.is_aside)
        raise QuarantineError(f"{_name(day, site)} was not put aside; put aside of that day: {aside or 'nothing'}")


def _check_exists(con: duckdb.DuckDBPyConnection, day: date, site: str) -> None:
    if content_of(con, day, site) == content_of(con, date.min, ""):
        raise QuarantineError(f"{_name(day, site)} has no captures: look at `neartwin status` for days and sites")


def _name(day: date, site: str) -> str:
    return f"site {site!r} of {day}" if site else f"{day}"


def _row(
    site: str, state: str, actor: str, reason: str, *, run_id: str = "", content: str = "", unchecked: str = ""
) -> tuple[str, ...]:
    return site, state, actor, reason[:LONGEST_REASON], run_id, content, unchecked


def _enter(con: duckdb.DuckDBPyConnection, day: date, rows: Sequence[tuple[str, ...]]) -> None:
    if not rows:
        return
    table = pa.Table.from_pylist([dict(zip(ROWS.names, row, strict=True)) for row in rows], schema=ROWS)
    with relation(con, "new_quarantines", table):
        run(con, "checks/insert_quarantines", day=day, set_at=datetime.now(UTC).replace(tzinfo=None))
