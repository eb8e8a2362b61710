"""Pairs that were written after the rules: what changes the content is held apart, what changes the form is not."""

import pytest
from unseen_pairs import COPIES, HELD_APART, TEXTS

from neartwin.guards import explain, judge


def edited(name, edits):
    text = TEXTS[name]
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(("name", "edits", "wanted"), HELD_APART)
def test_what_changes_the_content_is_held_apart(name, edits, wanted):
    changed = edited(name, edits)
    for left, right in ((TEXTS[name], changed), (changed, TEXTS[name])):
        found = {guard.guard for guard in judge([left, right], [0], [1]).guards.get(0, ())}
        assert found & set(wanted.split())


@pytest.mark.parametrize(("name", "edits"), COPIES)
def test_what_changes_the_form_is_not(name, edits):
    changed = edited(name, edits)
    for left, right in ((TEXTS[name], changed), (changed, TEXTS[name])):
        assert judge([left, right], [0], [1]).guards == {}


def test_the_first_of_two_opposites_is_named_whatever_the_hash_seed():
    left = "The council will open the bridge and raise the toll in spring, the mayor said on the radio this morning."
    right = left.replace("open the bridge and raise", "close the bridge and lower")
    assert [guard.detail for guard in explain(left, right).guards if guard.guard == "decision"] == [
        "opposite words: open and close"
    ]
