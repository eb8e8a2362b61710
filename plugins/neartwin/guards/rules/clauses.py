"""Clauses within a sentence: a condition that one side adds, and a cause in place of another."""

from neartwin.guards import clauses, kernel, lexicon
from neartwin.guards.difference import Difference, Hunk, Part
from neartwin.guards.lacking import MIN_NOVELTY, MIN_REST
from neartwin.guards.sides import Side

STEM = 4

Span = tuple[int, int]


def condition(difference: Difference) -> str | None:
    """Return the words of a condition (`unless …`, `với điều kiện …`, `除外`) that one side adds to a sentence.

    A phrase of politeness (`if you like`) has too few words of content; a clause that moved is no news.
    """
    for hunk in difference.hunks:
        for index in (0, 1):
            part, other = hunk.parts[index], hunk.parts[1 - index]
            if part.tokens and not other.plain and _adds_condition(part, other.side, difference.matched[index]):
                return part.side.phrase(part.tokens)
    return None


def cause(difference: Difference) -> tuple[str, str] | None:
    """Return the words of two causes in place of each other: what stands behind `due to`, `do`, `由于`.

    They have no word in common, nor the other text those of one; another wording would mostly share some.
    """
    for hunk in difference.hunks:
        least = [_least(part, matched) for part, matched in zip(hunk.parts, difference.matched, strict=True)]
        if not all(least) or hunk.is_furniture:
            continue
        told = [_told(part, matched) for part, matched in zip(hunk.parts, difference.matched, strict=True)]
        if _are_two(hunk, told, max(size for size in least if size is not None)):
            left, right = (part.side.phrase(tokens) for part, tokens in zip(hunk.parts, told, strict=True))
            return left, right
    return None


def stands_in_known(side: Side, run: Span, matched: list[bool]) -> bool:
    """Tell whether the rest of the sentences around a run corresponds: in a rewritten one it does not."""
    first, end = run
    low, high = side.bounds(first, kernel.SENTENCE)[0], side.bounds(end - 1, kernel.SENTENCE)[1]
    rest = [matched[token] for token in (*range(low, first), *range(end, high))]
    return bool(sum(rest) >= MIN_REST * len(rest))


def _adds_condition(part: Part, other: Side, matched: list[bool]) -> bool:
    side, first, end = part.side, part.tokens[0], part.tokens[-1] + 1
    if end - first != len(part) or len(part) < clauses.MIN_RUN or side.is_furniture(first):
        return False
    is_open = side.flags[first] & kernel.SINGLE
    found = lexicon.load().conditions.find(side.keys[first:end])
    found = [hit for hit in found if is_open or hit[1] <= clauses.REACH]
    marks = {first + token for begin, stop, _ in found for token in range(begin, stop)}
    content = [token for token in part.plain if token not in marks]
    if not any(len(content) >= least for _, _, least in found):
        return False
    before, after = matched[max(first - kernel.RUN, 0) : first], matched[end : end + kernel.RUN]
    if not (before and after and all(before) and all(after)) or not stands_in_known(side, (first, end), matched):
        return False
    is_sentence = side.flags[first] & kernel.SENTENCE and (end == len(side) or side.flags[end] & kernel.SENTENCE)
    own = side.pairs[first : end - 1]
    return not is_sentence and sum(pair not in other.pair_set for pair in own) >= MIN_NOVELTY * len(own)


def _least(part: Part, matched: list[bool]) -> int | None:
    """Return how many words a cause must have behind the matched word that names it; None where there is none."""
    if not 0 < len(part) <= clauses.LONGEST:
        return None
    side, token = part.side, part.tokens[0]
    first = side.bounds(token, kernel.SENTENCE)[0]
    for at in range(token - 1, max(token - 1 - clauses.REACH, first - 1), -1):
        found = lexicon.load().causes.at(side.keys, at)
        if found is not None and at + found[0] <= token and matched[at]:
            least: int = found[1]
            return least
        if not side.flags[at] & kernel.FUNCTION:
            return None
    return None


def _told(part: Part, matched: list[bool]) -> list[int]:
    """Return the words of content from a part on to the first that corresponds, within the sentence.

    There are none where what stands around does not correspond.
    """
    side, first = part.side, part.tokens[0]
    told: list[int] = []
    end = min(side.bounds(first, kernel.SENTENCE)[1], first + clauses.LONGEST)
    for token in range(first, end):
        if side.flags[token] & kernel.FUNCTION:
            continue
        if matched[token]:
            end = token
            break
        told.append(token)
    is_set = all(matched[max(first - kernel.RUN, 0) : first]) and all(matched[end : end + kernel.RUN_SINGLE])
    return told if is_set else []


def _are_two(hunk: Hunk, told: list[list[int]], least: int) -> bool:
    """Tell whether two causes are long enough, share no word or stem, and neither is told elsewhere."""
    if min(map(len, told)) < least or sum(map(len, told)) <= 2 * least:
        return False
    stems = [{_stem(part.side, token) for token in tokens} for part, tokens in zip(hunk.parts, told, strict=True)]
    if stems[0] & stems[1]:
        return False
    return not any(_is_known(hunk.parts[i].side, told[i], hunk.parts[1 - i].side) for i in (0, 1))


def _stem(side: Side, token: int) -> str:
    word = side.word(token).casefold()
    return word[:STEM] if word.isascii() else word


def _is_known(side: Side, tokens: list[int], other: Side) -> bool:
    """Tell whether half of some words stand in the other text; of a script without spaces, pairs of them."""
    if side.flags[tokens[0]] & kernel.SINGLE:
        tokens = [token for token in tokens if token < len(side.pairs)]
        return 2 * sum(side.pairs[token] in other.pair_set for token in tokens) >= len(tokens)
    return 2 * sum(side.keys[token] in other.key_set for token in tokens) >= len(tokens)
