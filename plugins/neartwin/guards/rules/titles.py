"""Titles that name different things, though the texts are alike."""

from collections.abc import Iterator

from neartwin.guards import kernel, places, values
from neartwin.guards.difference import Difference, Guard, Hunk
from neartwin.guards.value_patterns import fold

GUARD = "title_identifier"


def titles(difference: Difference) -> Iterator[Guard]:
    """Yield a guard where titles hold different values, end in different people, or name the terms that differ.

    The last: what stands on each side where the texts differ (`Greek`, `Welsh`) is all in which the titles differ.
    """
    left, right = difference.facts_left.title, difference.facts_right.title
    found = _values(left, right) or _people(left, right) or _terms(difference, left, right)
    if found is not None:
        yield Guard(GUARD, f"the titles name different things: {found[0]} and {found[1]}")


def _values(left: str, right: str) -> tuple[str, str] | None:
    found_l, found_r = values.find(left), values.find(right)
    lone_l = [value for value in found_l if not any(value.agrees(other) for other in found_r)]
    lone_r = [value for value in found_r if not any(value.agrees(other) for other in found_l)]
    if not lone_l or not lone_r or (lone_l[0].is_weak and lone_r[0].is_weak):
        return None
    return left[lone_l[0].start : lone_l[0].end], right[lone_r[0].start : lone_r[0].end]


def _people(left: str, right: str) -> tuple[str, str] | None:
    """Return the last words of Chinese titles where both are people's names (a work and its author)."""
    last_l, last_r = (title.split()[-1] if title.split() else "" for title in (left, right))
    if fold(last_l) == fold(last_r) or not (places.is_person(fold(last_l)) and places.is_person(fold(last_r))):
        return None
    return last_l, last_r


def _terms(difference: Difference, left: str, right: str) -> tuple[str, str] | None:
    words_l, words_r = set(fold(left).split()), set(fold(right).split())
    found = [hunk for hunk in difference.hunks if _names(hunk, words_l, words_r)]
    return (found[0].left.words, found[0].right.words) if difference.stands_out(found) else None


def _names(hunk: Hunk, words_l: set[str], words_r: set[str]) -> bool:
    """Tell whether the words of both sides stand in their own title only, and the titles are alike but for them.

    A headline that was written anew shares words with a lead that was written anew: that names nothing.
    """
    if not hunk.is_tight(kernel.TIGHT_NAME) or hunk.is_furniture or hunk.is_equal_value:
        return False
    own_l, own_r = ({fold(part.side.word(token)) for token in part.content} for part in hunk.parts)
    if not own_l or not own_r:
        return False
    if own_l <= words_r or own_r <= words_l:
        return False
    return own_l <= words_l and own_r <= words_r and words_l - own_l == words_r - own_r
