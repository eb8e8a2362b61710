"""A text that says it corrects, amends or updates another: both are needed."""

from collections.abc import Iterator, Sequence

from neartwin.guards import kernel, lexicon
from neartwin.guards.difference import Difference, Guard, Part
from neartwin.guards.sides import Side

GUARD = "correction"
MAX_HEADLINE = 40


def corrections(difference: Difference) -> Iterator[Guard]:
    """Yield a guard where only one side has a word of correction near its head or an update label at a line's start."""
    words = lexicon.load()
    for index, hunk in ((i, hunk) for hunk in difference.suspects(kernel.CORRECTIONS) for i in (0, 1)):
        part, other = hunk.parts[index], hunk.parts[1 - index].side
        for token in part.tokens if part.flagged(kernel.CORRECTION) else ():
            found = words.corrections.at(part.side.keys, token)
            is_correction = found is not None and _heads(part.side, token)
            if found is None and part.side.flags[token] & kernel.CLAUSE:
                found = words.updates.at(part.side.keys, token)
            if found is None or part.side.is_furniture(token) or _has(other, part.side.keys[token : token + found[0]]):
                continue
            if is_correction or _is_label(part, token + found[0]):
                yield Guard(GUARD, f"one side corrects or updates the other: {part.words}")
                return


def _heads(side: Side, token: int) -> bool:
    """Tell whether a word of correction stands in a headline, or starts a clause near the head."""
    is_headline = side.bounds(0, kernel.LINE)[1] <= MAX_HEADLINE and token < side.bounds(0, kernel.LINE)[1]
    return is_headline or (token < kernel.HEAD_OF_CORRECTION and bool(side.flags[token] & kernel.CLAUSE))


def _has(side: Side, keys: Sequence[int]) -> bool:
    size = len(keys)
    return any(key == keys[0] and side.keys[at : at + size] == keys for at, key in enumerate(side.keys))


def _is_label(part: Part, end: int) -> bool:
    """Tell whether a label ends before a token: a mark follows, perhaps after a number."""
    side = part.side
    for at in (end, end + 1):
        stop = side.starts[at] if at < len(side) else len(side.text)
        if at <= len(side) and any(c in ":：-–—】]）)" for c in side.text[side.ends[at - 1] : stop]):
            return True
        if at >= len(side) or not side.flags[at] & kernel.DIGIT:
            return False
    return False
