"""Recall is measured against everything stored, says how sure it is, and leaves no trace of its planted copies."""

import json
from datetime import timedelta
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexed_texts import DAY, insert, method_of, store_documents, store_signatures
from neartwin import candidates, recall
from neartwin.fingerprint import kernel
from neartwin.fingerprint.kernel import shingle_sets
from neartwin.recall import edits, scan
from neartwin.recall.intervals import pool
from neartwin.settings import RecallSettings
from neartwin.warehouse.shards import write_shard

MINHASH = {"algorithm": "minhash", "num_perm": 128, "bands": 32, "rows": 4}
BLIND = MINHASH | {"bands": 2, "rows": 64, "promise_recall": 1e-12}  # finds next to nothing but equal signatures
SIMHASH = {"algorithm": "simhash", "bits": 64, "max_hamming": 3, "blocks": [4, 1]}

EN = "harbour bridge winter ticket garden engine letter market river window council teacher island paper"
VI = "cầu cảng mùa đông vườn thư chợ sông cửa sổ hội đồng thầy giáo đảo giấy đường phố"
WORDS = {"en": EN.split(), "vi": VI.split(), "zh": list("桥港冬季票园机信市河窗会师岛纸路城山水火木金土日月星")}
SPACE = {"en": " ", "vi": " ", "zh": ""}
STOP = {"en": ". ", "vi": ". ", "zh": "。"}


def a_text(language, seed, n_sentences=14):
    """Sentences of words drawn at random, all different."""
    rng = np.random.default_rng(seed)
    sentences = [SPACE[language].join(rng.choice(WORDS[language], 9)) for _ in range(n_sentences)]
    return STOP[language].join(sentences) + STOP[language].strip()


def store_texts(con, settings, method, texts, *, day=DAY):
    """Store {id: (language, text)} as documents of a day with texts, signatures and index keys."""
    names, languages = list(texts), [language for language, _ in texts.values()]
    contents = [text for _, text in texts.values()]
    table = pa.table({"main_text": contents, "language": languages})
    shard = write_shard(settings, "extractions", str(day), "all", table.to_batches(), table.schema)
    documents = [
        SimpleNamespace(document_id=name, language=language, shard=shard.path, shard_row=row, n_characters=len(text))
        for row, (name, (language, text)) in enumerate(texts.items())
    ]
    store_documents(con, documents, day=day)
    signed = kernel.sign(contents, languages, method)
    store_signatures(con, method, documents, minhash=signed.minhash, simhash=signed.simhash)
    assert len(names) == len(documents)


def the_day(con, settings, method, n_copies=3):
    """A day of three languages where each text has copies with a sentence more, proposed by the method's index."""
    texts = {}
    for seed in range(4):
        for language in WORDS:
            text = a_text(language, seed)
            texts[f"{language}{seed}"] = (language, text)
            for copy in range(n_copies):
                more = a_text(language, 100 * copy + seed + 10, n_sentences=1)
                texts[f"{language}{seed}copy{copy}"] = (language, text + more)
    store_texts(con, settings, method, texts)
    candidates.propose(con, settings, method, DAY, "run")


def measurements(con):
    rows = con.execute(
        "select kind, language, edit_kind, n_sampled, n_true, n_found, missed_by from recall_measurements"
    )
    return {row[:3]: (*row[3:6], json.loads(row[6])) for row in rows.fetchall()}


def everything(con):
    tables = [row[0] for row in con.execute("select table_name from duckdb_tables() where not temporary").fetchall()]
    return {t: sorted(map(repr, con.execute(f"from {t}").fetchall())) for t in tables if t != "recall_measurements"}


@pytest.fixture
def patient(settings):
    return settings.model_copy(update={"recall": RecallSettings(min_true_pairs=20)})


def test_an_index_that_finds_every_pair_is_said_to(con, patient):
    method = method_of(patient, "m@1", **MINHASH)
    the_day(con, patient, method)
    result = recall.measure(con, patient, method, DAY, "run", cpu_seconds=60)

    assert (result["n_true"], result["n_found"], result["recall"]) == (72, 72, 1.0)  # 12 texts, 4 near texts each
    assert 0.94 < result["lower"] < 0.96
    assert result["is_enough"]
    assert result["n_copies_found"] == result["n_copies_true"] > 70


def test_an_index_that_misses_pairs_is_found_out(con, patient):
    method = method_of(patient, "blind@1", **BLIND)
    the_day(con, patient, method)
    result = recall.measure(con, patient, method, DAY, "run", cpu_seconds=60)

    assert result["n_true"] == 72
    assert result["n_found"] < 10
    assert result["is_below_promise"]
    assert result["says"].endswith("BELOW THE PROMISE")
    rows = measurements(con)
    assert rows["sample", "all", ""] == (48, 72, result["n_found"], {"index": 72 - result["n_found"]})
    assert rows["canary", "en", "verbatim"] == (4, 4, 4, {})
    assert rows["canary", "vi", "NFD"] == (4, 4, 4, {})
    assert rows["canary", "zh", "one word"][3]["index"] > 0


def test_simhash_recall_counts_bits(con, patient):
    method = method_of(patient, "s@1", **SIMHASH)
    the_day(con, patient, method)
    result = recall.measure(con, patient, method, DAY, "run", cpu_seconds=60)

    assert result["n_true"] == result["n_found"] > 0
    measure, threshold = con.execute("select distinct measure, threshold from recall_measurements").fetchall()[0]
    assert (measure, threshold) == ("hamming", 3.0)


def test_a_tiny_crawl_promises_nothing(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    store_texts(con, settings, method, {"a": ("en", a_text("en", 1)), "b": ("en", a_text("en", 1) + " more words")})
    candidates.propose(con, settings, method, DAY, "run")
    result = recall.measure(con, settings, method, DAY, "run")

    assert not result["is_below_promise"]
    assert result["says"].startswith("too few pairs to promise: 1 of 1 true pairs found, 400 are needed")


def test_an_empty_day_is_measured_as_nothing(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    result = recall.measure(con, settings, method, DAY, "run")

    assert result["recall"] is None
    assert not result["is_below_promise"]
    assert measurements(con) == {("sample", "all", ""): (0, 0, 0, {})}


def test_a_method_without_an_index_is_not_measured(con, settings):
    method = method_of(settings, "bag@1", algorithm="jaccard")
    assert not recall.measure(con, settings, method, DAY, "run")["is_measured"]


def test_measuring_leaves_stored_rows_alone_and_again_adds_nothing(con, patient):
    method = method_of(patient, "m@1", **MINHASH)
    the_day(con, patient, method)
    before = everything(con)
    recall.measure(con, patient, method, DAY, "run", cpu_seconds=60)
    rows = con.execute("from recall_measurements order by all").fetchall()
    recall.measure(con, patient, method, DAY, "again", cpu_seconds=60)

    assert everything(con) == before
    assert con.execute("from recall_measurements order by all").fetchall() == rows
    assert con.execute("select count(*) from sound_captures").fetchall() == [(48,)]


def test_earlier_days_are_pooled_until_there_are_enough_pairs(con, patient):
    method = method_of(patient, "m@1", **MINHASH)
    old = {"run_id": "old", "method_id": "m@1", "kind": "sample", "language": "all", "edit_kind": "", "threshold": 0.7}
    old |= {"measure": "jaccard", "n_sampled": 9, "missed_by": "{}", "cpu_seconds": 1.0, "measured_at": DAY}
    for days, n_found in ((1, 9), (2, 8), (3, 0), (90, 0)):
        insert(
            con, "recall_measurements", [old | {"day": DAY - timedelta(days=days), "n_true": 10, "n_found": n_found}]
        )
    result = recall.measure(con, patient, method, DAY, "run")

    assert (result["n_true"], result["n_found"]) == (20, 17)
    assert result["is_below_promise"]


def test_a_spent_budget_stops_the_scan_and_says_how_far_it_came(con, patient, monkeypatch):
    method = method_of(patient, "m@1", **MINHASH)
    the_day(con, patient, method)
    monkeypatch.setattr("neartwin.recall.sample.CHUNK_ROWS", 1)
    recall.measure(con, patient, method, DAY, "run", cpu_seconds=0.0)

    assert measurements(con)["sample", "all", ""][3]["scanned_share"] < 1


def test_same_bytes_that_became_different_contents_count_as_lost_in_extraction(con, settings):
    method = method_of(settings, "m@1", **MINHASH)
    store_documents(con, [SimpleNamespace(document_id=name) for name in ("a", "b")])
    con.execute("update captures set source_sha256 = 'same'")
    result = recall.measure(con, settings, method, DAY, "run")

    assert result["n_unlike_extractions"] == 1


# --- parts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n_found", "n_true", "interval"),
    [(0, 0, (0, 1)), (400, 400, (0.9905, 1)), (8, 10, (0.4902, 0.9433)), (0, 9, (0, 0.2992))],
)
def test_wilson_intervals(n_found, n_true, interval):
    assert recall.wilson(n_found, n_true) == pytest.approx(interval, abs=1e-4)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50))), st.integers(1, 100))
def test_pooling_stops_once_there_is_enough(days, enough):
    days = [(max(pair), min(pair)) for pair in days]
    pooled = pool(days, enough)
    assert pooled.n_true >= enough or pooled.n_true == sum(true for true, _ in days)
    assert pooled.n_found <= pooled.n_true
    assert not days or pooled.n_true - days[-1][0] < enough or pooled.n_true < sum(true for true, _ in days)


@pytest.mark.parametrize("language", ["en", "vi", "zh"])
def test_edits_keep_most_of_a_text(settings, language):
    text = a_text(language, 7, n_sentences=40)
    method = method_of(settings, "m@1", **MINHASH)
    for kind, copy in edits.copies(text, language):
        sets = shingle_sets([text, copy], [language] * 2, method)
        first, second = (set(sets.hashes[a:b]) for a, b in zip(sets.offsets[:-1], sets.offsets[1:], strict=True))
        assert len(first & second) / len(first | second) > 0.5, kind


def test_edits_change_no_digit():
    text = "Năm 2026 có 35 đợt; giá 1.200.000 đ. Hà Nội và Huế cũng vậy. Mọi người xem nhiều."
    for kind, copy in edits.copies(text, "vi"):
        if kind not in ("reordered", "tail cut", "full width", "furniture added"):
            assert [c for c in copy if c.isdigit()] == [c for c in text if c.isdigit()], kind


def test_the_scan_sees_every_pair_at_the_threshold():
    rng = np.random.default_rng(3)
    sample = rng.integers(0, 2**32, (40, 128), dtype=np.uint32)
    agrees = rng.random((40, 128)) < 0.7
    stored = np.where(agrees, sample, rng.integers(0, 2**32, (40, 128), dtype=np.uint32))
    left, right = scan.near_minima(sample, stored, 0.7)
    assert set(zip(left.tolist(), right.tolist(), strict=True)) == {(row, row) for row in range(40)}
