"""What a stage's checks say in the end: may the day go on, what failed, and what was put aside."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Literal

from neartwin.errors import QualityGateError

Severity = Literal["critical", "warning", "info"]
RANKS: dict[Severity, int] = {"info": 0, "warning": 1, "critical": 2}


@dataclass(frozen=True, slots=True)
class Result:
    """One expectation's outcome for the day (site '') or for one site that failed it. Holds no text of a page."""

    suite: str
    expectation: str
    site: str
    severity: Severity
    is_success: bool
    observed: str
    n_failed: int | None
    reason: str
    hint: str
    sample_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gate:
    """The answer of one stage.

    `max_severity` is the worst failure that stands for the day: a failure of one site, or one that a person has
    released for the same content, counts as a warning. `is_day_quarantined`: the day is put aside, by this stage or
    before, and must not go on. `quarantined_sites`: sites of the day put aside now.
    """

    stage: str
    day: date
    max_severity: Severity | None
    n_declared: int
    n_evaluated: int
    failures: tuple[Result, ...]
    quarantined_sites: tuple[str, ...]
    is_day_quarantined: bool
    held_because: str = ""

    @property
    def n_failed(self) -> int:
        """Number of failures, one a failing site of an expectation."""
        return len(self.failures)

    @property
    def explanation(self) -> str:
        """Say in one line why the day must not go on; '' when it may."""
        if self.max_severity != "critical":
            return ""
        worst = [f for f in self.failures if f.severity == "critical" and not f.site]
        faults = "; ".join(f"{f.suite}.{f.expectation}: {f.observed}" for f in worst[:3])
        more = f" and {len(worst) - 3} more" if len(worst) > 3 else ""
        standing = f"put aside: {self.held_because}" if self.held_because else ""
        return f"{self.day} {self.stage}: " + (f"{faults}{more}" if worst else standing)

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready form, small enough for XCom: counts, and the first failures without sample ids."""
        names = ("suite", "expectation", "site", "severity", "observed")
        return {
            "stage": self.stage,
            "max_severity": self.max_severity,
            "n_declared": self.n_declared,
            "n_evaluated": self.n_evaluated,
            "n_failed": self.n_failed,
            "quarantined_sites": len(self.quarantined_sites),
            "is_day_quarantined": self.is_day_quarantined,
            "failures": [{name: asdict(failure)[name] for name in names} for failure in self.failures[:20]],
        }

    def raise_if_critical(self) -> None:
        """Raise QualityGateError with the explanation when the day must not go on."""
        if self.is_day_quarantined or self.max_severity == "critical":
            raise QualityGateError(self.explanation)


def worst(failures: Iterable[Result], waived: Collection[str] = ()) -> Severity | None:
    """Return the worst severity for the day: critical of a site, or released by a person, is the day's warning."""
    severities: list[Severity] = [
        "warning" if f.severity == "critical" and (f.site or f.site in waived) else f.severity for f in failures
    ]
    return max(severities, key=RANKS.__getitem__, default=None)
