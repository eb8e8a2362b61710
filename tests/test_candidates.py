"""Candidate pairs are a pure function of the indexed documents, in SQL and in memory, in any order of days."""

from collections import defaultdict
from datetime import date, timedelta
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from indexed_texts import DAY, insert, method_of, store_documents, store_signatures
from neartwin import candidates
from neartwin.fingerprint.kernel import Signatures
from neartwin.settings import CandidatesSettings

HYBRID = {
    "algorithm": "hybrid",
    "bits": 64,
    "max_hamming": 3,
    "blocks": [4, 1],
    "num_perm": 3,
    "bands": 3,
    "rows": 1,
    "promise_recall": 0.9,
}
MINHASH = {"algorithm": "minhash", "num_perm": 3, "bands": 3, "rows": 1, "promise_recall": 0.9}
TABLES = {
    "candidate_pairs": "document_id_l, document_id_r, found_by",
    "indexed_documents": "document_id, fingerprint_key, is_hub",
    "hot_buckets": "band_index, band_key, n_documents, n_pairs_skipped",
}


def state_of(con):
    return {
        table: sorted(con.execute(f"select {columns} from {table}").fetchall()) for table, columns in TABLES.items()
    }


def pairs_of(con):
    return {(left, right): found_by for left, right, found_by in state_of(con)["candidate_pairs"]}


def clear(con):
    for table in ("documents", "captures", "fingerprints", "fingerprint_bands", *TABLES):
        con.execute(f"delete from {table}")


def limited(settings, *, max_bucket=200, max_block=2000, in_memory_from=10**9):
    limits = CandidatesSettings(max_bucket=max_bucket, max_block=max_block, in_memory_from=in_memory_from)
    return settings.model_copy(update={"candidates": limits})


def a_document(name, *, minima=(0, 0, 0), simhash=0, sku=None, price=None, n_characters=500):
    return SimpleNamespace(
        document_id=name, minima=minima, simhash=simhash, sku=sku, price=price, n_characters=n_characters
    )


def store(con, method, documents, day=DAY):
    store_documents(con, documents, day=day)
    minhash = np.array([d.minima for d in documents], dtype=np.uint32)
    simhash = np.array([d.simhash for d in documents], dtype=np.uint64).view(np.int64)
    store_signatures(con, method, documents, minhash=minhash, simhash=simhash if method.bits else None)


def propose(con, settings, method, documents, day=DAY):
    store(con, method, documents, day)
    return candidates.propose(con, settings, method, day, "run")


# --- tiny stories ---------------------------------------------------------------------------------------------------


def test_documents_that_share_a_band_become_one_pair(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    documents = [
        a_document("a", minima=(1, 2, 3)),
        a_document("b", minima=(1, 2, 4)),
        a_document("c", minima=(7, 8, 9)),
    ]

    counts = propose(con, settings, method, documents)

    assert pairs_of(con) == {("a", "b"): "minhash"}
    assert counts == {"n_documents": 3, "n_hubs": 3, "n_pairs": 1, "n_superseded": 0, "n_hot_buckets": 0}


def test_an_empty_day_proposes_nothing(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    assert set(candidates.propose(con, settings, method, DAY, "run").values()) == {0}


def test_proposing_again_adds_nothing(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    documents = [a_document("a", minima=(1, 2, 3)), a_document("b", minima=(1, 2, 4))]
    propose(con, settings, method, documents)
    before = state_of(con)

    assert set(candidates.propose(con, settings, method, DAY, "again").values()) == {0}
    assert state_of(con) == before


def test_index_keys_are_one_row_each_in_order_and_blocks_only_of_enough_features(con, settings):
    method = method_of(settings, "m@1", **HYBRID, min_features=10)
    documents = [a_document("many", minima=(1, 2, 3), simhash=7), a_document("few", minima=(1, 2, 4))]
    store(con, method, documents)
    con.execute("update fingerprints set n_features = 9 where document_id = 'few'")
    for _ in range(2):
        candidates.propose(con, settings, method, DAY, "run")
    found = con.sql("select document_id, band_index from fingerprint_bands order by all").fetchall()

    assert found == [("few", band) for band in range(3)] + [("many", band) for band in range(method.n_keys)]


def test_a_day_is_compared_with_all_stored_days(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    propose(con, settings, method, [a_document("b", minima=(1, 2, 3))], DAY)
    propose(con, settings, method, [a_document("a", minima=(1, 5, 6))], DAY - timedelta(days=3))

    assert pairs_of(con) == {("a", "b"): "minhash"}


def test_documents_of_a_quarantined_site_are_left_out_until_released(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    store(con, method, [a_document("a", minima=(1, 2, 3)), a_document("b", minima=(1, 2, 4))])
    hold = {"day": DAY, "site": "a.example", "actor": "t", "reason": "t", "run_id": "t"}
    insert(con, "quarantines", [hold | {"state": "held", "set_at": DAY}])
    assert candidates.propose(con, settings, method, DAY, "run")["n_documents"] == 0

    insert(con, "quarantines", [hold | {"state": "released", "set_at": DAY + timedelta(days=1)}])
    candidates.propose(con, settings, method, DAY, "run")
    assert pairs_of(con) == {("a", "b"): "minhash"}


def test_methods_are_never_joined_with_each_other(con, settings):
    first, second = method_of(settings, "m@1", **MINHASH), method_of(settings, "m@2", **MINHASH)
    propose(con, settings, first, [a_document("a", minima=(1, 2, 3))])
    propose(con, settings, second, [a_document("b", minima=(1, 2, 3))])

    assert pairs_of(con) == {}


def test_equal_signatures_make_a_star_around_the_most_complete_document(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    equal = [a_document(name, minima=(1, 2, 3), n_characters=n) for name, n in (("a", 10), ("b", 12), ("c", 12))]
    propose(con, settings, method, [*equal, a_document("x", minima=(1, 8, 9))])

    assert pairs_of(con) == {("a", "b"): "equal", ("b", "c"): "equal", ("b", "x"): "minhash"}


def test_equal_texts_with_different_facts_are_joined_through_one_hub_each(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    documents = [
        a_document("a1", minima=(1, 2, 3), sku="A"),
        a_document("a2", minima=(1, 2, 3), sku="A"),
        a_document("b1", minima=(1, 2, 3), sku="B"),
        a_document("n1", minima=(1, 2, 3)),
    ]
    propose(con, settings, method, documents)

    assert set(pairs_of(con)) == {("a1", "a2"), ("a1", "b1"), ("a1", "n1"), ("b1", "n1")}


def test_a_better_hub_takes_over_the_star_and_what_was_derived_from_the_old_one(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    propose(con, settings, method, [a_document(name, minima=(1, 2, 3)) for name in "bcd"])
    verified = {"method_id": "m@1", "jaccard": 1.0, "containment": 1.0, "run_id": "t"}
    guard = {"guards_id": "g@1", "guard": "numbers", "detail": ""}
    pairs = [{"document_id_l": "b", "document_id_r": "c"}, {"document_id_l": "b", "document_id_r": "d"}]
    insert(con, "verified_pairs", [verified | pair for pair in pairs])
    insert(con, "pair_guards", [guard | pair for pair in pairs])

    counts = propose(con, settings, method, [a_document("a", minima=(1, 2, 3))], DAY + timedelta(days=1))

    assert set(pairs_of(con)) == {("a", "b"), ("a", "c"), ("a", "d")}
    assert (counts["n_pairs"], counts["n_superseded"]) == (3, 2)
    assert con.execute("select count(*) from verified_pairs").fetchall() == [(0,)]
    assert con.execute("select count(*) from pair_guards").fetchall() == [(0,)]


def test_a_labelled_pair_outlives_its_hub(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    propose(con, settings, method, [a_document(name, minima=(1, 2, 3)) for name in "bc"])
    label = {"label_id": "1", "purpose": "search", "verdict": "different", "annotator": "t", "labelled_at": DAY}
    insert(con, "labels", [label | {"document_id_l": "b", "document_id_r": "c"}])

    propose(con, settings, method, [a_document("a", minima=(1, 2, 3))], DAY + timedelta(days=1))

    assert pairs_of(con) == {("a", "b"): "equal", ("a", "c"): "equal", ("b", "c"): "label"}


def test_a_hot_bucket_is_split_by_its_second_key_and_recorded(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    documents = [
        a_document(name, minima=(1, second, n))
        for n, (name, second) in enumerate(zip("abcd", (5, 5, 6, 7), strict=True))
    ]
    counts = propose(con, limited(settings, max_bucket=3), method, documents)

    assert set(pairs_of(con)) == {("a", "b")}
    assert counts["n_hot_buckets"] == 1
    assert [row[2:] for row in state_of(con)["hot_buckets"]] == [(4, 5)]


def test_simhash_pairs_beyond_the_distance_are_not_proposed(con, settings):
    method = method_of(settings, "s@1", algorithm="simhash", bits=64, max_hamming=3, blocks=[4, 1])
    documents = [a_document("a", simhash=0), a_document("b", simhash=0b111), a_document("c", simhash=0b1111 << 16)]
    store_documents(con, documents)
    store_signatures(con, method, documents, simhash=np.array([d.simhash for d in documents], dtype=np.int64))
    candidates.propose(con, settings, method, DAY, "run")

    assert pairs_of(con) == {("a", "b"): "simhash"}


def test_a_killed_run_leaves_nothing(con, settings, monkeypatch):
    method = method_of(settings, "m@1", **MINHASH)
    store(con, method, [a_document("a", minima=(1, 2, 3)), a_document("b", minima=(1, 2, 4))])
    monkeypatch.setattr("neartwin.candidates.proposal._supersede", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        candidates.propose(con, settings, method, DAY, "run")
    monkeypatch.undo()

    assert state_of(con) == {table: [] for table in TABLES}
    candidates.propose(con, settings, method, DAY, "run")
    assert pairs_of(con) == {("a", "b"): "minhash"}


# --- without a warehouse --------------------------------------------------------------------------------------------


def near_signatures(n_texts, rng):
    """Random signatures, half of them up to 8 bits from another one."""
    simhash = rng.integers(0, 2**64, n_texts, dtype=np.uint64)
    half = n_texts // 2
    flips = np.zeros(half, dtype=np.uint64)
    for _ in range(8):
        flips ^= np.where(rng.random(half) < 0.6, np.uint64(1) << rng.integers(0, 64, half, dtype=np.uint64), 0)
    simhash[half : 2 * half] = simhash[:half] ^ flips
    return simhash.view(np.int64)


def signed(simhash=None, minhash=None):
    n_texts = len(minhash if minhash is not None else simhash)
    count = np.full(n_texts, 50, dtype=np.int64)
    return Signatures(simhash, None, minhash, count, count)


@pytest.mark.parametrize(("max_hamming", "blocks"), [(3, [4, 1]), (6, [8, 2])])
def test_simhash_pairs_are_those_of_an_exhaustive_comparison(settings, max_hamming, blocks):
    method = method_of(settings, "s@1", algorithm="simhash", bits=64, max_hamming=max_hamming, blocks=blocks)
    simhash = near_signatures(3000, np.random.default_rng(5))
    found = candidates.join(signed(simhash), method)

    exhaustive = set()
    for row, value in enumerate(simhash):
        near = np.flatnonzero(np.bitwise_count((simhash[row + 1 :] ^ value).view(np.uint64)) <= max_hamming)
        exhaustive |= {(row, row + 1 + int(other)) for other in near}
    assert len(exhaustive) > 100
    assert set(zip(found.left.tolist(), found.right.tolist(), strict=True)) == exhaustive


def test_equal_signatures_in_memory_make_a_star_around_the_preferred_text(settings):
    method = method_of(settings, "m@1", **MINHASH)
    minhash = np.array([[1, 2, 3]] * 5000 + [[1, 8, 9]], dtype=np.uint32)
    found = candidates.join(signed(minhash=minhash), method, preference=np.arange(5001)[::-1].copy())

    assert (len(found.left), int(found.is_equal.sum())) == (5000, 4999)
    assert set(found.right.tolist()) == {4999, 5000}


def test_texts_without_features_are_in_no_pair(settings):
    method = method_of(settings, "m@1", **MINHASH)
    signatures = signed(minhash=np.zeros((3, 3), dtype=np.uint32))
    signatures.n_features[:] = 0
    assert len(candidates.join(signatures, method).left) == 0


# --- the definition, in plain Python --------------------------------------------------------------------------------


def defined(documents, method, limits):
    """The pairs and hot buckets of a set of documents, straight from the rules."""
    rank = {d.document_id: (-d.n_characters, d.document_id) for d in documents}
    fingerprint = {d.document_id: (d.minima, d.simhash if method.bits else None) for d in documents}
    groups = defaultdict(list)
    for d in documents:
        groups[fingerprint[d.document_id], d.sku, d.price].append(d.document_id)
    hubs = [min(group, key=rank.get) for group in groups.values()]
    pairs = {
        frozenset(pair): {"equal"}
        for g in groups.values()
        for pair in ((min(g, key=rank.get), m) for m in g)
        if len(set(pair)) == 2
    }
    by_id = {d.document_id: d for d in documents}
    buckets = defaultdict(list)
    for hub in hubs:
        for kind, band, key, second in entries(by_id[hub], method):
            buckets[kind, band, key].append((hub, second))
        buckets["equal", -1, fingerprint[hub]].append((hub, by_id[hub].sku or ""))
    hot = {}
    for (kind, band, _), members in buckets.items():
        emitted, n_max = proposed_by(kind, members, rank, by_id, limits)
        if len(members) > n_max:
            hot[band, len(members), len(members) * (len(members) - 1) // 2 - len(emitted)] = 1 + hot.get(
                (band, len(members), len(members) * (len(members) - 1) // 2 - len(emitted)), 0
            )
        for pair in emitted:
            a, b = (by_id[name] for name in pair)
            is_equal = fingerprint[a.document_id] == fingerprint[b.document_id]
            if is_equal != (kind == "equal") or (
                kind == "simhash" and (a.simhash ^ b.simhash).bit_count() > method.max_hamming
            ):
                continue
            pairs.setdefault(pair, set()).add(kind)
    return {tuple(sorted(pair)): "+".join(sorted(kinds)) for pair, kinds in pairs.items()}, hot


def entries(document, method):
    bands = list(enumerate(document.minima))
    for place, (band, key) in enumerate(bands):
        yield "minhash", band, key, bands[(place + 1) % len(bands)][1]
    if method.bits:
        blocks = [document.simhash >> 16 * block & 0xFFFF for block in range(4)]
        for block in range(4):
            yield "simhash", 3 + block, blocks[block], blocks[(block + 1) % 4]


def proposed_by(kind, members, rank, by_id, limits):
    n_max = limits.max_block if kind == "simhash" else limits.max_bucket
    names = [name for name, _ in members]
    if len(members) <= n_max:
        return {frozenset(pair) for pair in combinations(names, 2)}, n_max
    emitted = set()
    parts = defaultdict(list)
    for name, second in members:
        parts[second].append(name)
    for part in parts.values():
        first = min(part, key=rank.get)
        emitted |= {
            frozenset(p)
            for p in (combinations(part, 2) if len(part) <= n_max else ((first, n) for n in part if n != first))
        }
    if kind == "equal":
        middle = min(
            names, key=lambda name: ((by_id[name].sku is not None) + (by_id[name].price is not None), rank[name])
        )
        emitted |= {frozenset((middle, name)) for name in names if name != middle}
    return emitted, n_max


documents_strategy = st.lists(
    st.builds(
        SimpleNamespace,
        minima=st.tuples(*[st.integers(1, 3)] * 3),
        simhash=st.sampled_from([0, 1, 1 << 20, (1 << 20) + 1, 0b11111, 1 << 40, (1 << 40) + (1 << 63)]),
        sku=st.sampled_from([None, None, "A", "B"]),
        price=st.sampled_from([None, None, 5]),
        n_characters=st.sampled_from([10, 20]),
    ),
    min_size=1,
    max_size=14,
)


@pytest.mark.parametrize("spec", [HYBRID, MINHASH], ids=["hybrid", "minhash"])
@pytest.mark.parametrize("in_memory_from", [0, 10**9], ids=["memory", "sql"])
@hypothesis_settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn=documents_strategy, caps=st.tuples(st.integers(1, 4), st.integers(1, 4)), data=st.data())
def test_any_order_and_split_of_days_gives_the_defined_pairs(con, settings, spec, in_memory_from, drawn, caps, data):
    clear(con)
    limits = limited(settings, max_bucket=caps[0], max_block=caps[1], in_memory_from=in_memory_from)
    method = method_of(settings, "any@1", **spec)
    documents = [SimpleNamespace(**vars(d), document_id=f"d{i:02}") for i, d in enumerate(drawn)]
    days = data.draw(st.lists(st.integers(1, 4), min_size=len(documents), max_size=len(documents)))
    order = data.draw(st.permutations(sorted(set(days))))
    is_stored_first = data.draw(st.booleans())
    by_day = {day: [d for d, its_day in zip(documents, days, strict=True) if its_day == day] for day in order}
    for day in order if is_stored_first else ():
        store(con, method, by_day[day], date(2026, 1, day))
    for day in [*order, data.draw(st.sampled_from(order))]:
        propose(con, limits, method, by_day[day], date(2026, 1, day))

    pairs, hot = defined(documents, method, limits.candidates)
    assert pairs_of(con) == pairs
    found_hot = defaultdict(int)
    for band, _, n_documents, n_skipped in state_of(con)["hot_buckets"]:
        found_hot[band, n_documents, n_skipped] += 1
    assert dict(found_hot) == hot


@pytest.mark.parametrize("in_memory_from", [0, 10**9], ids=["memory", "sql"])
@hypothesis_settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn=documents_strategy, caps=st.tuples(st.integers(1, 4), st.integers(1, 4)), data=st.data())
def test_documents_that_nobody_carries_leave_the_index_and_come_back(con, settings, in_memory_from, drawn, caps, data):
    clear(con)
    limits = limited(settings, max_bucket=caps[0], max_block=caps[1], in_memory_from=in_memory_from)
    method = method_of(settings, "any@1", **HYBRID)
    documents = [SimpleNamespace(**vars(d), document_id=f"d{i:02}") for i, d in enumerate(drawn)]
    gone = data.draw(st.sets(st.sampled_from([d.document_id for d in documents])))
    propose(con, limits, method, documents)
    whole, keys = state_of(con), con.execute("select * from fingerprint_bands order by all").fetchall()
    for name in gone:
        con.execute("update captures set outcome = 'listing' where document_id = ?", [name])

    assert candidates.withdraw(con, limits, method, DAY, "run") == len(gone)
    pairs, hot = defined([d for d in documents if d.document_id not in gone], method, limits.candidates)
    assert pairs_of(con) == pairs
    assert len(state_of(con)["hot_buckets"]) == sum(hot.values())
    assert candidates.withdraw(con, limits, method, DAY, "run") == 0

    con.execute("update captures set outcome = 'ok'")
    candidates.propose(con, limits, method, DAY, "run")
    assert state_of(con) == whole
    assert con.execute("select * from fingerprint_bands order by all").fetchall() == keys


def test_a_labelled_pair_goes_with_its_document_and_comes_back(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    propose(con, settings, method, [a_document("a", minima=(1, 2, 3)), a_document("b", minima=(7, 8, 9))])
    label = {"label_id": "1", "document_id_l": "a", "document_id_r": "b", "purpose": "search", "verdict": "same"}
    insert(con, "labels", [label | {"annotator": "t", "labelled_at": DAY}])
    candidates.propose(con, settings, method, DAY, "run")
    con.execute("update captures set outcome = 'listing' where document_id = 'b'")
    candidates.withdraw(con, settings, method, DAY, "run")
    assert pairs_of(con) == {}

    con.execute("update captures set outcome = 'ok'")
    candidates.propose(con, settings, method, DAY, "run")
    assert pairs_of(con) == {("a", "b"): "label"}


@hypothesis_settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn=documents_strategy, caps=st.tuples(st.integers(1, 4), st.integers(1, 4)))
def test_the_join_in_memory_proposes_what_the_definition_does(settings, drawn, caps):
    method = method_of(settings, "any@1", **HYBRID)
    documents = [
        SimpleNamespace(**vars(d) | {"sku": None, "price": None, "document_id": i, "n_characters": -i})
        for i, d in enumerate(drawn)
    ]
    simhash = np.array([d.simhash for d in documents], dtype=np.uint64).view(np.int64)
    minhash = np.array([d.minima for d in documents], dtype=np.uint32)
    limits = CandidatesSettings(max_bucket=caps[0], max_block=caps[1])
    found = candidates.join(signed(simhash, minhash), method, limits)

    pairs, _ = defined(documents, method, limits)
    assert set(zip(found.left.tolist(), found.right.tolist(), strict=True)) == set(pairs)
