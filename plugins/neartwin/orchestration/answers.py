"""What a person answered in Airflow's approval page, as the tasks after it read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from airflow.sdk import get_current_context

from neartwin.errors import ApproverError

if TYPE_CHECKING:
    from neartwin.settings import Settings

APPROVE = "approve"  # the task that puts the question


@dataclass(frozen=True, slots=True)
class Answer:
    """Who answered what, and the note they left."""

    is_approved: bool
    actor: str
    note: str

    @classmethod
    def given(cls) -> Answer | None:
        """Return the answer to this run's question, None when it was never put; time that ran out is a Reject."""
        answer = get_current_context()["ti"].xcom_pull(task_ids=APPROVE)
        if answer is None:
            return None
        user = answer.get("responded_by_user")
        return cls(
            is_approved=answer["chosen_options"] == ["Approve"],
            actor=str(user["name"]) if user else "nobody (time ran out)",
            note=str((answer.get("params_input") or {}).get("note") or "no note"),
        )

    @classmethod
    def approval(cls, settings: Settings) -> Answer | None:
        """Return the answer when it is an approval; raises ApproverError when who gave it may not."""
        answer = cls.given()
        if answer is None or not answer.is_approved:
            return None
        if answer.actor not in settings.gate.approvers:
            raise ApproverError(answer.actor, settings.gate.approvers)
        return answer
