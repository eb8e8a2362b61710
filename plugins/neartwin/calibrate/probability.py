"""The probability that a pair is the same, given its similarity: ranks the review queue, and is checked for honesty."""

from typing import Any

import numpy as np
from sklearn.isotonic import IsotonicRegression

from neartwin.calibrate.intervals import Floats, wilson
from neartwin.calibrate.labelled import DIFFERENT, SAME, Bools, LabelledPairs

N_BINS = 10


def fit(pairs: LabelledPairs, measure: str) -> list[tuple[float, float]]:
    """Return (similarity, match probability) points of a rising step-free curve (isotonic regression); [] without both.

    Between two points the probability is interpolated, outside them it stays. Guarded pairs take part: a guard is what
    the queue shows beside the probability.
    """
    similarity = pairs.measures[measure]
    usable = ~np.isnan(similarity) & (pairs.verdict >= DIFFERENT)
    if len(np.unique(pairs.verdict[usable])) < 2:
        return []
    model = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip")
    model.fit(similarity[usable], pairs.verdict[usable] == SAME, sample_weight=pairs.weight[usable])
    return [(float(x), float(y)) for x, y in zip(model.X_thresholds_, model.y_thresholds_, strict=True)]


def probabilities(points: list[tuple[float, float]], similarity: Floats) -> Floats:
    """Return the match probability of each similarity."""
    x, y = np.array(points).T
    return np.asarray(np.interp(similarity, x, y), dtype=np.float64)


def reliability(
    pairs: LabelledPairs, measure: str, points: list[tuple[float, float]], tested: Bools
) -> list[dict[str, Any]]:
    """Return, for tenths of the stated probability, how many judged pairs were the same in truth, with 95 % intervals.

    `tested` marks the pairs to check on: those that did not fit the curve, where there are any.
    """
    similarity = pairs.measures[measure]
    usable = tested & ~np.isnan(similarity) & (pairs.verdict >= DIFFERENT)
    if not points or not usable.any():
        return []
    stated = probabilities(points, similarity[usable])
    is_same = pairs.verdict[usable] == SAME
    bins = np.minimum((stated * N_BINS).astype(np.int64), N_BINS - 1)
    found = []
    for place in np.unique(bins):
        is_in = bins == place
        n, n_same = int(is_in.sum()), int(is_same[is_in].sum())
        lower, upper = (float(bound) for bound in wilson(n_same, n))
        row = {"stated": float(stated[is_in].mean()), "observed": n_same / n, "n": n, "lower": lower, "upper": upper}
        found.append(row)
    return found
