"""The tasks of `ingest_labels` and `calibrate_thresholds`: labels in, thresholds out, and the question in between."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from airflow.sdk import task
from airflow.sdk.exceptions import AirflowSkipException

from neartwin.orchestration.answers import Answer
from neartwin.orchestration.assets import LABELS, POLICY
from neartwin.orchestration.defaults import WRITER, run_task

if TYPE_CHECKING:
    from neartwin.orchestration.day_run import Run

Calibrations = list[dict[str, Any]]


@run_task(**WRITER)
def ingest(run: Run) -> dict[str, int]:
    """Copy what people have judged from the inbox, each label exactly once; return counts."""
    from neartwin.label.ingest import ingest_labels
    from neartwin.warehouse import migrations

    with run.writer() as (con, settings):
        migrations.migrate(con)
        return ingest_labels(con, settings)


@run_task(outlets=[LABELS])
def announce(run: Run, counts: dict[str, int]) -> int:
    """Tell the DAGs that wait for labels, when there are new ones; skipped otherwise."""
    if not counts["new"]:
        raise AirflowSkipException("no new label")
    return counts["new"]


@run_task(**WRITER)
def calibrate(run: Run) -> Calibrations:
    """Calibrate each purpose: what only tightens comes into force here, what loosens becomes a candidate."""
    from neartwin.calibrate import calibrate
    from neartwin.warehouse import migrations

    with run.writer() as (con, settings):
        migrations.migrate(con)
        return [calibrate(con, settings, purpose, run.run_id, actor=run.actor) for purpose in settings.purposes]


@run_task(**WRITER)
def report(run: Run, calibrations: Calibrations) -> list[str]:
    """Write the page of each calibration; return the paths."""
    from neartwin.report.evaluation import write_evaluation

    with run.writer() as (con, settings):
        return [str(write_evaluation(con, settings, done["calibration_id"])) for done in calibrations]


@run_task(outlets=[POLICY])
def announce_tightened(run: Run, calibrations: Calibrations) -> list[str]:
    """Tell the DAGs that decide, when a policy has come into force by itself; skipped otherwise."""
    activated = [done["activated"] for done in calibrations if done["activated"]]
    if not activated:
        raise AirflowSkipException("no policy came into force by itself")
    return activated


@run_task(task.short_circuit, ignore_downstream_trigger_rules=False)
def needs_answer(run: Run, calibrations: Calibrations) -> bool:
    """Go on to the question only when a policy would loosen automatic merging."""
    return any(done["waiting"] for done in calibrations)


@run_task(**WRITER)
def question(run: Run, calibrations: Calibrations) -> str:
    """Write what would change for the approval page; return the path of the file."""
    from neartwin.orchestration.policy_question import write_question

    with run.writer() as (con, settings):
        return str(write_question(con, settings, [done for done in calibrations if done["waiting"]]))


@run_task(trigger_rule="none_failed", **WRITER)
def record_answer(run: Run, calibrations: Calibrations) -> int:
    """Store who answered what, and when; a rejected policy is not asked again. Return the number answered for."""
    from neartwin.calibrate import policy
    from neartwin.merge import gate

    answer = Answer.given()
    if answer is None:
        return 0
    asked = [done["waiting"] for done in calibrations if done["waiting"]]
    with run.writer() as (con, _):
        for policy_id in asked:
            gate.record_answer(con, policy_id, run_id=run.run_id, **asdict(answer))
            if not answer.is_approved and policy.is_waiting(con, policy_id):
                policy.reject(con, policy_id)
    return len(asked)


@run_task(outlets=[POLICY], **WRITER)
def activate(run: Run, calibrations: Calibrations) -> list[str]:
    """Bring approved policies into force, unless another one is in force by now; return their ids."""
    from neartwin.calibrate import policy

    answer = Answer.approval(run.settings)
    if answer is None:
        raise AirflowSkipException("not approved")
    activated = []
    with run.writer() as (con, settings):
        for done in calibrations:
            if done["waiting"] and policy.is_waiting(con, done["waiting"]):
                reason = f"approved: {answer.note}"
                expected = done["replaces"]
                policy.approve(con, settings, done["waiting"], actor=answer.actor, reason=reason, expected=expected)
                activated.append(done["waiting"])
    return activated
