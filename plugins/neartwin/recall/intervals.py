"""Intervals of a measured share, and pooling it over days until it can be trusted."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

Z = 1.959964  # 95 %


def wilson(n_found: int, n_true: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927); all is possible when nothing was seen."""
    if not n_true:
        return 0.0, 1.0
    share, z2 = n_found / n_true, Z * Z
    centre = share + z2 / (2 * n_true)
    half = Z * sqrt(share * (1 - share) / n_true + z2 / (4 * n_true * n_true))
    scale = 1 + z2 / n_true
    lower, upper = (centre - half) / scale, (centre + half) / scale
    return (lower if n_found else 0.0), (upper if n_found < n_true else 1.0)  # exactly, not but for rounding


@dataclass(frozen=True, slots=True)
class Pooled:
    """True pairs and found ones of several days, the newest first until there are enough."""

    n_true: int
    n_found: int

    @property
    def recall(self) -> float | None:
        """Share found, None when nothing was there to find."""
        return self.n_found / self.n_true if self.n_true else None

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the recall."""
        return wilson(self.n_found, self.n_true)


def pool(days: Iterable[tuple[int, int]], enough: int) -> Pooled:
    """Add up (n_true, n_found) of days, given newest first, until `enough` true pairs are there."""
    n_true = n_found = 0
    for true, found in days:
        if n_true >= enough:
            break
        n_true, n_found = n_true + true, n_found + found
    return Pooled(n_true, n_found)
