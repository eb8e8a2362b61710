"""Normalisation follows the versioned tables: NFC, widths, white space; and it is a fixed point."""

import sys
import unicodedata

import pytest
from fingerprint_texts import hostile_texts
from hypothesis import given

from neartwin.fingerprint import normalise
from neartwin.fingerprint import unicode_tables as unicode
from neartwin.fingerprint.normalisation import nfc

same_unicode = pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="compares with Unicode 14")
CODE_POINTS = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]


@same_unicode
def test_nfc_of_every_code_point_is_the_interpreters():
    assert [c for c in CODE_POINTS if nfc(c) != unicodedata.normalize("NFC", c)] == []


@same_unicode
@given(hostile_texts)
def test_nfc_of_sequences_is_the_interpreters(text):
    assert nfc(text) == unicodedata.normalize("NFC", text)
    assert nfc(unicodedata.normalize("NFD", text)) == unicodedata.normalize("NFC", text)


@same_unicode
def test_words_and_folds_are_those_of_python_311():
    tables = unicode.load()

    assert {ord(c) for c in CODE_POINTS if c.isalnum() or c == "_"} == tables.kinds["word"]
    assert all(
        "".join(map(chr, tables.mappings["casefold"].get(ord(c), (ord(c),)))) == c.casefold() for c in CODE_POINTS
    )


def test_str_split_and_the_table_know_the_same_white_space():
    assert {ord(c) for c in CODE_POINTS if not c.split()} == unicode.load().kinds["space"]


@given(hostile_texts)
def test_normalising_again_changes_nothing(text):
    assert normalise(normalise(text)) == normalise(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  hai\u00a0\n dòng\u3000 ", "hai dòng"),
        ("ＡＢＣ－１２３，￥５０", "ABC-123,¥50"),
        ("ｶﾞｲﾄﾞ", "ガイド"),
        ("tie\u0302\u0301ng", "tiếng"),
        ("각", "각"),
        ("①²½ﬁ", "①²½ﬁ"),
        ("1.200.000 đ", "1.200.000 đ"),
        ("\ud800x", "\ufffdx"),
        ("", ""),
    ],
)
def test_forms_fold_and_content_stays(text, expected):
    assert normalise(text) == expected


def test_accents_go_only_where_a_method_asks():
    assert normalise("Đường Nguyễn Huệ", ("width", "nfc", "unaccent", "space")) == "Duong Nguyen Hue"


def test_a_long_run_of_marks_is_sorted_in_linear_time():
    assert len(nfc("a" + "\u0301\u0323" * 50_000)) == 100_000
