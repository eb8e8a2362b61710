"""One run of a day as its tasks see it: settings, day, run id, source, methods, and the warehouse."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from typing import Any, Self

import duckdb
from airflow.sdk import get_current_context

from neartwin.errors import MethodError
from neartwin.methods import Method, load
from neartwin.settings import Settings, parse_day
from neartwin.warehouse import writer


@dataclass(frozen=True, slots=True)
class DayRun:
    """What every task of `deduplicate_day` works on."""

    settings: Settings
    day: date
    run_id: str
    source: str | None
    methods: tuple[Method, ...]

    @classmethod
    def current(cls) -> Self:
        """Return the run that the calling task belongs to.

        The day is the partition key, or the param `day` of a run made by hand or by `dag.test`. Raises DayError for
        anything else, MethodError for an unknown method id.
        """
        context = get_current_context()
        dag_run, params = context["dag_run"], context["params"]
        settings = Settings.load()
        known = load(settings)
        wanted = params["methods"] or settings.active_methods
        if unknown := [method_id for method_id in wanted if method_id not in known]:
            raise MethodError(f"no such method: {', '.join(unknown)}; neartwin.toml knows {', '.join(sorted(known))}")
        return cls(
            settings=settings,
            day=parse_day(dag_run.partition_key or params["day"] or ""),
            run_id=dag_run.run_id,
            source=params["source"],
            methods=tuple(known[method_id] for method_id in wanted),
        )

    @property
    def method_ids(self) -> list[str]:
        """Ids of the run's methods, in order."""
        return [method.method_id for method in self.methods]

    def writer(self) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        """Open the warehouse for writing."""
        return writer(self.settings)

    def per_method(self, stage: Callable[..., dict[str, Any]]) -> dict[str, Any]:
        """Call `stage(con, settings, method, day, run_id)` for each method and return its counts by method id."""
        with self.writer() as con:
            return {
                method.method_id: stage(con, self.settings, method, self.day, self.run_id) for method in self.methods
            }
