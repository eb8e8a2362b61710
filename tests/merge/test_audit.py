"""Applied merges are looked at again, and what people find there reaches the policy."""

import pytest

from made_crawl import decide_many, fill_many, plan_all
from neartwin.merge import apply, undo
from neartwin.merge.audit import audit, bounds
from neartwin.merge.people import Person
from neartwin.orchestration.aftercare import tighten
from neartwin.warehouse import ledger


@pytest.fixture
def merged(con, settings):
    """Thirty applied merges of pairs, and the purposes set to the made method."""
    fill_many(con, 60)
    decide_many(con, 0, 30)
    batch = plan_all(con)
    apply.apply(con, settings, batch.batch_id, actor="gate", reason="within bounds")
    search = settings.purposes["search"].model_copy(update={"deciding_method": "m@1"})
    return settings.model_copy(update={"purposes": {"search": search}})


def judge(con, verdict, first, n):
    con.execute(
        "insert into labels by name select uuid()::varchar as label_id, document_id_l, document_id_r, purpose,"
        " ? as verdict, 'bob' as annotator, now()::timestamp as labelled_at from (select * from decisions"
        " order by document_id_l limit ? offset ?)",
        [verdict, n, first],
    )


def merge_at(con):
    return con.execute("select merge_at from policies where status = 'active'").fetchall()


def test_nothing_judged_says_nothing(con, merged):
    found = audit(con, merged, "search")
    assert (found.n_sampled, found.n_judged, found.lower, found.upper) == (30, 0, 0.0, 1.0)
    assert len(found.unjudged) == 30


def test_right_merges_leave_the_policy_as_it_is(con, merged):
    judge(con, "same", 0, 30)
    tighten(con, merged, "search")
    assert merge_at(con) == [(0.9,)]


def test_wrong_merges_take_the_threshold_away_and_name_the_batches(con, merged):
    judge(con, "different", 0, 10)
    judge(con, "same", 10, 20)

    found = tighten(con, merged, "search")

    assert found.n_wrong == 10
    assert merge_at(con) == [(None,)]
    reason = con.execute("select reason from ledger_entries where action = 'set_policy'").fetchall()[0][0]
    assert found.batches[0][:12] in reason
    assert ledger.faults(con, merged) == []


def test_tightening_again_changes_nothing(con, merged):
    judge(con, "different", 0, 10)
    tighten(con, merged, "search")
    before = ledger.tip(con)
    tighten(con, merged, "search")
    assert ledger.tip(con) == before


def test_an_undone_merge_stays_in_the_sample_and_counts_as_wrong(con, merged):
    undo.undo_document(con, merged, "search", "d1", Person("ann", "another notice"))
    found = audit(con, merged, "search")
    assert (found.n_sampled, found.n_judged, found.n_wrong) == (30, 1, 1)


@pytest.mark.parametrize(("n_right", "n", "lower", "upper"), [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0)])
def test_bounds_are_those_of_wilson(n_right, n, lower, upper):
    assert bounds(n_right, n) == pytest.approx((lower, upper), abs=1e-4)
