"""Two things that changed places: who did it to whom, from where to where."""

from collections.abc import Iterator, Sequence

from neartwin.guards import kernel, lexicon
from neartwin.guards.difference import Difference, Guard, Hunk, Part, covered_by
from neartwin.guards.sides import Side

GUARD = "order"
MAX_TERM = 3


def order(difference: Difference) -> Iterator[Guard]:
    """Yield a guard where X … Y stands on one side and Y … X on the other, with the same words between.

    Moving a sentence, a clause or a phrase is no difference, nor is `X and Y` for `Y and X`.
    """
    hunks = difference.hunks
    keys = [{k for hunk in hunks for k in _plain_keys(hunk.parts[side])} for side in (0, 1)]
    if not keys[0] & keys[1]:
        return
    found = _swapped_terms(hunks, difference)
    if found is not None:
        yield Guard(GUARD, f"order differs: {found[0]} and {found[1]} changed places")
        return
    for first in range(len(hunks)):
        for last in range(first, min(first + 3, len(hunks))):
            found = _exchange(difference, hunks[first], hunks[last])
            if found is not None:
                yield Guard(GUARD, f"order differs: {found[0]} and {found[1]}")
                return


def _plain_keys(part: Part) -> list[int]:
    """Return the keys of the tokens that are no function word: what changed places differs on both sides."""
    return [part.side.keys[token] for token in part.tokens if not part.side.flags[token] & kernel.FUNCTION]


def _swapped_terms(hunks: Sequence[Hunk], difference: Difference) -> tuple[str, str] | None:
    """Return X and Y where X became Y in one sentence and Y became X in another."""
    seen: dict[tuple[tuple[int, ...], tuple[int, ...]], list[Hunk]] = {}
    for hunk in hunks:
        x, y = (tuple(_plain_keys(part)) for part in hunk.parts)
        if 0 < len(x) <= MAX_TERM and 0 < len(y) <= MAX_TERM and not _may_come_from_elsewhere(hunk, difference):
            back = [other for other in seen.get((y, x), ()) if _sentence(other) != _sentence(hunk)]
            if back and not hunk.is_equal_value and not all(other.is_equal_value for other in back):
                return hunk.left.words, hunk.right.words
            seen.setdefault((x, y), []).append(hunk)
    return None


def _sentence(hunk: Hunk) -> int:
    """Return where the sentence of the left text that a hunk stands in begins."""
    return hunk.left.side.bounds(hunk.left.tokens[0], kernel.SENTENCE)[0]


def _may_come_from_elsewhere(hunk: Hunk, difference: Difference) -> bool:
    """Tell whether a hunk stands where a sentence begins: there a clause may have come from elsewhere.

    A name does not, where the sentence goes on unchanged behind it.
    """
    if not any(part.side.flags[part.tokens[0]] & kernel.SENTENCE for part in hunk.parts if part.tokens):
        return False
    return not all(
        part.flagged(kernel.CAPITAL) and _goes_on(part, matched)
        for part, matched in zip(hunk.parts, difference.matched, strict=True)
    )


def _goes_on(part: Part, matched: list[bool]) -> bool:
    """Tell whether the words of the sentence behind a part correspond, the next three of them."""
    low = part.tokens[-1] + 1
    high = min(low + kernel.RUN, part.side.bounds(part.tokens[-1], kernel.SENTENCE)[1])
    return high > low and all(matched[low:high])


def _exchange(difference: Difference, first: Hunk, last: Hunk) -> tuple[str, str] | None:
    left, right = _span(first.left, last.left), _span(first.right, last.right)
    size = left[1] - left[0]
    if size != right[1] - right[0] or not 3 <= size <= kernel.MAX_SPAN:
        return None
    if not (_is_in_sentence(difference.left, *left) and _is_in_sentence(difference.right, *right)):
        return None
    a, b = list(difference.left.keys[slice(*left)]), list(difference.right.keys[slice(*right)])
    if sorted(a) != sorted(b):
        return None
    for i in range(1, len(a) - 1):
        for j in range(1, len(a) - i):
            x, v, y = a[:i], a[i : len(a) - j], a[len(a) - j :]
            if b == y + v + x and x != y and _matters(difference.left, left[0], i, j, len(a)):
                return difference.left.phrase(range(*left)), difference.right.phrase(range(*right))
    return None


def _span(first: Part, last: Part) -> tuple[int, int]:
    """Return the tokens from one part to another."""
    start = first.place if first is last else first.behind
    return start, (last.tokens[-1] + 1 if last.tokens else last.place)


def _is_in_sentence(side: Side, start: int, end: int) -> bool:
    """Tell whether tokens stand in one sentence."""
    return start >= 0 and not any(
        side.flags[token] & kernel.SENTENCE for token in range(start + 1, min(end, len(side)))
    )


def _matters(side: Side, start: int, i: int, j: int, size: int) -> bool:
    """Tell whether both exchanged runs hold content and more than a conjunction stands between."""
    between = range(start + i, start + size - j)
    if len(_content(side, between)) == 0 and covered_by(lexicon.load().joins, side, between):
        return False
    return bool(_content(side, range(start, start + i)) and _content(side, range(start + size - j, start + size)))


def _content(side: Side, tokens: Sequence[int]) -> list[int]:
    covered = covered_by(lexicon.load().functions, side, tokens) | covered_by(lexicon.load().joins, side, tokens)
    return [token for token in tokens if token not in covered]
