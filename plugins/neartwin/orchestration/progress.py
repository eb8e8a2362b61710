"""Tell a person how a run advances: an Airflow listener that prints one line a task."""

import time
from typing import Any, TextIO

from airflow.listeners import hookimpl


class Progress:
    """Prints each task's end with its seconds, and remembers the first fault in plain words."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.fault = ""
        self.started = time.monotonic()

    @hookimpl  # type: ignore[untyped-decorator]
    def on_task_instance_running(self, previous_state: Any, task_instance: Any) -> None:  # noqa: ANN401 (Airflow's hook)
        """Remember when the task began."""
        self.started = time.monotonic()

    @hookimpl  # type: ignore[untyped-decorator]
    def on_task_instance_success(self, previous_state: Any, task_instance: Any) -> None:  # noqa: ANN401 (Airflow's hook)
        """Tell a task's end."""
        self._tell("done", task_instance)

    @hookimpl  # type: ignore[untyped-decorator]
    def on_task_instance_failed(self, previous_state: Any, task_instance: Any, error: Any) -> None:  # noqa: ANN401 (Airflow's hook)
        """Tell a task's failure with its message."""
        self.fault = self.fault or f"{task_instance.task_id}: {error}"
        self._tell("FAILED", task_instance)

    def _tell(self, word: str, task_instance: Any) -> None:  # noqa: ANN401 (Airflow's task instance)
        index = getattr(task_instance, "map_index", -1)
        name = task_instance.task_id if index is None or index < 0 else f"{task_instance.task_id} [{index}]"
        self.out.write(f"  {word:<6} {name:<24} {time.monotonic() - self.started:6.1f} s\n")
