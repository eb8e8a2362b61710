"""A run as its tasks see it: settings, run id, who started it, the warehouse; and for a run of a day what it is of."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from typing import Any, Self

import duckdb
from airflow.sdk import get_current_context

from neartwin.errors import ApproverError
from neartwin.methods import Method, choose, compared_with, load, proposing, resolved_writer, with_version
from neartwin.settings import Settings, parse_day
from neartwin.warehouse import runs

TESTER = "dag_test"  # how Airflow names the person behind `dag.test`


@dataclass(frozen=True, kw_only=True)
class Run:
    """What every task of any DAG works with; `actor` is who triggered the run, or the schedule.

    `settings` name methods without a version; `writer` gives those of the versions that are active.
    """

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

    def writer(self) -> AbstractContextManager[tuple[duckdb.DuckDBPyConnection, Settings]]:
        """Open the warehouse for writing; give it, and the settings with the ids of the versions active in it."""
        return resolved_writer(self.settings)

    def require_approver(self) -> None:
        """Raise ApproverError unless the person who triggered the run may answer for merges and undos.

        `dag.test` runs on the person's own account and files: it is trusted like the command line.
        """
        if self.actor not in (*self.settings.gate.approvers, TESTER):
            raise ApproverError(self.actor, self.settings.gate.approvers)


@dataclass(frozen=True, kw_only=True)
class DayRun(Run):
    """What the tasks of `deduplicate_day` work on.

    `asked` are the method ids or names of its param `methods`; `extractor` is a candidate extractor to try on what is
    stored, or None.
    """

    day: date
    source: str | None
    asked: tuple[str, ...]
    extractor: str | None

    @classmethod
    def current(cls) -> Self:
        """Return the run that the calling task belongs to.

        The day is the partition key, or the param `day` of a run made by hand or by `dag.test`. Raises DayError for
        anything else.
        """
        run = Run.current()
        return cls(
            **vars(run),
            day=parse_day(get_current_context()["dag_run"].partition_key or run.params["day"] or ""),
            source=run.params["source"],
            asked=tuple(run.params["methods"] or ()),
            extractor=run.params["extractor"],
        )

    def methods(self, con: duckdb.DuckDBPyConnection, settings: Settings) -> list[Method]:
        """Return the run's methods, in order: those it began with, though another version be active by now.

        Raises MethodError for an unknown method.
        """
        known = load(settings)
        in_use = {method_id.partition("@")[0]: method_id for method_id in settings.active_methods}
        wanted = runs.methods_of(con, self.run_id) or self.asked or settings.active_methods
        return [choose(known, in_use.get(name, name)) for name in wanted]

    def is_of_candidate(self, con: duckdb.DuckDBPyConnection, settings: Settings) -> bool:
        """Return whether the run is of a candidate version: it changes nothing that is active, and tells nobody.

        It is, when it was asked for methods among which no purpose has its deciding one, or for an extractor.
        """
        if runs.methods_of(con, self.run_id):
            return runs.is_of_candidate(con, self.run_id)
        deciding = {method.method_id for method in proposing(settings)}
        of_run = {method.method_id for method in self.methods(con, settings)}
        return self.extractor is not None or (bool(self.asked) and not deciding & of_run)

    def deciding_here(self, con: duckdb.DuckDBPyConnection, settings: Settings) -> Settings:
        """Return the settings as if the methods of this run were the active versions of their names."""
        for method in self.methods(con, settings):
            settings = with_version(settings, method.method_id)
        return settings

    def proposing(self, con: duckdb.DuckDBPyConnection, settings: Settings) -> list[Method]:
        """Return the run's methods that propose pairs: those that decide for a purpose, or all that were asked for.

        With a candidate whose name decides nothing goes the active version that it is compared with. Methods of whole
        pages never propose any.
        """
        wanted, deciding = self.methods(con, settings), {method.name for method in proposing(settings)}
        if not self.asked:
            wanted = [method for method in wanted if method.name in deciding]
        elif self.is_of_candidate(con, settings):
            wanted = [*(rival for method in wanted for rival in compared_with(settings, method)), *wanted]
        return [method for method in dict.fromkeys(wanted) if method.branch == "main"]

    def per_method(self, stage: Callable[..., dict[str, Any]]) -> dict[str, Any]:
        """Call `stage(con, settings, method, day, run_id)` for each method that proposes; return its counts by id."""
        with self.writer() as (con, settings):
            return {
                method.method_id: stage(con, settings, method, self.day, self.run_id)
                for method in self.proposing(con, settings)
            }
