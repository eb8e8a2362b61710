"""The gate: what waits for people never holds up what passes by itself; judged pairs and changes always pass it too."""

import json

import pytest

from made_crawl import decide, fill, plan_all
from made_crawl import merged_state as state
from neartwin.errors import MergeError
from neartwin.merge import answer, apply, gate, undo
from neartwin.merge.people import Person
from neartwin.warehouse import ledger

ANN = Person("ann", "looked at both")
METHOD = "m@1"


@pytest.fixture
def crawl(con):
    """Eight documents of one site, a the longest, two of another site, and recall within the promise."""
    fill(con)
    for document in "yz":
        con.execute(
            "insert into documents select * replace (? as document_id) from documents where document_id = 'h'",
            [document],
        )
        con.execute(
            "insert into captures select * replace (? as capture_id, ? as document_id, 'z.example' as site)"
            " from captures where document_id = 'h'",
            [f"c-{document}", document],
        )
    con.execute(
        "insert into recall_measurements values ('2026-11-01', 'r', 'm@1', 'sample', '', '', 'jaccard', 0.7, 9, 500,"
        " 500, 1.0, 0.99, 1.0, '', 0.1, now()::timestamp)"
    )
    return con


def with_bounds(settings, **bounds):
    wide = {"max_site_share": 1.0, **bounds}
    return settings.model_copy(update={"gate": settings.gate.model_copy(update=wide)})


def judge_same(con, left, right, verdict="same", label_id="s1"):
    con.execute(
        "insert into labels by name select ? as label_id, ? as document_id_l, ? as document_id_r,"
        " 'search' as purpose, ? as verdict, 'bob' as annotator, now()::timestamp as labelled_at",
        [label_id, left, right, verdict],
    )


def judged(con, *pairs):
    """Enter pairs that people judged same where no policy allows merging."""
    decide(con, *pairs, verdict="review")
    for number, (left, right) in enumerate(pairs):
        judge_same(con, left, right, label_id=f"s{number}")
        con.execute(
            "update decisions set label_id = ? where document_id_l = ? and document_id_r = ?",
            [f"s{number}", left, right],
        )


def planned(con, settings):
    """Return (batch, verdict, reasons) of everything that is planned, rehearsed and asked for."""
    found = []
    for batch in gate.plan(con, settings, "search", METHOD, run_id="r"):
        apply.rehearse(con, batch, run_id="r")
        found.append((batch, *gate.judge(con, settings, batch)))
    return found


def test_a_cluster_beyond_a_bound_does_not_hold_up_the_others(crawl, settings):
    decide(crawl, ("a", "b"), ("y", "z"))
    bounds = with_bounds(settings, important_sites=("z.example",))
    (passes, verdict, reasons), (asked, asks, doubts) = planned(crawl, bounds)

    assert (verdict, reasons) == ("automatic", [])
    assert (asks, doubts) == ("approval", ["an important site is touched: z.example"])
    assert apply.apply_automatic(crawl, bounds, passes.batch_id, run_id="r") == 1
    assert apply.apply_automatic(crawl, bounds, asked.batch_id, run_id="r") == 0
    assert state(crawl) == {"a": "a", "b": "a"}
    assert answer.approve(crawl, bounds, asked.batch_id, ANN) == 1


def test_planning_the_parts_again_adds_nothing(crawl, settings):
    decide(crawl, ("a", "b"), ("y", "z"))
    bounds = with_bounds(settings, important_sites=("z.example",))
    first = [batch.batch_id for batch, *_ in planned(crawl, bounds)]

    assert [batch.batch_id for batch, *_ in planned(crawl, bounds)] == first
    assert crawl.execute("select count(*) from merge_batches").fetchall() == [(2,)]


def test_pairs_judged_same_without_a_policy_wait_for_people_and_are_merged_by_them(crawl, settings):
    judged(crawl, ("a", "b"))
    ((batch, verdict, reasons),) = planned(crawl, with_bounds(settings))

    assert verdict == "approval"
    assert reasons == ["1 merge rests on people's verdicts alone: no policy allows it for this kind"]
    assert apply.apply_automatic(crawl, settings, batch.batch_id, run_id="r") == 0
    assert answer.approve(crawl, settings, batch.batch_id, ANN) == 1
    assert state(crawl) == {"a": "a", "b": "a"}
    assert crawl.execute("select actor, is_approved, note from approvals").fetchall() == [
        ("ann", True, "looked at both")
    ]


def test_a_question_is_open_until_it_is_answered_or_its_time_is_over(crawl, settings):
    judged(crawl, ("a", "b"))
    ((batch, *_),) = planned(crawl, settings)
    assert not gate.is_asked(crawl, settings, batch)

    gate.ask(crawl, [batch.batch_id])
    assert gate.is_asked(crawl, settings, batch)
    answer.decline(crawl, batch.batch_id, ANN)
    assert not gate.is_asked(crawl, settings, batch)

    gate.ask(crawl, [batch.batch_id])
    crawl.execute("update merge_batches set asked_at = asked_at - interval 25 hour")
    assert not gate.is_asked(crawl, settings, batch)


def test_without_a_verdict_and_a_policy_nothing_is_planned(crawl, settings):
    decide(crawl, ("a", "b"), verdict="review")
    assert planned(crawl, settings) == []


def test_a_verdict_that_was_withdrawn_is_not_merged_any_more(crawl, settings):
    judged(crawl, ("a", "b"))
    ((batch, *_),) = planned(crawl, settings)
    judge_same(crawl, "a", "b", verdict="unsure", label_id="s9")

    with pytest.raises(MergeError, match="judged same no longer"):
        answer.approve(crawl, settings, batch.batch_id, ANN)
    assert state(crawl) == {}


def test_a_judged_pair_waits_while_the_policy_merges_one_of_its_documents(crawl, settings):
    decide(crawl, ("a", "b"))
    judged(crawl, ("a", "c"))
    ((passes, *_),) = planned(crawl, with_bounds(settings))
    apply.apply_automatic(crawl, with_bounds(settings), passes.batch_id, run_id="r")
    assert state(crawl) == {"a": "a", "b": "a"}

    ((joins, verdict, _),) = planned(crawl, with_bounds(settings))
    assert verdict == "approval"
    answer.approve(crawl, settings, joins.batch_id, ANN)
    assert state(crawl) == {"a": "a", "b": "a", "c": "a"}


def check(con, *, suite, site, severity="warning", is_success=False):
    con.execute(
        "insert into check_results by name select '2026-11-01'::date as day, 'r' as run_id, ? as suite,"
        " 'text_length_usual' as expectation, ? as site, ? as severity, ? as is_success, '' as observed,"
        " 1 as n_failed, '' as reason, '' as hint, []::varchar[] as sample_ids, now()::timestamp as checked_at",
        [suite, site, severity, is_success],
    )


@pytest.mark.parametrize(("site", "shown"), [("z.example", "z.example"), ("", "the whole day")])
def test_a_drift_alarm_on_the_sites_concerned_asks(crawl, settings, site, shown):
    decide(crawl, ("y", "z"))
    check(crawl, suite="drift", site=site)
    ((_, verdict, reasons),) = planned(crawl, with_bounds(settings))

    assert verdict == "approval"
    assert reasons == [
        f"drift alarm: text_length_usual on {shown} (acknowledge it, or look at these merges)",
    ]


def test_drift_elsewhere_or_acknowledged_does_not_ask(crawl, settings):
    decide(crawl, ("a", "b"), ("y", "z"))
    check(crawl, suite="drift", site="z.example")
    assert [verdict for _, verdict, _ in planned(crawl, with_bounds(settings))] == ["automatic", "approval"]

    crawl.execute(
        "insert into answers by name select '2026-11-01'::date as day, 'z.example' as site, 'acknowledged' as answer,"
        " 'ann' as actor, 'a new section' as reason, '' as content_sha256, now()::timestamp as answered_at"
    )
    assert [verdict for _, verdict, _ in planned(crawl, with_bounds(settings))] == ["automatic"]


def test_only_the_newest_run_of_the_checks_counts(crawl, settings):
    decide(crawl, ("y", "z"))
    check(crawl, suite="drift", site="z.example")
    check(crawl, suite="drift", site="", is_success=True)

    assert [verdict for _, verdict, _ in planned(crawl, with_bounds(settings))] == ["automatic"]


@pytest.fixture
def cluster(crawl, settings):
    """b stands for c and d; then a, which is more complete and has an edge to b and d, has joined."""
    for pairs in ([("b", "c"), ("b", "d")], [("a", "b"), ("a", "d")]):
        decide(crawl, *pairs)
        batch = plan_all(crawl)
        apply.apply(crawl, settings, batch.batch_id, actor="ann", reason="approved")
    assert state(crawl) == {"a": "b", "b": "b", "c": "b", "d": "b"}
    return crawl


def test_a_better_representative_is_proposed_and_gated_like_a_merge(cluster, settings):
    bounds = with_bounds(settings)
    ((batch, verdict, _),) = planned(cluster, bounds)

    assert (batch.kind, verdict) == ("change_representative", "automatic")
    assert apply.apply_automatic(cluster, bounds, batch.batch_id, run_id="r") == batch.n_documents
    assert state(cluster) == {"a": "a", "b": "a", "d": "a"}, "c has no edge of its own to a: it is released"
    evidence = cluster.execute("select evidence from planned_merges where document_id = 'a' order by all").fetchall()
    assert "more complete: 900 characters instead of 899" in {json.loads(row[0]).get("why") for row in evidence}
    assert ledger.faults(cluster, settings) == []
    assert [made for made, *_ in planned(cluster, bounds) if made.kind == "change_representative"] == []


def test_a_change_beyond_a_bound_asks(cluster, settings):
    ((_, verdict, reasons),) = planned(cluster, with_bounds(settings, max_cluster_documents=3))
    assert (verdict, reasons) == ("approval", ["a cluster of 4 documents, more than 3"])


def test_an_undone_change_restores_the_state_parts_no_pair_and_is_not_proposed_again(cluster, settings):
    before = apply.state_checksum(cluster, "search")
    bounds = with_bounds(settings)
    ((batch, *_),) = planned(cluster, bounds)
    assert apply.rehearse(cluster, batch, run_id="r").is_exact
    apply.apply(cluster, settings, batch.batch_id, actor="ann", reason="approved")

    undo.undo_batch(cluster, settings, batch.batch_id, Person("ann", "b is the source"))

    assert apply.state_checksum(cluster, "search") == before
    assert cluster.execute("select count(*) from constraints").fetchall() == [(0,)]
    assert planned(cluster, bounds) == []


def test_a_representative_that_a_person_chose_is_left_alone(cluster, settings):
    undo.change_representative(cluster, settings, "search", "d", ANN)
    assert [made for made, *_ in planned(cluster, with_bounds(settings)) if made.kind != "merge"] == []


def test_a_change_moves_when_others_join_the_cluster(cluster, settings):
    ((change, *_),) = planned(cluster, with_bounds(settings))
    decide(cluster, ("b", "e"))
    joined = plan_all(cluster)
    apply.apply(cluster, settings, joined.batch_id, actor="ann", reason="approved")

    with pytest.raises(MergeError, match="1 clusters changed"):
        apply.apply(cluster, settings, change.batch_id, actor="ann", reason="approved")
