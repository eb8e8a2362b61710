"""Tokens of the guards: folded keys, places in the text, lines and sentences."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neartwin.guards import kernel, lexicon
from neartwin.guards import tokens as tk


def tokens(text):
    return tk.tokenise([tk.composed(text)], lexicon.flags())


def keys(text):
    return tokens(text).keys.tolist()


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("hoà", "hòa"),
        ("thuỷ", "thủy"),
        ("Uỷ ban", "UỶ BAN"),
        ("lý", "lí"),
        ("quý", "quí"),
        ("臺灣", "台湾"),
        ("爲 彥 黃 汙", "为 彦 黄 污"),
        ("ＡＢＣ１２", "abc12"),
        ("007", "7"),
        ("05.11", "5.11"),
        ("11/05", "11/5"),
        ("１．０５", "1.05"),
        ("don’t", "don't"),
        ("①", "1"),
        ("\ufa27\u2f00", "\ufa27\u2f00"),
    ],
)
def test_equal_forms_have_equal_keys(left, right):
    assert keys(left) == keys(right)


@pytest.mark.parametrize(
    ("left", "right"), [("Hưng", "Hùng"), ("hoa", "hoà"), ("amd64", "arm64"), ("C++", "C"), ("C#", "C++"), ("-5", "5")]
)
def test_other_words_have_other_keys(left, right):
    assert keys(f"x {left}") != keys(f"x {right}")


@pytest.mark.parametrize(("left", "right"), [("1.05", "1.5"), ("1,05", "1,5"), ("1,005", "1,5"), ("v1.05", "v1.5")])
def test_zeros_of_a_fraction_count(left, right):
    assert keys(left)[0] == keys(right)[0]
    assert keys(left)[1] != keys(right)[1]


def test_a_range_and_a_bullet_are_no_minus():
    assert keys("từ 3 -5") == keys("từ 3-5")
    assert keys("-5 quả") == keys("5 quả")


@given(st.text(max_size=80))
def test_composed_and_decomposed_text_have_equal_keys(text):
    assert keys(unicodedata.normalize("NFC", text)) == keys(unicodedata.normalize("NFD", text))


@given(st.text(alphabet="aăâbcđ ế.,\n一二。中!?-'0９", max_size=120))
def test_places_are_in_order_and_hold_the_token(text):
    text = tk.composed(text)
    found = tk.tokenise([text], lexicon.flags())
    spans = list(zip(found.starts.tolist(), found.ends.tolist(), strict=True))
    assert all(a < b <= len(text) for a, b in spans)
    assert all(spans[i][1] <= spans[i + 1][0] for i in range(len(spans) - 1))
    letters = [c for c in text if c.isalnum()]
    assert sum(c.isalnum() for a, b in spans for c in text[a:b]) == len(letters)


@given(st.lists(st.text(alphabet="ab cd.\n一二 1", max_size=40), max_size=6))
def test_texts_do_not_touch_each_other(texts):
    together = tk.tokenise(texts, lexicon.flags())
    for i, text in enumerate(texts):
        alone = tk.tokenise([text], lexicon.flags())
        span = slice(together.offsets[i], together.offsets[i + 1])
        assert together.keys[span].tolist() == alone.keys.tolist()
        assert together.flags[span].tolist() == alone.flags.tolist()


def test_sentences_but_the_last_hold_at_least_four_tokens():
    found = tokens("Một.\nHai ba bốn năm sáu. Bảy tám chín mười. Hết")
    assert found.sentence_starts.tolist() == [0, 6, 10]


def test_flags_say_what_a_token_may_be():
    found = tokens("Giá không tăng 15% ở Huế")
    flags = found.flags.tolist()
    assert flags[1] & kernel.NEGATION
    assert flags[2] & kernel.POLAR
    assert flags[3] & kernel.DIGIT
    assert flags[5] & kernel.CAPITAL
    assert flags[0] & kernel.LINE


def test_no_text_has_no_tokens():
    assert tk.tokenise([], lexicon.flags()).offsets.tolist() == [0]
    assert tokens("").keys.tolist() == []
    assert tokens(" \n\u200b ").keys.tolist() == []
