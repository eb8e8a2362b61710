"""Clusters follow from decisions alone: one representative, members with an edge of their own, the rest bridged."""

from datetime import timedelta
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from indexed_texts import DAY, insert, store_documents
from neartwin import cluster
from neartwin.cluster import BRIDGED, MEMBER, REPRESENTATIVE, stars


def decide(con, settings, *pairs, verdict="review", label_id=None):
    row = {
        "purpose": "search",
        "method_id": settings.purposes["search"].deciding_method,
        "verdict": verdict,
        "reason": "",
        "measure": "jaccard",
        "similarity": 0.9,
        "guards_id": "g@1",
        "label_id": label_id,
        "run_id": "test",
        "decided_at": DAY,
    }
    insert(con, "decisions", [row | {"document_id_l": left, "document_id_r": right} for left, right in pairs])


def store(con, **n_characters):
    documents = [SimpleNamespace(document_id=name, n_characters=n) for name, n in n_characters.items()]
    store_documents(con, documents)


def clusters(con):
    columns = "document_id, cluster_id, representative_id, role, bridge_document_id"
    return con.execute(f"select {columns} from proposed_clusters order by all").fetchall()


def propose(con, settings, run_id="run"):
    return cluster.propose_clusters(con, settings, "search", DAY, run_id)


def test_the_most_complete_document_represents_the_others(con, settings):
    store(con, a=10, b=30, c=30)
    decide(con, settings, ("a", "b"), ("b", "c"))

    counts = propose(con, settings)

    assert clusters(con) == [
        ("a", "a", "b", "member", None),
        ("b", "a", "b", "representative", None),
        ("c", "a", "b", "member", None),
    ]
    assert counts == {
        "n_clusters": 1,
        "n_members": 2,
        "n_bridged": 0,
        "largest_cluster": 3,
        "largest_site_percent": 0,
        "n_changed": 3,
        "n_alarms": 0,
    }


def test_a_member_without_its_own_edge_is_bridged_and_names_the_bridge(con, settings):
    store(con, a=30, b=20, c=10, d=5)
    decide(con, settings, ("a", "b"), ("b", "c"), ("c", "d"))
    propose(con, settings)

    assert [row[3:] for row in clusters(con)] == [
        ("representative", None),
        ("member", None),
        ("bridged", "b"),
        ("bridged", "c"),
    ]
    reason = con.execute("select reason from proposed_clusters where document_id = 'c'").fetchall()[0][0]
    assert reason == "reached only through b, never compared with the representative: to review"


def test_nothing_decided_proposes_nothing(con, settings):
    store(con, a=1, b=1)
    decide(con, settings, ("a", "b"), verdict="keep")
    assert propose(con, settings)["n_clusters"] == 0


def test_proposing_again_changes_nothing(con, settings):
    store(con, a=10, b=30, c=30)
    decide(con, settings, ("a", "b"), ("b", "c"))
    propose(con, settings)
    before = con.execute("select * from proposed_clusters order by all").fetchall()

    assert propose(con, settings, "again")["n_changed"] == 0
    assert con.execute("select * from proposed_clusters order by all").fetchall() == before


def test_only_components_that_changed_are_rewritten(con, settings):
    store(con, a=10, b=9, c=8, d=7, e=6)
    decide(con, settings, ("a", "b"), ("c", "d"))
    propose(con, settings, "first")
    decide(con, settings, ("c", "e"))

    assert propose(con, settings, "second")["n_changed"] == 3  # c again, for it now stands for three; and e
    runs = dict(con.execute("select document_id, run_id from proposed_clusters").fetchall())
    assert runs == {"a": "first", "b": "first", "c": "second", "d": "first", "e": "second"}


def test_a_cluster_falls_apart_when_its_edge_goes_or_a_document_is_put_aside(con, settings):
    store(con, a=10, b=9)
    store_documents(con, [SimpleNamespace(document_id="z", n_characters=8)], site="z.example")
    decide(con, settings, ("a", "b"), ("b", "z"))
    propose(con, settings)
    hold = {"day": DAY, "site": "z.example", "actor": "t", "reason": "t", "run_id": "t"}
    insert(con, "quarantines", [hold | {"state": "held", "set_at": DAY}])
    propose(con, settings)
    assert {row[0] for row in clusters(con)} == {"a", "b"}

    insert(con, "quarantines", [hold | {"state": "released", "set_at": DAY + timedelta(days=1)}])
    con.execute("delete from decisions where document_id_l = 'a'")
    propose(con, settings)
    assert {row[0] for row in clusters(con)} == {"b", "z"}


@pytest.mark.parametrize("by", ["guard", "label"])
def test_documents_kept_apart_are_not_members_of_one_cluster(con, settings, by):
    store(con, a=30, b=20, c=10)
    decide(con, settings, ("a", "b"), ("a", "c"))
    decide(con, settings, ("b", "c"), verdict="keep", label_id="1" if by == "label" else None)
    if by == "guard":
        guard = {"guards_id": "g@1", "guard": "numbers", "detail": "", "document_id_l": "b", "document_id_r": "c"}
        insert(con, "pair_guards", [guard])
    propose(con, settings)

    assert [row[3:] for row in clusters(con)] == [("representative", None), ("member", None), ("bridged", "a")]


def test_documents_that_are_only_unlike_may_share_a_representative(con, settings):
    store(con, a=30, b=20, c=10)
    decide(con, settings, ("a", "b"), ("a", "c"))
    decide(con, settings, ("b", "c"), verdict="keep")
    propose(con, settings)

    assert [row[3] for row in clusters(con)] == ["representative", "member", "member"]


def test_purposes_do_not_mix(con, settings):
    store(con, a=30, b=20)
    decide(con, settings, ("a", "b"))
    assert cluster.propose_clusters(con, settings, "history", DAY, "run")["n_clusters"] == 0


def test_a_large_cluster_and_a_hidden_site_raise_alarms(con, settings):
    store(con, **{f"d{n:03}": 100 - n for n in range(60)})
    decide(con, settings, *[("d000", f"d{n:03}") for n in range(1, 60)])
    counts = propose(con, settings)

    assert (counts["largest_cluster"], counts["largest_site_percent"], counts["n_alarms"]) == (60, 98, 2)


def components_of(n_documents, edges):
    """Union-find in ten lines."""
    root = list(range(n_documents))

    def find(document):
        while root[document] != document:
            document = root[document]
        return document

    for left, right in edges:
        a, b = sorted((find(left), find(right)))
        root[b] = a
    return [find(document) for document in range(n_documents)]


edges_strategy = st.integers(2, 25).flatmap(
    lambda n: st.tuples(
        st.just(n),
        st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda e: e[0] < e[1]), unique=True),
        st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda e: e[0] < e[1]), max_size=8),
    )
)


def found(n_documents, edges, apart=()):
    def columns(pairs):
        return tuple(np.array(list(side), dtype=np.int32) for side in (zip(*pairs, strict=True) if pairs else ((), ())))

    return stars(n_documents, *columns(edges), apart=columns(apart))


@hypothesis_settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edges_strategy, st.randoms())
def test_stars_hold_their_promises_on_random_graphs_in_any_order(drawn, random):
    n_documents, edges, apart = drawn
    apart = [pair for pair in apart if pair not in edges]
    result = found(n_documents, edges, apart)

    assert result.representative.tolist() == components_of(n_documents, edges)
    near = set(edges) | {(right, left) for left, right in edges}
    members = {d for d in range(n_documents) if result.role[d] == MEMBER}
    for document in range(n_documents):
        representative = result.representative[document]
        is_near = (document, representative) in near
        assert (result.role[document] == REPRESENTATIVE) == (document == representative)
        assert is_near or document not in members
        if result.role[document] == BRIDGED:
            assert (document, result.bridge[document]) in near
            assert (result.kept_from[document] >= 0) == is_near
    assert not [pair for pair in apart if members >= set(pair) and len({*result.representative[list(pair)]}) == 1]

    random.shuffle(edges)
    random.shuffle(apart)
    flipped = [(right, left) for left, right in edges]
    again = found(n_documents, flipped, apart)
    for name in ("representative", "role", "bridge", "kept_from"):
        assert getattr(again, name).tolist() == getattr(result, name).tolist()
