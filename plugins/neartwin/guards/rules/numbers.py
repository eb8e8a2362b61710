"""Numbers, dates, times and codes that stand in one place of both texts with different values."""

from collections.abc import Iterator

from neartwin.guards import kernel, lexicon
from neartwin.guards.difference import Difference, Guard, Hunk, Part, unmatched
from neartwin.guards.readings import ARTICLE, NUMBER
from neartwin.guards.sides import Located, Side
from neartwin.guards.value_patterns import fold

GUARD = "numbers"
OPENING, CLOSING = "[［", "]］"
SEPARATORS = ".,'’·:/-"


def numbers(difference: Difference) -> Iterator[Guard]:
    """Yield a guard for the first places where both sides hold values that do not agree.

    A value that only one side holds is a fact more or less, not a contradiction: what is missing is another rule's
    business. In a passage in other words nothing says which value stands for which. Footnote marks and page furniture
    are no content.
    """
    for hunk in difference.suspects(kernel.NUMBERS):
        found = conflict(hunk, difference)
        if found is not None and not hunk.is_furniture:
            yield contradicted(*found)
            return


def contradicted(left: str, right: str) -> Guard:
    """Return the guard of two values that contradict each other."""
    return Guard(GUARD, f"numbers differ: {left} and {right}")


def conflict(hunk: Hunk, difference: Difference) -> tuple[str, str] | None:
    """Return the words of the first two values of a hunk that contradict each other."""
    if not hunk.is_tight(kernel.TIGHT_NUMBER):
        return None
    if not all(part.values for part in sorted(hunk.parts, key=len)):
        return _grown(hunk, difference)
    if difference.is_rewritten(hunk):
        return None
    if _is_respaced(hunk):
        return None
    left, right = unmatched(hunk.left.values, hunk.right.values)
    left = [found for found in left if _is_content(hunk.left.side, found)]
    right = [found for found in right if _is_content(hunk.right.side, found)]
    if not _is_one_for_one(hunk):
        left = [found for found in left if not _has_partner(found, difference, 0)]
        right = [found for found in right if not _has_partner(found, difference, 1)]
    for a in left:
        for b in right:
            is_said = not (a[0].is_weak and b[0].is_weak) and not _is_stray_letter(hunk, a, b)
            if is_said and not (_is_moved(a, difference, 0) or _is_moved(b, difference, 1)):
                return _written(hunk.left.side, a), _written(hunk.right.side, b)
    return None


def _is_stray_letter(hunk: Hunk, left: Located, right: Located) -> bool:
    """Tell whether one side is a lone `A` that no common word before it makes a name of: unlike `Bên A`, `Plan A`."""
    if not any(unit == ARTICLE for found in (left, right) for _, _, unit in found[0].readings):
        return False
    before = []
    for part, (_, first, _) in zip(hunk.parts, (left, right), strict=True):
        is_next = first > 0 and part.side.text[part.side.ends[first - 1] : part.side.starts[first]] == " "
        before.append(part.side.keys[first - 1] if is_next else None)
    return before[0] is None or before[0] != before[1]


def _is_respaced(hunk: Hunk) -> bool:
    """Tell whether both sides are one code of letters and digits, written with and without spaces: `LM65 XTR`."""
    left, right = ("".join(part.side.word(token) for token in part.tokens).casefold() for part in hunk.parts)
    return left == right and any(map(str.isalpha, left))


def _grown(hunk: Hunk, difference: Difference) -> tuple[str, str] | None:
    """Return the words of a value that one side writes with more at its edge, so that it is another: 十日, 三十日."""
    if len(hunk.left) and len(hunk.right):
        return None
    index = 0 if len(hunk.left) else 1
    part, other = hunk.parts[index], hunk.parts[1 - index].side
    for found in part.values if part.flagged(kernel.NUMERIC) and _is_joined(part) else ():
        places = difference.partners(index, found[1], found[2])
        near = other.values_near(min(places), max(places) + 1) if places else []
        held = [value for value in near if _is_number(value) and any(value[1] <= at < value[2] for at in places)]
        if not held or any(
            _is_part(value, found) or _is_torn(other, value, is_front=part.tokens[0] == found[1]) for value in held
        ):
            continue
        if difference.is_rewritten(hunk):
            continue
        if _is_content(part.side, found) and not (found[0].is_weak and held[0][0].is_weak):
            words = _written(part.side, found), _written(other, held[0])
            return words if index == 0 else (words[1], words[0])
    return None


def _is_joined(part: Part) -> bool:
    """Tell whether a part goes on in the number beside it, as `mười` in `mười ba`, unlike `11` in `11 May`."""
    side, first, end = part.side, part.tokens[0], part.tokens[-1] + 1
    before = side.text[side.ends[first - 1] : side.starts[first]] if first else " "
    after = side.text[side.ends[end - 1] : side.starts[end]] if end < len(side) else " "
    if any(gap == "" or (len(gap) == 1 and gap in SEPARATORS) for gap in (before, after)):
        return True
    numerals = lexicon.read("vi")["numerals"]["units"]
    return all(fold(side.word(token)) in numerals for token in part.tokens)


def _is_number(found: Located) -> bool:
    return any(kind == NUMBER for kind, _, _ in found[0].readings)


def _is_part(found: Located, other: Located) -> bool:
    """Tell whether a value agrees with another, or leaves out a word of it only: `447.7` and `447.7 mln`."""
    return found[0].agrees(other[0]) or ("" != found[0].digits == other[0].digits)


def _is_torn(side: Side, found: Located, *, is_front: bool) -> bool:
    """Tell whether a separator is left where digits are gone, at the front or the end: `74. mln` lost some."""
    digits = [token for token in range(found[1], found[2]) if side.flags[token] & kernel.DIGIT]
    if not digits:
        return False
    at = side.starts[digits[0]] - 1 if is_front else side.ends[digits[-1]]
    return 0 <= at < len(side.text) and side.text[at] in SEPARATORS


def _is_one_for_one(hunk: Hunk) -> bool:
    return all(len(part) == 1 and part.flagged(kernel.DIGIT) for part in hunk.parts)


def _has_partner(found: Located, difference: Difference, index: int) -> bool:
    """Tell whether a matched token of a value belongs, on the other side, to a value that agrees."""
    places = difference.partners(index, found[1], found[2])
    near = difference.sides[1 - index].values_near(min(places), max(places) + 1) if places else []
    return any(value.agrees(found[0]) and any(first <= at < end for at in places) for value, first, end in near)


def _is_moved(found: Located, difference: Difference, index: int) -> bool:
    """Tell whether a value stands elsewhere on the other side after the same word, both unmatched."""
    value, first, _ = found
    if first == 0:
        return False
    side, other, is_lone = difference.sides[index], difference.sides[1 - index], difference.alignment.is_lone
    same = other.places_of(side.keys[first - 1])
    places = (at + 1 for at in same if is_lone(1 - index, at) and is_lone(1 - index, at + 1))
    return any(low == at and value.agrees(moved) for at in places for moved, low, _ in other.values_near(at, at + 1))


def _is_content(side: Side, found: Located) -> bool:
    """Tell whether a value is neither a footnote mark such as `[9]` nor part of page furniture."""
    _, first, end = found
    before = side.text[max(side.starts[first] - 1, 0) : side.starts[first]]
    after = side.text[side.ends[end - 1] : side.ends[end - 1] + 1]
    is_footnote = end == first + 1 and before in OPENING and after in CLOSING and before != ""
    return not is_footnote and not side.is_furniture(first)


def _written(side: Side, found: Located) -> str:
    return side.phrase(range(found[1], found[2]))
