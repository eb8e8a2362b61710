"""Comparisons of methods: the same state is the same comparison, numbers hold, nothing in use changes."""

import json

import pytest

import versioned_days as v
from neartwin.errors import UpgradeError
from neartwin.merge import gate
from neartwin.report.comparison import comparison_path, render, write_comparison
from neartwin.upgrade import compare, comparisons
from neartwin.upgrade.detect import Upgrade
from neartwin.warehouse.checksum import table_checksums


def test_the_same_state_compared_again_is_the_same_comparison(opened):
    con, settings = opened
    first = compare.compare(con, settings, v.UPGRADE, "run")
    second = compare.compare(con, settings, v.UPGRADE, "again")

    assert second == first
    assert con.execute("select count(*) from comparisons").fetchall() == [(1,)]


def test_calibrating_and_comparing_change_nothing_that_is_in_use(opened):
    con, settings = opened
    before = table_checksums(con), con.execute("from policies where method_id = ?", [v.OLD]).fetchall()
    done = compare.calibrate_candidate(con, settings, v.UPGRADE, "run")
    compare.compare(con, settings, v.UPGRADE, "run")

    assert (table_checksums(con), con.execute("from policies where method_id = ?", [v.OLD]).fetchall()) == before
    assert done["search"]["n_labels"] == 8
    assert con.execute("select distinct method_id from calibrations").fetchall() == [(v.NEW,)]


def test_a_candidate_that_is_tried_spends_no_label_of_the_active_version(opened):
    con, settings = opened
    compare.calibrate_candidate(con, settings, v.UPGRADE, "run")
    known = {"purpose": "search"}
    used = {
        method_id: len(con.execute(_statement("select_used_documents"), known | {"method_id": method_id}).fetchall())
        for method_id in (v.OLD, v.NEW)
    }

    assert used == {v.OLD: 0, v.NEW: 16}


def _statement(name):
    from neartwin.warehouse import statement

    return statement(f"calibrate/{name}")


def test_gained_and_lost_candidates_are_counted_with_the_nearest_as_samples(opened):
    con, settings = opened
    pairs = con.execute(
        "select document_id_l, document_id_r from candidate_pairs where method_id = ? order by all limit 3", [v.OLD]
    ).fetchall()
    for left, right in pairs:
        con.execute(
            "delete from candidate_pairs where method_id = ? and document_id_l = ? and document_id_r = ?",
            [v.NEW, left, right],
        )
    found = compare.compare(con, settings, v.UPGRADE, "run").told["candidates"]

    assert (found["lost"]["n_pairs"], found["gained"]["n_pairs"]) == (3, 0)
    assert {(s["document_id_l"], s["document_id_r"]) for s in found["lost"]["samples"]} == set(pairs)
    assert found["lost"]["n_near"] == 3


def test_what_merging_would_do_differently_rests_on_the_policies_of_both(opened):
    con, settings = opened
    released = compare.compare(con, settings, v.UPGRADE, "run").told["purposes"]["search"]["change"]
    v.allow_merging(con, v.NEW, 0.6, "p2", "candidate")
    equal = compare.compare(con, settings, v.UPGRADE, "run").told

    assert released["released"]["n_documents"] > 0
    assert equal["purposes"]["search"]["change"]["released"]["n_documents"] == 0
    assert equal["policies"]["search"] == {"policy_id": "p2", "n_merging_strata": 1}


def test_an_incomplete_candidate_is_not_compared(opened):
    con, settings = opened
    con.execute("delete from fingerprints where method_id = ? and hash(document_id) % 7 = 0", [v.NEW])

    with pytest.raises(UpgradeError, match="of 3 days"):
        compare.compare(con, settings, v.UPGRADE, "run")
    assert con.execute("select count(*) from comparisons").fetchall() == [(0,)]


def test_a_page_method_is_compared_by_size_and_speed_alone(opened):
    con, settings = opened
    told = compare._method(con, settings, Upgrade("method", "simhash64-page@1", "simhash64-page@1"))

    assert told["purposes"] == told["policies"] == {}
    assert told["cost"]["new"]["n_fingerprints"] == told["cost"]["old"]["n_fingerprints"] > 0


def test_speed_and_size_are_of_the_same_texts(opened):
    con, settings = opened
    cost = compare.compare(con, settings, v.UPGRADE, "run").told["cost"]

    assert cost["n_timed"] == 48
    assert cost["old"]["n_fingerprints"] == cost["new"]["n_fingerprints"] == 48
    assert cost["old"]["documents_per_second"] > 0


def test_a_no_is_kept_until_there_are_new_labels(opened):
    con, settings = opened
    compared = compare.compare(con, settings, v.UPGRADE, "run")
    assert not comparisons.is_declined(con, compared)
    gate.record_answer(con, compared.comparison_id, is_approved=False, actor="ann", note="no", run_id="run")
    assert comparisons.is_declined(con, compared)
    v.judge(con, v.twins(con)[10:12])

    assert not comparisons.is_declined(con, compare.compare(con, settings, v.UPGRADE, "run"))


def test_the_page_and_its_twin_say_the_same_and_run_nothing(opened):
    con, settings = opened
    evil = "<script>alert(1)</script>\u202egnp \x1b[31m"
    con.execute("update documents set title = ?", [evil])
    con.execute("delete from candidate_pairs where method_id = ? and hash(document_id_l) % 2 = 0", [v.NEW])
    compared = compare.compare(con, settings, v.UPGRADE, "run")
    path = write_comparison(settings, compared.comparison_id, compared.told)
    page, twin = path.read_text(), json.loads(path.with_suffix(".json").read_text())

    assert path == comparison_path(settings, compared.comparison_id)
    assert twin["candidates"] == compared.told["candidates"]
    assert "<script" not in page
    assert "\u202e" not in page
    assert "\x1b" not in page
    assert "http" not in page.replace("http-equiv", "").split("<section")[0]
    assert v.NEW in page
    assert page == render(compared.comparison_id, compared.told)
