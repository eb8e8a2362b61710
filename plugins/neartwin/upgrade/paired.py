"""Two methods on the same judged pairs: differences of precision and recall with paired intervals and an exact test."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import binomtest

from neartwin.calibrate import policy
from neartwin.calibrate.intervals import Floats
from neartwin.calibrate.labelled import DIFFERENT, SAME, Bools, LabelledPairs
from neartwin.calibrate.policy import Rule
from neartwin.calibrate.split import components
from neartwin.settings import PurposeSettings

N_DRAWS, BLOCK_DRAWS = 2_000, 100
SEED = 20_260_101
LEVELS = ("found", "shown", "merged")
"""What a method does with a pair: an index proposes it; people see it, or it merges; it merges by itself."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The same n judged pairs, as the old and as the new method measure them."""

    old: LabelledPairs
    new: LabelledPairs

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.old)


def both(old: LabelledPairs, new: LabelledPairs) -> Sides:
    """Return the pairs judged same or different whose documents are there and that both methods have compared."""
    shared = sorted(set(old.label_id.tolist()) & set(new.label_id.tolist()))
    sides = []
    for pairs in (old, new):
        place = {label: number for number, label in enumerate(pairs.label_id.tolist())}
        sides.append(pairs.take(np.array([place[label] for label in shared], dtype=np.int64)))
    usable = (sides[0].verdict >= DIFFERENT) & sides[0].is_extracted & sides[1].is_extracted
    for pairs in sides:
        usable &= ~np.isnan(pairs.measures["jaccard"])
    return Sides(sides[0].take(usable), sides[1].take(usable))


def acts(pairs: LabelledPairs, rules: Sequence[Rule], wanted: PurposeSettings) -> dict[str, Bools]:
    """Return for each level which pairs a method takes there, labels aside: what it would do with pairs nobody judged.

    A rule speaks for a pair as in `decide`; without one pairs are shown from the purpose's review thresholds on.
    """
    own = [
        policy.resolve(rules, *cell)
        for cell in zip(pairs.language.tolist(), pairs.kind.tolist(), pairs.length_band.tolist(), strict=True)
    ]
    similarity = np.array(
        [pairs.measures[rule.measure if rule else "jaccard"][place] for place, rule in enumerate(own)], np.float64
    )
    merge_at = np.array([np.nan if rule is None or rule.merge_at is None else rule.merge_at for rule in own])
    review_at = np.array([wanted.review_at if rule is None else rule.review_at for rule in own], np.float64)
    with np.errstate(invalid="ignore"):
        merged = pairs.can_act & (similarity >= merge_at.astype(np.float64))
        alike = (
            (similarity >= review_at)
            | (pairs.measures["containment"] >= wanted.review_containment_at)
            | (pairs.measures["aligned"] >= wanted.review_aligned_at)
        )
    return {"found": pairs.is_indexed, "shown": merged | (pairs.can_act & alike), "merged": merged}


def compare(sides: Sides, old: dict[str, Bools], new: dict[str, Bools]) -> list[dict[str, Any]]:
    """Return a row a level: precision and recall of both, their difference with a 95 % interval, and McNemar's test.

    Intervals are percentiles of a bootstrap that draws whole groups of documents joined by judged pairs (they are not
    independent within), both methods on the same draw. The test (McNemar 1947, exact) is over pairs that one method
    treats rightly and the other does not.
    """
    groups = components(list(zip(sides.old.left.tolist(), sides.old.right.tolist(), strict=True)))
    is_same, weight = sides.old.verdict == SAME, sides.old.weight
    parts = [np.column_stack([_counts(is_same, weight, took[name]) for took in (old, new)]) for name in LEVELS]
    drawn = np.split(_draws(np.column_stack(parts), groups), len(LEVELS), axis=1)
    return [
        _level(name, is_same, (old[name], new[name]), part.sum(axis=0), own)
        for name, part, own in zip(LEVELS, parts, drawn, strict=True)
    ]


def _level(name: str, is_same: Bools, took: tuple[Bools, Bools], totals: Floats, drawn: Floats) -> dict[str, Any]:
    """Return one row; totals and drawn hold (right and taken, taken, same, pairs) of the old method, then the new."""
    row: dict[str, Any] = {"level": name, "n_old": int(took[0].sum()), "n_new": int(took[1].sum())}
    for measure, part in (("precision", 1), ("recall", 2)):
        before, after = (_share(totals[side], totals[side + part]) for side in (0, 4))
        differences = _shares(drawn[:, 4], drawn[:, 4 + part]) - _shares(drawn[:, 0], drawn[:, part])
        row[measure] = {"old": before, "new": after} | _interval(before, after, differences)
    right_old, right_new = (own == is_same for own in took)
    row["mcnemar"] = _mcnemar(int((right_old & ~right_new).sum()), int((right_new & ~right_old).sum()))
    return row


def _counts(is_same: Bools, weight: Floats, taken: Bools) -> Floats:
    """Return (right and taken, taken, same, pairs) of each pair, weighted."""
    return np.column_stack([weight * (is_same & taken), weight * taken, weight * is_same, weight])


def _draws(counts: Floats, groups: Any) -> Floats:  # noqa: ANN401 (an array)
    """Return the sums of N_DRAWS samples of groups, drawn with replacement: one row a draw."""
    if not len(counts):
        return np.zeros((0, counts.shape[1]))
    names, places = np.unique(groups, return_inverse=True)
    sums = np.zeros((len(names), counts.shape[1]))
    np.add.at(sums, places.ravel(), counts)
    random = np.random.default_rng(SEED)
    chances = np.full(len(names), 1 / len(names))
    parts = [random.multinomial(len(names), chances, BLOCK_DRAWS) @ sums for _ in range(N_DRAWS // BLOCK_DRAWS)]
    return np.concatenate(parts)


def _interval(before: float | None, after: float | None, differences: Floats) -> dict[str, float | None]:
    known = differences[~np.isnan(differences)]
    if before is None or after is None or not len(known):
        return {"difference": None, "lower": None, "upper": None}
    lower, upper = np.percentile(known, [2.5, 97.5])
    return {"difference": after - before, "lower": float(lower), "upper": float(upper)}


def _mcnemar(n_lost: int, n_gained: int) -> dict[str, Any]:
    n = n_lost + n_gained
    return {"n_lost": n_lost, "n_gained": n_gained, "p": float(binomtest(n_gained, n).pvalue) if n else 1.0}


def _share(part: float, whole: float) -> float | None:
    return float(part / whole) if whole else None


def _shares(part: Floats, whole: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(part / whole)
