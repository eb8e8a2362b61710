"""Plan, rehearse, apply, undo: exactly once, exactly back, and never what people have forbidden."""

import json

import pytest

from neartwin.errors import MergeError
from neartwin.merge import apply as applying
from neartwin.merge import gate, plan, undo
from neartwin.merge.people import Person
from neartwin.warehouse import ledger

ANN = Person("ann", "not the same notice")
METHOD = "m@1"


@pytest.fixture
def crawl(con):
    """Four documents of one site; a is the longest."""
    for document_id, n_characters in zip("abcdefgh", range(900, 100, -100), strict=True):
        con.execute(
            "insert into documents values"
            " (?, 'vi', 'article', 'long', 500, ?, 'Tin', null, null, null, 't', 's', 0, 'r')",
            [document_id, n_characters],
        )
        con.execute(
            "insert into captures (capture_id, day, site, url, final_url, variant, http_status, fetched_at,"
            " content_type, charset, source_sha256, n_bytes, source_name, source_file, source_offset, source_id, shard,"
            " shard_row, run_id, outcome, document_id) values (?, '2026-11-01', 'a.example', ?, '', '', 200,"
            " '2026-11-01', 'text/html', '', 'x', 1, 's', 'f', 0, '', 's', 0, 'r', 'ok', ?)",
            [f"c-{document_id}", f"https://a.example/{document_id}", document_id],
        )
    con.execute(
        "insert into policies values ('p1', 'search', 'm@1', 'vi', 'article', 'long', 'jaccard', 0.9, 0.5, 'c1',"
        " 'active', now()::timestamp)"
    )
    return con


def decide(con, *pairs, verdict="merge", similarity=0.97):
    for left, right in pairs:
        con.execute(
            "insert into decisions (purpose, method_id, document_id_l, document_id_r, verdict, reason, measure,"
            " similarity, guards_id, policy_id, run_id, decided_at)"
            " values ('search', 'm@1', ?, ?, ?, 'alike', 'jaccard', ?, 'g1', 'p1', 'r', now()::timestamp)",
            [left, right, verdict, similarity],
        )


def planned(con):
    return plan.plan(con, "search", METHOD, run_id="r")


def merged(con, settings, *pairs):
    decide(con, *pairs)
    batch = planned(con)
    applying.apply(con, settings, batch.batch_id, actor="ann", reason="approved")
    return batch


def state(con):
    rows = con.execute(
        "select document_id, representative_id from merged_documents where representative_id is not null"
    )
    return dict(rows.fetchall())


def live(con):
    return {row[0] for row in con.execute("select document_id from live_documents_search").fetchall()}


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
