"""Intervals of shares (Wilson 1927), for arrays and weighted samples; and how much evidence is enough."""

from math import ceil

import numpy as np
import numpy.typing as npt

Z = 1.96
Floats = npt.NDArray[np.float64]


def wilson(n_good: Floats | float, n: Floats | float, z: float = Z) -> tuple[Floats, Floats]:
    """Return (lower, upper) of the share n_good / n; counts may be effective ones, so fractions are taken.

    All is possible where nothing was seen.
    """
    good, seen = np.asarray(n_good, float), np.asarray(n, float)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(seen > 0, good / seen, 0.0)
        scale = 1 + z * z / seen
        centre = share + z * z / (2 * seen)
        half = z * np.sqrt(np.maximum(share * (1 - share), 0) / seen + z * z / (4 * seen * seen))
        lower, upper = (centre - half) / scale, (centre + half) / scale
    lower = np.where(seen > 0, np.where(good <= 0, 0.0, lower), 0.0)
    upper = np.where(seen > 0, np.where(good >= seen, 1.0, upper), 1.0)
    return lower, upper


def actions_needed(target: float, n_wrong: int = 0, z: float = Z) -> int:
    """Return how many independent actions, `n_wrong` of them wrong, bring the lower bound to the target.

    Without an error the bound is n / (n + z²), so n = z² · target / (1 − target): 189 for 0.98.
    """
    n = ceil(z * z * target / (1 - target) + n_wrong)
    while float(wilson(n - n_wrong, n, z)[0]) < target:
        n += max(1, n // 200)
    return n


def effective(weights: Floats) -> float:
    """Return how many equally weighted observations are worth as much (Kish 1965): (Σw)² / Σw²."""
    total = float(np.sum(weights))
    return total * total / float(np.sum(weights * weights)) if total else 0.0
