"""After-care: a standing random sample of applied merges that people judge, and what it says of the policy in force."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import duckdb

from neartwin.settings import Purpose, Settings
from neartwin.warehouse import run

Z = 1.96


@dataclass(frozen=True, slots=True)
class Audit:
    """What the sample says: `unjudged` pairs wait for people, `batches` hold a merge that was judged different."""

    n_sampled: int
    n_judged: int
    n_wrong: int
    lower: float
    upper: float
    unjudged: tuple[tuple[str, str], ...]
    batches: tuple[str, ...]

    def fails(self, target: float) -> bool:
        """Whether the policy must be tightened.

        Either the target is out of reach (the upper bound lies under it), or enough was judged to reach it without an
        error and the lower bound lies under it all the same.
        """
        enough = Z * Z * target / (1 - target)
        return self.n_judged > 0 and (self.upper < target or (self.n_judged >= enough and self.lower < target))


def audit(con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose) -> Audit:
    """Measure the share of right merges on the sample of `[gate] audit_merges`; an unsure verdict counts as neither."""
    rows = run(con, "merge/select_audit_pairs", purpose=purpose, n_rows=settings.gate.audit_merges)
    judged = [row for row in rows if row[3] in ("same", "different")]
    wrong = [row for row in judged if row[3] == "different"]
    lower, upper = bounds(len(judged) - len(wrong), len(judged))
    return Audit(
        n_sampled=len(rows),
        n_judged=len(judged),
        n_wrong=len(wrong),
        lower=lower,
        upper=upper,
        unjudged=tuple((row[0], row[1]) for row in rows if row[3] is None),
        batches=_distinct([row[2] for row in wrong]),
    )


def bounds(n_right: int, n: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927); all is possible where nothing was judged."""
    if n == 0:
        return 0.0, 1.0
    share, scale = n_right / n, 1 + Z * Z / n
    centre = share + Z * Z / (2 * n)
    half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale)


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))
