"""Every proposed pair is compared exactly, once, whatever kills the run."""

from datetime import timedelta
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from indexed_texts import DAY, insert, method_of, store_documents
from neartwin import verify
from neartwin.fingerprint import kernel
from neartwin.fingerprint.kernel import ShingleSets
from neartwin.settings import VerifySettings
from neartwin.warehouse.shards import write_shard

HYBRID = {
    "algorithm": "hybrid",
    "bits": 64,
    "max_hamming": 3,
    "blocks": [4, 1],
    "num_perm": 128,
    "bands": 32,
    "rows": 4,
    "shingle_size": {"default": 2},
}


def store_texts(con, settings, method, texts, name="all"):
    """Store documents with their texts in a shard, and their signatures; ids are the dict's keys."""
    columns = {"main_text": list(texts.values()), "language": ["en"] * len(texts)}
    table = pa.table(columns)
    shard = write_shard(settings, "extractions", str(DAY), name, table.to_batches(max_chunksize=1), table.schema)
    documents = [
        SimpleNamespace(document_id=key, shard=shard.path, shard_row=row, n_characters=len(text))
        for row, (key, text) in enumerate(texts.items())
    ]
    store_documents(con, documents)
    signed = kernel.sign(columns["main_text"], columns["language"], method)
    rows = [
        {
            "method_id": method.method_id,
            "document_id": key,
            "simhash": None if signed.simhash is None else int(signed.simhash[row]),
            "minhash": None if signed.minhash is None else signed.minhash[row].astype("<u4").tobytes(),
            "n_features": int(signed.n_features[row]),
            "n_shingles": int(signed.n_shingles[row]),
            "run_id": "test",
        }
        for row, key in enumerate(texts)
    ]
    insert(con, "fingerprints", rows)
    return signed


def store_candidates(con, method, *pairs):
    row = {"method_id": method.method_id, "found_by": "minhash", "run_id": "test"}
    insert(con, "candidate_pairs", [row | {"document_id_l": left, "document_id_r": right} for left, right in pairs])


def verified(con):
    columns = "document_id_l, document_id_r, hamming, jaccard, containment, minhash_jaccard"
    return con.execute(f"select {columns} from verified_pairs order by all").fetchall()


def test_a_pair_gets_every_measure(con, settings):
    method = method_of(settings, "h@1", **HYBRID)
    signed = store_texts(con, settings, method, {"a": "one two three four", "b": "one two three five", "c": "one two"})
    store_candidates(con, method, ("a", "b"), ("a", "c"))

    assert verify.verify(con, settings, method, DAY, "run") == {"n_pairs": 2, "n_documents": 3}
    (_, _, hamming, jaccard, containment, estimate), (*_, jaccard_ac, containment_ac, _) = verified(con)
    assert hamming == int(signed.simhash[0] ^ signed.simhash[1]).bit_count()
    assert (jaccard, containment) == (0.5, pytest.approx(2 / 3))  # {12, 23, 34} and {12, 23, 35}
    assert (jaccard_ac, containment_ac) == (pytest.approx(1 / 3), 1.0)
    assert estimate == np.mean(signed.minhash[0] == signed.minhash[1])


def test_nothing_outstanding_reads_nothing(con, settings):
    method = method_of(settings, "h@1", **HYBRID)
    assert verify.verify(con, settings, method, DAY, "run") == {"n_pairs": 0, "n_documents": 0}


def test_verifying_again_on_any_day_adds_nothing(con, settings):
    method = method_of(settings, "h@1", **HYBRID)
    store_texts(con, settings, method, {"a": "one two three four", "b": "one two three five"})
    store_candidates(con, method, ("a", "b"))
    verify.verify(con, settings, method, DAY, "run")
    before = verified(con)

    assert verify.verify(con, settings, method, DAY + timedelta(days=1), "again")["n_pairs"] == 0
    assert verified(con) == before


def test_a_method_without_signatures_of_a_kind_leaves_that_measure_empty(con, settings):
    method = method_of(settings, "m@1", algorithm="minhash", num_perm=128, bands=32, rows=4)
    store_texts(con, settings, method, {"a": "one two three", "b": "one two three!"})
    store_candidates(con, method, ("a", "b"))
    verify.verify(con, settings, method, DAY, "run")

    assert verified(con) == [("a", "b", None, 1.0, 1.0, 1.0)]


def test_small_blocks_of_texts_and_pairs_give_the_same_measures(con, settings):
    method = method_of(settings, "h@1", **HYBRID)
    words = [f"word{n % 7} and word{n % 5} then word{n % 3} tail{n}" for n in range(12)]
    store_texts(con, settings, method, {f"d{n:02}": text for n, text in enumerate(words)})
    store_candidates(con, method, *[(f"d{n:02}", f"d{m:02}") for n in range(12) for m in range(n + 1, 12)])
    verify.verify(con, settings, method, DAY, "run")
    at_once = verified(con)
    con.execute("delete from verified_pairs")

    tight = settings.model_copy(update={"verify": VerifySettings(block_characters=60, block_pairs=7)})
    assert verify.verify(con, tight, method, DAY, "run")["n_pairs"] == 66
    assert verified(con) == at_once


def test_a_killed_run_goes_on_where_it_stopped(con, settings, monkeypatch):
    method = method_of(settings, "h@1", **HYBRID)
    store_texts(con, settings, method, {name: f"one two three four {name}" for name in "abcd"})
    store_candidates(con, method, ("a", "b"), ("a", "c"), ("b", "d"))
    tight = settings.model_copy(update={"verify": VerifySettings(block_pairs=1)})
    blocks = iter([1, 1, 0])
    measure = verify.measure
    monkeypatch.setattr("neartwin.verify.comparison.measure", lambda *a, **k: (1 / next(blocks)) and measure(*a, **k))
    with pytest.raises(ZeroDivisionError):
        verify.verify(con, tight, method, DAY, "run")
    monkeypatch.undo()

    assert len(verified(con)) == 2
    assert verify.verify(con, tight, method, DAY, "run")["n_pairs"] == 1


def test_only_texts_of_outstanding_pairs_are_read_and_each_once(con, settings, monkeypatch):
    method = method_of(settings, "h@1", **HYBRID)
    store_texts(con, settings, method, {name: f"one two three four {name}" for name in "abcdef"})
    store_candidates(con, method, ("a", "b"), ("a", "c"), ("b", "c"))
    read = []

    def watched(settings, locators, columns):
        read.extend(locators)
        return read_rows(settings, locators, columns)

    from neartwin.verify.stored_sets import read_rows

    monkeypatch.setattr("neartwin.verify.stored_sets.read_rows", watched)
    verify.verify(con, settings, method, DAY, "run")
    assert sorted(row for _, row in read) == [0, 1, 2]


@hypothesis_settings(max_examples=50, deadline=None)
@given(st.lists(st.sets(st.integers(0, 30)), min_size=2, max_size=8))
def test_measures_are_those_of_python_sets(drawn):
    hashes = np.array([h for s in drawn for h in sorted(s)], dtype=np.uint64)
    sets = ShingleSets(np.cumsum([0, *map(len, drawn)]), hashes)
    left, right = (np.array(rows, dtype=np.int32) for rows in np.triu_indices(len(drawn), 1))
    measures = verify.measure(sets, left, right, threads=2)

    for place, (a, b) in enumerate(zip(left, right, strict=True)):
        shared, union = drawn[a] & drawn[b], drawn[a] | drawn[b]
        assert measures.jaccard[place] == (len(shared) / len(union) if union else 0)
        smaller = min(len(drawn[a]), len(drawn[b]))
        assert measures.containment[place] == (len(shared) / smaller if smaller else 0)
