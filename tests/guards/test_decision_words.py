"""Closed oppositions and classes of ordinary language are known in Vietnamese, Chinese and English."""

import pytest
from decision_words import CASES, SAME, TURNED

from neartwin.guards import explain, lexicon

PAD = {
    "vi": " Cuộc gặp kéo dài hai giờ và các bên hẹn gặp lại để bàn tiếp những việc còn lại của dự án." * 3,
    "en": " The meeting went on for two hours and they will meet again in the same place to talk about the rest." * 3,
    "zh": "会议持续了两个小时，与会人员约定在原地再次见面，继续讨论没有谈完的问题，并交换了礼物。" * 3,
}


def decisions(language, left, right):
    found = explain(left + PAD[language], right + PAD[language]).guards
    return [guard.detail for guard in found if guard.guard == "decision"]


@pytest.mark.parametrize(("concept", "language", "text", "word", "other", "synonym"), CASES)
def test_another_word_of_the_concept_is_held_apart_and_a_synonym_is_not(concept, language, text, word, other, synonym):
    assert decisions(language, text.format(word), text.format(other))
    assert decisions(language, text.format(other), text.format(word))
    assert not synonym or not decisions(language, text.format(word), text.format(synonym))


@pytest.mark.parametrize(("language", "left", "right"), SAME)
def test_another_way_to_say_it_is_no_other_decision(language, left, right):
    assert decisions(language, left, right) == decisions(language, right, left) == []


@pytest.mark.parametrize(("language", "left", "right"), TURNED)
def test_a_negation_turns_a_decision_round(language, left, right):
    assert decisions(language, left, right)
    assert decisions(language, right, left)


def test_no_word_stands_on_both_sides_of_an_opposition():
    for meanings in lexicon.load().opposites.values.values():
        assert len({concept for concept, _ in meanings}) == len(meanings)


def test_no_word_stands_in_every_member_of_a_class():
    members = {}
    for meanings in lexicon.load().classes.values.values():
        for name, member in meanings:
            members.setdefault(name, set()).add(member)
    for meanings in lexicon.load().classes.values.values():
        for name in {name for name, _ in meanings}:
            assert {member for other, member in meanings if other == name} < members[name]
