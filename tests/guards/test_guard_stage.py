"""The stage looks at every verified pair once under the present rules, whatever kills the run."""

from types import SimpleNamespace

import pyarrow as pa
import pytest
from written_texts import TEXTS, edited

from indexed_texts import DAY, insert, store_documents
from neartwin import guards
from neartwin.guards import stage
from neartwin.warehouse.shards import write_shard

CHANGED = {
    "a": TEXTS["vi notice"],
    "b": edited("vi notice", ("12 lô", "14 lô")),
    "c": edited("vi notice", ("1.200.000 đồng", "1,2 triệu đồng")),
    "d": TEXTS["en news"],
}


def store(con, settings, texts, *, name="all", **facts):
    """Store documents with their texts in a shard of one row group each."""
    table = pa.table({"main_text": list(texts.values())})
    shard = write_shard(settings, "extractions", str(DAY), name, table.to_batches(max_chunksize=1), table.schema)
    documents = [
        SimpleNamespace(
            document_id=key,
            shard=shard.path,
            shard_row=row,
            n_characters=len(text),
            language="vi",
            **facts.get(key, {}),
        )
        for row, (key, text) in enumerate(texts.items())
    ]
    store_documents(con, documents)


def verify(con, *pairs, method_id="hybrid-words@1"):
    rows = [
        {
            "method_id": method_id,
            "document_id_l": left,
            "document_id_r": right,
            "jaccard": 0.9,
            "containment": 0.9,
            "run_id": "test",
        }
        for left, right in pairs
    ]
    insert(con, "verified_pairs", rows)


def held(con):
    return con.execute("select document_id_l, document_id_r, guard from pair_guards order by all").fetchall()


def looked_at(con):
    return con.execute("select document_id_l, document_id_r, guards_id from guard_checks order by all").fetchall()


def test_a_pair_that_differs_in_a_number_is_held_apart_and_a_copy_is_not(con, settings):
    store(con, settings, CHANGED)
    verify(con, ("a", "b"), ("a", "c"))

    assert guards.guard(con, settings, DAY, "r") == {"n_pairs": 2, "n_guarded": 1}
    assert held(con) == [("a", "b", "numbers")]
    assert looked_at(con) == [("a", "b", guards.guards_id()), ("a", "c", guards.guards_id())]
    aligned = con.execute("select aligned, covered from guard_checks where document_id_r = 'c'").fetchone()
    assert all(0.9 < share <= 1 for share in aligned)


def test_no_pairs_are_no_work(con, settings):
    assert guards.guard(con, settings, DAY, "r") == {"n_pairs": 0, "n_guarded": 0}
    assert looked_at(con) == []


def test_looking_again_changes_nothing(con, settings):
    store(con, settings, CHANGED)
    verify(con, ("a", "b"), ("a", "c"), ("a", "d"))
    guards.guard(con, settings, DAY, "r")
    before = held(con), looked_at(con)

    assert guards.guard(con, settings, DAY, "later") == {"n_pairs": 0, "n_guarded": 0}
    assert (held(con), looked_at(con)) == before


def test_a_pair_of_two_methods_is_looked_at_once(con, settings):
    store(con, settings, CHANGED)
    verify(con, ("a", "b"))
    verify(con, ("a", "b"), method_id="other@1")

    assert guards.guard(con, settings, DAY, "r")["n_pairs"] == 1


def test_new_rules_look_at_every_pair_again(con, settings, monkeypatch):
    store(con, settings, CHANGED)
    verify(con, ("a", "b"))
    guards.guard(con, settings, DAY, "r")
    monkeypatch.setattr(stage, "guards_id", lambda: "guards-next")

    assert guards.guard(con, settings, DAY, "r") == {"n_pairs": 1, "n_guarded": 1}
    assert len(looked_at(con)) == len(held(con)) == 2


@pytest.mark.parametrize(("name", "value"), [("BLOCK_PAIRS", 1), ("BLOCK_CHARACTERS", 10)])
def test_blocks_do_not_change_the_result(con, settings, monkeypatch, name, value):
    store(con, settings, CHANGED)
    verify(con, ("a", "b"), ("a", "c"), ("b", "c"), ("c", "d"))
    monkeypatch.setattr(stage, name, value)

    assert guards.guard(con, settings, DAY, "r")["n_pairs"] == 4
    assert {pair[:2] for pair in held(con)} >= {("a", "b"), ("b", "c")}
    assert len(looked_at(con)) == 4


def test_a_run_killed_between_blocks_goes_on(con, settings, monkeypatch):
    store(con, settings, CHANGED)
    verify(con, ("a", "b"), ("a", "c"), ("b", "c"))
    monkeypatch.setattr(stage, "BLOCK_PAIRS", 1)

    def killed(blocks, **how):
        yield next(whole(blocks, **how))
        raise KeyboardInterrupt

    whole = stage.judge_blocks
    monkeypatch.setattr(stage, "judge_blocks", killed)
    with pytest.raises(KeyboardInterrupt):
        guards.guard(con, settings, DAY, "r")
    assert len(looked_at(con)) == 1
    monkeypatch.setattr(stage, "judge_blocks", whole)

    assert guards.guard(con, settings, DAY, "r")["n_pairs"] == 2
    assert held(con) == [("a", "b", "numbers"), ("b", "c", "numbers")]


def test_facts_of_documents_are_looked_at(con, settings):
    text = TEXTS["en notice"]
    store(con, settings, {"a": text, "b": text}, a={"sku": "K-1", "price": 10}, b={"sku": "K-2", "price": 12})
    verify(con, ("a", "b"))
    guards.guard(con, settings, DAY, "r")

    assert [guard for _, _, guard in held(con)] == ["price", "sku"]


def test_the_version_of_the_rules_follows_from_code_and_lexicons():
    assert guards.guards_id().startswith("guards-")
    assert guards.guards_id() == guards.guards_id()
