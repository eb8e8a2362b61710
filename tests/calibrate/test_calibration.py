"""Calibrating a warehouse: what opens, what closes, what waits, and what is spent."""

import json
from datetime import timedelta

import pytest
from judged_pairs import METHOD, START, columns, enter, judge

from neartwin.calibrate import calibrate, compare, load, policy
from neartwin.decide import decide
from neartwin.errors import CalibrationError
from neartwin.report.evaluation import gather, write_evaluation
from neartwin.warehouse import ledger

N = 1_200


def clear_cut(n=N, **given):
    """Two of three pairs same at 0.95, the third different at 0.7: a border that labels show plainly."""
    same = [i % 3 != 0 for i in range(n)]
    similarity = [0.95 if is_same else 0.7 for is_same in same]
    measures = dict.fromkeys(("jaccard", "containment", "minhash_jaccard", "hamming", "aligned"), similarity)
    return columns(n, verdict=["same" if s else "different" for s in same], **measures, **given)


def later(made, start, n, verdict, similarity=0.95):
    """More pairs like `made`, judged after it."""
    measures = {name: [similarity] * n for name in ("jaccard", "containment", "minhash_jaccard", "hamming", "aligned")}
    return columns(
        n,
        label_id=[f"late{start + i}" for i in range(n)],
        document_id_l=[f"c{start + i:06}" for i in range(n)],
        document_id_r=[f"d{start + i:06}" for i in range(n)],
        sites_l=[[f"u{start + i}.example"] for i in range(n)],
        sites_r=[[f"v{start + i}.example"] for i in range(n)],
        labelled_at=[START + timedelta(days=30, minutes=start + i) for i in range(n)],
        verdict=[verdict] * n,
        **measures,
    )


def rules(con, policy_id):
    return {rule.place: rule for rule in policy.rules_of(con, policy_id)}


def test_enough_clear_labels_earn_a_candidate_that_waits_for_an_approver(con, settings):
    enter(con, clear_cut())

    done = calibrate(con, settings, "search", "r1")

    assert done["waiting"]
    assert policy.resolve(policy.rules_of(con, done["waiting"]), "vi", "article", "long").merge_at == 0.95
    assert all(rule.merge_at is None for rule in policy.active(con, "search", METHOD)[1])
    assert done["n_newly_merged"] == 2 * N * 2 / 3
    told = load(con, done["calibration_id"])["evaluation"]
    assert "lower bound" in next(row for row in told["strata"] if row["kind"] == "article")["reason"]


def test_an_approved_policy_merges_in_the_name_of_the_approver(con, settings):
    enter(con, clear_cut())
    done = calibrate(con, settings, "search", "r1")
    with pytest.raises(CalibrationError, match="another policy"):
        policy.approve(con, settings, done["waiting"], actor="admin", reason="late", expected="search-0")

    policy.approve(con, settings, done["waiting"], actor="admin", reason="seen", expected=done["replaces"])
    decide(con, settings, "search", None, "r2")

    verdicts = dict(con.execute("select verdict, count(*) from decisions group by all").fetchall())
    assert verdicts["merge"] == N * 2 / 3
    assert con.execute("select actor from ledger_entries where action = 'set_policy'").fetchall()[-1] == ("admin",)
    assert ledger.faults(con, settings) == []
    with pytest.raises(CalibrationError):
        policy.approve(con, settings, done["waiting"], actor="admin", reason="again")


def test_calibrating_again_changes_nothing(con, settings):
    enter(con, clear_cut())
    first = calibrate(con, settings, "search", "r1")
    before = [con.execute(f"from {name}").fetchall() for name in ("policies", "calibrations", "calibration_labels")]

    assert calibrate(con, settings, "search", "r2") == first
    after = [con.execute(f"from {name}").fetchall() for name in ("policies", "calibrations", "calibration_labels")]
    assert after == before


def test_no_label_is_no_policy(con, settings):
    done = calibrate(con, settings, "search", "r1")
    assert done["n_labels"] == 0
    assert con.execute("select count(*) from policies").fetchone() == (0,)


def test_few_labels_open_nothing_and_say_so(con, settings):
    enter(con, clear_cut(30))

    done = calibrate(con, settings, "search", "r1")

    told = gather(con, done["calibration_id"])
    assert not done["waiting"]
    assert told["split"]["by"] == "nothing: too few labels"
    assert told["scope"]["n_open"] == 0
    assert told["strata"][0]["evaluated_on"] == "evaluated on what it was chosen on"


def test_held_out_evidence_that_could_not_pass_is_not_spent(con, settings):
    enter(con, clear_cut(300))

    done = calibrate(con, settings, "search", "r1")

    row = load(con, done["calibration_id"])["evaluation"]["strata"][0]
    assert row["trial"]["outcome"] == "not tested"
    assert "189" in row["reason"]
    assert con.execute("select count(*) from calibration_labels where is_spent").fetchone() == (0,)


def test_wrong_pairs_at_the_same_similarity_open_nothing(con, settings):
    made = clear_cut()
    made["verdict"] = ["different" if i % 15 == 1 else verdict for i, verdict in enumerate(made["verdict"])]
    enter(con, made)

    done = calibrate(con, settings, "search", "r1")

    assert not done["waiting"]


def test_what_comes_after_a_test_is_held_out(con, settings):
    enter(con, clear_cut())
    calibrate(con, settings, "search", "r1")
    enter(con, later(None, 0, 40, "same"))

    second = calibrate(con, settings, "search", "r2")

    sides = con.execute(
        "select label_id like '%late%', side, count(*) from calibration_labels where calibration_id = ? group by all",
        [second["calibration_id"]],
    ).fetchall()
    assert sorted(sides) == [(False, "calibration", N), (True, "held_out", 40)]


def test_a_threshold_in_force_stands_on_all_labels_that_did_not_choose_it(con, settings):
    enter(con, clear_cut())
    first = calibrate(con, settings, "search", "r1")
    policy.approve(con, settings, first["waiting"], actor="admin", reason="seen")
    enter(con, later(None, 0, 40, "same"))

    second = calibrate(con, settings, "search", "r2")

    assert not second["waiting"]
    rule = policy.resolve(policy.active(con, "search", METHOD)[1], "vi", "article", "long")
    assert (rule.merge_at, rule.calibration_id) == (0.95, first["calibration_id"])


@pytest.mark.parametrize("is_rejected", [False, True])
def test_what_was_earned_is_not_lost_while_nobody_has_approved_it(con, settings, is_rejected):
    enter(con, clear_cut())
    first = calibrate(con, settings, "search", "r1")
    if is_rejected:
        policy.reject(con, first["waiting"])
    enter(con, later(None, 0, 40, "same"))

    second = calibrate(con, settings, "search", "r2")

    rule = policy.resolve(policy.rules_of(con, second["waiting"]), "vi", "article", "long")
    assert (rule.merge_at, rule.calibration_id) == (0.95, first["calibration_id"])
    assert second["waiting"] != first["waiting"]
    assert not policy.is_waiting(con, first["waiting"])


def test_bad_news_takes_a_threshold_back_without_asking(con, settings):
    enter(con, clear_cut())
    first = calibrate(con, settings, "search", "r1")
    policy.approve(con, settings, first["waiting"], actor="admin", reason="seen")
    enter(con, later(None, 0, 40, "different"))

    second = calibrate(con, settings, "search", "r2")

    assert second["activated"]
    assert not second["waiting"]
    assert policy.resolve(policy.active(con, "search", METHOD)[1], "vi", "article", "long").merge_at is None
    assert second["n_released"] > 0


def test_a_guarded_pair_is_no_action_and_an_unindexed_one_a_miss_of_the_index(con, settings):
    made = clear_cut()
    made["guards"] = ["numbers differ" if i < 30 else "" for i in range(N)]
    made["is_indexed"] = [not 30 <= i < 60 for i in range(N)]
    enter(con, made)

    done = calibrate(con, settings, "search", "r1")

    told = load(con, done["calibration_id"])["evaluation"]
    assert told["misses"]["index"] == 20
    assert told["misses"]["guard"] == 20
    assert told["misses"]["extraction"] == told["misses"]["threshold"] == 0


def test_purposes_have_their_own_labels_and_policies(con, settings):
    enter(con, clear_cut())
    calibrate(con, settings, "search", "r1")
    assert calibrate(con, settings, "history", "r1")["n_labels"] == 0


def test_two_calibrations_tell_what_changed(con, settings):
    enter(con, clear_cut())
    one = calibrate(con, settings, "search", "r1")["calibration_id"]
    dearer = settings.model_copy(
        update={"calibration": settings.calibration.model_copy(update={"cost_false_merge": 1_000})}
    )
    other = calibrate(con, dearer, "search", "r2")["calibration_id"]
    enter(con, later(None, 0, 5, "same"))
    third = calibrate(con, dearer, "search", "r3")["calibration_id"]

    by_definition, by_labels = compare(con, one, other[:10]), compare(con, other, third)

    assert by_definition["changed"] == ["definition"]
    assert by_definition["difference"] is not None
    assert by_labels["difference"] is None
    assert "other labels" in by_labels["refusal"]
    assert "labels" in by_labels["changed"]
    with pytest.raises(CalibrationError):
        compare(con, one, "zz")


def test_the_report_holds_every_level_and_no_power_of_crawled_words(con, settings):
    enter(con, clear_cut())
    con.execute("update documents set title = '<script>alert(1)</script>' || chr(8238)")
    done = calibrate(con, settings, "search", "r1")

    path = write_evaluation(con, settings, done["calibration_id"])

    page, twin = path.read_text(encoding="utf-8"), json.loads(path.with_suffix(".json").read_text())
    assert "<script>" not in page
    assert "\u202e" not in page
    assert {"pairs", "confusion", "clusters", "misses", "strata", "change", "scope"} <= twin.keys()
    assert path.with_suffix(".parquet").is_file()
    assert len(page) < 2_000_000


def test_a_label_by_a_second_person_counts_a_pair_once(con, settings):
    made = clear_cut(90)
    enter(con, made)
    judge(con, made, annotator="binh")
    assert calibrate(con, settings, "search", "r1")["n_labels"] == 90
