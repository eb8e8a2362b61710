"""What all DAGs share: default arguments, the writer pool, and the decorators that turn a stage into a task."""

import functools
import inspect
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from airflow.sdk import task
from airflow.sdk.exceptions import AirflowFailException

from neartwin.errors import NeartwinError, WarehouseLockedError

WRITER_POOL = "duckdb_writer"
DEFAULT_ARGS = {"owner": "neartwin", "retries": 2, "retry_delay": timedelta(seconds=30)}


def day_task(make: Callable[..., Any] = task, **options: Any) -> Callable[[Callable[..., Any]], Any]:  # noqa: ANN401 (Airflow's task options)
    """Turn `body(run: DayRun, …)` into a task that is given its run; `make` is `task` or one of its kinds.

    A known fault (NeartwinError) fails the task at once with its message; a locked warehouse is retried.
    """

    def decorate(body: Callable[..., Any]) -> Any:  # noqa: ANN401 (Airflow's task type is private)
        @functools.wraps(body)
        def wrapper(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 (whatever the stage takes and gives)
            from neartwin.orchestration.day_run import DayRun

            try:
                return body(DayRun.current(), *args, **kwargs)
            except WarehouseLockedError:
                raise
            except NeartwinError as error:
                raise AirflowFailException(str(error)) from error

        signature = inspect.signature(body)
        wrapper.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])  # type: ignore[attr-defined]
        return make(**options)(wrapper)

    return decorate


def writer_task(**options: Any) -> Callable[[Callable[..., Any]], Any]:  # noqa: ANN401 (Airflow's task options)
    """Make a `day_task` that opens the warehouse for writing: it takes the one slot of the writer pool."""
    return day_task(**{"pool": WRITER_POOL, "execution_timeout": timedelta(hours=2), **options})
