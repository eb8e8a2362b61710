"""Blocks of pairs: the same verdicts in any number of threads, and from a column as from a list."""

import unicodedata

import numpy as np
import pyarrow as pa
import pytest
from written_pairs import HELD_APART
from written_texts import TEXTS, edited

from neartwin.guards import Block, Facts, judge, judge_blocks
from neartwin.guards import tokens as tk


@pytest.fixture(scope="module")
def pairs():
    texts = [text for name, edits, _ in HELD_APART for text in (TEXTS[name], edited(name, *edits))]
    return texts, np.arange(0, len(texts), 2), np.arange(1, len(texts), 2)


def blocks(texts, left, right, size=5):
    for start in range(0, len(left), size):
        yield Block(texts, left[start : start + size], right[start : start + size])


def test_threads_change_no_verdict(pairs):
    one, two, five = (list(judge_blocks(blocks(*pairs), threads=threads)) for threads in (1, 2, 5))
    assert sum(len(found.guards) for found in one) == sum(guard is not None for _, _, guard in HELD_APART)
    for found in (two, five):
        assert [judgement.guards for judgement in found] == [judgement.guards for judgement in one]
        assert [judgement.aligned.tolist() for judgement in found] == [judgement.aligned.tolist() for judgement in one]


def test_an_error_in_a_block_is_raised(pairs):
    texts, left, right = pairs
    wrong = Block(texts, left, right + len(texts))
    with pytest.raises(IndexError):
        list(judge_blocks([Block(*pairs), wrong], threads=2))


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_column_is_judged_as_a_list(pairs, form):
    texts = [unicodedata.normalize(form, text) for text in pairs[0]]
    column = pa.array(["before", *texts], pa.large_string()).slice(1)
    assert judge(column, *pairs[1:]).guards == judge(texts, *pairs[1:]).guards == judge(*pairs).guards


def test_a_column_in_nfc_is_not_copied():
    column = pa.array(["một", None, "two"], pa.large_string()).fill_null("")
    texts = tk.composed_texts(column)
    assert [texts[number] for number in range(3)] == ["một", "", "two"]
    assert texts.data.ctypes.data == column.buffers()[2].address


def test_facts_of_a_table_are_those_of_a_list():
    stated = [
        Facts(sku="A-1", price=5.0, language="en"),
        Facts(sku="A-2", price=None, language="en"),
        Facts(sku="A-1", price=6.0, language="en"),
    ]
    table = pa.table({name: [getattr(own, name) for own in stated] for name in ("sku", "price", "language")})
    texts = [TEXTS["en notice"]] * 3
    as_list, as_table = (judge(texts, [0, 0, 1], [1, 2, 2], facts).guards for facts in (stated, table))
    assert as_list == as_table
    assert {pair: [one.guard for one in found] for pair, found in as_table.items()} == {
        0: ["sku"],
        1: ["price"],
        2: ["sku"],
    }
