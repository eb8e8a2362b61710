"""One sentence of a notice in two versions: another fact is held apart in both directions, another wording is not."""

import pytest
from said_otherwise import CARRIERS, COPIES, HELD_APART

from neartwin.guards import judge

HEAD = {"en": "Front page / Local news\n", "vi": "Trang nhất / Tin địa phương\n", "zh": "首页 / 本地新闻\n"}
FOOT = {"en": "More from this section\n", "vi": "Đọc thêm trong mục này\n", "zh": "本栏目更多内容\n"}


def told(language, *sentences):
    return [CARRIERS[language].format(sentence) for sentence in sentences]


@pytest.mark.parametrize(("kind", "pair"), [(kind, pair) for kind, pairs in HELD_APART.items() for pair in pairs])
def test_another_fact_is_held_apart(kind, pair):
    texts = told(*pair)
    assert sorted(judge(texts, [0, 1], [1, 0]).guards) == [0, 1]


@pytest.mark.parametrize("pair", COPIES)
def test_another_wording_is_not(pair):
    texts = told(*pair)
    assert judge(texts, [0, 1], [1, 0]).guards == {}


@pytest.mark.parametrize(
    ("left", "right", "is_held"),
    [
        (
            "Plan A was chosen by the council in the last round.",
            "Plan B was chosen by the council in the last round.",
            True,
        ),
        ("It lists the members. * A thread opens.", "It lists the members. * U thread opens.", False),
    ],
)
def test_a_lone_letter_is_a_name_behind_a_word_of_both_only(left, right, is_held):
    assert bool(judge([told("en", left)[0], told("en", right)[0]], [0], [1]).guards) is is_held


def test_an_inserted_word_of_an_office_is_noise_among_many_changed_words():
    same = (
        "The {0} of the bank said that {1} homes on the coast lost their {2} after the storm of {3} and the long rain."
    )
    plain = told("en", same.format("president", "many", "power", "spring"))
    vice = told("en", same.format("vice president", "many", "power", "spring"))
    noisy = told("en", same.format("vice president", "tarball", "interval", "perhaps") + " Nets glow. Cups ring loud.")

    assert judge(plain + vice, [0], [1]).guards
    assert not judge(plain + noisy, [0], [1]).guards


@pytest.mark.parametrize(("kind", "pair"), [(kind, pair) for kind, pairs in HELD_APART.items() for pair in pairs])
def test_lines_of_the_page_beside_hide_no_other_fact(kind, pair):
    one, two = told(*pair)
    texts = [f"{one}{FOOT[pair[0]]}", f"{HEAD[pair[0]]}{two}"]
    assert sorted(judge(texts, [0, 1], [1, 0]).guards) == [0, 1]


@pytest.mark.parametrize("pair", COPIES)
def test_lines_of_the_page_beside_make_none(pair):
    one, two = told(*pair)
    texts = [f"{one}{FOOT[pair[0]]}", f"{HEAD[pair[0]]}{two}"]
    assert judge(texts, [0, 1], [1, 0]).guards == {}
