"""Everything that a calibration says about itself, as one JSON-ready dictionary of ids and numbers.

Held-out labels that have not decided anything yet stay unseen: no number here rests on them.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from neartwin.calibrate import clusters, probability
from neartwin.calibrate.choice import STRATEGIES, moving_series, propose_on, review_defaults
from neartwin.calibrate.finding import Finding
from neartwin.calibrate.intervals import wilson
from neartwin.calibrate.labelled import DIFFERENT, SAME, UNSURE, Bools, Ints, LabelledPairs
from neartwin.calibrate.split import Split
from neartwin.calibrate.sweep import Sweep, sweep
from neartwin.settings import Purpose, Settings

SCHEMA = "neartwin-calibration/1"
N_POINTS = 60
N_BINS = 20
SAME_LABELS = "evaluated on what it was chosen on"
POINT = ("thresholds", "tp", "fp", "fn", "tn", "precision", "recall", "f1", "false_positive_rate", "cost", "n_review")
ACTION = ("n_actions", "n_wrong", "action_precision", "action_lower")


def evaluate(
    settings: Settings, purpose: Purpose, pairs: LabelledPairs, divided: Split, findings: Sequence[Finding],
    spent: Bools, strategy: str,
) -> dict[str, Any]:  # fmt: skip
    """Return labels and split, strata with curves and trials, three levels, misses, strategies, reliability."""
    seen = ~divided.is_held_out | spent
    proposed, allowed = (_would_merge(pairs, findings, only_open=only_open) for only_open in (False, True))
    return {
        "schema": SCHEMA,
        "purpose": purpose,
        "target": settings.purposes[purpose].precision_target,
        "strategy": strategy,
        "split": {
            "by": divided.by,
            "seed": settings.calibration.split_seed,
            "n_calibration": int(np.sum(~divided.is_held_out)),
            "n_held_out": int(np.sum(divided.is_held_out)),
            "n_spent": int(np.sum(spent)),
            "n_groups": len(np.unique(divided.groups)),
        },
        "labels": _labels(pairs),
        "costs": settings.calibration.model_dump(),
        "strata": [_stratum(settings, purpose, pairs, divided, finding) for finding in findings],
        "pairs": _pair_level(pairs, seen, proposed, allowed),
        "confusion": _confusion(pairs, findings, seen),
        "clusters": clusters.agreement(pairs.take(seen), proposed[seen]),
        "misses": misses(pairs.take(seen), proposed[seen]),
        "false_merges": false_merges(pairs.take(seen), proposed[seen]),
    }


def misses(pairs: LabelledPairs, would_merge: Bools) -> dict[str, int]:
    """Return why same pairs are not merged: extraction, index, guard or threshold, the first that applies."""
    missed = (pairs.verdict == SAME) & ~would_merge
    causes = np.select(
        [~pairs.is_extracted | (pairs.relation == "bad extraction"), ~pairs.is_indexed, pairs.guards != ""],
        ["extraction", "index", "guard"],
        "threshold",
    )
    counts = Counter(causes[missed].tolist())
    return {cause: counts[cause] for cause in ("extraction", "index", "guard", "threshold")}


def false_merges(pairs: LabelledPairs, would_merge: Bools) -> dict[str, Any]:
    """Return which different pairs would be merged: counts by relation, and some ids."""
    wrong = (pairs.verdict == DIFFERENT) & would_merge
    relations = Counter(name or "no relation given" for name in pairs.relation[wrong].tolist())
    ids = zip(pairs.left[wrong].tolist(), pairs.right[wrong].tolist(), strict=True)
    return {"by_relation": dict(relations.most_common()), "pairs": [list(pair) for pair in ids][:20]}


def _stratum(
    settings: Settings, purpose: Purpose, pairs: LabelledPairs, divided: Split, finding: Finding
) -> dict[str, Any]:
    places = finding.stratum.places
    held_out = divided.is_held_out[places]
    evaluated = places[held_out] if finding.is_spent else places[~held_out]
    shown = places if finding.is_spent else places[~held_out]
    review_at = review_defaults(settings.purposes[purpose])
    swept = sweep(pairs.take(shown), divided.groups[shown], finding.measure, review_at[finding.measure],
                  settings.calibration)  # fmt: skip
    at = finding.threshold.at if finding.threshold else None
    points = probability.fit(pairs.take(places[~held_out]), finding.measure)
    part = pairs.take(evaluated)
    return {
        "language": finding.stratum.language,
        "kind": finding.stratum.kind,
        "length_band": finding.stratum.length_band,
        "pooled": list(finding.stratum.pooled),
        "n_labels": _verdicts(pairs, places),
        "n_held_out": int(np.sum(held_out)),
        "has_policy": bool(finding.stratum.rows),
        "measure": finding.measure,
        "proposed_at": at,
        "merge_at": finding.merge_at,
        "review_at": finding.review_at,
        "review_reason": finding.review_reason,
        "reason": finding.reason,
        "trial": finding.trial.as_dict() if finding.trial else None,
        "standing": finding.standing_trial.as_dict() if finding.standing_trial else None,
        "evaluated_on": "held-out labels" if finding.is_spent else SAME_LABELS,
        "histogram": _histogram(pairs.take(shown), finding.measure),
        "curve": _curve(swept, at),
        "strategies": _strategies(settings, purpose, pairs, divided, finding, evaluated),
        "moving_series": moving_series(pairs.take(places[~held_out]), finding.measure, settings.calibration).tolist(),
        "match_probability": _thinned(points),
        "reliability": probability.reliability(part, finding.measure, points, np.ones(len(part), np.bool_)),
    }


def _strategies(
    settings: Settings, purpose: Purpose, pairs: LabelledPairs, divided: Split, finding: Finding, evaluated: Ints
) -> list[dict[str, Any]]:
    """Return what each named strategy proposes on the same measure and labels, and how that does on the same labels."""
    if finding.threshold is None:
        return []
    wanted, target = settings.calibration, settings.purposes[purpose].precision_target
    review_at = review_defaults(settings.purposes[purpose])[finding.measure]
    chooses = finding.stratum.places[~divided.is_held_out[finding.stratum.places]]
    chosen_on, judged_on = (
        sweep(pairs.take(places), divided.groups[places], finding.measure, review_at, wanted)
        for places in (chooses, evaluated)
    )
    found = []
    for name in STRATEGIES:
        threshold = propose_on(name, pairs.take(chooses), chosen_on, target, wanted)
        place = judged_on.at(threshold.at) if threshold else None
        row: dict[str, Any] = {"strategy": name, "at": threshold.at if threshold else None}
        found.append(row | ({} if place is None else _point(judged_on, place)))
    return found


def _would_merge(pairs: LabelledPairs, findings: Sequence[Finding], *, only_open: bool) -> Bools:
    """Return the pairs at or above the threshold of their stratum: the policy's, or the proposed where none is open."""
    merged = np.zeros(len(pairs), np.bool_)
    for finding in findings:
        places = finding.stratum.places
        proposed = finding.threshold.at if finding.threshold and not only_open else None
        at = finding.merge_at if finding.merge_at is not None else proposed
        if at is not None:
            merged[places] = pairs.measures[finding.measure][places] >= at
    return merged & pairs.can_act


def _pair_level(pairs: LabelledPairs, seen: Bools, proposed: Bools, allowed: Bools) -> list[dict[str, Any]]:
    """Return one row for all seen pairs and one a language, at the proposed thresholds and under the policy."""
    rows = []
    for language in ("all", *sorted(set(pairs.language.tolist()))):
        is_in = seen & (pairs.verdict != UNSURE)
        is_in &= np.ones(len(pairs), np.bool_) if language == "all" else pairs.language == language
        row: dict[str, Any] = {"language": language, "n": int(is_in.sum())}
        for name, merged in (("proposed", proposed), ("policy", allowed)):
            row[name] = _pair_counts(pairs.verdict[is_in], merged[is_in], pairs.weight[is_in])
        rows.append(row)
    return rows


def _pair_counts(verdict: Ints, merged: Bools, weight: Any) -> dict[str, Any]:  # noqa: ANN401 (an array)
    tp, fp, fn, tn = (
        float(weight[(verdict == is_same) & (merged == is_merged)].sum())
        for is_same, is_merged in ((SAME, True), (DIFFERENT, True), (SAME, False), (DIFFERENT, False))
    )
    n = len(verdict) / weight.sum() if len(verdict) else 1.0
    bounds = {"precision": (tp, tp + fp), "recall": (tp, tp + fn)}
    told: dict[str, Any] = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    for name, (part, whole) in bounds.items():
        lower, upper = wilson(part * n, whole * n)
        told[name] = {"value": part / whole if whole else None, "lower": float(lower), "upper": float(upper)}
    return told


def _confusion(pairs: LabelledPairs, findings: Sequence[Finding], seen: Bools) -> list[dict[str, Any]]:
    """Return counts by judged verdict and by what the proposed thresholds would do."""
    merged = _would_merge(pairs, findings, only_open=False)
    reviewed = np.zeros(len(pairs), np.bool_)
    for finding in findings:
        places = finding.stratum.places
        reviewed[places] = pairs.measures[finding.measure][places] >= finding.review_at
    reviewed &= pairs.can_act & ~merged
    kept = ~merged & ~reviewed
    return [
        {"judged": name, "merge": _n(seen & is_in & merged), "review": _n(seen & is_in & reviewed),
         "keep": _n(seen & is_in & kept)}
        for name, is_in in (("same", pairs.verdict == SAME), ("different", pairs.verdict == DIFFERENT),
                            ("unsure", pairs.verdict == UNSURE))
    ]  # fmt: skip


def _labels(pairs: LabelledPairs) -> dict[str, Any]:
    everything = np.arange(len(pairs))
    return {
        "n": len(pairs),
        "verdicts": _verdicts(pairs, everything),
        "n_sampled": _n(pairs.weight != 1),
        "n_not_indexed": _n(pairs.is_extracted & ~pairs.is_indexed),
        "n_not_extracted": _n(~pairs.is_extracted),
        "languages": dict(Counter(pairs.language.tolist()).most_common()),
    }


def _verdicts(pairs: LabelledPairs, places: Ints) -> dict[str, int]:
    verdict = pairs.verdict[places]
    return {name: _n(verdict == v) for name, v in (("same", SAME), ("different", DIFFERENT), ("unsure", UNSURE))}


def _histogram(pairs: LabelledPairs, measure: str) -> list[dict[str, int]]:
    """Return twentieths of similarity with counts of same, different and guarded pairs."""
    similarity = pairs.measures[measure]
    place = np.minimum((np.nan_to_num(similarity, nan=-1) * N_BINS).astype(np.int64), N_BINS - 1)
    kinds = {
        "same": (pairs.verdict == SAME) & (pairs.guards == ""),
        "different": (pairs.verdict == DIFFERENT) & (pairs.guards == ""),
        "guarded": pairs.guards != "",
    }
    bins = []
    for index in range(N_BINS):
        is_in = (place == index) & ~np.isnan(similarity)
        counts = {name: _n(is_in & chosen) for name, chosen in kinds.items()}
        bins.append({name: n for name, n in counts.items() if n})
    return bins


def _curve(swept: Sweep, at: float | None) -> list[dict[str, float]]:
    """Return at most N_POINTS values of a sweep, the proposed one among them."""
    if not len(swept):
        return []
    places = set(np.linspace(0, len(swept) - 1, min(N_POINTS, len(swept))).astype(int).tolist())
    place = swept.at(at) if at is not None else None
    return [_point(swept, index) for index in sorted(places | ({place} if place is not None else set()))]


def _point(swept: Sweep, place: int) -> dict[str, float]:
    values = {name: round(float(getattr(swept, name)[place]), 6) for name in (*POINT, *ACTION)}
    for name in ("precision", "recall", "f1"):
        lower, upper = getattr(swept, f"{name}_interval")
        values |= {f"{name}_lower": round(float(lower[place]), 6), f"{name}_upper": round(float(upper[place]), 6)}
    return {"threshold": values.pop("thresholds")} | values


def _thinned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    places = sorted(set(np.linspace(0, len(points) - 1, min(N_POINTS, len(points))).astype(int).tolist()))
    return [points[place] for place in places]


def _n(chosen: Any) -> int:  # noqa: ANN401 (an array)
    return int(np.sum(chosen))
