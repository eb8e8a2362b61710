"""Expectations that Great Expectations lacks, as subclasses of its own: import this module before a suite is run.

The three share expectations measure the whole batch, or each group of it (`by`), say nothing below `min_rows`, and
name failing groups with sample ids under `details`. Values of checked columns are never copied into a result.
"""

from typing import Any, ClassVar, Literal

from neartwin.checks.great import (
    BatchExpectation,
    ExecutionEngine,
    MetricDomainTypes,
    PandasExecutionEngine,
    TableMetricProvider,
    gxe,
    metric_value,
)
from neartwin.checks.shares import drifted_groups, failing_groups

METRIC = "table.failing_groups"
DRIFT_METRIC = "table.drifted_groups"
KEYS = ("measure", "column", "by", "id_column", "max_share", "min_rows")


class FailingGroups(TableMetricProvider):  # type: ignore[misc]
    """Metric: what `shares.failing_groups` says about a pandas batch."""

    metric_name = METRIC
    value_keys = KEYS

    @metric_value(engine=PandasExecutionEngine)  # type: ignore[untyped-decorator]
    def _pandas(
        cls,
        execution_engine: PandasExecutionEngine,
        metric_domain_kwargs: dict[str, Any],
        metric_value_kwargs: dict[str, Any],
        **_: Any,  # noqa: ANN401
    ) -> dict[str, Any]:
        frame, _domain, _accessor = execution_engine.get_compute_domain(
            domain_kwargs=metric_domain_kwargs, domain_type=MetricDomainTypes.TABLE
        )
        return failing_groups(frame, **metric_value_kwargs)


class _ShareExpectation(BatchExpectation):  # type: ignore[misc]
    column: str
    by: str | None = None
    id_column: str
    max_share: float
    min_rows: int = 1

    metric_dependencies: ClassVar[tuple[str, ...]] = (METRIC,)
    success_keys: ClassVar[tuple[str, ...]] = KEYS

    def _validate(
        self,
        metrics: dict[str, Any],
        runtime_configuration: dict[str, Any] | None = None,
        execution_engine: ExecutionEngine | None = None,
    ) -> dict[str, Any]:
        found = metrics[METRIC]
        return {"success": not found["groups"], "result": {"observed_value": found["worst_share"], "details": found}}


class ExpectFlaggedShareToBeAtMost(_ShareExpectation):
    """Expect at most `max_share` of the rows (of each group) to have a true flag."""

    measure: Literal["flagged"] = "flagged"


class ExpectCommonestShareToBeAtMost(_ShareExpectation):
    """Expect at most `max_share` of the rows (of each group) to hold one and the same value."""

    measure: Literal["commonest"] = "commonest"


class ExpectStuckBitsShareToBeAtMost(_ShareExpectation):
    """Expect at most `max_share` of the 64 bits to be equal in nearly all rows (of each group)."""

    measure: Literal["stuck_bits"] = "stuck_bits"


class DriftedGroups(TableMetricProvider):  # type: ignore[misc]
    """Metric: what `shares.drifted_groups` says about a pandas batch."""

    metric_name = DRIFT_METRIC
    value_keys = ("metric", "direction")

    @metric_value(engine=PandasExecutionEngine)  # type: ignore[untyped-decorator]
    def _pandas(
        cls,
        execution_engine: PandasExecutionEngine,
        metric_domain_kwargs: dict[str, Any],
        metric_value_kwargs: dict[str, Any],
        **_: Any,  # noqa: ANN401
    ) -> dict[str, Any]:
        frame, _domain, _accessor = execution_engine.get_compute_domain(
            domain_kwargs=metric_domain_kwargs, domain_type=MetricDomainTypes.TABLE
        )
        return drifted_groups(frame, **metric_value_kwargs)


class ExpectFigureNearUsual(BatchExpectation):  # type: ignore[misc]
    """Expect that a figure of the day, and of each of its sites, is not out of the usual in one direction or either."""

    metric: str
    direction: Literal["low", "high", "both"] = "both"
    by: Literal["site"]

    metric_dependencies: ClassVar[tuple[str, ...]] = (DRIFT_METRIC,)
    success_keys: ClassVar[tuple[str, ...]] = ("metric", "direction", "by")

    def _validate(
        self,
        metrics: dict[str, Any],
        runtime_configuration: dict[str, Any] | None = None,
        execution_engine: ExecutionEngine | None = None,
    ) -> dict[str, Any]:
        found = metrics[DRIFT_METRIC]
        return {
            "success": not found["groups"],
            "result": {"observed_value": found["observed"], "details": {"groups": found["groups"]}},
        }


class ExpectQuantilesToBeBetween(gxe.ExpectColumnQuantileValuesToBeBetween):  # type: ignore[misc]
    """Expect quantiles within bounds; a batch without rows passes.

    Success is a plain bool: the library's own class answers with a numpy.bool, which no result can be stored with.
    """

    def _validate(
        self,
        metrics: dict[str, Any],
        runtime_configuration: dict[str, Any] | None = None,
        execution_engine: ExecutionEngine | None = None,
    ) -> dict[str, Any]:
        answer = super()._validate(metrics, runtime_configuration, execution_engine)
        values = answer["result"]["observed_value"]["values"]
        return {**answer, "success": bool(answer["success"]) or all(v is None or v != v for v in values)}
