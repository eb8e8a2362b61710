"""Sentences that one text has and the other lacks: missing ones, and ones in place of others."""

from collections.abc import Iterator

from neartwin.guards import kernel
from neartwin.guards.difference import Difference, Guard, Part
from neartwin.guards.lacking import HEAD, MAX_RETOLD, MIN_NOVELTY, SCALE_SINGLE
from neartwin.guards.rules.clauses import cause, condition, stands_in_known
from neartwin.guards.sides import Side

MISSING, REPLACED = "sentence_missing", "sentence_replaced"

Span = tuple[int, int]


def sentences(difference: Difference) -> Iterator[Guard]:
    """Yield a guard where content stands on one side only.

    A sentence counts if few of its words correspond, most of its content words stand nowhere in the other text, and it
    is not told there in other words. Where both sides have such sentences, each says what the other does not
    (one form letter, two facts). Where one side has, what is missing counts between sentences that both have: a cut
    tail and a text put before are the business of the length guard.
    """
    own_l, own_r = _own(difference, 0), _own(difference, 1)
    bag_l, bag_r = _bag(difference.left, own_l), _bag(difference.right, own_r)
    news_l = _news(difference.left, own_l, difference.right, bag_r)
    news_r = _news(difference.right, own_r, difference.left, bag_l)
    for a in news_l:
        for b in news_r:
            if _is_single(difference.left, a) == _is_single(difference.right, b):
                yield replaced(difference.left.phrase(range(*a)), difference.right.phrase(range(*b)))
                return
    found = [] if news_l and news_r else [*_missing(difference)]
    yield from found or _clauses(difference)


def _clauses(difference: Difference) -> Iterator[Guard]:
    added = condition(difference)
    if added is not None:
        yield missing(added)
        return
    causes = cause(difference)
    if causes is not None:
        yield replaced(*causes)


def replaced(left: str, right: str) -> Guard:
    """Return the guard of two sentences, each of which the other side lacks."""
    return Guard(REPLACED, f"each side has a sentence that the other lacks: {_shortened(left)} and {_shortened(right)}")


def missing(words: str) -> Guard:
    """Return the guard of words that stand between matched text on one side only."""
    return Guard(MISSING, f"missing on one side: {_shortened(words)}")


def _missing(difference: Difference) -> Iterator[Guard]:
    """Yield a guard where runs of at least 5 words stand between matched text on one side only, 12 words together."""
    for index, side in enumerate(difference.sides):
        other = difference.sides[1 - index]
        moved = {other.keys[token] for hunk in difference.hunks for token in hunk.parts[1 - index].plain}
        inner = [
            run
            for hunk in difference.hunks
            if _is_bare(hunk.parts[1 - index])
            for run in _runs(hunk.parts[index])
            if _is_inner(side, other, run, difference.matched[index]) and not _is_moved(side, run, moved)
        ]
        if _size(side, inner) >= kernel.MIN_MISSING or any(_is_item(side, *run) for run in inner):
            longest = max(inner, key=lambda run: run[1] - run[0])
            yield missing(side.phrase(range(*longest)))
            return


def _is_bare(part: Part) -> bool:
    """Tell whether a part is empty or holds nothing but numbers, as of the items of a list."""
    return all(part.side.flags[token] & kernel.NUMERIC for token in part.tokens)


def _is_item(side: Side, first: int, end: int) -> bool:
    """Tell whether a run is one item of a numbered list, with its own number or that of the next."""
    is_next = end < len(side) and not side.flags[end] & kernel.LINE
    edges = [first if side.flags[first] & kernel.LINE else first - 1, *([end - 1] if is_next else [end])]
    return all(
        edge == len(side) or (edge >= 0 and side.flags[edge] & kernel.LINE and side.flags[edge] & kernel.NUMERIC)
        for edge in edges
    )


def _runs(part: Part) -> list[Span]:
    """Return the runs of neighbouring tokens of a part that are no page furniture, as (first, end)."""
    runs: list[Span] = []
    for token in part.tokens:
        if part.side.is_furniture(token):
            continue
        if runs and runs[-1][1] == token:
            runs[-1] = runs[-1][0], token + 1
        else:
            runs.append((token, token + 1))
    return runs


def _is_moved(side: Side, run: Span, moved: set[int]) -> bool:
    """Tell whether half of the content words of a run are among those that the other side has elsewhere, unmatched."""
    words = [side.keys[token] for token in range(*run) if not side.flags[token] & kernel.FUNCTION]
    return 2 * sum(word in moved for word in words) >= len(words)


def _is_single(side: Side, span: Span) -> bool:
    """Tell whether most tokens are of a script without spaces: a translation cannot be compared word by word."""
    return 2 * sum(1 for flag in side.flags[slice(*span)] if flag & kernel.SINGLE) > span[1] - span[0]


def _own(difference: Difference, index: int) -> list[Span]:
    """Return the sentences of one side of which little corresponds, and hunks that start a sentence on both sides."""
    side, matched = difference.sides[index], difference.matched[index]
    own = [
        (part.tokens[0], part.tokens[-1] + 1)
        for part in (hunk.parts[index] for hunk in difference.hunks if all(map(_is_sentence, hunk.parts)))
        if len(part) >= kernel.MIN_TOKENS
    ]
    changed = (token for hunk in difference.hunks for token in hunk.parts[index].tokens)
    for first, end in side.spans(changed, kernel.SENTENCE):
        run = kernel.RUN_SINGLE if side.flags[first] & kernel.SINGLE else kernel.RUN
        is_edited = all(matched[first : first + run]) or all(matched[end - run : end])
        if (
            not is_edited
            and end - first >= kernel.MIN_TOKENS
            and sum(matched[first:end]) <= kernel.MAX_COVERAGE * (end - first)
        ):
            own.append((first, end))
    return [span for span in own if not _is_heading(side, span) and not side.is_furniture(span[0])]


def _is_sentence(part: Part) -> bool:
    """Tell whether a part starts where a sentence starts, and ends where the next seems to start."""
    if not part.tokens or not part.side.flags[part.tokens[0]] & kernel.SENTENCE:
        return False
    end = part.tokens[-1] + 1
    return end == len(part.side) or bool(part.side.flags[end] & (kernel.SENTENCE | kernel.CAPITAL))


def _size(side: Side, spans: list[Span]) -> float:
    """Return how many words some spans hold together, in words of a script with spaces."""
    tokens = {token for span in spans for token in range(*span)}
    return sum(1 / SCALE_SINGLE if side.flags[token] & kernel.SINGLE else 1 for token in tokens)


def _is_heading(side: Side, span: Span) -> bool:
    """Tell whether a line without a full stop stands near the head: copies often get a headline of their own."""
    return span[0] < HEAD and bool(side.flags[span[0]] & kernel.LINE) and not side.ends_sentence(span[1])


def _bag(side: Side, spans: list[Span]) -> set[int]:
    """Return the content words of some spans; in scripts without spaces, pairs of neighbours."""
    return {word for span in spans for word in _words(side, span)}


def _words(side: Side, span: Span) -> list[int]:
    words = [token for token in range(*span) if not side.flags[token] & kernel.FUNCTION]
    if side.flags[span[0]] & kernel.SINGLE:
        return [side.pairs[token] for token in words if token + 1 < span[1]]
    return [side.keys[token] for token in words]


def _news(side: Side, spans: list[Span], other: Side, retold: set[int]) -> list[Span]:
    """Return the sentences that say what the other text does not, if they are long enough together."""
    news = [span for span in spans if _is_news(side, span, other, retold)]
    return news if _size(side, news) >= kernel.MIN_TOKENS else []


def _is_news(side: Side, span: Span, other: Side, retold: set[int]) -> bool:
    """Tell whether a sentence says what the other text does not: neither its own sentences nor the text as a whole."""
    words = _words(side, span)
    if not words or sum(word in retold for word in words) > MAX_RETOLD * len(words):
        return False
    held = other.pair_set if side.flags[span[0]] & kernel.SINGLE else other.key_set
    return sum(word not in held for word in words) >= MIN_NOVELTY * len(words)


def _is_inner(side: Side, other: Side, run: Span, matched: list[bool]) -> bool:
    """Tell whether a run is content between matched text: no line of its own without a full stop, no furniture."""
    first, end = run
    if end - first < kernel.MIN_RUN * (SCALE_SINGLE if _is_single(side, run) else 1) or side.is_furniture(first):
        return False
    before, after = matched[max(first - kernel.RUN, 0) : first], matched[end : end + kernel.RUN]
    if not before or not after or not all(before) or not all(after):
        return False
    if not stands_in_known(side, run, matched):
        return False
    is_line = bool(side.flags[first] & kernel.LINE) and (end == len(side) or bool(side.flags[end] & kernel.LINE))
    if is_line and not side.ends_sentence(end):
        return False
    own = side.pairs[first : end - 1]
    return sum(pair not in other.pair_set for pair in own) >= MIN_NOVELTY * len(own)


def _shortened(words: str) -> str:
    text = words if words.isprintable() else "".join(c for c in words if c.isprintable())
    return text if len(text) <= 80 else text[:79] + "…"
