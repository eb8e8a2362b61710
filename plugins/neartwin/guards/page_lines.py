"""Lines that a page writes by itself: its state, counters of what readers do, appeals, headlines under a heading.

The lists are in the lexicons under `furniture`. `furniture.may_be` tells of every such line that it may be one.
"""

import functools
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from neartwin.guards import kernel, lexicon
from neartwin.guards.furniture import APPEAL, LONGEST, MAX_COUNTED, MAX_COUNTERS, MAX_LISTED

if TYPE_CHECKING:
    from neartwin.guards.sides import Side

BREAKS = frozenset(",;:，；：、()（）[]【】|｜·•–—/\t")
COLONLESS = BREAKS - frozenset(":：")
QUOTES = frozenset('"“”「」『』«»')
MAX_OPENED, MAX_FREE, LONG_NUMBER = 4, 4, 6

Span = tuple[int, int]
Count = tuple[set[str], int, int]


def is_written_by_page(side: "Side", first: int, end: int) -> bool:
    """Tell whether the line first:end says nothing that the document says: nobody wrote it for this text alone."""
    size = (end - first) / _width(side, first)
    if size > APPEAL:
        return False
    if lexicon.load().pages["states"].at(side.keys[first:end], 0) is not None:
        return True
    if side.text[max(side.starts[first] - 2, 0) : side.starts[first]].strip() == "©":
        return True
    is_line = size <= LONGEST and not side.ends_sentence(end)
    if is_line and (is_heading(side, first, end) or _is_counter(side, first, end) or _is_listed(side, first)):
        return True
    return _is_appeal(side, first, end)


def is_heading(side: "Side", first: int, end: int) -> bool:
    """Tell whether a line is the heading of a list of other documents: `Related`, `More from Local News`."""
    words, keys = lexicon.load().pages, side.keys[first:end]
    found = words["headings"].at(keys, 0)
    if found is not None and found[0] == len(keys):
        return True
    found = words["openings"].at(keys, 0)
    return found is not None and len(keys) <= found[0] + MAX_OPENED * _width(side, first)


def _width(side: "Side", token: int) -> int:
    return 2 if side.flags[token] & kernel.SINGLE else 1


def _is_listed(side: "Side", first: int) -> bool:
    """Tell whether a line stands under such a heading, with no line between that is a sentence."""
    for _ in range(MAX_LISTED):
        if first == 0:
            return False
        end, first = first, side.bounds(first - 1, kernel.LINE)[0]
        if side.ends_sentence(end) or end - first > LONGEST * _width(side, first):
            return False
        if is_heading(side, first, end):
            return True
    return False


@functools.cache
def _counting() -> lexicon.Phrases:
    """Return all words that a line of counters consists of, with the name of their list."""
    pages = lexicon.load().pages
    names = ("fillers", *lexicon.COUNTED[::-1])
    return lexicon.Phrases.of({key: name for name in names for key in pages[name].values})


def _is_counter(side: "Side", first: int, end: int) -> bool:
    """Tell whether a line counts what readers do: a number beside a word for it, and nothing of the text.

    What is also counted elsewhere (votes) needs another counter on the page, and stands alone; beside the others a
    name may stand, apart from the number (`Guest book (38 entries)`).
    """
    if end - first > MAX_COUNTERS * _width(side, first):
        return False
    if _is_parted(side, first, end) or _is_record(side, first, end):
        return True
    parts = [_counted(side, *span) for span in _segments(side, first, end)]
    kinds = {kind for own, _, _ in parts for kind in own}
    if not kinds or not any(n_numbers for _, n_numbers, _ in parts):
        return False
    if any(n_numbers and n_free for _, n_numbers, n_free in parts):
        return False
    n_free = sum(n_free for _, _, n_free in parts)
    if n_free:
        may_have = kinds == {"counters"} and first > 0 and not _has_colon(side, first, end)
        return may_have and n_free <= MAX_FREE * _width(side, first) and _has_counted(parts)
    return "counters" in kinds or has_counters(side)


def _has_counted(parts: list[Count]) -> bool:
    """Tell whether a number and the word for what it counts stand in one part of a line, or in two without more."""
    pairs = pairwise([part for part in parts if not part[2]])
    return any(own and n for own, n, _ in parts) or any((a and m) or (b and n) for (a, n, _), (b, m, _) in pairs)


def _is_record(side: "Side", first: int, end: int) -> bool:
    """Tell whether a line is a row of fields, some of them counters, the others labelled: `Views: 318 | By: Ann`."""
    fields = [*_segments(side, first, end, COLONLESS)]
    if len(fields) < 2 or not _has_colon(side, first, end):
        return False
    labels, n_counters = lexicon.load().furniture_starts, 0
    for low, high in fields:
        own, n_numbers, n_free = _counted(side, low, high)
        is_counter = "counters" in own and n_numbers > 0 and not n_free
        if not is_counter and labels.at(side.keys[low:high], 0) is None:
            return False
        n_counters += is_counter
    return n_counters > 0


def has_counters(side: "Side") -> bool:
    """Tell whether some line of a page counts what only pages count, or is of buttons to share the page."""
    starts = [*side.starts_of(kernel.LINE), len(side)]
    spans = pairwise(starts)
    return any(end - first <= MAX_COUNTED and _counts_readers(side, first, end) for first, end in spans)


def _counts_readers(side: "Side", first: int, end: int) -> bool:
    if side.ends_sentence(end):
        return False
    parts = [_counted(side, *span) for span in _segments(side, first, end)]
    if any(n_free for _, _, n_free in parts):
        return False
    kinds = {kind for own, _, _ in parts for kind in own}
    return "networks" in kinds or ("counters" in kinds and any(n_numbers for _, n_numbers, _ in parts))


def _is_parted(side: "Side", first: int, end: int) -> bool:
    """Tell whether a number and the word for what it counts stand in two lines, this one and the next or the last."""
    if all(side.flags[at] & kernel.DIGIT for at in range(first, end)) and end < len(side):
        return end - first <= 2 and _is_word_of_counter(side, *side.bounds(end, kernel.LINE))
    if first == 0 or not _is_word_of_counter(side, first, end):
        return False
    low, high = side.bounds(first - 1, kernel.LINE)
    return high - low <= 2 and all(side.flags[at] & kernel.DIGIT for at in range(low, high))


def _is_word_of_counter(side: "Side", first: int, end: int) -> bool:
    own, n_numbers, n_free = _counted(side, first, end)
    return end - first <= MAX_COUNTED and not n_numbers and not n_free and "counters" in own


def _counted(side: "Side", first: int, end: int) -> Count:
    """Return which counters stand in a part of a line, how many numbers, and how many words of neither kind."""
    found = _counting().find(side.keys[first:end])
    covered = {first + at for low, high, _ in found for at in range(low, high)}
    label = lexicon.load().furniture_starts.at(side.keys[first:end], 0)
    covered |= set(range(first, first + label[0])) if label else set()
    numbers = [at for at in range(first, end) if side.flags[at] & kernel.DIGIT]
    free = [
        at for at in range(first, end) if at not in covered and not side.flags[at] & (kernel.DIGIT | kernel.FUNCTION)
    ]
    return {kind for _, _, kind in found if kind != "fillers"}, len(numbers), len(free)


def _segments(side: "Side", first: int, end: int, breaks: frozenset[str] = BREAKS) -> Iterator[Span]:
    """Yield the parts of a line between brackets, bars, commas and the like, not those within numbers.

    In a script without spaces a space parts, too, but not a number from what it counts.
    """
    start = first
    for at in range(first + 1, end):
        gap = side.text[side.ends[at - 1] : side.starts[at]]
        flags = side.flags[at - 1], side.flags[at]
        is_number = len(gap) == 1 and flags[0] & flags[1] & kernel.DIGIT
        is_apart = bool(gap) and gap.isspace() and bool(flags[1] & kernel.SINGLE)
        if is_apart or (not is_number and not breaks.isdisjoint(gap)):
            yield start, at
            start = at
    yield start, end


def _has_colon(side: "Side", first: int, end: int) -> bool:
    return any(c in ":：" for c in side.text[side.starts[first] : side.ends[end - 1]])


def _is_appeal(side: "Side", first: int, end: int) -> bool:
    """Tell whether a paragraph asks its reader for money or a subscription for the page itself.

    A quotation is no appeal, nor is what holds the number of an account.
    """
    words, keys = lexicon.load().pages, side.keys[first:end]
    if not all(words[name].find(keys) for name in ("asks", "addresses", "ours")):
        return False
    line = side.text[side.starts[first] : side.ends[end - 1]]
    is_long = any(side.ends[at] - side.starts[at] >= LONG_NUMBER for at in range(first, end) if _is_number(side, at))
    return QUOTES.isdisjoint(line) and not is_long


def _is_number(side: "Side", token: int) -> bool:
    return bool(side.flags[token] & kernel.DIGIT)
