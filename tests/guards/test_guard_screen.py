"""The alignment holds, and the screen lets pass only what the exact rules let pass."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from written_texts import TEXTS

from neartwin.guards import judging, kernel, lexicon
from neartwin.guards import tokens as tk
from neartwin.guards.screen import Screen

WORDS = """và không đã 15 20 triệu Huế Hà Nội tăng giảm chưa của người đồng ý từ chối 3/5 the not rose fell Brazil Kenya
before after 100 mln said approved rejected two three update version
的 不 上 下 涨 跌 第一 第二 北京 上海 公司 有 没有 2024年 更正"""


def edited(text, seed):
    """Change some words of a text at random, as no person would."""
    rng = random.Random(seed)
    lines = text.split("\n")
    if rng.random() < 0.3:
        rng.shuffle(lines)
    if rng.random() < 0.3:
        lines.pop(rng.randrange(len(lines)))
    if rng.random() < 0.3:
        lines.insert(rng.randrange(len(lines)), " ".join(rng.choices(WORDS.split(), k=rng.randint(2, 30))) + ".")
    is_han = text[0] > "\u3400"
    words = list("\n".join(lines)) if is_han else "\n".join(lines).split(" ")
    for _ in range(rng.randint(1, 12)):
        at = rng.randrange(len(words))
        action = rng.random()
        if action < 0.5:
            words[at] = rng.choice(WORDS.split())
        elif action < 0.75:
            words.insert(at, rng.choice(WORDS.split()))
        else:
            del words[at]
    return ("" if is_han else " ").join(words)


def named(judgement):
    """Return the names of the guards of each pair: of several conflicts the screen may quote another than the rule."""
    return {pair: [one.guard for one in guards] for pair, guards in judgement.guards.items()}


def screened(texts):
    tokens = tk.tokenise([tk.composed(text) for text in texts], lexicon.flags())
    return tokens, Screen(tokens, lexicon.screen_tables())


@pytest.mark.parametrize("name", TEXTS)
def test_the_screen_lets_pass_only_what_the_rules_let_pass(name):
    texts = [TEXTS[name]] + [edited(TEXTS[name], seed) for seed in range(120)]
    lefts = [0] * 120 + list(range(1, 120))
    rights = list(range(1, 121)) + list(range(2, 121))
    both = [judging.judge(texts, lefts, rights, screened=flag) for flag in (True, False)]
    assert named(both[0]) == named(both[1])
    assert both[0].n_examined < both[1].n_examined == len(lefts)


def matched(alignment):
    """Return the tokens of both rests that correspond, one by one."""
    lone_l, lone_r = map(set, alignment.unmatched())
    left = [token for token in alignment.rest_l if token not in lone_l]
    right = [token for token in alignment.rest_r if token not in lone_r]
    assert len(left) + len(lone_l) == len(alignment.rest_l)
    assert len(right) + len(lone_r) == len(alignment.rest_r)
    return left, right


@hypothesis_settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 9), max_size=40), st.lists(st.integers(0, 9), max_size=40))
def test_the_alignment_is_a_longest_common_subsequence(a, b):
    left, right = (" ".join("bcdfghjklm"[x] + "a" for x in words) for words in (a, b))
    _, screen = screened([left, right])
    alignment = screen.align(0, 1)
    met_l, met_r = matched(alignment)
    if len(set(left)) and len(alignment.rest_l) == len(a) and len(alignment.rest_r) == len(b):
        assert len(met_l) == _common(a, b)
    assert len(met_l) == len(met_r)


def _common(a, b):
    table = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1, j + 1] = table[i, j] + 1 if x == y else max(table[i, j + 1], table[i + 1, j])
    return table[-1, -1]


@pytest.mark.parametrize("name", TEXTS)
def test_matched_tokens_have_equal_keys_and_hunks_hold_the_others(name):
    for seed in range(30):
        tokens, screen = screened([TEXTS[name], edited(TEXTS[name], seed)])
        found = screen.align(0, 1)
        keys_l, keys_r = tokens.keys[: tokens.offsets[1]], tokens.keys[tokens.offsets[1] :]
        met_l, met_r = matched(found)
        assert (keys_l[met_l] == keys_r[met_r]).all()
        assert found.partners(0, 0, found.n_l) == met_r
        assert found.partners(1, 0, found.n_r) == met_l
        for token, partner in zip(met_l, met_r, strict=True):
            assert found.partners(0, token, token + 1) == [partner]
        for token in found.unmatched()[0]:
            assert found.partners(0, token, token + 1) == []
        assert found.n_matched <= min(found.n_l, found.n_r)


@pytest.mark.parametrize("name", TEXTS)
def test_moving_lines_leaves_no_difference(name):
    lines = TEXTS[name].split("\n")
    moved = "\n".join([lines[0], *reversed(lines[1:])])
    _, screen = screened([TEXTS[name], moved])
    assert screen.align(0, 1).hunks == []


def test_cells_that_change_places_are_a_difference():
    _, screen = screened(["Nam\n5\nLan\n7\nHoa\n9", "Nam\n7\nLan\n5\nHoa\n9"])
    assert screen.align(0, 1).hunks != []


def test_texts_with_nothing_in_common_and_long_ones_are_aligned():
    rng = random.Random(1)
    left, right = (" ".join(f"{side}{rng.randrange(500)}" for _ in range(900)) for side in "ab")
    shared = " ".join(f"c{i}" for i in range(50))
    _, screen = screened([f"{left} {shared} {left}", f"{right} {shared} {right}"])
    found = screen.align(0, 1)
    assert found.n_matched == 50


@pytest.mark.parametrize(("left", "right"), [("", ""), ("", "một hai ba"), ("một", "một"), ("!!!", "...")])
def test_empty_and_tiny_texts(left, right):
    _, screen = screened([left, right])
    assert screen.align(0, 1).n_matched == (1 if left == "một" else 0)
    assert judging.judge([left, right], [0], [1]).aligned[0] == (0 if "ba" in right else 1)


def test_no_pairs_give_no_judgement():
    found = judging.judge(["a", "b"], [], [])
    assert found.guards == {}
    assert len(found.aligned) == 0


def test_the_kernel_uses_one_bit_a_flag_and_a_rule():
    flags = [
        kernel.DIGIT,
        kernel.NUMERAL,
        kernel.NEGATION,
        kernel.POLAR,
        kernel.CAPITAL,
        kernel.FUNCTION,
        kernel.SINGLE,
    ]
    flags += [kernel.SENTENCE, kernel.LINE, kernel.CLAUSE, kernel.LETTER, kernel.PARTICLE, kernel.CORRECTION]
    flags += [kernel.UNIT, kernel.SIGN, kernel.JOINED]
    assert len(set(flags)) == 16
    assert sum(flags) == 0xFFFF
