"""From a policy to a merge and back: a poisoned policy is stopped, and a wrong merge is undone and stays undone."""

from datetime import date

import pytest

from made_crawl import fill, live, verify
from made_crawl import merged_state as state
from neartwin import decide
from neartwin.merge import apply, gate, undo
from neartwin.merge.people import Person
from neartwin.warehouse import ledger, run

NEXT_DAY = date(2026, 11, 2)


@pytest.fixture
def crawl(con):
    """Eight documents of one site and recall within the promise."""
    fill(con)
    con.execute(
        "insert into recall_measurements values ('2026-11-01', 'r', 'm@1', 'sample', '', '', 'jaccard', 0.7, 9, 500,"
        " 500, 1.0, 0.99, 1.0, '', 0.1, now()::timestamp)"
    )
    return con


@pytest.fixture
def wide(settings):
    """The gate lets a whole site pass; the made method decides."""
    search = settings.purposes["search"].model_copy(update={"deciding_method": "m@1"})
    bounds = settings.gate.model_copy(update={"max_site_share": 1.0})
    return settings.model_copy(update={"gate": bounds, "purposes": {"search": search}})


def merge(con, settings, day=None):
    """Decide, plan, rehearse, ask the gate, apply what passes; return the verdicts."""
    decide.decide(con, settings, "search", day, "r")
    verdicts = []
    for batch in gate.plan(con, settings, "search", "m@1", run_id="r"):
        assert apply.rehearse(con, batch, run_id="r").is_exact
        verdicts.append(gate.judge(con, settings, batch)[0])
        apply.apply_automatic(con, settings, batch.batch_id, run_id="r")
    return verdicts


def test_a_poisoned_policy_is_stopped_by_the_gate_at_its_default_bounds(crawl, wide, settings):
    crawl.execute("update policies set merge_at = 0.01")
    verify(crawl, *(("a", other) for other in "bcdefgh"), similarity=0.05)
    bounded = wide.model_copy(update={"gate": settings.gate})

    assert merge(crawl, bounded) == ["approval"]
    assert state(crawl) == {}
    assert live(crawl) == set("abcdefgh")


def test_a_merge_that_is_judged_different_is_undone_constrained_and_left_apart_on_the_next_day(crawl, wide):
    verify(crawl, ("a", "b"), ("a", "c"))
    assert merge(crawl, wide) == ["automatic"]
    assert live(crawl) == set("adefgh")

    crawl.execute(
        "insert into labels by name select 'l1' as label_id, 'a' as document_id_l, 'b' as document_id_r,"
        " 'search' as purpose, 'different' as verdict, 'bob' as annotator, now()::timestamp as labelled_at"
    )
    assert merge(crawl, wide) == []
    ((_, representative, left, right, annotator, _, merged_by, _),) = run(crawl, "merge/select_undo_proposals")
    assert (representative, left, right, annotator, merged_by) == ("a", "a", "b", "bob", "gate")

    undo.undo_document(crawl, wide, "search", "b", Person("ann", "round 2, not round 1"))
    assert live(crawl) == set("abdefgh")
    assert run(crawl, "merge/select_undo_proposals") == []
    assert crawl.execute("select reason, is_lifted from constraints").fetchall() == [("round 2, not round 1", False)]

    crawl.execute(
        "insert into captures select * replace (capture_id || '2' as capture_id, ?::date as day) from captures",
        [NEXT_DAY],
    )
    assert merge(crawl, wide, NEXT_DAY) == []
    assert live(crawl) == set("abdefgh")
    verdict = "select verdict, reason from decisions where document_id_l = 'a' and document_id_r = 'b'"
    assert crawl.execute(verdict).fetchall() == [("keep", "never: constraint: round 2, not round 1")]
    assert ledger.faults(crawl, wide) == []
