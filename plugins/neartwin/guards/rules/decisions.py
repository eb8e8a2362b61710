"""A negation or a deciding word on one side only: what was refused here was granted there."""

from collections.abc import Iterator, Sequence
from typing import Any

from neartwin.guards import kernel, lexicon
from neartwin.guards.difference import Difference, Guard, Hunk, Part
from neartwin.guards.lexicon import Phrases
from neartwin.guards.readings import NUMBER
from neartwin.guards.sides import Located, Side

GUARD = "decision"
STEM = 3
MORE, CLEAR_LETTERS = 2, 5
DECIDING = kernel.POLAR | kernel.SIGN
NUMBERED = ("reach", "span")

Found = tuple[int, int, Any]


def decisions(difference: Difference) -> Iterator[Guard]:
    """Yield a guard for the first place where both sides decide differently.

    Four kinds: opposite words of one concept (`approved`, `rejected`; a negation before a word turns it round),
    different members of a closed class (weekdays, bearings), a price for what is free, and a negation that only one
    side has while what it denies stands on both.
    """
    denied: list[Hunk] = []
    for hunk in difference.suspects(kernel.DECISIONS):
        if not any(part.flagged(DECIDING | kernel.NEGATION) for part in hunk.parts):
            continue
        detail = _opposite(hunk) or _priced(hunk)
        if not detail and not difference.is_rewritten(hunk):
            detail = _class(hunk) if not _is_growth(hunk) or difference.stands_out([hunk]) else None
            denied += [hunk] if not detail and _is_denied(hunk) and not hunk.is_furniture else []
        if detail and not hunk.is_furniture:
            yield Guard(GUARD, detail)
            return
    if difference.stands_out(denied):
        words = [part.side.phrase(range(*part.window(2))) for part in denied[0].parts]
        yield Guard(GUARD, f"negation on one side only: {words[0] or 'nothing'} and {words[1] or 'nothing'}")


def _opposite(hunk: Hunk) -> str | None:
    if not all(part.flagged(DECIDING) or not part.tokens for part in hunk.parts) or not hunk.is_tight(
        kernel.TIGHT_DECISION
    ):
        return None
    left, right = (_signs(part) for part in hunk.parts)
    for concept in (name for name in left if name in right):
        if not {sign for sign, _ in left[concept]} & {sign for sign, _ in right[concept]}:
            return f"opposite words: {left[concept][0][1]} and {right[concept][0][1]}"
    return _outgrown(hunk)


def _outgrown(hunk: Hunk) -> str | None:
    """Return the words of a hunk that makes of one word the opposite one: 解除绑定 (unbind) of 绑定 (bind)."""
    opposites = lexicon.load().opposites
    for part, other in (hunk.parts, hunk.parts[::-1]):
        if other.tokens or not part.tokens or hunk.left.flagged(kernel.NEGATION) or hunk.right.flagged(kernel.NEGATION):
            continue
        for first, end, meanings in _touched(part, opposites, DECIDING):
            grown = set(meanings) if end - first > len(part.tokens) and _covers(part, first, end) else set()
            for low, high, others in _beside(other, opposites):
                if any((concept, -side) in grown for concept, side in others):
                    words = other.side.phrase(range(low, high)), part.side.phrase(range(first, end))
                    return f"opposite words: {words[0]} and {words[1]}"
    return None


def _signs(part: Part) -> dict[str, list[tuple[int, str]]]:
    """Return the sides that a part takes, by concept, with words; a negation before turns a side round."""
    signs: dict[str, list[tuple[int, str]]] = {}
    for first, end, meanings in _touched(part, lexicon.load().opposites, DECIDING):
        if end == first + 1 and part.side.flags[first] & kernel.SINGLE and part.n_plain > 1:
            continue
        turn = -1 if _negations(part.side, max(first - kernel.DECISION_REACH, 0), first) % 2 else 1
        for concept, side in meanings:
            signs.setdefault(concept, []).append((turn * side, part.side.phrase(range(first, end))))
    return signs


def _priced(hunk: Hunk) -> str | None:
    """Return the words of a hunk where one side says that something is free, the other what it costs."""
    if not hunk.is_tight(kernel.TIGHT_NAME):
        return None
    for part, other in (hunk.parts, hunk.parts[::-1]):
        is_free = any(_is_gratis(meanings) for _, _, meanings in _touched(part, lexicon.load().opposites, DECIDING))
        if is_free and not any(_is_price(found) for found in part.values) and any(map(_is_price, other.values)):
            return f"one side is free: {hunk.detail}"
    return None


def _is_gratis(meanings: tuple[tuple[str, int], ...]) -> bool:
    return any(concept == kernel.GRATIS for concept, _ in meanings)


def _is_price(found: Located) -> bool:
    """Tell whether a value is an amount of money, and not zero."""
    currencies = lexicon.read("units")["currencies"]
    return all(kind == NUMBER and unit in currencies and amount for kind, amount, unit in found[0].readings)


def _class(hunk: Hunk) -> str | None:
    """Return what differs where both sides name different members of one class, one of them with words more at most."""
    if not hunk.is_tight(kernel.TIGHT_CLASS) or (_is_growth(hunk) and len(hunk.left) + len(hunk.right) > kernel.GROWTH):
        return None
    for part, other in (hunk.parts, hunk.parts[::-1]):
        members = _members(part, 0 if other.tokens else len(part.tokens))
        others = _mentioned(other, is_alone=_is_clear(part)) if members else {}
        for name in (name for name in members if name in others):
            if not members[name] & others[name]:
                return f"{name.replace('_', ' ')} differs: {hunk.detail}"
    return None


def _is_growth(hunk: Hunk) -> bool:
    """Tell whether one side only has words: 副 before 市长."""
    return not all(part.tokens for part in hunk.parts)


def _members(part: Part, longer_than: int) -> dict[str, set[int]]:
    """Return the members of closed classes whose words cover the part, and are longer than so many tokens."""
    members: dict[str, set[int]] = {}
    for first, end, meanings in _touched(part, lexicon.load().classes, DECIDING) if part.tokens else ():
        if end - first > longer_than and _covers(part, first, end):
            for name, member in meanings:
                if name not in NUMBERED or _is_before_number(part.side, end):
                    members.setdefault(name, set()).add(member)
    return members


def _is_before_number(side: Side, token: int) -> bool:
    """Tell whether a number stands at a token: words of reach (`from`, `above`) say how far it goes only before one."""
    return any(first == token for _, first, _ in side.values_near(token, token + 1))


def _mentioned(part: Part, *, is_alone: bool) -> dict[str, set[int]]:
    """Return the members of closed classes that a part names: as a whole, or beside at most as many other words.

    An empty part names what it stands in or beside. Only clear words count where others stand beside them, and none
    where a negation does.
    """
    hits = (
        _beside(part, lexicon.load().classes) if not part.tokens else _touched(part, lexicon.load().classes, DECIDING)
    )
    is_loose = is_alone and not part.flagged(kernel.NEGATION)
    members: dict[str, set[int]] = {}
    named: set[str] = set()
    for first, end, meanings in hits:
        is_named = not part.tokens or _covers(part, first, end) or (is_loose and _is_within(part, first, end))
        for name, member in meanings:
            if name in NUMBERED and not _is_before_number(part.side, end):
                continue
            members.setdefault(name, set()).add(member)
            named |= {name} if is_named else set()
    return {name: members[name] for name in named}


def _covers(part: Part, first: int, end: int) -> bool:
    return part.n_plain <= end - first and all(first <= token < end for token in part.content or part.tokens)


def _is_within(part: Part, first: int, end: int) -> bool:
    """Tell whether a clear word stands in the part as a whole, and at most two words (four characters) beside it."""
    if not set(range(first, end)) <= set(part.tokens) or not _says_one_thing(part.side, range(first, end)):
        return False
    return len(part.content) - (end - first) <= (2 * MORE if part.side.flags[first] & kernel.SINGLE else MORE)


def _is_clear(part: Part) -> bool:
    return bool(part.tokens) and _says_one_thing(part.side, part.tokens)


def _says_one_thing(side: Side, tokens: Sequence[int]) -> bool:
    """Tell whether words are no single character or syllable, which alone may mean much."""
    word = side.word(tokens[0])
    return len(tokens) > 1 or (len(word) >= CLEAR_LETTERS and word.isascii())


def _beside(part: Part, phrases: Phrases) -> list[Found]:
    """Return the phrases that an empty part stands in or beside."""
    if part.place < 0:
        return []
    low, high = part.window(kernel.DECISION_REACH)
    found = phrases.find(part.side.keys[low:high])
    return [(low + a, low + b, value) for a, b, value in found if low + a <= part.place <= low + b]


def _is_denied(hunk: Hunk) -> bool:
    """Tell whether one side only has a negation, and the rest of both says the same."""
    if not any(part.flagged(kernel.NEGATION) for part in hunk.parts) or not hunk.is_tight(kernel.TIGHT_NEGATION):
        return False
    found = [_denials(part) for part in hunk.parts]
    if len(found[0]) % 2 == len(found[1]) % 2 or _means_the_same(hunk):
        return False
    return _alike(*(_content(part, hits) for part, hits in zip(hunk.parts, found, strict=True)))


def _denials(part: Part) -> list[Found]:
    """Return the negations of a part; a word in capitals among others (`<NOR>`) is a name."""
    found = [hit for hit in _touched(part, lexicon.load().negations, kernel.NEGATION) if hit[2]]
    return [hit for hit in found if not _is_abbreviation(part.side, hit[0])]


def _is_abbreviation(side: Side, token: int) -> bool:
    word = side.word(token)
    if len(word) < 2 or not word.isupper():
        return False
    first, end = side.bounds(token, kernel.SENTENCE)
    return sum(side.word(at).isupper() for at in range(first, end)) * 2 <= end - first


def _means_the_same(hunk: Hunk) -> bool:
    """Tell whether both sides take the same side of some concept: `not approved` and `rejected`."""
    left, right = (_signs(part) for part in hunk.parts)
    return any(
        {s for s, _ in left[concept]} == {s for s, _ in right[concept]} for concept in left.keys() & right.keys()
    )


def _content(part: Part, negations: list[Found]) -> list[str]:
    """Return the words of a part that are neither negation nor function word."""
    denied = {token for first, end, _ in negations for token in range(first, end)}
    rest = [token for token in part.tokens if token not in denied]
    return [part.side.word(token).casefold() for token in rest if not part.side.flags[token] & kernel.FUNCTION]


def _alike(left: list[str], right: list[str]) -> bool:
    """Tell whether two lists hold the same words but for their endings: `did not sign`, `signed`."""
    if len(left) != len(right):
        return False
    return all(a[:STEM] == b[:STEM] for a, b in zip(left, right, strict=True))


def _touched(part: Part, phrases: Phrases, flag: int) -> list[Found]:
    """Return the phrases that a part touches with a flagged token, or stands within, as (first, end, value)."""
    if part.place < 0 or (part.tokens and not part.flagged(flag)):
        return []
    low, high = part.window(kernel.DECISION_REACH)
    own = {token for token in part.tokens if part.side.flags[token] & flag}
    found = [(low + first, low + end, value) for first, end, value in phrases.find(part.side.keys[low:high])]
    if not part.tokens:
        return [hit for hit in found if hit[0] < part.place < hit[1]]
    return [hit for hit in found if any(token in own for token in range(hit[0], hit[1]))]


def _negations(side: Side, first: int, end: int) -> int:
    return sum(1 for _, _, denies in lexicon.load().negations.find(side.keys[first:end]) if denies)
