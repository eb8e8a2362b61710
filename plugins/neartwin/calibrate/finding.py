"""What a calibration finds for one stratum: a proposal, its one test, what held before, and the rules that follow."""

from collections.abc import Mapping
from dataclasses import dataclass

import duckdb
import numpy as np

from neartwin.calibrate import policy
from neartwin.calibrate.choice import Threshold, Trial, propose, review_defaults, review_from, trial
from neartwin.calibrate.labelled import SAME, LabelledPairs
from neartwin.calibrate.policy import Rule
from neartwin.calibrate.split import Split
from neartwin.calibrate.strata import Stratum
from neartwin.settings import Purpose, Settings
from neartwin.warehouse import run

Load = Mapping[tuple[str, str, str, str], Mapping[int, float]]
COUNTED_FROM = 500  # thousandths of similarity: from here on a pair is a share of people's daily load


@dataclass(frozen=True, slots=True)
class Ground:
    """What all findings of a calibration rest on.

    known are policies whose thresholds have passed before, the first that merges decides; load counts stored pairs a
    day by stratum, measure and thousandth.
    """

    con: duckdb.DuckDBPyConnection
    settings: Settings
    purpose: Purpose
    strategy: str
    pairs: LabelledPairs
    divided: Split
    known: tuple[list[Rule], ...]
    load: Load

    @property
    def target(self) -> float:
        """Lower bound of action precision that automatic merging needs."""
        return self.settings.purposes[self.purpose].precision_target


@dataclass(frozen=True, slots=True)
class Finding:
    """What came out for one stratum.

    standing is a rule of an earlier calibration that still holds; its trial is on all labels that did not choose it.
    """

    stratum: Stratum
    measure: str
    merge_at: float | None
    review_at: float
    reason: str
    review_reason: str = ""
    threshold: Threshold | None = None
    trial: Trial | None = None
    standing: Rule | None = None
    standing_trial: Trial | None = None

    @property
    def is_spent(self) -> bool:
        """Whether held-out labels have decided a pass or a fail."""
        return self.trial is not None and self.trial.outcome in ("passed", "failed")

    def rules(self, calibration_id: str) -> list[Rule]:
        """Return the policy rows; a standing threshold keeps the name of the calibration that gave it."""
        return [
            Rule(
                language=self.stratum.language,
                kind=kind,
                length_band=band,
                measure=self.measure,
                merge_at=self.merge_at,
                review_at=self.review_at,
                calibration_id=self.standing.calibration_id if self.standing else calibration_id,
            )
            for kind, band in self.stratum.rows
        ]


def find(ground: Ground, stratum: Stratum) -> Finding:
    """Choose on the calibration side, test once on the held-out side, and fall back on what was in force."""
    defaults = review_defaults(ground.settings.purposes[ground.purpose])
    if not stratum.rows:
        return Finding(stratum, "jaccard", None, defaults["jaccard"], stratum.reason)
    threshold, tried = _propose_and_try(ground, stratum, defaults)
    standing, standing_trial = _standing(ground, stratum)
    measure, merge_at = (threshold.measure if threshold else "jaccard"), None
    if threshold and tried and tried.outcome == "passed":
        merge_at, reason, standing = threshold.at, tried.arithmetic, None
    elif standing and standing_trial and standing_trial.outcome == "passed":
        measure, merge_at = standing.measure, standing.merge_at
        reason = f"the threshold of an earlier calibration still holds: {standing_trial.arithmetic}"
    else:
        reason, standing = _why_not(ground, stratum, threshold, tried, standing_trial), None
    review_at, why = _review(ground, stratum, measure, defaults[measure])
    known = [at for at in (merge_at, threshold.at if threshold and threshold.measure == measure else None) if at]
    review_at = min([review_at, *known])  # what is proposed for merging is shown to people until it may merge
    return Finding(stratum, measure, merge_at, review_at, reason, why, threshold, tried, standing, standing_trial)


def _propose_and_try(
    ground: Ground, stratum: Stratum, defaults: Mapping[str, float]
) -> tuple[Threshold | None, Trial | None]:
    wanted, groups = ground.settings.calibration, ground.divided.groups
    held_out = ground.divided.is_held_out[stratum.places]
    chooses, tests = stratum.places[~held_out], stratum.places[held_out]
    threshold = propose(ground.strategy, ground.pairs.take(chooses), groups[chooses], ground.target, defaults, wanted)
    if threshold is None:
        return None, None
    return threshold, trial(ground.pairs.take(tests), groups[tests], threshold, ground.target, wanted)


def _standing(ground: Ground, stratum: Stratum) -> tuple[Rule | None, Trial | None]:
    """Return a rule that has passed before and how it does on all labels that did not choose it, old and new."""
    kind, band = stratum.rows[0]
    rules = [policy.resolve(known, stratum.language, kind, band) for known in ground.known]
    rule = next((rule for rule in rules if rule and rule.merge_at is not None), None)
    if rule is None or rule.merge_at is None:
        return None, None
    chose = {row[0] for row in run(ground.con, "calibrate/select_chosen_on", calibration_id=rule.calibration_id)}
    sides = zip(ground.pairs.left[stratum.places].tolist(), ground.pairs.right[stratum.places].tolist(), strict=True)
    places = stratum.places[np.array([not chose & {*pair} for pair in sides], dtype=np.bool_)]
    threshold = Threshold(rule.measure, rule.merge_at, 0.0)
    groups = ground.divided.groups[places]
    return rule, trial(ground.pairs.take(places), groups, threshold, ground.target, ground.settings.calibration)


def _why_not(
    ground: Ground, stratum: Stratum, threshold: Threshold | None, tried: Trial | None, standing: Trial | None
) -> str:
    if threshold is None:
        why = _why_none(ground.pairs.take(stratum.places))
    elif tried is None or not ground.divided.is_held_out.any():
        why = "too few labels to hold any out, so no threshold may merge by itself"
    else:
        why = tried.arithmetic
    lost = (
        "" if standing is None else f"the threshold of an earlier calibration no longer holds: {standing.arithmetic}; "
    )
    return lost + why


def _why_none(pairs: LabelledPairs) -> str:
    if not len(pairs):
        return "nobody has judged a pair of this kind"
    if not (pairs.can_act & (pairs.verdict == SAME)).any():
        return "no pair judged same was found by the index and left by the guards, so there is nothing to choose on"
    return "no value would be safe on the labels it may be chosen on"


def _review(ground: Ground, stratum: Stratum, measure: str, default: float) -> tuple[float, str]:
    """Return (review_at, why): a stratum has its share of what people can look at in a day."""
    pairs, wanted = ground.pairs.take(stratum.places), ground.settings.calibration
    total = sum(_counted(counts) for key, counts in ground.load.items() if key[3] == measure)
    mine: dict[int, float] = {}
    for kind, band in {*zip(pairs.kind.tolist(), pairs.length_band.tolist(), strict=True)}:
        for at, n in ground.load.get((stratum.language, kind, band, measure), {}).items():
            mine[at] = mine.get(at, 0.0) + n
    share = _counted(mine) / total if total else 1.0
    per_day = max(wanted.reviews_per_day * share, 1)
    chooses = pairs.take(~ground.divided.is_held_out[stratum.places])
    return review_from(chooses, measure, default, mine, per_day, wanted.review_recall)


def _counted(counts: Mapping[int, float]) -> float:
    return sum(n for at, n in counts.items() if at >= COUNTED_FROM)
