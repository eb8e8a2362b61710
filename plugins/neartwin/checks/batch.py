"""Run one suite of expectations over one pandas batch, and say how many were declared and how many evaluated."""

import numbers
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd

from neartwin.checks import expectations  # noqa: F401 (a custom expectation that is not imported is silently dropped)
from neartwin.checks.gate import Result, Severity
from neartwin.checks.great import gx, open_batch
from neartwin.errors import unquoted

SAMPLE_IDS = 5
ROWS = ("capture_id", "document_id", "extraction_key")
MEASURED = {"day": "days", "method_id": "methods", "measurement": "measurements", "purpose": "purposes"}


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
    frame, names = _numbered(batch)
    opened = open_batch(batch.suite, frame)
    _validate(batch, by_site, opened, names, into)
    out = put_aside | set(into.failing_sites)
    if out and "site" in frame:
        opened = open_batch(batch.suite, frame[~frame["site"].isin(out)].reset_index(drop=True))
    _validate(batch, rest, opened, names, into)


def _numbered(batch: Batch) -> tuple[pd.DataFrame, Sequence[Any]]:
    """Return the frame with row ids as numbers, sites as categories, and the ids: so the library is quick with them."""
    if batch.key not in ROWS:
        return batch.frame, ()
    numbers, names = pd.factorize(batch.frame[batch.key])
    is_known = numbers >= 0
    quick: dict[str, Any] = {batch.key: numbers if is_known.all() else np.where(is_known, numbers, np.nan)}
    if "site" in batch.frame:
        quick["site"] = batch.frame["site"].astype("category")
    return batch.frame.assign(**quick), names


def _validate(
    batch: Batch,
    declared: tuple[Any, ...],
    opened: Any,  # noqa: ANN401 (great_expectations has no types)
    names: Sequence[Any],
    into: Evaluation,
) -> None:
    into.n_declared += len(declared)
    if not declared:
        return
    outcome = opened.validate(
        gx.ExpectationSuite(name=batch.suite, expectations=list(declared)),
        result_format={
            "result_format": "SUMMARY",
            "unexpected_index_column_names": [batch.key],
            "partial_unexpected_count": SAMPLE_IDS,
        },
    )
    for validation in outcome.results:
        fault = _exception(validation.exception_info)
        into.n_evaluated += not fault
        for numbered in _results(batch, validation, fault):
            result = _named(numbered, names)
            into.results.append(result)
            if result.site and result.severity == "critical":
                into.failing_sites.setdefault(result.site, result.observed)


def _named(result: Result, names: Sequence[Any]) -> Result:
    """Return a result with the ids of its sample rows instead of their numbers."""
    if not len(names):
        return result
    known = [int(float(number)) for number in result.sample_ids if number != "nan"]
    return replace(result, sample_ids=tuple(str(names[number]) for number in known))


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
            _result(batch, config, "", "critical", observed=f"could not be evaluated: {unquoted(fault)}", n_failed=None)
        ]
    if by == "site" and groups:
        return [
            _result(
                batch,
                config,
                group["group"],
                config.severity.value if group["group"] else _softer(config.severity.value),
                observed=_share(group, config.meta.get("fact", "")),
                n_failed=group["n_failed"],
                sample_ids=group["sample_ids"],
            )
            for group in groups
        ]
    observed, n_failed = _observed(validation.result, groups, by, batch.key, config.meta.get("fact", ""))
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


def _share(group: dict[str, Any], fact: str) -> str:
    """Say in words what was counted in one group: `fact` is a noun and what is wrong with it."""
    if "observed" in group:
        return str(group["observed"])
    if group["n_failed"]:
        return f"{group['n_failed']:,} of {group['n_rows']:,} {fact} ({group['share']:.0%})"
    return f"{group['share']:.0%} of the {fact} over {group['n_rows']:,} rows"


def _observed(
    result: dict[str, Any], groups: list[dict[str, Any]], by: str | None, key: str, fact: str
) -> tuple[str, int | None]:
    """Say in words what was found, and how many rows failed."""
    if groups:
        names = "; ".join((f"{group['group'] or 'none'}: " if by else "") + _share(group, fact) for group in groups[:3])
        more = f"; {len(groups) - 3} more" if len(groups) > 3 else ""
        return names + more, sum(group["n_failed"] for group in groups)
    if "n_judged" in (result.get("details") or {}):
        details = result["details"]
        return (f"at most {details['worst_share']:.1%}: {fact}" if details["n_judged"] else "too few rows to judge"), 0
    if "unexpected_count" in result:
        n_failed = int(result["unexpected_count"])
        counted = f"{n_failed:,} of {result['element_count']:,} {fact}"
        return _measures(result, key, fact) if key in MEASURED else counted, n_failed
    value = result.get("observed_value")
    if isinstance(value, dict):
        return ", ".join(f"{float(v):g} {fact}" for v in value.get("values", []) if v is not None), None
    return str(value), None


def _measures(result: dict[str, Any], key: str, fact: str) -> str:
    """Name the failing rows of a frame of measures (one row a day, method or purpose) with what was measured."""
    parts = []
    if not result["unexpected_count"]:
        return f"no fault in {result['element_count']} {MEASURED[key]}"
    for row in result.get("partial_unexpected_index_list") or []:
        for column, value in row.items():
            if column != key and isinstance(value, numbers.Real):
                said = _measure(column, value, fact)
                parts.append(said if key == "day" else f"{row[key]}: {said}")
    return "; ".join(parts)


def _measure(column: str, value: Any, fact: str) -> str:  # noqa: ANN401 (a number of numpy)
    if isinstance(value, bool | np.bool):
        return fact
    if column.endswith("_share"):
        return f"{value:.1%} of the {fact}"
    return f"{value:,.0f} {fact}" if float(value).is_integer() else f"{value:,.3g} {fact}"


def _sample_ids(result: dict[str, Any], key: str) -> list[str]:
    return [str(row[key]) for row in result.get("partial_unexpected_index_list") or [] if key in row]
