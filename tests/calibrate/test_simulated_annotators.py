"""What calibration promises, over simulated annotators of known error: safety, coverage, no bias."""

from functools import cache

import numpy as np
import pytest
from judged_pairs import population, truths, unmeasured

from neartwin.calibrate.choice import propose, review_defaults, trial
from neartwin.calibrate.intervals import actions_needed, wilson
from neartwin.calibrate.split import split
from neartwin.calibrate.sweep import sweep
from neartwin.settings import CalibrationSettings, PurposeSettings

TARGET = 0.98
WANTED = CalibrationSettings()
REVIEW = review_defaults(PurposeSettings(deciding_method="m@1"))
N_SIMULATIONS = 200


@cache
def halves(n):
    return split(unmeasured(n), seed=1, held_out_share=0.5, min_labels=60, used={})


def simulated(seed, strategy, *, error=0.0, best=0.999, n=4_000):
    """Return the true precision at the threshold that may merge by itself; None when none may."""
    pairs = population(np.random.default_rng(seed), n, error=error, best=best)
    divided = halves(n)
    chooses, tests = np.flatnonzero(~divided.is_held_out), np.flatnonzero(divided.is_held_out)
    threshold = propose(strategy, pairs.take(chooses), divided.groups[chooses], TARGET, REVIEW, WANTED)
    if threshold is None:
        return None
    tried = trial(pairs.take(tests), divided.groups[tests], threshold, TARGET, WANTED)
    if tried.outcome != "passed":
        return None
    similarity, truth = truths(np.random.default_rng(10_000 + seed), 200_000, best=best)
    return truth[similarity >= threshold.at].mean()


@pytest.mark.parametrize(
    ("strategy", "error", "best"),
    [("cost", 0.0, 0.999), ("cost", 0.01, 0.999), ("cost", 0.0, 0.975), ("moving", 0.0, 0.975), ("roc", 0.01, 0.985)],
)
def test_thresholds_that_merge_keep_the_target_in_95_of_100_simulations(strategy, error, best):
    precisions = [simulated(seed, strategy, error=error, best=best) for seed in range(N_SIMULATIONS)]

    n_unsafe = sum(1 for precision in precisions if precision is not None and precision < TARGET)

    assert n_unsafe <= 0.05 * N_SIMULATIONS


def test_a_border_that_is_just_too_low_is_let_through_as_rarely_as_promised():
    """The true precision is 0.975 everywhere: only chance passes it, in 2.5 of 100 at most."""
    random = np.random.default_rng(5)
    passed = 0
    for _ in range(2_000):
        n_right = random.binomial(400, 0.975)
        passed += float(wilson(n_right, 400)[0]) >= TARGET
    assert passed / 2_000 <= 0.025


def test_safe_thresholds_are_found_when_there_is_evidence():
    precisions = [simulated(seed, "cost") for seed in range(30)]
    assert sum(precision is not None for precision in precisions) >= 15


def test_intervals_cover_at_their_nominal_rate():
    random = np.random.default_rng(1)
    for n, share in [(50, 0.7), (200, 0.9), (400, 0.97), (1_000, 0.98)]:
        found = random.binomial(n, share, 5_000)
        lower, upper = wilson(found.astype(float), np.full(5_000, float(n)))
        covered = np.mean((lower <= share) & (share <= upper))
        assert 0.935 <= covered <= 0.975, (n, share, covered)


def test_about_190_error_free_actions_earn_98_percent():
    assert actions_needed(0.98) == 189
    assert float(wilson(189, 189)[0]) >= 0.98
    assert float(wilson(188, 188)[0]) < 0.98
    assert 280 <= actions_needed(0.98, n_wrong=1) <= 300


def oversampled(similarity):
    """Pairs near a threshold are judged ten times as often as clear ones."""
    return np.where(np.abs(similarity - 0.75) < 0.1, 0.5, 0.05)


def test_estimates_with_known_inclusion_are_unbiased():
    similarity, truth = truths(np.random.default_rng(3), 400_000)
    at = 0.7
    true_precision = truth[similarity >= at].mean()
    true_recall = (truth & (similarity >= at)).sum() / truth.sum()
    precision, recall, naive, covered = [], [], [], 0
    for seed in range(N_SIMULATIONS):
        pairs = population(np.random.default_rng(seed), 4_000, inclusion=oversampled)
        swept = sweep(pairs, np.arange(len(pairs)), "jaccard", 0.5, WANTED)
        place = swept.at(at)
        precision.append(swept.precision[place])
        recall.append(swept.recall[place])
        naive.append(np.mean(pairs.verdict[pairs.measures["jaccard"] >= at]))
        lower, upper = swept.precision_interval
        covered += lower[place] <= true_precision <= upper[place]

    assert np.mean(precision) == pytest.approx(true_precision, abs=0.006)
    assert np.mean(recall) == pytest.approx(true_recall, abs=0.006)
    assert abs(np.mean(naive) - true_precision) > 0.02  # without weights the estimate is off
    assert covered / N_SIMULATIONS >= 0.93
