"""What every threshold value would do: pairs right and wrong, actions, cost, load; one pass over sorted arrays."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from neartwin.calibrate.intervals import Floats, effective, wilson
from neartwin.calibrate.labelled import DIFFERENT, SAME, Bools, Ints, LabelledPairs
from neartwin.settings import CalibrationSettings


@dataclass(frozen=True)
class Sweep:
    """Counts at each distinct similarity of a measure, taken as the threshold; falling, after guards.

    tp, fp, fn, tn are sums of weights over pairs judged same or different (weights are 1 / inclusion probability);
    n_effective is what they are worth in equally weighted labels. A same pair that no index found, or that a guard
    holds, is a false negative at every threshold. n_actions are independent groups in which something would be merged,
    n_wrong those in which something wrong would be: a pair judged different, or unsure. evidence is the share of
    n_actions that counts once no pair of sites counts for more than its due.
    """

    measure: str
    thresholds: Floats
    tp: Floats
    fp: Floats
    fn: Floats
    tn: Floats
    n_effective: float
    n_actions: Floats
    n_wrong: Floats
    evidence: Floats
    cost: Floats
    n_review: Floats

    def __len__(self) -> int:
        """Return the number of threshold values."""
        return len(self.thresholds)

    @cached_property
    def precision(self) -> Floats:
        """Share of merged pairs that are the same; 1 where nothing is merged."""
        return _share(self.tp, self.tp + self.fp, empty=1.0)

    @cached_property
    def recall(self) -> Floats:
        """Share of the same pairs that are merged; 0 where there is none."""
        return _share(self.tp, self.tp + self.fn, empty=0.0)

    @cached_property
    def f1(self) -> Floats:
        """Harmonic mean of precision and recall."""
        return _share(2 * self.tp, 2 * self.tp + self.fp + self.fn, empty=0.0)

    @cached_property
    def false_positive_rate(self) -> Floats:
        """Share of the different pairs that are merged."""
        return _share(self.fp, self.fp + self.tn, empty=0.0)

    @cached_property
    def precision_interval(self) -> tuple[Floats, Floats]:
        """95 % interval of the pair precision, at the effective number of labels."""
        return self._interval(self.precision, self.tp + self.fp)

    @cached_property
    def recall_interval(self) -> tuple[Floats, Floats]:
        """95 % interval of the recall, at the effective number of labels."""
        return self._interval(self.recall, self.tp + self.fn)

    @cached_property
    def f1_interval(self) -> tuple[Floats, Floats]:
        """95 % interval of F1 through its Jaccard form J = TP / (TP + FP + FN), a share: F1 = 2J / (1 + J)."""
        whole = self.tp + self.fp + self.fn
        lower, upper = self._interval(_share(self.tp, whole, empty=0.0), whole)
        return 2 * lower / (1 + lower), 2 * upper / (1 + upper)

    @cached_property
    def action_precision(self) -> Floats:
        """Share of independent actions that are right; 1 where there is none."""
        return _share(self.n_actions - self.n_wrong, self.n_actions, empty=1.0)

    @cached_property
    def action_lower(self) -> Floats:
        """Lower 95 % bound of the action precision, on the evidence that counts."""
        counted = self.n_actions * self.evidence
        return wilson(self.action_precision * counted, counted)[0]

    def at(self, threshold: float) -> int | None:
        """Return the place of the lowest value that a threshold still merges; None if it merges nothing."""
        n = int(np.searchsorted(-self.thresholds, -threshold, side="right"))
        return n - 1 if n else None

    def _interval(self, share: Floats, whole: Floats) -> tuple[Floats, Floats]:
        total = self.tp + self.fp + self.fn + self.tn
        counted = whole * _share(np.full(len(self), self.n_effective), total, empty=0.0)
        return wilson(share * counted, counted)


def sweep(pairs: LabelledPairs, groups: Ints, measure: str, review_at: float, wanted: CalibrationSettings) -> Sweep:
    """Return the sweep of one measure over pairs of one stratum; empty when no pair has the measure."""
    similarity = pairs.measures[measure]
    acts = pairs.can_act & ~np.isnan(similarity)
    is_known = pairs.verdict >= DIFFERENT
    thresholds = np.unique(similarity[acts])[::-1]
    tp, fp = (_above(similarity, pairs.weight, acts & (pairs.verdict == v), thresholds) for v in (SAME, DIFFERENT))
    n_same, n_different = (float(pairs.weight[pairs.verdict == v].sum()) for v in (SAME, DIFFERENT))
    n_actions, n_wrong, evidence = _actions(pairs, groups, similarity, acts, thresholds, wanted.groups_per_site_pair)
    shown = _above(similarity, pairs.weight, acts, np.array([review_at]))[0]
    merged = _above(similarity, pairs.weight, acts, thresholds)
    n_review = np.maximum(shown - merged, 0)
    shown_same = _above(similarity, pairs.weight, acts & (pairs.verdict == SAME), np.array([review_at]))[0]
    missed = n_same - np.maximum(tp, shown_same)
    return Sweep(
        measure=measure,
        thresholds=thresholds,
        tp=tp,
        fp=fp,
        fn=n_same - tp,
        tn=n_different - fp,
        n_effective=effective(pairs.weight[is_known]),
        n_actions=n_actions,
        n_wrong=n_wrong,
        evidence=evidence,
        cost=wanted.cost_false_merge * fp + wanted.cost_missed_merge * missed + wanted.cost_review * n_review,
        n_review=n_review,
    )


def _above(similarity: Floats, weight: Floats, chosen: Bools, thresholds: Floats) -> Floats:
    """Return the sum of weights of chosen pairs at or above each threshold."""
    values, weights = similarity[chosen], weight[chosen]
    order = np.argsort(-values, kind="stable")
    sums = np.concatenate([[0.0], np.cumsum(weights[order])])
    return np.asarray(sums[np.searchsorted(-values[order], -thresholds, side="right")], dtype=np.float64)


def _actions(
    pairs: LabelledPairs, groups: Ints, similarity: Floats, acts: Bools, thresholds: Floats, per_site_pair: int
) -> tuple[Floats, Floats, Floats]:
    """Return (weight of groups with an action, of groups with a wrong one, share that counts) at each threshold.

    A group enters at its highest pair, and turns wrong at its highest pair that is not judged same. It weighs what its
    first pair weighs. The share that counts is Kish's effective number of groups, with at most `per_site_pair` groups
    for one pair of sites, over the weight of the groups.
    """
    places = np.flatnonzero(acts)
    order = places[np.argsort(-similarity[places], kind="stable")]
    _, first = np.unique(groups[order], return_index=True)
    entering = order[np.sort(first)]
    wrong = order[pairs.verdict[order] != SAME]
    _, first_wrong = np.unique(groups[wrong], return_index=True)
    turning = wrong[first_wrong]
    weight_of = dict(zip(groups[entering].tolist(), pairs.weight[entering].tolist(), strict=True))
    weights = pairs.weight[entering]
    values = similarity[entering]
    everything = np.ones(len(pairs), np.bool_)
    n_actions = _above(values, weights, everything[: len(values)], thresholds)
    turned = np.array([weight_of[group] for group in groups[turning].tolist()], dtype=np.float64)
    n_wrong = _above(similarity[turning], turned, everything[: len(turning)], thresholds)
    squares = _above(values, weights**2, everything[: len(values)], thresholds)
    kish = _share(n_actions**2, squares, empty=0.0)
    capped = _capped(pairs, entering, values, thresholds, per_site_pair)
    return n_actions, n_wrong, _share(kish * capped, n_actions, empty=0.0)


def _capped(pairs: LabelledPairs, entering: Ints, values: Floats, thresholds: Floats, per_site_pair: int) -> Floats:
    """Return the share of groups that count when one pair of sites counts for at most `per_site_pair` of them.

    `entering` falls in similarity: at every threshold the groups of a pair of sites that count are its highest.
    """
    order = np.argsort(pairs.site_pair[entering], kind="stable")
    sorted_pairs = pairs.site_pair[entering][order]
    starts = np.flatnonzero(np.diff(sorted_pairs, prepend=-1))
    rank = np.empty(len(entering), np.int64)
    rank[order] = np.arange(len(entering)) - np.repeat(starts, np.diff(starts, append=len(entering)))
    kept = np.concatenate([[0.0], np.cumsum(rank < per_site_pair)])
    n = np.searchsorted(-values, -thresholds, side="right")
    return _share(kept[n], n.astype(np.float64), empty=0.0)


def _share(part: Floats, whole: Floats, *, empty: float) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole > 0, part / whole, empty)
