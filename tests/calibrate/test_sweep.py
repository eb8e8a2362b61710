"""The sweep against counting one pair at a time; choices, clusters, probability and policy cells."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_pairs import pairs

from neartwin.calibrate import clusters, probability
from neartwin.calibrate.choice import Threshold, moving_series, propose, review_defaults, review_from, trial
from neartwin.calibrate.labelled import MEASURES
from neartwin.calibrate.policy import Rule, is_equal, loosened, resolve, tightened
from neartwin.calibrate.sweep import sweep
from neartwin.settings import CalibrationSettings, PurposeSettings

WANTED = CalibrationSettings()
REVIEW = review_defaults(PurposeSettings(deciding_method="m@1"))

judged = st.lists(
    st.tuples(
        st.sampled_from([None, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0]),
        st.sampled_from(["same", "different", "unsure"]),
        st.sampled_from(["", "numbers differ"]),
        st.booleans(),
        st.integers(0, 5),
        st.sampled_from([None, 0.5, 0.1]),
    ),
    max_size=30,
)


def made_of(rows):
    similarity, verdict, guards, indexed, groups, inclusion = zip(*rows, strict=True) if rows else [()] * 6
    made = pairs(
        len(rows),
        jaccard=list(similarity),
        verdict=list(verdict),
        guards=list(guards),
        is_indexed=list(indexed),
        inclusion=list(inclusion),
    )
    return made, np.array(groups, dtype=np.int64)


@given(judged)
def test_every_threshold_counts_as_counting_by_hand_does(rows):
    made, groups = made_of(rows)

    swept = sweep(made, groups, "jaccard", 0.5, WANTED)

    for place, at in enumerate(swept.thresholds):
        merged = made.can_act & (np.nan_to_num(made.measures["jaccard"], nan=-1) >= at)
        same, different = made.verdict == 1, made.verdict == 0
        weight = made.weight
        assert swept.tp[place] == pytest.approx(weight[merged & same].sum())
        assert swept.fp[place] == pytest.approx(weight[merged & different].sum())
        assert swept.fn[place] == pytest.approx(weight[~merged & same].sum())
        assert swept.tn[place] == pytest.approx(weight[~merged & different].sum())
        if (weight == 1).all():
            assert swept.n_actions[place] == len(set(groups[merged]))
            assert swept.n_wrong[place] == len(set(groups[merged & ~same]))
        lower, upper = (bound[place] for bound in swept.precision_interval)
        assert lower - 1e-9 <= swept.precision[place] <= upper + 1e-9


def test_nothing_compared_is_an_empty_sweep():
    made, groups = made_of([(None, "same", "", True, 0, None)])
    assert len(sweep(made, groups, "jaccard", 0.5, WANTED)) == 0


def test_one_pair_of_sites_counts_for_no_more_than_its_due():
    made = pairs(300, sites_l=[["a.example"]] * 300, sites_r=[["b.example"]] * 300)
    tried = trial(made, np.arange(300), Threshold("jaccard", 0.9, 0), 0.98, WANTED)
    assert tried.n_counted == WANTED.groups_per_site_pair
    assert tried.outcome == "not tested"


def test_an_unsure_pair_is_a_wrong_action():
    made = pairs(400, verdict=["same"] * 399 + ["unsure"])
    assert trial(made, np.arange(400), Threshold("jaccard", 0.9, 0), 0.98, WANTED).n_wrong == 1


def test_a_group_is_one_action():
    tried = trial(pairs(400), np.zeros(400, np.int64), Threshold("jaccard", 0.9, 0), 0.98, WANTED)
    assert tried.n_actions == 1


def test_strategies_differ_on_the_same_labels():
    similarity = [0.95] * 300 + [0.9] * 100 + [0.5] * 100
    verdict = ["same"] * 390 + ["different"] * 110
    made = pairs(500, verdict=verdict, **dict.fromkeys(MEASURES, similarity))
    at = {name: propose(name, made, np.arange(500), 0.98, REVIEW, WANTED).at for name in ("cost", "moving", "roc")}
    assert at["cost"] == 0.95
    assert at["roc"] == 0.9
    assert at["moving"] < 0.95


def test_the_moving_rule_adapts_every_thousand_records_and_has_a_floor():
    similarity = [0.95, 0.94] * 500 + [0.5] * 1_000
    made = pairs(2_000, **dict.fromkeys(MEASURES, similarity))
    assert moving_series(made, "jaccard", WANTED).tolist() == pytest.approx([0.945 - 2 * 0.005, 0.8])


def test_review_starts_where_recall_wants_it_and_people_can_keep_up():
    made = pairs(20, jaccard=[0.5 + i / 100 for i in range(20)])
    assert review_from(made, "jaccard", 0.5, {}, 100, 0.95)[0] == 0.51
    at, why = review_from(made, "jaccard", 0.5, {900: 60.0, 700: 60.0, 600: 60.0}, 100, 0.95)
    assert at == pytest.approx(0.701)
    assert "at most 100" in why
    assert review_from(made.take(np.arange(5)), "jaccard", 0.4, {}, 100, 0.95)[0] == 0.4


def test_clusters_are_measured_document_by_document():
    true, merged = np.array([0, 0, 0, 1, 1]), np.array([0, 0, 1, 1, 1])
    precision, recall = clusters.b_cubed(true, merged)
    assert precision.tolist() == pytest.approx([1, 1, 1 / 3, 2 / 3, 2 / 3])
    assert recall.tolist() == pytest.approx([2 / 3, 2 / 3, 1 / 3, 1, 1])


def test_a_chain_that_joins_what_labels_keep_apart_is_named():
    made = pairs(2, document_id_l=["a", "b"], document_id_r=["b", "c"], verdict=["same", "different"])
    told = clusters.agreement(made, np.array([True, True]))
    assert told["worst"][0]["documents"] == ["a", "b", "c"]
    assert told["b_cubed_recall"] == 1
    assert clusters.agreement(made.take(np.array([], dtype=int)), np.array([], bool)) is None


def test_the_match_probability_rises_and_is_honest():
    random = np.random.default_rng(1)
    similarity = random.uniform(0, 1, 4_000)
    same = random.random(4_000) < similarity
    made = pairs(4_000, jaccard=list(similarity), verdict=["same" if s else "different" for s in same])
    half = np.arange(4_000) % 2 == 0
    points = probability.fit(made.take(half), "jaccard")
    stated = probability.probabilities(points, np.linspace(0, 1, 50))
    assert (np.diff(stated) >= 0).all()
    for row in probability.reliability(made, "jaccard", points, ~half):
        assert abs(row["stated"] - row["observed"]) < 0.12
    assert probability.fit(made.take(same), "jaccard") == []


values = st.sampled_from([None, 0.7, 0.8, 0.9])
places = st.tuples(
    st.sampled_from(["vi", "zh"]),
    st.sampled_from(["article", "product", "*"]),
    st.sampled_from(["short", "long", "*"]),
)
policies = st.dictionaries(places, st.tuples(st.sampled_from(["jaccard", "aligned"]), values), max_size=6).map(
    lambda rows: [
        Rule(language=p[0], kind=p[1], length_band=p[2], measure=m, merge_at=v, review_at=0.5, calibration_id="c")
        for p, (m, v) in rows.items()
    ]
)


def merges(rules, cell, similarity):
    rule = resolve(rules, *cell)
    return rule is not None and rule.merge_at is not None and similarity[rule.measure] >= rule.merge_at


@given(policies, policies)
def test_what_comes_into_force_by_itself_merges_nothing_new(active, candidate):
    tight = tightened(active, candidate)
    cells = list(product(["vi", "zh"], ["article", "product", "forum"], ["short", "medium", "long"]))
    for cell, a, b in product(cells, (0.65, 0.75, 0.85, 0.95), (0.65, 0.95)):
        similarity = {"jaccard": a, "aligned": b}
        assert not merges(tight, cell, similarity) or merges(active, cell, similarity)
        if not loosened(active, candidate):
            assert not merges(candidate, cell, similarity) or merges(active, cell, similarity)
    assert loosened(active, active) == []
    assert is_equal(active, active)
