"""The tasks of `upgrade_method` around people's answer: compare, ask, promote, settle; XCom carries ids and paths."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from airflow.sdk import task
from airflow.sdk.exceptions import AirflowSkipException

from neartwin.orchestration.answers import Answer
from neartwin.orchestration.assets import POLICY
from neartwin.orchestration.defaults import WRITER, run_task

if TYPE_CHECKING:
    from neartwin.orchestration.day_run import Run

Upgrades = list[dict[str, str]]
Compared = list[dict[str, Any]]


@run_task(**WRITER)
def compare(run: Run, upgrades: Upgrades) -> Compared:
    """Calibrate each complete candidate, compare it with what is active, and write the page of the comparison.

    `upgrades` are `{"kind", "candidate_id", "replaces_id"}`. One that people have declined on the same labels is
    compared, and not asked about again.
    """
    from neartwin.report.comparison import write_comparison
    from neartwin.upgrade import compare, comparisons
    from neartwin.upgrade.detect import Upgrade

    found = []
    with run.writer() as (con, settings):
        for described in upgrades:
            upgrade = Upgrade(**described)  # type: ignore[arg-type]
            compare.calibrate_candidate(con, settings, upgrade, run.run_id, run.actor)
            compared = compare.compare(con, settings, upgrade, run.run_id)
            report = write_comparison(settings, compared.comparison_id, compared.told)
            is_asked = not comparisons.is_declined(con, compared)
            found.append(
                {"comparison_id": compared.comparison_id, "report": str(report), "is_asked": is_asked} | asdict(upgrade)
            )
    return found


@run_task(task.short_circuit, ignore_downstream_trigger_rules=False)
def needs_answer(run: Run, compared: Compared) -> bool:
    """Go on to the question only when a candidate waits for people."""
    return any(one["is_asked"] for one in compared)


@run_task(**WRITER)
def question(run: Run, compared: Compared) -> str:
    """Write the comparisons for the approval page; return the path of the file."""
    from neartwin.orchestration.upgrade_question import write_question
    from neartwin.upgrade import comparisons

    with run.writer() as (con, settings):
        asked = [comparisons.load(con, one["comparison_id"]) for one in compared if one["is_asked"]]
        return str(write_question(settings, asked))


@run_task(trigger_rule="none_failed", **WRITER)
def record_answer(run: Run, compared: Compared) -> int:
    """Store who answered what, and when; return the number of candidates that were answered for."""
    from neartwin.merge import gate

    answer = Answer.given()
    if answer is None:
        return 0
    asked = [one["comparison_id"] for one in compared if one["is_asked"]]
    with run.writer() as (con, _):
        for comparison_id in asked:
            gate.record_answer(con, comparison_id, run_id=run.run_id, **asdict(answer))
    return len(asked)


@run_task(**WRITER)
def promote(run: Run, compared: Compared) -> list[str]:
    """Let what an approver approved take its place; skipped otherwise. Return the ids of the new active versions.

    Days that came while the question was open are tried first, here.
    """
    from neartwin.merge.people import Person
    from neartwin.upgrade import promote as promotion
    from neartwin.upgrade.detect import Upgrade
    from neartwin.upgrade.walk import walk

    answer = Answer.approval(run.settings)
    if answer is None:
        raise AirflowSkipException("not approved")
    person = Person(answer.actor, f"approved: {answer.note}")
    promoted = []
    for one in compared:
        if one["is_asked"]:
            walk(run.settings, Upgrade(one["kind"], one["candidate_id"], one["replaces_id"]), lambda found: None)
            with run.writer() as (con, settings):
                done = promotion.promote(con, settings, one["comparison_id"], person, run.run_id)
                promoted.append(done.candidate_id)
    return promoted


@run_task(outlets=[POLICY], pool=WRITER["pool"], execution_timeout=timedelta(hours=12))
def settle(run: Run, promoted: list[str]) -> dict[str, int]:
    """Sign and compare what the new active versions have not seen, decide again, look at merges in force."""
    from neartwin.upgrade.settle import settle as settled

    return settled(run.settings, run.run_id)
