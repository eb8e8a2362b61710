"""Chinese words of one concept are known in simplified and traditional characters, alone and with words beside them."""

import pytest
from zh_decision_words import LONGER, SAME, TURNED, WORDS

from neartwin.guards import explain

PAD = {
    "vi": " Cuộc gặp kéo dài hai giờ và các bên hẹn gặp lại để bàn tiếp những việc còn lại của dự án." * 3,
    "en": " The meeting went on for two hours and they will meet again in the same place to talk about the rest." * 3,
    "zh": "会议持续了两个小时，与会人员约定在原地再次见面，继续讨论没有谈完的问题，并交换了礼物。" * 3,
}


def decisions(left, right, language="zh"):
    found = explain(left + PAD[language], right + PAD[language]).guards
    return [guard.detail for guard in found if guard.guard == "decision"]


@pytest.mark.parametrize(("concept", "text", "word", "other", "synonym"), WORDS)
def test_another_word_is_held_apart_and_a_synonym_is_not(concept, text, word, other, synonym):
    assert decisions(text.format(word), text.format(other))
    assert decisions(text.format(other), text.format(word))
    assert not synonym or not decisions(text.format(word), text.format(synonym))


@pytest.mark.parametrize(("left", "right"), TURNED)
def test_a_negation_turns_a_decision_round_wherever_it_stands(left, right):
    assert decisions(left, right)
    assert decisions(right, left)


@pytest.mark.parametrize(("language", "left", "right"), LONGER)
def test_a_word_with_others_beside_it_is_known(language, left, right):
    assert decisions(left, right, language)
    assert decisions(right, left, language)


@pytest.mark.parametrize(("left", "right"), SAME)
def test_an_edit_that_changes_no_fact_is_no_other_decision(left, right):
    assert decisions(left, right) == decisions(right, left) == []
