"""A run as its tasks see it: settings, run id, who started it, the warehouse; and for a run of a day what it is of."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from typing import Any, Self

import duckdb
from airflow.sdk import get_current_context

from neartwin.errors import ApproverError
from neartwin.methods import Method, choose, load
from neartwin.settings import Settings, parse_day
from neartwin.warehouse import writer

TESTER = "dag_test"  # how Airflow names the person behind `dag.test`


@dataclass(frozen=True, kw_only=True)
class Run:
    """What every task of any DAG works with; `actor` is who triggered the run, or the schedule."""

    settings: Settings
    run_id: str
    actor: str
    params: Mapping[str, Any]

    @classmethod
    def current(cls) -> Self:
        """Return the run that the calling task belongs to."""
        context = get_current_context()
        dag_run = context["dag_run"]
        return cls(
            settings=Settings.load(),
            run_id=dag_run.run_id,
            actor=dag_run.triggering_user_name or "schedule",
            params=context["params"],
        )

    def writer(self) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        """Open the warehouse for writing."""
        return writer(self.settings)

    def require_approver(self) -> None:
        """Raise ApproverError unless the person who triggered the run may answer for merges and undos.

        `dag.test` runs on the person's own account and files: it is trusted like the command line.
        """
        if self.actor not in (*self.settings.gate.approvers, TESTER):
            raise ApproverError(self.actor, self.settings.gate.approvers)


@dataclass(frozen=True, kw_only=True)
class DayRun(Run):
    """What the tasks of `deduplicate_day` work on."""

    day: date
    source: str | None
    methods: tuple[Method, ...]

    @classmethod
    def current(cls) -> Self:
        """Return the run that the calling task belongs to.

        The day is the partition key, or the param `day` of a run made by hand or by `dag.test`. Raises DayError for
        anything else, MethodError for an unknown method id.
        """
        run = Run.current()
        known = load(run.settings)
        return cls(
            **vars(run),
            day=parse_day(get_current_context()["dag_run"].partition_key or run.params["day"] or ""),
            source=run.params["source"],
            methods=tuple(choose(known, name) for name in run.params["methods"] or run.settings.active_methods),
        )

    @property
    def method_ids(self) -> list[str]:
        """Ids of the run's methods, in order."""
        return [method.method_id for method in self.methods]

    def per_method(self, stage: Callable[..., dict[str, Any]]) -> dict[str, Any]:
        """Call `stage(con, settings, method, day, run_id)` for each method of documents; return its counts by id.

        Methods of whole pages are left out: their signatures are for the boilerplate report, never for candidates.
        """
        with self.writer() as con:
            return {
                method.method_id: stage(con, self.settings, method, self.day, self.run_id)
                for method in self.methods
                if method.branch == "main"
            }
