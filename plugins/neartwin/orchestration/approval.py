"""The question to people in Airflow's own approval page: who may answer, how long it waits, what it shows."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from airflow.providers.standard.operators.hitl import ApprovalOperator
from airflow.sdk import Param


class Approval(ApprovalOperator):  # type: ignore[misc]  # Airflow ships no complete types
    """Ask the approvers of `[gate]`; no answer within `answer_hours` is a Reject.

    `question` names the task whose XCom is the path of a Markdown file: page texts go from that file to the approval
    page, and through no XCom, log or template. Settings are read when the task runs, not when the DAG is parsed.
    """

    def __init__(self, *, question: str, params: Any = None, **options: Any) -> None:  # noqa: ANN401 (task options)
        self.question = question  # `params` are those of the DAG, which Airflow adds: no questions to people
        note = Param("", type="string", maxLength=2_000, title="Note", description="Kept in the ledger with your name")
        super().__init__(defaults=self.REJECT, params={"note": note}, **options)

    def execute(self, context: Any) -> Any:  # noqa: ANN401 (Airflow's own types)
        """Put the question; the task then waits without holding a worker or a slot of a pool."""
        from neartwin.settings import Settings

        gate = Settings.load().gate
        self.assigned_users = [{"id": name, "name": name} for name in gate.approvers]
        self.response_timeout = timedelta(hours=gate.answer_hours)
        self.body = Path(context["ti"].xcom_pull(task_ids=self.question)).read_text(encoding="utf-8")
        return super().execute(context)

    def execute_complete(self, context: Any, event: dict[str, Any]) -> Any:  # noqa: ANN401 (Airflow's own types)
        """Hand the answer on, a Reject too: the tasks after it record it, and apply only what was approved."""
        return super(ApprovalOperator, self).execute_complete(context=context, event=event)
