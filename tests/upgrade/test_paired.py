"""Paired comparisons: exact on small cases, intervals that hold what is true, nothing said of nothing."""

from dataclasses import replace

import numpy as np
import pytest

from calibrate.judged_pairs import pairs
from neartwin.calibrate.policy import Rule
from neartwin.settings import PurposeSettings
from neartwin.upgrade import paired
from neartwin.upgrade.paired import Sides

WANTED = PurposeSettings(deciding_method="m", review_at=0.5)


def rule(at, measure="jaccard"):
    return Rule(
        language="vi", kind="*", length_band="*", measure=measure, merge_at=at, review_at=0.5, calibration_id="c"
    )


def both_of(old, new, verdicts):
    sides = [pairs(len(verdicts), verdict=verdicts, jaccard=own, containment=own, aligned=own) for own in (old, new)]
    return paired.both(*sides)


def compared(old, new, verdicts, rules=()):
    sides = both_of(old, new, verdicts)
    took = [paired.acts(side, rules, WANTED) for side in (sides.old, sides.new)]
    return {row["level"]: row for row in paired.compare(sides, *took)}


def test_the_same_method_differs_in_nothing():
    row = compared([0.9, 0.9, 0.2], [0.9, 0.9, 0.2], ["same", "same", "different"])["shown"]

    assert (row["precision"]["difference"], row["recall"]["difference"]) == (0.0, 0.0)
    assert row["mcnemar"] == {"n_lost": 0, "n_gained": 0, "p": 1.0}


def test_precision_recall_and_the_exact_test_on_a_case_counted_by_hand():
    verdicts = ["same"] * 8 + ["different"] * 2
    row = compared([0.9] * 2 + [0.1] * 6 + [0.9] * 2, [0.9] * 8 + [0.1] * 2, verdicts)["shown"]

    assert (row["precision"]["old"], row["precision"]["new"]) == (0.5, 1.0)
    assert (row["recall"]["old"], row["recall"]["new"]) == (0.25, 1.0)
    assert row["mcnemar"]["n_gained"] == 8
    assert row["mcnemar"]["p"] == pytest.approx(2 / 2**8)
    assert row["recall"]["lower"] > 0


def test_a_guard_or_no_index_keeps_a_pair_from_being_shown():
    side = pairs(3, guards=["", "numbers differ", ""], is_indexed=[True, True, False])
    took = paired.acts(side, [rule(0.8)], WANTED)

    assert took["found"].tolist() == [True, True, False]
    assert took["shown"].tolist() == took["merged"].tolist() == [True, False, False]


def test_without_a_rule_nothing_merges_and_with_one_its_own_measure_counts():
    side = pairs(2, jaccard=[0.95, 0.95], hamming=[0.7, 0.99])

    assert not paired.acts(side, [], WANTED)["merged"].any()
    assert paired.acts(side, [rule(0.9, "hamming")], WANTED)["merged"].tolist() == [False, True]


def test_only_pairs_that_both_have_compared_and_people_have_settled_count():
    sides = both_of([0.9, None, 0.9, 0.9], [0.9, 0.9, None, 0.9], ["same", "same", "same", "unsure"])

    assert sides.old.label_id.tolist() == ["l0"]
    empty = both_of([], [], [])
    assert len(empty) == 0
    took = paired.acts(empty.old, [], WANTED)
    assert [row["precision"]["old"] for row in paired.compare(empty, took, took)] == [None] * 3


def test_the_interval_of_a_difference_covers_the_truth_about_as_often_as_it_says():
    random = np.random.default_rng(7)
    n, rounds, covered = 200, 60, 0
    for _ in range(rounds):
        found_old, found_new = random.random(n) < 0.7, random.random(n) < 0.8
        sides = both_of(np.where(found_old, 0.9, 0.1).tolist(), np.where(found_new, 0.9, 0.1).tolist(), ["same"] * n)
        took = [paired.acts(side, [], WANTED) for side in (sides.old, sides.new)]
        row = next(row for row in paired.compare(sides, *took) if row["level"] == "shown")
        covered += row["recall"]["lower"] <= 0.1 <= row["recall"]["upper"]

    assert covered / rounds > 0.87


def test_pairs_of_one_group_count_once_for_the_interval():
    n = 60
    similar = [0.9] * (n // 2) + [0.1] * (n // 2)
    apart = both_of([0.1] * n, similar, ["same"] * n)
    chain = [replace(side, left=np.array(["hub"] * n), right=side.right) for side in (apart.old, apart.new)]
    halves = [
        replace(side, left=np.array([f"hub{i // (n // 2)}" for i in range(n)])) for side in (apart.old, apart.new)
    ]

    def width(sides):
        took = [paired.acts(side, [], WANTED) for side in (sides.old, sides.new)]
        row = next(row for row in paired.compare(sides, *took) if row["level"] == "shown")["recall"]
        return row["upper"] - row["lower"]

    assert width(Sides(*halves)) > 2 * width(apart)
    assert width(Sides(*chain)) == 0
