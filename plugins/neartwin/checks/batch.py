"""Run one suite of expectations over one pandas batch, and say how many were declared and how many evaluated."""

import numbers
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from neartwin.checks import expectations  # noqa: F401 (a custom expectation that is not imported is silently dropped)
from neartwin.checks.gate import Result, Severity
from neartwin.checks.great import gx, open_batch

SITES_SHOWN = 200
SAMPLE_IDS = 5


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows to check and what must hold. `key` names a row; expectations `by` site are judged first.

    Rows of sites that fail critically, or are put aside already, do not count for the rest.
    """

    suite: str
    frame: pd.DataFrame
    key: str
    expectations: tuple[Any, ...]


@dataclass(slots=True)
class Evaluation:
    """What came of batches: results, counts, sites that failed critically with the first reason, figures compared."""

    n_declared: int = 0
    n_evaluated: int = 0
    results: list[Result] = field(default_factory=list)
    failing_sites: dict[str, str] = field(default_factory=dict)
    drift: pd.DataFrame | None = None


def evaluate(batch: Batch, into: Evaluation, put_aside: frozenset[str] = frozenset()) -> None:
    """Judge the sites of a batch, then the rest of it, and add what came of it to `into`."""
    by_site = tuple(e for e in batch.expectations if getattr(e, "by", None) == "site")
    rest = tuple(e for e in batch.expectations if getattr(e, "by", None) != "site")
    frame = batch.frame
    _validate(batch, by_site, frame, into)
    if "site" in frame:
        out = put_aside | set(into.failing_sites)
        frame = frame[~frame["site"].isin(out)].reset_index(drop=True) if out else frame
    _validate(batch, rest, frame, into)


def _validate(batch: Batch, declared: tuple[Any, ...], frame: pd.DataFrame, into: Evaluation) -> None:
    into.n_declared += len(declared)
    if not declared:
        return
    suite = gx.ExpectationSuite(name=batch.suite, expectations=list(declared))
    outcome = open_batch(batch.suite, frame).validate(
        suite,
        result_format={
            "result_format": "SUMMARY",
            "unexpected_index_column_names": [batch.key],
            "partial_unexpected_count": SAMPLE_IDS,
        },
    )
    for validation in outcome.results:
        fault = _exception(validation.exception_info)
        into.n_evaluated += not fault
        for result in _results(batch, validation, fault):
            into.results.append(result)
            if result.site and result.severity == "critical":
                into.failing_sites.setdefault(result.site, f"{result.expectation.replace('_', ' ')}: {result.observed}")


def _exception(info: dict[str, Any] | None) -> str:
    """Return the message of an exception inside an expectation, however deep its metric hides it."""
    if not info:
        return ""
    if "raised_exception" in info:
        return str(info.get("exception_message") or "it raised") if info["raised_exception"] else ""
    return next((fault for part in info.values() if (fault := _exception(part))), "")


def _results(batch: Batch, validation: Any, fault: str) -> list[Result]:  # noqa: ANN401 (great_expectations has no types)
    config = validation.expectation_config
    by = config.kwargs.get("by")
    groups = [] if fault else (validation.result.get("details") or {}).get("groups", [])
    if fault:
        return [
            _result(batch, config, "", "critical", observed=f"could not be evaluated: {fault[:300]}", n_failed=None)
        ]
    if by == "site" and groups:
        return [
            _result(
                batch,
                config,
                group["group"],
                config.severity.value if group["group"] else _softer(config.severity.value),
                observed=_share(group),
                n_failed=group["n_failed"],
                sample_ids=group["sample_ids"],
            )
            for group in groups
        ]
    observed, n_failed = _observed(validation.result, groups, by, batch.key)
    samples = [i for group in groups for i in group["sample_ids"]] or _sample_ids(validation.result, batch.key)
    return [
        _result(
            batch,
            config,
            "",
            config.severity.value,
            is_success=bool(validation.success),
            observed=observed,
            n_failed=n_failed,
            sample_ids=samples[:SAMPLE_IDS],
        )
    ]


def _result(  # noqa: PLR0913 (one row)
    batch: Batch,
    config: Any,  # noqa: ANN401
    site: str,
    severity: Severity,
    *,
    observed: str,
    n_failed: int | None,
    is_success: bool = False,
    sample_ids: list[str] | None = None,
) -> Result:
    return Result(
        suite=batch.suite,
        expectation=config.meta["check"],
        site=site,
        severity=severity,
        is_success=is_success,
        observed=observed,
        n_failed=n_failed,
        reason=config.description,
        hint=config.meta["hint"],
        sample_ids=tuple(sample_ids or ()),
    )


def _softer(severity: Severity) -> Severity:
    """Captures without a site (files, plain texts) have no gate of their own: their site would mean the whole day."""
    return "warning" if severity == "critical" else severity


def _share(group: dict[str, Any]) -> str:
    if "observed" in group:
        return str(group["observed"])
    if group["n_failed"]:
        return f"{group['n_failed']} of {group['n_rows']} ({group['share']:.0%})"
    return f"{group['share']:.0%} over {group['n_rows']}"


def _observed(result: dict[str, Any], groups: list[dict[str, Any]], by: str | None, key: str) -> tuple[str, int | None]:
    """Say in a few words what was found, and how many rows failed."""
    if groups:
        names = "; ".join((f"{group['group'] or 'none'}: " if by else "") + _share(group) for group in groups[:3])
        more = f"; {len(groups) - 3} more" if len(groups) > 3 else ""
        return names + more, sum(group["n_failed"] for group in groups)
    if "n_judged" in (result.get("details") or {}):
        details = result["details"]
        return (f"at most {details['worst_share']:.1%}" if details["n_judged"] else "too few rows to judge"), 0
    if "unexpected_count" in result:
        n_failed = int(result["unexpected_count"])
        return _measures(result, key) or f"{n_failed} of {result['element_count']}", n_failed
    value = result.get("observed_value")
    if isinstance(value, dict):
        value = ", ".join(f"{float(v):g}" for v in value.get("values", []) if v is not None)
    return str(value), None


def _measures(result: dict[str, Any], key: str) -> str:
    """Name the failing rows of a frame of measures (one row a day, method or purpose) with what was measured."""
    parts = []
    for row in result.get("partial_unexpected_index_list") or []:
        for column, value in row.items():
            if column != key and isinstance(value, numbers.Real) and not isinstance(value, bool | np.bool):
                said = f"{value:.1%}" if column.endswith("_share") else f"{value:,.4g}"
                parts.append(said if key == "day" else f"{row[key]}: {said}")
    return "; ".join(parts)


def _sample_ids(result: dict[str, Any], key: str) -> list[str]:
    return [str(row[key]) for row in result.get("partial_unexpected_index_list") or [] if key in row]
