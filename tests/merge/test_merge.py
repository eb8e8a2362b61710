"""Plan, rehearse, apply, undo: exactly once, exactly back, and never what people have forbidden."""

import json

import duckdb
import pytest

from made_crawl import decide, fill, live, plan_all
from made_crawl import merged_state as state
from neartwin.errors import MergeError
from neartwin.merge import apply as applying
from neartwin.merge import gate, separate, undo, upkeep
from neartwin.merge.people import Person
from neartwin.warehouse import ledger, run
from neartwin.warehouse.migrations import migrate

ANN = Person("ann", "not the same notice")
METHOD = "m@1"


@pytest.fixture
def crawl(con):
    """Eight documents of one site; a is the longest."""
    fill(con)
    return con


def planned(con):
    return plan_all(con)


def merged(con, settings, *pairs):
    decide(con, *pairs)
    batch = planned(con)
    applying.apply(con, settings, batch.batch_id, actor="ann", reason="approved")
    return batch


def test_the_most_complete_document_stands_for_the_others(crawl, settings):
    merged(crawl, settings, ("a", "b"), ("a", "c"))

    assert state(crawl) == {"a": "a", "b": "a", "c": "a"}
    assert live(crawl) == set("adefgh")


def test_nothing_to_merge_is_no_batch(crawl):
    decide(crawl, ("a", "b"), verdict="review")
    assert planned(crawl) is None


def test_planning_twice_is_planning_once(crawl):
    decide(crawl, ("a", "b"))
    assert planned(crawl) == planned(crawl)
    assert crawl.execute("select count(*) from merge_batches").fetchall() == [(1,)]


def test_a_member_needs_its_own_edge_to_the_representative(crawl, settings):
    merged(crawl, settings, ("a", "b"), ("b", "c"))
    assert state(crawl) == {"a": "a", "b": "a"}


def test_applying_twice_is_applying_once(crawl, settings):
    batch = merged(crawl, settings, ("a", "b"))
    before = ledger.tip(crawl)

    assert applying.apply(crawl, settings, batch.batch_id, actor="ann", reason="again") == 0
    assert ledger.tip(crawl) == before
    assert planned(crawl) is None


def test_an_applied_representative_is_sticky(crawl, settings):
    merged(crawl, settings, ("b", "c"))
    merged(crawl, settings, ("a", "b"))

    assert state(crawl) == {"b": "b", "c": "b", "a": "b"}


def test_rehearsing_changes_nothing_and_is_stored(crawl):
    decide(crawl, ("a", "b"))
    result = applying.rehearse(crawl, planned(crawl), run_id="r")

    assert result.is_exact
    assert state(crawl) == {}
    assert ledger.tip(crawl) == (0, ledger.FIRST_HASH)
    assert crawl.execute("select is_exact from rehearsals").fetchall() == [(True,)]


def test_a_batch_whose_footprint_moved_is_refused(crawl, settings):
    decide(crawl, ("a", "b"))
    batch = planned(crawl)
    crawl.execute("update decisions set policy_id = 'p2'")

    with pytest.raises(MergeError, match="1 clusters changed"):
        applying.apply(crawl, settings, batch.batch_id, actor="ann", reason="approved")
    assert state(crawl) == {}


def test_what_happens_elsewhere_does_not_spoil_a_batch(crawl, settings):
    decide(crawl, ("a", "b"))
    batch = planned(crawl)
    decide(crawl, ("d", "e"))

    assert applying.apply(crawl, settings, batch.batch_id, actor="ann", reason="approved") == 1


def test_undoing_a_batch_restores_the_state_and_keeps_the_pairs_apart(crawl, settings):
    before = applying.state_checksum(crawl, "search")
    batch = merged(crawl, settings, ("a", "b"), ("a", "c"))

    assert undo.undo_batch(crawl, settings, batch.batch_id, ANN) == 2

    assert applying.state_checksum(crawl, "search") == before
    assert live(crawl) == set("abcdefgh")
    assert planned(crawl) is None
    assert ledger.faults(crawl, settings) == []
    assert crawl.execute("select verdict, annotator from label_current").fetchall() == [("different", "ann")] * 2


def test_undoing_twice_is_refused(crawl, settings):
    batch = merged(crawl, settings, ("a", "b"))
    undo.undo_batch(crawl, settings, batch.batch_id, ANN)

    with pytest.raises(MergeError, match="undone already"):
        undo.undo_batch(crawl, settings, batch.batch_id, ANN)


def test_undo_refuses_while_a_later_batch_builds_on_it_and_names_it(crawl, settings):
    first = merged(crawl, settings, ("a", "b"))
    second = merged(crawl, settings, ("a", "c"))

    with pytest.raises(MergeError, match=second.batch_id[:12]):
        undo.undo_batch(crawl, settings, first.batch_id, ANN)
    undo.undo_batch(crawl, settings, second.batch_id, ANN)


def batch_state(con):
    return con.execute("select state from batch_states").fetchall()


def test_a_batch_whose_documents_were_freed_one_by_one_is_undone_in_part_then_whole(crawl, settings):
    merged(crawl, settings, ("a", "b"), ("a", "c"))
    assert batch_state(crawl) == [("applied",)]
    undo.undo_document(crawl, settings, "search", "b", ANN)
    assert batch_state(crawl) == [("undone in part",)]
    undo.undo_cluster(crawl, settings, "search", "c", ANN)
    assert batch_state(crawl) == [("undone",)]


def test_one_document_is_freed_and_the_others_stay(crawl, settings):
    merged(crawl, settings, ("a", "b"), ("a", "c"))
    undo.undo_document(crawl, settings, "search", "b", ANN)

    assert state(crawl) == {"a": "a", "c": "a"}


def test_freeing_the_only_member_frees_the_representative(crawl, settings):
    merged(crawl, settings, ("a", "b"))
    undo.undo_document(crawl, settings, "search", "b", ANN)
    assert state(crawl) == {}


def test_freeing_the_representative_names_the_way_out(crawl, settings):
    merged(crawl, settings, ("a", "b"))
    with pytest.raises(MergeError, match="change the representative"):
        undo.undo_document(crawl, settings, "search", "a", ANN)


def test_a_cluster_is_split_along_a_chosen_cut(crawl, settings):
    merged(crawl, settings, ("a", "b"), ("a", "c"), ("a", "d"))
    undo.split_cluster(crawl, settings, "search", ["c", "d"], ANN)

    assert state(crawl) == {"a": "a", "b": "a", "c": "c", "d": "c"}


def test_a_new_representative_keeps_only_those_with_an_edge_to_it(crawl, settings):
    merged(crawl, settings, ("a", "b"), ("a", "c"), ("b", "d"))
    undo.change_representative(crawl, settings, "search", "b", ANN)

    assert state(crawl) == {"a": "b", "b": "b"}


def test_a_lifted_constraint_lets_the_pair_merge_again(crawl, settings):
    batch = merged(crawl, settings, ("a", "b"))
    undo.undo_batch(crawl, settings, batch.batch_id, ANN)
    undo.lift_constraint(crawl, settings, "search", ("b", "a"), Person("ann", "I was wrong"))

    again = planned(crawl)
    applying.apply(crawl, settings, again.batch_id, actor="ann", reason="approved")

    assert state(crawl) == {"a": "a", "b": "a"}
    assert ledger.faults(crawl, settings) == []


def test_lifting_what_does_not_exist_is_refused(crawl, settings):
    with pytest.raises(MergeError, match="no constraint"):
        undo.lift_constraint(crawl, settings, "search", ("a", "b"), ANN)


@pytest.mark.parametrize("person", [("", "why"), ("ann", " ")])
def test_an_action_without_a_name_or_a_reason_is_refused(person):
    with pytest.raises(MergeError, match="say who"):
        Person(*person)


def test_an_unknown_batch_is_named(crawl, settings):
    with pytest.raises(MergeError, match="not known"):
        undo.undo_batch(crawl, settings, "nothing", ANN)


def test_while_the_representative_is_put_aside_one_member_is_shown(crawl, settings):
    merged(crawl, settings, ("a", "b"), ("a", "c"))
    crawl.execute("update captures set outcome = 'error_page' where document_id = 'a'")

    assert live(crawl) & set("abc") == {"b"}


def gate_of(con, settings, **bounds):
    batch = planned(con)
    applying.rehearse(con, batch, run_id="r")
    measured = "insert into recall_measurements values ('2026-11-01', 'r', 'm@1', 'sample', '', '', 'jaccard', 0.7, 9,"
    con.execute(f"{measured} 500, 500, 1.0, 0.99, 1.0, '', 0.1, now()::timestamp)")
    wide = {"max_site_share": 1.0, **bounds}
    return gate.judge(con, settings.model_copy(update={"gate": settings.gate.model_copy(update=wide)}), batch)


def test_a_batch_within_all_bounds_passes_by_itself(crawl, settings):
    decide(crawl, ("a", "b"))
    assert gate_of(crawl, settings) == ("automatic", [])


@pytest.mark.parametrize(
    ("bounds", "reason"),
    [
        ({"max_documents": 1}, "2 documents would be merged"),
        ({"max_cluster_documents": 2}, "a cluster of 3"),
        ({"max_site_share": 0.1}, "2 of 8 documents of a.example"),
        ({"important_sites": ("a.example",)}, "important site"),
    ],
)
def test_beyond_a_bound_people_answer(crawl, settings, bounds, reason):
    decide(crawl, ("a", "b"), ("a", "c"))
    verdict, reasons = gate_of(crawl, settings, **bounds)

    assert verdict == "approval"
    assert any(reason in text for text in reasons)


def test_a_retired_policy_is_refused_whoever_asks(crawl, settings):
    decide(crawl, ("a", "b"))
    crawl.execute("update policies set status = 'retired'")

    verdict, reasons = gate_of(crawl, settings)

    assert verdict == "refused"
    assert "no active policy" in reasons[0]


def test_evidence_names_all_that_a_merge_rests_on(crawl):
    decide(crawl, ("a", "b"))
    batch = planned(crawl)
    rows = crawl.execute("select evidence from planned_merges where document_id = 'b'").fetchall()

    evidence = json.loads(rows[0][0])
    assert batch.n_documents == 1
    assert {"method_id", "measure", "similarity", "guards_id", "policy_id", "label_id"} <= evidence.keys()


def judge_different(con, left, right):
    con.execute(
        "insert into labels by name select 'l1' as label_id, ? as document_id_l, ? as document_id_r,"
        " 'search' as purpose, 'different' as verdict, 'bob' as annotator, now()::timestamp as labelled_at",
        [left, right],
    )


def test_a_merge_judged_different_is_proposed_for_undo_and_blocks_nothing_else(crawl, settings):
    merged(crawl, settings, ("a", "b"), ("a", "c"))
    judge_different(crawl, "a", "b")

    assert [row[:4] for row in run(crawl, "merge/select_undo_proposals")] == [("search", "a", "a", "b")]
    merged(crawl, settings, ("d", "e"))
    undo.undo_document(crawl, settings, "search", "b", ANN)

    assert run(crawl, "merge/select_undo_proposals") == []
    assert state(crawl) == {"a": "a", "c": "a", "d": "d", "e": "d"}


def test_a_new_document_is_kept_from_a_cluster_that_holds_one_it_was_judged_different_from(crawl, settings):
    merged(crawl, settings, ("a", "b"))
    judge_different(crawl, "b", "c")
    decide(crawl, ("a", "c"))

    assert planned(crawl) is None


def test_a_pair_forbidden_after_the_question_is_left_out(crawl, settings):
    decide(crawl, ("a", "b"), ("d", "e"))
    batch = planned(crawl)
    judge_different(crawl, "a", "b")

    n = applying.apply_approved(crawl, settings, batch.batch_id, actor="ann", reason="approved", run_id="r2")

    assert n == 1
    assert state(crawl) == {"d": "d", "e": "d"}
    again = applying.apply_approved(crawl, settings, batch.batch_id, actor="ann", reason="approved", run_id="r2")
    assert again == 0


def test_an_approved_batch_is_applied_once_however_often_its_task_is_retried(crawl, settings):
    decide(crawl, ("a", "b"))
    batch = planned(crawl)

    counts = [
        applying.apply_approved(crawl, settings, batch.batch_id, actor="ann", reason="approved", run_id="r")
        for _ in range(3)
    ]
    assert counts == [1, 0, 0]


def test_a_policy_retired_after_the_question_stops_the_approved_batch(crawl, settings):
    decide(crawl, ("a", "b"))
    batch = planned(crawl)
    crawl.execute("update policies set status = 'retired'")

    with pytest.raises(MergeError, match="no active policy"):
        applying.apply_approved(crawl, settings, batch.batch_id, actor="ann", reason="approved", run_id="r")
    assert state(crawl) == {}


def test_two_merges_at_once_end_as_one(tmp_path, settings):
    """The second of two plans on one state finds that the first has moved its documents."""
    con = duckdb.connect()
    migrate(con)
    fill(con)
    decide(con, ("a", "b"))
    first = planned(con)
    decide(con, ("a", "c"))
    second = planned(con)
    applying.apply(con, settings, first.batch_id, actor="ann", reason="approved")

    with pytest.raises(MergeError, match="1 clusters changed"):
        applying.apply(con, settings, second.batch_id, actor="bob", reason="approved")
    assert ledger.faults(con, settings) == []


def test_one_url_is_separated_from_an_exact_duplicate_and_joined_again(crawl, settings):
    crawl.execute(
        "insert into captures select * replace ('c2' as capture_id, 'https://b.example/a' as url) from captures"
        " where document_id = 'a'"
    )
    assert separate.separate_url(crawl, settings, "a", "https://b.example/a", ANN) == 1

    apart = separate.separated_id("a", "https://b.example/a")
    assert live(crawl) == {*"abcdefgh", apart}
    decide(crawl, tuple(sorted(("a", apart))))
    assert planned(crawl) is None
    assert ledger.faults(crawl, settings) == []

    assert separate.join_url(crawl, settings, "a", "https://b.example/a", Person("ann", "they are one")) == 1
    assert live(crawl) == set("abcdefgh")
    assert ledger.faults(crawl, settings) == []


@pytest.mark.parametrize("url", ["https://a.example/a", "https://nowhere.example"])
def test_a_url_that_cannot_be_separated_is_refused(crawl, settings, url):
    with pytest.raises(MergeError, match=r"only URL|does not carry"):
        separate.separate_url(crawl, settings, "a", url, ANN)


def test_old_plans_that_were_never_applied_are_let_go_and_applied_ones_kept(crawl, settings):
    applied = merged(crawl, settings, ("a", "b"))
    decide(crawl, ("d", "e"))
    planned(crawl)
    crawl.execute("update merge_batches set planned_at = '2020-01-01'")

    assert upkeep.prune_plans(crawl, settings) == 1
    assert crawl.execute("select batch_id from merge_batches").fetchall() == [(applied.batch_id,)]
    assert upkeep.prune_plans(crawl, settings) == 0
