"""Named strategies that propose a threshold from calibration labels, and the one test that lets it merge by itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from neartwin.calibrate.intervals import Floats, actions_needed, wilson
from neartwin.calibrate.labelled import DIFFERENT, MEASURES, SAME, Ints, LabelledPairs
from neartwin.calibrate.sweep import Sweep, sweep
from neartwin.settings import CalibrationSettings, PurposeSettings

HAMMING_AT = 0.8  # 12 of 64 bits
FEW = 10  # same pairs, below which a recall says nothing

Strategy = Callable[[LabelledPairs, Sweep, float, CalibrationSettings], float | None]


@dataclass(frozen=True, slots=True)
class Threshold:
    """A proposed threshold on a measure, with its expected cost on the labels it was chosen on."""

    measure: str
    at: float
    cost: float


@dataclass(frozen=True, slots=True)
class Trial:
    """One pass or fail of a threshold on labels that did not choose it.

    outcome is `passed`, `failed`, or `not tested`: with less evidence than `n_needed` error-free actions not even a
    perfect record could pass, so the labels are not spent. n_counted is the evidence after weights and sites.
    """

    outcome: str
    n_actions: float
    n_wrong: float
    n_counted: float
    lower: float
    upper: float
    n_needed: int
    target: float

    @property
    def arithmetic(self) -> str:
        """How the bound came about, in one sentence."""
        if self.outcome == "not tested":
            return (
                f"{self.n_counted:.0f} independent held-out actions; a lower bound of {self.target:g} needs about "
                f"{self.n_needed} without an error (n / (n + 1.96²))"
            )
        relation = "≥" if self.outcome == "passed" else "<"
        more = "" if self.outcome == "passed" else f"; with as many errors it takes {self._enough()} actions"
        return (
            f"{self.n_actions - self.n_wrong:.0f} of {self.n_actions:.0f} independent held-out actions right, counted "
            f"as {self.n_counted:.0f}: lower bound {self.lower:.4f} {relation} {self.target:g}{more}"
        )

    def _enough(self) -> int:
        share = self.n_counted / self.n_actions if self.n_actions else 1.0
        return actions_needed(self.target, round(self.n_wrong * share))

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready form."""
        return {name: getattr(self, name) for name in self.__slots__} | {"arithmetic": self.arithmetic}


def cost_based(pairs: LabelledPairs, swept: Sweep, target: float, wanted: CalibrationSettings) -> float | None:
    """Return the value of least expected cost among those whose action precision could meet the target.

    Preferred are values whose lower bound meets it on the calibration side already; else its estimate must. Of equally
    cheap values the highest is taken. None when no value will do.
    """
    for is_safe in (swept.action_lower >= target, swept.action_precision >= target):
        usable = is_safe & (swept.n_actions > 0)
        if usable.any():
            return float(swept.thresholds[int(np.argmin(np.where(usable, swept.cost, np.inf)))])
    return None


def moving(pairs: LabelledPairs, swept: Sweep, target: float, wanted: CalibrationSettings) -> float | None:
    """Return mean − 2 standard deviations of the newest `moving_records` same pairs, never below the floor."""
    series = moving_series(pairs, swept.measure, wanted)
    return float(series[-1]) if len(series) else None


def moving_series(pairs: LabelledPairs, measure: str, wanted: CalibrationSettings) -> Floats:
    """Return the moving rule's value after each `moving_records` labels, in the order of their time."""
    order = np.argsort(pairs.labelled_at, kind="stable")
    similarity = pairs.measures[measure][order]
    is_same = pairs.verdict[order] == SAME
    values = []
    for start in range(0, len(order), wanted.moving_records):
        part = slice(start, start + wanted.moving_records)
        same = similarity[part][is_same[part]]
        same = same[~np.isnan(same)]
        if len(same) > 1:
            values.append(max(float(same.mean() - 2 * same.std()), wanted.moving_floor))
    return np.array(values)


def roc(pairs: LabelledPairs, swept: Sweep, target: float, wanted: CalibrationSettings) -> float | None:
    """Return the value that maximises true minus false positive rate (Youden 1950)."""
    if not len(swept) or not (pairs.verdict == DIFFERENT).any():
        return None
    return float(swept.thresholds[int(np.argmax(swept.recall - swept.false_positive_rate))])


STRATEGIES: Mapping[str, Strategy] = {"cost": cost_based, "moving": moving, "roc": roc}


def review_defaults(chosen: PurposeSettings) -> dict[str, float]:
    """Return from where a person looks, on each measure, before labels say better."""
    known = {"containment": chosen.review_containment_at, "aligned": chosen.review_aligned_at, "hamming": HAMMING_AT}
    return {measure: known.get(measure, chosen.review_at) for measure in MEASURES}


def propose(
    strategy: str,
    pairs: LabelledPairs,
    groups: Ints,
    target: float,
    review_at: Mapping[str, float],
    wanted: CalibrationSettings,
) -> Threshold | None:
    """Return the cheapest threshold over all measures that a strategy proposes on the pairs it may choose on.

    `review_at` says of each measure from where a person looks. Equal costs are decided by the order of MEASURES.
    None when no measure has one.
    """
    swept = [sweep(pairs, groups, measure, review_at[measure], wanted) for measure in MEASURES]
    found = [threshold for one in swept if (threshold := propose_on(strategy, pairs, one, target, wanted))]
    return min(found, key=lambda threshold: threshold.cost) if found else None


def propose_on(
    strategy: str, pairs: LabelledPairs, swept: Sweep, target: float, wanted: CalibrationSettings
) -> Threshold | None:
    """Return what a strategy proposes on one measure, with its cost."""
    if not len(swept):
        return None
    value = STRATEGIES[strategy](pairs, swept, target, wanted)
    place = None if value is None else swept.at(value)
    if value is None or place is None:
        return None
    return Threshold(swept.measure, value, float(swept.cost[place]))


def trial(
    pairs: LabelledPairs, groups: Ints, threshold: Threshold, target: float, wanted: CalibrationSettings
) -> Trial:
    """Return how a threshold does on labels that did not choose it."""
    swept = sweep(pairs, groups, threshold.measure, 0.0, wanted)
    place = swept.at(threshold.at)
    n_needed = actions_needed(target)
    if place is None:
        return Trial("not tested", 0, 0, 0, 0, 1, n_needed, target)
    n_actions, n_wrong = float(swept.n_actions[place]), float(swept.n_wrong[place])
    n_counted = n_actions * float(swept.evidence[place])
    share = float(swept.action_precision[place])
    lower, upper = (float(bound) for bound in wilson(share * n_counted, n_counted))
    outcome = "passed" if lower >= target else "failed" if n_counted >= n_needed else "not tested"
    return Trial(outcome, n_actions, n_wrong, n_counted, lower, upper, n_needed, target)


def review_from(
    pairs: LabelledPairs, measure: str, default: float, load: Mapping[int, float], per_day: float, recall: float
) -> tuple[float, str]:
    """Return (review_at, why): low enough for the wanted recall, raised until people can keep up.

    `load` counts stored unguarded pairs a day by thousandth of similarity. With fewer than ten same pairs the default
    stays; a stated share of same pairs lies at or above review_at otherwise.
    """
    same = pairs.measures[measure][(pairs.verdict == SAME) & pairs.can_act]
    same = np.sort(same[~np.isnan(same)])
    if len(same) < FEW:
        value, why = default, "the default: fewer than 10 same pairs are known"
    else:
        value = float(same[int((1 - recall) * len(same))])
        why = f"{recall:.0%} of the same pairs lie at or above it"
    waiting = sorted(load.items(), reverse=True)
    n = 0.0
    for thousandth, n_pairs in waiting:
        n += n_pairs
        if thousandth / 1000 < value:
            break
        if n > per_day:
            return min(
                (thousandth + 1) / 1000, 1.0
            ), f"raised so that at most {per_day:.0f} pairs a day wait for people"
    return value, why
