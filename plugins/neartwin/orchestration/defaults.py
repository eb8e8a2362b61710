"""What all DAGs share: default arguments, the writer pool, and the decorators that turn a stage into a task."""

import functools
import inspect
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from airflow.sdk import task
from airflow.sdk.exceptions import AirflowFailException

from neartwin.errors import AirflowDownError, NeartwinError, WarehouseLockedError

WRITER_POOL = "duckdb_writer"
LATE_AFTER = timedelta(hours=12)  # from a run's start at midnight: half a day after the default deadline at 06:00
DEFAULT_ARGS = {"owner": "neartwin", "retries": 2, "retry_delay": timedelta(seconds=30)}


def run_task(
    make: Callable[..., Any] = task,
    *,
    of: str = "Run",
    **options: Any,  # noqa: ANN401 (Airflow's task options)
) -> Callable[[Callable[..., Any]], Any]:
    """Turn `body(run, …)` into a task that is given its run (`Run`, or `DayRun`); `make` is `task` or one of its kinds.

    A known fault (NeartwinError) fails the task at once with its message; a locked warehouse, or a server that does
    not answer, is retried. What a task of a day's run takes of the CPU is noted.
    """

    def decorate(body: Callable[..., Any]) -> Any:  # noqa: ANN401 (Airflow's task type is private)
        @functools.wraps(body)
        def wrapper(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 (whatever the stage takes and gives)
            from neartwin.orchestration import day_run
            from neartwin.warehouse import costs

            try:
                run = getattr(day_run, of).current()
                with costs.noted(run.settings, run.run_id):
                    return body(run, *args, **kwargs)
            except (WarehouseLockedError, AirflowDownError):
                raise
            except NeartwinError as error:
                raise AirflowFailException(str(error)) from error

        signature = inspect.signature(body)
        wrapper.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])  # type: ignore[attr-defined]
        return make(**options)(wrapper)

    return decorate


WRITER: dict[str, Any] = {"pool": WRITER_POOL, "execution_timeout": timedelta(hours=2)}
day_task = functools.partial(run_task, of="DayRun")
writer_task = functools.partial(run_task, of="DayRun", **WRITER)
