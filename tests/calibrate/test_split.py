"""Splits and strata: no document on both sides, nothing moves, every pair counts once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_pairs import columns, pairs

from neartwin.calibrate.labelled import of_columns
from neartwin.calibrate.split import check_leakage, components, split
from neartwin.calibrate.strata import strata
from neartwin.errors import LeakageError

CHOICES = {"seed": 1, "held_out_share": 0.5, "min_labels": 1}


def joined(edges, **given):
    """Pairs over the given documents."""
    n = len(edges)
    return pairs(n, document_id_l=[min(e) for e in edges], document_id_r=[max(e) for e in edges], **given)


edges = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 30)).filter(lambda e: e[0] != e[1]), min_size=1, max_size=40
).map(lambda found: [(f"d{a:02}", f"d{b:02}") for a, b in found])


@given(edges, st.integers(0, 5))
def test_no_document_is_on_both_sides(found, seed):
    made = joined(found)
    divided = split(made, seed=seed, held_out_share=0.5, min_labels=1, used={})
    check_leakage(made, divided.is_held_out)


@given(edges, st.dictionaries(st.integers(0, 30).map("d{:02}".format), st.booleans()))
def test_a_used_document_brings_all_that_hangs_on_it_to_the_calibration_side(found, used):
    made = joined(found)
    divided = split(made, **CHOICES, used=used)
    for left, right, held_out in zip(made.left, made.right, divided.is_held_out, strict=True):
        assert not (held_out and (used.get(str(left)) or used.get(str(right))))


def test_a_document_on_both_sides_fails_loudly():
    made = joined([("a", "b"), ("b", "c")])
    with pytest.raises(LeakageError, match="1 documents"):
        check_leakage(made, np.array([True, False]))


def test_sites_are_kept_together_while_they_leave_halves():
    sites = [[f"s{i // 4}.example"] for i in range(80)]
    divided = split(pairs(80, sites_l=sites, sites_r=sites), **CHOICES, used={})
    assert divided.by == "documents and sites"
    assert all(len(set(divided.is_held_out[i : i + 4].tolist())) == 1 for i in range(0, 80, 4))


def test_one_site_in_every_pair_would_leave_no_halves_so_documents_alone_are_kept_together():
    divided = split(pairs(80, sites_l=[["big.example"]] * 80), **CHOICES, used={})
    assert divided.by == "documents"
    assert 20 < divided.is_held_out.sum() < 60


def test_the_split_is_stable_when_labels_are_added():
    few, many = pairs(100), pairs(200)
    sides = [split(made, **CHOICES, used={}).is_held_out for made in (few, many)]
    assert (sides[0] == sides[1][:100]).all()


def test_too_few_labels_are_not_split():
    divided = split(pairs(59), seed=1, held_out_share=0.5, min_labels=60, used={})
    assert divided.by.startswith("nothing")
    assert not divided.is_held_out.any()


def test_what_comes_after_a_test_in_its_language_is_held_out():
    made = pairs(40, language=["vi"] * 20 + ["en"] * 20)
    divided = split(made, **CHOICES, used={}, tested_languages=["vi"])
    assert divided.is_held_out[:20].all()
    assert not divided.is_held_out[20:].all()


def test_components_are_those_of_a_union_find():
    assert components([("a", "b"), ("c", "d"), ("b", "e")]).tolist() == [0, 1, 0]
    assert components([]).tolist() == []


strata_of = st.lists(
    st.tuples(
        st.sampled_from(["vi", "zh", "mixed"]),
        st.sampled_from(["article", "product"]),
        st.sampled_from(["short", "medium", "long"]),
        st.booleans(),
        st.booleans(),
        st.sampled_from(["same", "different"]),
    ),
    max_size=60,
)


@given(strata_of)
def test_every_pair_is_in_exactly_one_row_and_languages_are_never_pooled(rows):
    language, kind, band, is_important, is_extracted, verdict = zip(*rows, strict=True) if rows else [()] * 6
    made = pairs(
        len(rows),
        language=list(language),
        kind=list(kind),
        length_band=list(band),
        is_important=list(is_important),
        is_extracted=list(is_extracted),
        verdict=list(verdict),
    )

    found = strata(made, np.ones(len(made), bool), min_labels=6, min_verdicts=2)

    places = sorted(place for row in found for place in row.places.tolist())
    assert places == list(range(len(made)))
    for row in found:
        held = row.places
        if not row.rows:
            continue
        assert set(made.language[held]) <= {row.language}
        assert not made.is_important[held].any()
        if row.length_band == "short":
            assert set(made.length_band[held]) <= {"short"}
        else:
            assert "short" not in set(made.length_band[held]) or row.length_band == "short"


def test_a_small_stratum_is_pooled_by_length_band_first():
    made = columns(90, length_band=["long"] * 60 + ["medium"] * 30)
    made["verdict"] = ["same", "different"] * 45
    found = strata(of_columns(made), np.ones(90, bool), min_labels=40, min_verdicts=10)
    assert [(row.kind, row.length_band, len(row.places)) for row in found if len(row.places)] == [
        ("article", "long", 60),
        ("*", "*", 30),
    ]


def test_short_texts_never_take_the_threshold_of_longer_ones():
    made = columns(60, verdict=["same", "different"] * 30)
    made["length_band"][-5:] = ["short"] * 5
    found = strata(of_columns(made), np.ones(60, bool), min_labels=40, min_verdicts=10)
    rows = {place for row in found for place in row.rows if row.length_band == "short"}
    assert rows == {("*", "short"), ("article", "short")}
