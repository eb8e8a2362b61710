"""One sentence of a notice in two versions: another fact is held apart in both directions, another wording is not."""

import pytest
from said_otherwise import CARRIERS, COPIES, HELD_APART

from neartwin.guards import judge


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
