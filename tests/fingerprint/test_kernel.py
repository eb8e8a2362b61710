"""The kernel: golden values of the reference, equality with the plain twin, scripts, copies that must be equal."""

import itertools
import unicodedata

import numpy as np
import pyarrow as pa
import pytest
from fingerprint_texts import TEXTS, configured, hostile_texts
from hypothesis import given, settings
from hypothesis import strategies as st

from neartwin.errors import MethodError
from neartwin.fingerprint import kernel, normalise, plain_batches

METHODS = sorted(configured())
WORDS = [method_id for method_id in METHODS if configured()[method_id].normalise]
N_TOKENS = {"en": 18, "vi": 21, "zh": 21, "ja": 25, "ko": 9, "th": 32, "lo": 16, "km": 19, "my": 22}
N_TOKENS |= {"ar": 10, "he": 10, "hi": 12, "ru": 10, "el": 8}
LANGUAGES = st.sampled_from(["en", "vi", "zh", "th", ""])


def tokens(text, method_id="simhash64-words@1"):
    streams = kernel.token_streams([text], None, configured()[method_id])
    folded = normalise(text, configured()[method_id].normalise)
    return [folded[start:end] for start, end in zip(streams.starts, streams.ends, strict=True)]


def sets(texts, method_id, language="vi"):
    found = kernel.shingle_sets(texts, [language] * len(texts), configured()[method_id])
    return [set(found.hashes[low:high].tolist()) for low, high in itertools.pairwise(found.offsets)]


def words_of(signatures):
    return [value & (1 << 64) - 1 for value in signatures.simhash.tolist()]


def assert_same(left, right):
    for name in left.__slots__:
        mine, other = getattr(left, name), getattr(right, name)
        assert (mine is None) == (other is None), name
        assert mine is None or (mine.dtype == other.dtype and np.array_equal(mine, other)), name


def test_the_reference_has_its_published_values():
    signatures = kernel.sign(
        ["alpha beta gamma delta", "alpha beta gamma delta epsilon"], None, configured()["simhash64-ref@1"]
    )

    assert words_of(signatures) == [0x8E4A54256F09D080, 0xEEDF74AD6FE9F881]
    assert (0x8E4A54256F09D080 ^ 0xEEDF74AD6FE9F881).bit_count() == 15


@given(hostile_texts)
def test_the_reference_is_its_one_line_definition(text):
    import hashlib
    import re

    votes = [0] * 64
    for token in re.findall(r"\w+", text.casefold()):
        value = int.from_bytes(hashlib.sha256(token.encode()).digest()[:8], "big")
        votes = [vote + (1 if value >> bit & 1 else -1) for bit, vote in enumerate(votes)]
    expected = sum(1 << bit for bit, vote in enumerate(votes) if vote > 0)

    assert words_of(kernel.sign([text], None, configured()["simhash64-ref@1"])) == [expected]


@pytest.mark.parametrize("method_id", METHODS)
@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(hostile_texts, LANGUAGES), max_size=5))
def test_kernel_and_plain_twin_are_equal_on_hostile_texts(method_id, rows):
    method = configured()[method_id]
    texts, languages = [row[0] for row in rows], [row[1] for row in rows]

    assert_same(kernel.token_streams(texts, languages, method), plain_batches.token_streams(texts, method))
    assert_same(kernel.shingle_sets(texts, languages, method), plain_batches.shingle_sets(texts, languages, method))
    assert_same(kernel.sign(texts, languages, method), plain_batches.sign(texts, languages, method))


@pytest.mark.parametrize("method_id", METHODS)
def test_kernel_and_plain_twin_are_equal_on_every_script(method_id):
    texts, languages = list(TEXTS.values()), [name[:2] for name in TEXTS]
    method = configured()[method_id]

    assert_same(kernel.sign(texts, languages, method), plain_batches.sign(texts, languages, method))


@given(st.lists(hostile_texts, max_size=5))
def test_counts_of_whatever_repeats_are_those_of_the_twin(texts):
    method = configured()["minhash128-words@1"]
    texts = [*texts, "a b a b a b a b a b", *(text * 2 for text in texts)]

    found = kernel.sign(texts, None, method, 1, counts_distinct=False)

    assert_same(found, plain_batches.sign(texts, [""] * len(texts), method, counts_distinct=False))
    assert np.array_equal(found.minhash, kernel.sign(texts, None, method, 1).minhash)


@pytest.mark.parametrize("crowd", [1, 40, 3_000])
def test_shingle_hashes_are_sorted_however_crowded_they_stand(crowd):
    compiled = pytest.importorskip("neartwin.fingerprint.compiled")
    rng = np.random.default_rng(crowd)
    spread = rng.integers(0, 1 << 64, 500, dtype=np.uint64)
    near = rng.integers(0, crowd, crowd, dtype=np.uint64) + spread[0]
    values = rng.permutation(np.concatenate([spread, near, np.zeros(3, dtype=np.uint64)]))
    expected = np.sort(values)

    assert compiled.count_distinct(values, np.empty(1 << 13, dtype=np.uint64)) == len(np.unique(values))
    compiled.sort_spread(values, np.empty_like(values))
    assert np.array_equal(values, expected)


@pytest.mark.parametrize("method_id", ["simhash64-ref@1", "minhash128-words@1", "hybrid-words@1"])
def test_short_texts_with_words_at_every_place_equal_the_plain_twin(method_id):
    texts = ["".join(letters) for size in range(9) for letters in itertools.product("B ", repeat=size)]
    texts += [
        f"{'x' * before}{' ' * gap}{'Yz' * after}"
        for before, gap, after in itertools.product(range(20), [0, 1, 3], range(10))
    ]

    method = configured()[method_id]
    assert_same(kernel.sign(texts, None, method), plain_batches.sign(texts, [""] * len(texts), method))


def test_the_reference_remembers_words_truly_however_many_have_come():
    method, text = (
        configured()["simhash64-ref@1"],
        "Cafés mit über sixteenletterswords and seventeenletterss, twice: sixteenletterswords",
    )
    crowd = [" ".join(np.base_repr(number * 7919, 36) for number in range(part, 400_000, 8)) for part in range(8)]

    kernel.sign(crowd, None, method, 1)

    assert_same(kernel.sign([text], None, method, 1), plain_batches.sign([text], [""], method))


def test_threads_and_slices_change_nothing():
    texts = [f"{text} {number}" for number in range(3_000) for text in list(TEXTS.values())[:12]]
    method = configured()["hybrid-words@1"]

    assert_same(kernel.sign(texts, None, method, 1), kernel.sign(texts, None, method, 5))
    assert_same(kernel.token_streams(texts, None, method, 1), kernel.token_streams(texts, None, method, 5))


def test_methods_signed_in_one_pass_equal_methods_signed_alone():
    chosen = [configured()[method_id] for method_id in METHODS]
    texts, languages = list(TEXTS.values()), [name[:2] for name in TEXTS]
    together = kernel.sign_all(texts, languages, chosen)

    for method in chosen:
        assert_same(together[method.method_id], kernel.sign(texts, languages, method))


@pytest.mark.parametrize(("script", "n_tokens"), N_TOKENS.items())
def test_each_script_yields_plausible_features(script, n_tokens):
    found = tokens(TEXTS[script])

    assert abs(len(found) - n_tokens) <= 5, found
    assert max(map(len, found)) <= 14, found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("不予批准B-12", ["不", "予", "批", "准", "B", "12"]),
        ("giá 1.200.000 đ", ["giá", "1", "200", "000", "đ"]),
        ("soft\u00adhyphen zero\u200bwidth", ["soft\u00adhyphen", "zero\u200bwidth"]),
        ("मंज़ूरी", ["मंज़ूरी"]),
        ("ที่๑๒", ["ที่", "๑๒"]),
        ("snake_case", ["snake_case"]),
    ],
)
def test_tokens_are_words_or_single_characters(text, expected):
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hội đồng không phê duyệt dự án", ["Hội đồng", "không", "phê duyệt", "dự án"]),
        ("ông Nguyễn Văn Minh nói", ["ông", "Nguyễn Văn Minh", "nói"]),
        ("CẢ DÒNG NÀY VIẾT HOA HẾT", ["CẢ", "DÒNG", "NÀY", "VIẾT", "HOA", "HẾT"]),
        ("我来到北京清华大学abc", ["我", "来到", "北京", "清华大学", "abc"]),
        ("dự  án, dự, án", ["dự án", "dự", "án"]),
    ],
)
def test_segmented_tokens_are_words_of_several_syllables(text, expected):
    assert tokens(text, "minhash128-segmented@1") == expected


def test_order_counts_for_shingles_and_not_for_bags():
    pair = ["tôi thích bạn", "bạn thích tôi"]
    left, right = sets(pair, "bag-words@1")
    assert left == right

    left, right = sets(pair, "word-shingles@1")
    assert left != right


def test_two_sentences_on_caves_share_four_of_six_words():
    pair = ["Sơn Đoòng là hang động lớn nhất thế giới", "Phong Nha là hang động lớn nhất thế giới"]
    left, right = sets(pair, "bag-segmented@1")

    assert (len(left & right), len(left | right)) == (4, 6)


@pytest.mark.parametrize("method_id", WORDS)
def test_decomposed_and_full_width_copies_are_identical(method_id):
    method = configured()[method_id]
    wide = TEXTS["zh"].translate({code: code + 0xFEE0 for code in range(33, 127)})
    texts = [TEXTS["vi"], unicodedata.normalize("NFD", TEXTS["vi"]), TEXTS["zh"], wide]
    languages = ["vi", "vi", "zh", "zh"]
    found = kernel.sign(texts, languages, method)

    for rows in (found.simhash, found.simhash_high, found.minhash):
        assert rows is None or (np.array_equal(rows[0], rows[1]) and np.array_equal(rows[2], rows[3]))
    vi, nfd, zh, full = (set(one) for one in sets(texts, method_id))
    assert vi == nfd
    assert zh == full


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Ủy ban hoá chất thuý", "Uỷ ban hóa chất thúy"),
        (TEXTS["zh"], TEXTS["zh-traditional"]),
        ("Ｆｉｒｓｔ ﬁnal 𝐛𝐨𝐥𝐝", "first final bold"),
        ("wo\u200brd so\u00adft", "word soft"),
    ],
)
def test_the_hybrid_folds_forms_of_one_sense(left, right):
    first, second = sets([left, right], "hybrid-words@1")

    assert first == second


def test_another_tone_is_another_word():
    first, second = sets(["ma má mà", "ma mà mã"], "bag-words@1"), sets(["hóa", "hòa"], "hybrid-words@1")

    assert first[0] != first[1]
    assert second[0] != second[1]


@given(st.permutations(TEXTS["en"].split()))
def test_votes_are_a_bag(words):
    method = configured()["simhash64-words@1"]

    assert kernel.sign([" ".join(words)], None, method).simhash == kernel.sign([TEXTS["en"]], None, method).simhash


def test_a_text_shorter_than_a_shingle_is_one_shingle_of_itself():
    short, other, empty = sets(["Lần 1", "Lần 2", ""], "minhash128-words@1")

    assert len(short) == len(other) == 1
    assert short != other
    assert empty == set()


def test_texts_without_letters_have_no_features():
    found = kernel.sign(
        [TEXTS["empty"], TEXTS["white space"], TEXTS["marks only"]], None, configured()["hybrid-words@1"]
    )

    assert found.n_features.tolist() == found.n_shingles.tolist() == [0, 0, 0]


def test_invalid_utf8_becomes_replacement_characters():
    raw = [b"caf\xc3\xa9 \xff\xfe x", b"\xe4\xb8", b"\xf0\x9f\x98", b"\xc0\x80\xed\xa0\x80"]
    method = configured()["minhash128-chars@1"]
    texts = [text.decode("utf-8", "replace") for text in raw]

    assert_same(
        kernel.token_streams(pa.array(raw, pa.binary()), None, method), plain_batches.token_streams(texts, method)
    )


def test_arrow_slices_chunks_nulls_and_lists_are_one():
    method = configured()["minhash128-words@1"]
    texts = ["một hai ba bốn năm sáu", "", "one two three", "一二三四五六"]
    column = pa.chunked_array([["x", *texts[:2]], [texts[2], texts[3], "y"]]).slice(1, 4)
    nulls = pa.array(["x", texts[0], None, *texts[2:]], pa.large_string()).slice(1)
    expected = kernel.sign(texts, None, method)

    assert_same(kernel.sign(column, None, method), expected)
    assert_same(kernel.sign(nulls, None, method), expected)
    assert_same(
        kernel.sign(column, pa.array(["vi", "vi", None, "zh"]), method),
        kernel.sign(texts, ["vi", "vi", "", "zh"], method),
    )


def test_lone_surrogates_in_a_list_are_replaced():
    assert tokens("a \ud800 b") == ["a", "b"]


def test_no_texts_give_empty_results():
    for method in configured().values():
        assert len(kernel.sign([], [], method).n_features) == 0
        assert kernel.token_streams([], None, method).offsets.tolist() == [0]
        assert kernel.shingle_sets(pa.array([], pa.string()), None, method).offsets.tolist() == [0]


@pytest.mark.parametrize("texts", [pa.array([1, 2]), pa.array([["a"]])])
def test_a_column_that_holds_no_texts_is_refused(texts):
    with pytest.raises(MethodError, match="must be a column of strings"):
        kernel.sign(texts, None, configured()["minhash128-words@1"])


def test_languages_must_be_one_a_text():
    with pytest.raises(MethodError, match="2 texts need 2 languages, not 1"):
        kernel.sign(["a", "b"], ["en"], configured()["minhash128-words@1"])


def test_a_word_of_two_million_letters_and_a_text_of_two_million_words_are_signed():
    found = kernel.sign(["x" * 2_000_000, "a b c d " * 500_000], None, configured()["hybrid-words@1"])

    assert found.n_features.tolist() == [1, 4]


def test_minima_estimate_jaccard_within_the_theory():
    rng = np.random.default_rng(7)
    method = configured()["bag-words@1"].model_copy(update={"num_perm": 128, "spec_sha256": "estimate"})
    errors = []
    for share in np.linspace(0.1, 0.9, 40):
        words = rng.integers(0, 1 << 40, 600)
        edge = int(300 * share)
        left, right = words[:300], np.concatenate([words[:edge], words[300 : 600 - edge]])
        found = kernel.sign([" ".join(map(str, left)), " ".join(map(str, right))], None, method).minhash
        exact = len(set(left) & set(right)) / len(set(left) | set(right))
        errors.append(np.mean(found[0] == found[1]) - exact)

    assert np.sqrt(np.mean(np.square(errors))) < 0.05
    assert abs(np.mean(errors)) < 0.015


def test_every_bit_of_a_fingerprint_is_alive():
    texts = [" ".join(f"w{number * 31 + place}" for place in range(20)) for number in range(400)]
    for method_id in ("simhash64-words@1", "simhash128-words@1", "simhash64-ref@1", "simhash64-tfidf@1"):
        found = kernel.sign(texts, None, configured()[method_id])
        for words in filter(lambda word: word is not None, (found.simhash, found.simhash_high)):
            shares = [(words.view(np.uint64) >> np.uint64(bit) & np.uint64(1)).mean() for bit in range(64)]
            assert min(shares) > 0.15
            assert max(shares) < 0.85


def test_one_compilation_serves_every_method_and_input():
    compiled = pytest.importorskip("neartwin.fingerprint.compiled")
    for texts in ([], [""], ["a b"], pa.array([None], pa.string()), pa.array(["x", "y"]).slice(1), pa.array([b"\xff"])):
        for method in configured().values():
            kernel.sign(texts, None, method)
            kernel.shingle_sets(texts, None, method)
            kernel.token_streams(texts, None, method)

    for function in (compiled.sign_slice, compiled.sets_slice, compiled.tokens_slice):
        assert len(function.signatures) == 1
