"""Decide: people first, then guards, then policy; never a merge without one; a re-run changes nothing."""

from datetime import date

import pytest

from neartwin.decide import decide

DAY = date(2026, 11, 1)


@pytest.fixture
def pair(con, settings):
    """Two sound Vietnamese articles, a pair that was verified and looked at; returns a function that decides it."""
    method_id = settings.purposes["search"].deciding_method
    for document_id in "ab":
        con.execute(
            "insert into documents values"
            " (?, 'vi', 'article', 'long', 500, 900, 'Tin', null, null, null, 't', 's', 0, 'r')",
            [document_id],
        )
        con.execute(
            "insert into captures (capture_id, day, site, url, final_url, variant, http_status, fetched_at,"
            " content_type, charset, source_sha256, n_bytes, source_name, source_file, source_offset, source_id, shard,"
            " shard_row, run_id, outcome, document_id) values (?, '2026-11-01', 'a.example', ?, '', '', 200,"
            " '2026-11-01', 'text/html', '', 'x', 1, 's', 'f', 0, '', 's', 0, 'r', 'ok', ?)",
            [f"c-{document_id}", f"https://a.example/{document_id}", document_id],
        )
    con.execute("insert into verified_pairs values (?, 'a', 'b', 3, 0.9, 0.95, 0.9, 'r')", [method_id])
    con.execute("insert into guard_checks values ('a', 'b', 'g1', 0.93, 0.96, 'r')")

    def decided(purpose="search", day=DAY):
        decide(con, settings, purpose, day, "r")
        rows = con.execute("select verdict, reason from decisions where purpose = ?", [purpose]).fetchall()
        return rows[0] if rows else None

    return decided


def policy(con, settings, merge_at, *, kind="article", band="long", status="active"):
    method_id = settings.purposes["search"].deciding_method
    con.execute(
        "insert into policies values ('p1', 'search', ?, 'vi', ?, ?, 'jaccard', ?, 0.5, 'c1', ?, now()::timestamp)",
        [method_id, kind, band, merge_at, status],
    )


def label(con, verdict, annotator="ann", *, is_adjudication=False):
    con.execute(
        "insert into labels (label_id, document_id_l, document_id_r, purpose, verdict, annotator, is_adjudication,"
        " labelled_at) values (?, 'a', 'b', 'search', ?, ?, ?, now()::timestamp)",
        [f"{annotator}-{verdict}", verdict, annotator, is_adjudication],
    )


def constrain(con, *, is_lifted=False):
    con.execute(
        "insert into constraints values (?, 'a', 'b', 'search', ?, 'two auctions', 'ann', now()::timestamp)",
        [f"c-{is_lifted}", is_lifted],
    )


def test_without_a_policy_a_person_looks(pair):
    verdict, reason = pair()
    assert verdict == "review"
    assert "90 % of word sequences" in reason
    assert "no policy yet" in reason


def test_nothing_verified_is_nothing_decided(con, settings):
    assert decide(con, settings, "search", DAY, "r") == {"merge": 0, "review": 0, "keep": 0}


def test_deciding_again_changes_nothing(con, settings, pair):
    pair()
    before = con.execute("from decisions").fetchall()
    assert decide(con, settings, "search", None, "later") == {"merge": 0, "review": 0, "keep": 0}
    assert con.execute("from decisions").fetchall() == before


def test_too_little_in_common_is_kept(con, pair):
    con.execute("update verified_pairs set jaccard = 0.1, containment = 0.2")
    con.execute("update guard_checks set aligned = 0.2")
    assert pair()[0] == "keep"


@pytest.mark.parametrize(("merge_at", "verdict"), [(0.9, "merge"), (0.91, "review"), (None, "review")])
def test_a_policy_merges_at_its_threshold(con, settings, pair, merge_at, verdict):
    policy(con, settings, merge_at)
    assert pair()[0] == verdict


def test_a_policy_of_another_stratum_or_a_retired_one_does_not_count(con, settings, pair):
    policy(con, settings, 0.5, kind="product")
    assert pair()[0] == "review"
    con.execute("update policies set kind = 'article', status = 'retired'")
    assert pair()[0] == "review"


def test_a_pooled_policy_serves_a_stratum_without_its_own(con, settings, pair):
    policy(con, settings, 0.8, kind="*", band="*")
    assert pair()[0] == "merge"


def test_a_guard_holds_whatever_the_similarity_and_whoever_labelled(con, settings, pair):
    policy(con, settings, 0.5)
    label(con, "same")
    con.execute("insert into pair_guards values ('a', 'b', 'g1', 'numbers differ', 'Lần 1 / Lần 2')")

    verdict, reason = pair()

    assert verdict == "keep"
    assert "held apart by numbers differ (Lần 1 / Lần 2)" in reason


def test_a_guard_of_older_rules_does_not_hold(con, pair):
    con.execute("insert into pair_guards values ('a', 'b', 'g0', 'numbers differ', 'x')")
    assert pair()[0] == "review"


def test_newer_rules_of_the_guards_reach_an_old_days_pair(con, pair):
    assert pair()[0] == "review"
    con.execute("insert into guard_checks values ('a', 'b', 'g2', 0.93, 0.96, 'r')")
    con.execute("insert into pair_guards values ('a', 'b', 'g2', 'numbers', 'numbers differ: 12 and 14')")
    verdict, reason = pair(day=date(2026, 12, 24))
    assert verdict == "keep"
    assert "held apart by numbers (numbers differ: 12 and 14)" in reason


def test_what_is_alike_in_any_measure_is_shown(con, pair):
    con.execute("update verified_pairs set jaccard = 0.1, containment = 0.2")
    con.execute("update guard_checks set aligned = 0.8")
    assert pair()[0] == "review"
    con.execute("update guard_checks set aligned = 0.1")
    assert pair()[0] == "keep"
    con.execute("update verified_pairs set containment = 0.9")
    assert pair()[0] == "review"


def test_a_different_label_is_never(con, settings, pair):
    policy(con, settings, 0.5)
    label(con, "different")
    assert pair() == ("keep", "never: judged different by ann")


def test_a_same_label_replaces_the_similarity_and_nothing_else(con, settings, pair):
    label(con, "same")
    assert pair()[0] == "review"
    policy(con, settings, 0.99)
    assert pair()[0] == "merge"


def test_people_who_disagree_keep_the_pair_apart_until_one_adjudicates(con, settings, pair):
    policy(con, settings, 0.5)
    label(con, "same", "ann")
    label(con, "different", "binh")
    assert pair()[0] == "keep"
    label(con, "same", "chi", is_adjudication=True)
    assert pair()[0] == "merge"


def test_a_constraint_holds_until_it_is_lifted(con, settings, pair):
    policy(con, settings, 0.5)
    constrain(con)
    assert pair() == ("keep", "never: constraint: two auctions")
    constrain(con, is_lifted=True)
    assert pair()[0] == "merge"


def test_versions_of_one_url_are_kept_for_history_and_shown_for_search(con, pair):
    con.execute("update captures set url = 'https://a.example/a'")
    assert pair("search")[0] == "review"
    verdict, reason = pair("history")
    assert verdict == "keep"
    assert "two versions of one URL" in reason


def test_a_pair_with_a_document_that_is_not_sound_is_not_decided(con, pair):
    con.execute("update captures set outcome = 'error_page' where document_id = 'a'")
    assert pair() is None


def test_a_newer_policy_reaches_an_old_days_pair_without_a_day(con, settings, pair):
    pair()
    policy(con, settings, 0.5)
    assert pair(day=date(2026, 12, 24))[0] == "review"
    assert pair(day=None)[0] == "merge"
