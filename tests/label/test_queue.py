"""What to label next: each reason finds its pairs, and nothing is asked twice."""

from datetime import datetime

import numpy as np
import pytest
from stored_documents import decide, document_id, insert, put, warehouse

from neartwin.label.agreement import agreements, disagreements, gold_checks
from neartwin.label.inbox import inbox
from neartwin.label.ingest import ingest_labels
from neartwin.label.queue import Why, next_pairs
from neartwin.label.verdict import Label
from neartwin.warehouse import run

NAMES = "abcdefgh"


@pytest.fixture
def store(settings):
    with warehouse(settings, *NAMES) as con, inbox(settings) as box:
        yield con, settings, box


def asked(store, *whys, annotator="ann", n=50):
    con, settings, box = store
    return next_pairs(con, settings, box, purpose="search", annotator=annotator, whys=whys or tuple(Why), n=n)


def names(pairs):
    return [f"{pair.document_id_l[0]}{pair.document_id_r[0]}" for pair in pairs]


def judge(store, left, right, verdict="same", annotator="ann", **values):
    given = Label.of_pair(
        document_id(left), document_id(right),
        **{"purpose": "search", "verdict": verdict, "annotator": annotator, **values},
    )  # fmt: skip
    store[2].append([given])
    return given


def test_nothing_decided_nothing_asked(store):
    assert asked(store) == []


def test_nearest_to_the_threshold_first_and_never_twice(store):
    for right, similarity in (("b", 0.9), ("c", 0.52), ("d", 0.1)):
        decide(store[0], "a", right, similarity)

    assert names(asked(store, Why.THRESHOLD)) == ["ac", "ab", "ad"]
    judge(store, "c", "a")
    assert names(asked(store, Why.THRESHOLD)) == ["ab", "ad"]


def test_guards_that_disagree_with_similarity(store):
    for right, similarity in (("b", 0.9), ("c", 0.95), ("d", 0.1)):
        decide(store[0], "a", right, similarity, "keep")
    for right in "bd":
        pair = {"document_id_l": document_id("a"), "document_id_r": document_id(right)}
        insert(store[0], "pair_guards", **pair, guards_id="g", guard="numbers", detail="1 and 2")

    assert names(asked(store, Why.GUARDS)) == ["ab"]


def test_a_merge_is_audited_once(store):
    con = store[0]
    insert(con, "merged_documents", purpose="search", document_id=document_id("b"), representative_id=document_id("a"),
           position=1)  # fmt: skip
    found = asked(store, Why.AUDIT)
    assert (names(found), found[0].inclusion) == (["ab"], 1.0)
    judge(store, "a", "b", origin="audit", inclusion=1.0)
    assert asked(store, Why.AUDIT, annotator="other") == []


def test_the_random_sample_knows_its_probabilities(store):
    con, settings, box = store
    few = settings.model_copy(update={"labels": settings.labels.model_copy(update={"per_stratum": 2})})
    for number, right in enumerate("bcdefgh"):
        decide(con, "a", right, 0.61 + number / 100)
    decide(con, "b", "c", 0.15)
    found = [
        pair
        for seed in range(60)
        for pair in next_pairs(
            con,
            few.model_copy(update={"labels": few.labels.model_copy(update={"seed": seed})}),
            box,
            purpose="search",
            annotator="ann",
            whys=(Why.RANDOM,),
        )
    ]
    assert {round(pair.inclusion, 3) for pair in found} == {round(2 / 7, 3), 1.0}
    totals = np.array([sum(1 / pair.inclusion for pair in found)]) / 60
    assert totals[0] == pytest.approx(8, abs=1.2)


def test_a_chosen_label_stays_in_the_sample_until_it_is_drawn(store):
    decide(store[0], "a", "b", 0.6)
    judge(store, "a", "b")
    assert names(asked(store, Why.RANDOM)) == ["ab"]
    judge(store, "a", "b", inclusion=1.0)
    assert asked(store, Why.RANDOM) == []


def test_second_opinions_go_to_somebody_else(store):
    con, settings, box = store
    every = settings.model_copy(update={"labels": settings.labels.model_copy(update={"second_opinions": 1.0})})
    judge(store, "a", "b", inclusion=0.5)
    assert asked((con, every, box), Why.SECOND) == []
    found = asked((con, every, box), Why.SECOND, annotator="bình")
    assert (names(found), found[0].inclusion) == (["ab"], 0.5)


def test_disagreement_until_it_is_decided(store):
    judge(store, "a", "b")
    judge(store, "a", "b", "different", "bình")
    assert names(asked(store, Why.DISAGREEMENT)) == ["ab"]
    judge(store, "a", "b", "different", "chi", is_adjudication=True, reason="another round")
    assert asked(store, Why.DISAGREEMENT) == []
    found = disagreements(store[0], store[2], "search")
    assert [(one.verdicts, one.decided) for one in found] == [(["ann: same", "bình: different"], "different")]


def test_gold_pairs_check_annotators(store):
    judge(store, "a", "b", annotator="lead", is_gold=True, origin="gold")
    assert names(asked(store, Why.GOLD)) == ["ab"]
    judge(store, "a", "b", "different", is_gold=True, origin="gold check")
    assert asked(store, Why.GOLD) == []
    assert [(one.annotator, one.n_pairs, one.n_right) for one in gold_checks(store[0], store[2], "search")] == [
        ("ann", 1, 0)
    ]


def test_labels_that_a_policy_rests_on(store):
    con = store[0]
    decide(con, "a", "b", 0.9, policy_id="p")
    given = judge(store, "a", "b")
    ingest_labels(con, store[1])
    insert(con, "policies", policy_id="p", purpose="search", method_id="hybrid-words@1", language="vi", kind="*",
           length_band="*", measure="jaccard", merge_at=0.8, review_at=0.5, calibration_id="k", status="active",
           made_at=datetime(2026, 11, 2))  # fmt: skip
    insert(con, "calibration_labels", calibration_id="k", label_id=given.label_id, document_id_l=given.document_id_l,
           document_id_r=given.document_id_r, language="vi", side="calibration", is_spent=False)  # fmt: skip

    assert names(asked(store, Why.POLICY, annotator="bình")) == ["ab"]
    assert asked(store, Why.POLICY) == []


def test_changed_content_is_offered_again_and_never_applied(store):
    con, settings, _ = store
    judge(store, "a", "b")
    ingest_labels(con, settings)
    con.execute("update captures set document_id = ? where capture_id = 'c-a'", [document_id("e")])

    found = asked(store, Why.CHANGED)
    assert names(found) == ["be"]
    assert "content changed (was judged same)" in found[0].note
    assert con.execute("from pair_labels where document_id_r = ?", [document_id("e")]).fetchall() == []
    judge(store, "b", "e", "different")
    assert asked(store, Why.CHANGED) == []


def test_a_label_given_before_and_taken_in_after_another_extractor_is_offered_again(store):
    """The verdict lay in the inbox while an extractor was promoted: the pair it is on is no longer carried."""
    con, settings, _ = store
    judge(store, "a", "b")
    con.execute("insert into former_documents select document_id, capture_id from captures where capture_id = 'c-a'")
    con.execute("update captures set document_id = ? where capture_id = 'c-a'", [document_id("e")])

    assert ingest_labels(con, settings)["new"] == 1
    assert ingest_labels(con, settings)["new"] == 0

    found = asked(store, Why.CHANGED)
    assert names(found) == ["be"]
    assert con.execute("select count(*) from pair_labels").fetchone() == (1,)


def test_equal_text_under_other_facts_is_offered(store):
    con, settings, _ = store
    judge(store, "a", "b", "different")
    put(con, settings, ["z"], {})
    con.execute("update documents set text_sha256 = 't-a' where document_id = ?", [document_id("z")])
    ingest_labels(con, settings)

    assert [(pair, "other facts" in one.note) for one in asked(store, Why.CHANGED) for pair in names([one])] == [
        ("bz", True)
    ]


def test_reasons_take_turns(store):
    for right, similarity in (("b", 0.9), ("c", 0.52)):
        decide(store[0], "a", right, similarity)
    judge(store, "g", "h", annotator="lead", is_gold=True, origin="gold")
    assert [one.why for one in asked(store, Why.THRESHOLD, Why.GOLD)] == [Why.THRESHOLD, Why.GOLD, Why.THRESHOLD]


def test_kappa_by_relation(store):
    relations = [("copy", "copy"), ("copy", "copy"), ("translation", "copy"), ("translation", "translation")]
    for right, (mine, theirs) in zip("bcde", relations, strict=True):
        judge(store, "a", right, relation=mine)
        judge(store, "a", right, "different" if right == "e" else "same", "bình", relation=theirs)
    found = {one.about: one for one in agreements(store[0], store[2], "search")}

    assert set(found) == {"verdict", "copy", "translation"}
    assert (found["copy"].n_equal, found["copy"].kappa) == (3, pytest.approx(0.5))
    assert found["verdict"].kappa == pytest.approx(0)


def test_everybody_always_the_same_has_no_kappa(store):
    for annotator in ("ann", "bình"):
        judge(store, "a", "b", annotator=annotator)
    assert [one.kappa for one in agreements(store[0], store[2], "search")] == [None]


def test_superseded_labels_do_not_count(store):
    first = judge(store, "a", "b")
    judge(store, "a", "b", "different", supersedes=first.label_id, reason="hasty")
    agreements(store[0], store[2], "search")
    assert run(store[0], "label/select_opinions", document_id_l=document_id("a"), document_id_r=document_id("b")) == [
        ("ann", "different", None, "hasty")
    ]
