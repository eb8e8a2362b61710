"""Names in a script without capitals: Chinese places, people and organisations, by lists and by what stands around."""

import functools

from neartwin.guards import kernel, lexicon
from neartwin.guards.difference import Part
from neartwin.guards.lexicon import Phrases
from neartwin.guards.sides import ALONE, NOUN, Side

MAX_NAME = 4
MAX_TO_ENDING = 9
MAX_GIVEN = 2
PROPER = frozenset({"nr", "ns", "nt", "nz", "nrt", "nrfg"})
REACH = 4


def may_differ(left: Part, right: Part) -> bool:
    """Tell whether both sides are written without spaces throughout, and hold no particle."""
    if any(part.flagged(kernel.PARTICLE) for part in (left, right)):
        return False
    return all(part.side.flags[token] & kernel.SINGLE for part in (left, right) for token in part.tokens)


def differ(left: Part, right: Part) -> bool:
    """Tell whether Han names stand on both sides and differ."""
    if any(_lists()["endings"].values.get(part.keys) for part in (left, right)):
        return False
    if _is_proper(left) and _is_proper(right):
        return True
    if _is_plate(left) and _is_plate(right):
        return True
    known = _places(left)
    if known and known != (_places(right) or known):
        return True
    return _before_ending(left, right) or (_is_person(left) and _is_person(right))


def _is_proper(part: Part) -> bool:
    return any(part.side.kind(token) in PROPER for token in part.tokens)


def _is_plate(part: Part) -> bool:
    """Tell whether a part is the province of a number plate: one character right before a capital letter."""
    side, end = part.side, part.tokens[-1] + 1
    if len(part) != 1 or end == len(side) or side.starts[end] != side.ends[end - 1]:
        return False
    return bool(side.flags[end] & kernel.CAPITAL) and side.word(end - 1) in lexicon.read("places")["plates"]


def _places(part: Part) -> set[str]:
    low, high = part.window(REACH)
    found = _lists()["places"].find(part.side.keys[low:high])
    return {part.side.phrase(range(low + a, low + b)) for a, b, _ in found if part.touches(low + a, low + b)}


def _before_ending(left: Part, right: Part) -> bool:
    """Tell whether both parts stand in a name with the same ending (…公司, …里) within one clause.

    Before an ending of one character, which may be a mere noun, both must be nouns; before a longer one, characters
    that are no words will do, too.
    """
    if max(len(left), len(right)) > MAX_NAME:
        return False
    endings = _ending(left), _ending(right)
    if endings[0] is None or endings[0] != endings[1]:
        return False
    allowed = NOUN if endings[0][1] == 1 else NOUN + ALONE
    return all(part.side.kind(token)[0] in allowed for part in (left, right) for token in part.tokens)


def _ending(part: Part) -> tuple[tuple[int, ...], int] | None:
    """Return the keys from a part to the end of the name it stands in, and the ending's length; None if none."""
    side, start, endings = part.side, part.tokens[-1] + 1, _lists()["endings"]
    for at in range(start, min(start + MAX_TO_ENDING, len(side))):
        flags = side.flags[at]
        if flags & (kernel.CLAUSE | kernel.SENTENCE) or not flags & kernel.SINGLE:
            return None
        if side.keys[at] in endings.longest:
            found = endings.at(side.keys, at)
            if found is not None:
                return tuple(side.keys[start : at + found[0]]), found[0]
        if flags & kernel.PARTICLE:
            return None
    return None


def _is_person(part: Part) -> bool:
    """Tell whether a part is in a person's name: a family name first, with a title beside it or standing alone."""
    first, end = part.tokens[0], part.tokens[-1] + 1
    for start in range(first, max(first - 3, -1), -1):
        surname = _lists()["surnames"].at(part.side.keys, start)
        is_name = surname is not None and start + 2 <= end <= start + surname[0] + MAX_GIVEN
        if is_name and (_has_title(part.side, start, end) or _is_segment(part.side, start, end)):
            return True
        if part.side.flags[start] & kernel.CLAUSE:
            break
    return False


def is_person(word: str) -> bool:
    """Tell whether a word of 2 to 4 Han characters may be a person's name: it starts with a family name."""
    names = frozenset(lexicon.read("places")["surnames"].split())
    return 2 <= len(word) <= MAX_NAME and is_han(word) and (word[0] in names or word[:2] in names)


def is_han(word: str) -> bool:
    """Tell whether a word is written in Han characters only."""
    return all("\u3400" <= c <= "\u9fff" for c in word)


def _has_title(side: Side, start: int, end: int) -> bool:
    """Tell whether a word stands before or after a name that stands beside people."""
    for at in range(max(start - 4, 0), start):
        found = _lists()["before"].at(side.keys, at)
        if found is not None and at + found[0] == start:
            return True
    return any(_lists()["after"].at(side.keys, at) is not None for at in range(end, min(end + 2, len(side))))


def _is_segment(side: Side, start: int, end: int) -> bool:
    """Tell whether a name stands alone between marks, spaces or line ends."""
    return _is_edge(side, start) and _is_edge(side, end)


def _is_edge(side: Side, at: int) -> bool:
    return at in (0, len(side)) or side.starts[at] > side.ends[at - 1]


@functools.cache
def _lists() -> dict[str, Phrases]:
    data = lexicon.read("places")
    groups = {
        "places": [*data["cities"].split(), *data["countries"].split()],
        "surnames": data["surnames"].split(),
        "endings": data["endings"],
        "before": data["before_name"],
        "after": data["after_name"],
    }
    return {name: Phrases.of(dict.fromkeys(lexicon.keys_of(words), True)) for name, words in groups.items()}
