"""A name in place of another: people, organisations, places, brands."""

from collections.abc import Iterator

from neartwin.guards import kernel, lexicon, places
from neartwin.guards.difference import Difference, Guard, Hunk, Part
from neartwin.guards.sides import Side
from neartwin.guards.spelling import abbreviates, is_skeleton, same_spelling
from neartwin.guards.suspicion import CAPITAL_SHARE, NO_NAME

GUARD = "names"
MIN_TERMS = 3
MAX_NAME, MAX_SCORE, SHORTEST = 5, 2, 2
CAPITALISED = ("weekday", "month", "compass")


def names(difference: Difference) -> Iterator[Guard]:
    """Yield a guard where one name stands for another, and that is a good part of all that differs.

    A name that the other text holds elsewhere, on both sides, is another way to say who is meant (`Mr Goria`, `the
    prime minister`). Abbreviations, spellings and transliterations are equal; credit lines are no content.
    """
    if difference.facts_left.language == "de" or difference.facts_right.language == "de":
        return
    found = [hunk for hunk in difference.suspects(kernel.NAMES) if _differ(hunk, difference)]
    if difference.stands_out(found):
        yield Guard(GUARD, f"names differ: {found[0].detail}")


def terms(difference: Difference) -> Iterator[Guard]:
    """Yield a guard where one term stands for another throughout, and nothing else differs: another subject.

    A term in another script is a translation or an abbreviation; one Han character may be a variant.
    """
    changes = [hunk for hunk in difference.hunks if any(part.n_plain for part in hunk.parts)]
    words = {tuple(tuple(part.side.keys[token] for token in part.plain) for part in hunk.parts) for hunk in changes}
    if len(words) != 1 or len(changes) < MIN_TERMS or any(hunk.is_furniture or hunk.is_equal_value for hunk in changes):
        return
    left, right = changes[0].parts
    scripts = {part.side.flags[token] & kernel.SINGLE for part in (left, right) for token in part.plain}
    least = 2 if kernel.SINGLE in scripts else 1
    if len(scripts) != 1 or min(len(left), len(right)) < least or _is_same(changes[0]):
        return
    pairs = zip(left.plain, right.plain, strict=False)
    if not all(same_spelling(left.side.word(a), right.side.word(b)) for a, b in pairs):
        yield Guard("term", f"one term for another throughout: {changes[0].detail}")


def _differ(hunk: Hunk, difference: Difference) -> bool:
    if not hunk.left.tokens or not hunk.right.tokens or not hunk.is_tight(kernel.TIGHT_NAME):
        return False
    if places.may_differ(hunk.left, hunk.right):
        is_other = places.differ(hunk.left, hunk.right)
    else:
        is_other = _latin(hunk, difference)
    if not is_other or any(part.is_furniture for part in hunk.parts) or difference.is_rewritten(hunk):
        return False
    return not hunk.is_equal_value


def _latin(hunk: Hunk, difference: Difference) -> bool:
    left, right = _proper(hunk.left), _proper(hunk.right)
    if not left or not right or _is_same(hunk):
        return False
    words_l = [hunk.left.side.word(token) for token in left]
    words_r = [hunk.right.side.word(token) for token in right]
    left = [t for t, w in zip(left, words_l, strict=True) if not any(same_spelling(w, other) for other in words_r)]
    right = [t for t, w in zip(right, words_r, strict=True) if not any(same_spelling(w, other) for other in words_l)]
    if not left or not right:
        return False
    if _are_two(hunk, left, right):
        return True
    is_known_l = all(hunk.left.side.keys[token] in difference.right.key_set for token in left)
    is_known_r = all(hunk.right.side.keys[token] in difference.left.key_set for token in right)
    return not (is_known_l and is_known_r)


def _proper(part: Part) -> list[int]:
    """Return the tokens of a part that are names: by a capital letter, or as part of an identifier (`org.example`)."""
    return [token for token in part.tokens if _is_proper(part.side, token)]


def _is_proper(side: Side, token: int) -> bool:
    flags = side.flags[token]
    if not flags & (kernel.CAPITAL | kernel.JOINED):
        return False
    if flags & NO_NAME and not (flags & NO_NAME == kernel.NUMERAL and _ends_code(side, token)):
        return False
    if flags & kernel.JOINED:
        return True
    if flags & kernel.POLAR and _is_capitalised(side.keys[token]):
        return False
    first, end = side.sentence(token)
    words = [at for at in range(first, end) if not side.flags[at] & kernel.SINGLE]
    if len(words) >= 4 and sum(1 for at in words if side.flags[at] & kernel.CAPITAL) > CAPITAL_SHARE * len(words):
        return _is_titled(side, token)
    return token != first or _is_capital_elsewhere(side, token)


def _ends_code(side: Side, token: int) -> bool:
    """Tell whether a word in capitals goes on a code of letters and digits: `KV19 TRN`."""
    before = side.word(token - 1) if token else ""
    return side.word(token).isupper() and any(map(str.isdigit, before)) and any(map(str.isalpha, before))


def _is_titled(side: Side, token: int) -> bool:
    """Tell whether a word belongs to a name with a title or a salutation before it: `Kính gửi: Ông Lê Văn Nam`."""
    titles, first = lexicon.load().titles, side.bounds(token, kernel.LINE)[0]
    for at in range(token - 1, max(token - 1 - MAX_NAME, first - 1), -1):
        title = titles.at(side.keys, at)
        if title is not None and at + title[0] <= token:
            return True
        if not side.flags[at] & kernel.CAPITAL:
            return False
    return False


def _are_two(hunk: Hunk, left: list[int], right: list[int]) -> bool:
    """Tell whether names that both texts may hold elsewhere, too, are those of two, not two names of one.

    They have a title before them, differ in one letter, or stand beside each other.
    """
    if len(hunk.left) != 1 or len(hunk.right) != 1:
        return False
    side_l, side_r, a, b = hunk.left.side, hunk.right.side, left[0], right[0]
    if _is_titled(side_l, a) and _is_titled(side_r, b):
        return True
    if _is_one_letter(side_l.word(a).casefold(), side_r.word(b).casefold()):
        return True
    keys = side_l.keys[a], side_r.keys[b]
    return any(_meet(side, *pair) for side in (side_l, side_r) for pair in (keys, keys[::-1]))


def _is_one_letter(a: str, b: str) -> bool:
    return len(a) == len(b) > 2 and sum(x != y for x, y in zip(a, b, strict=True)) == 1


def _meet(side: Side, a: int, b: int) -> bool:
    """Tell whether two words stand in a text with nothing but a joining word or a score between them."""
    joins = lexicon.load().joins.values
    for at in side.places_of(a):
        end = min(at + 1 + MAX_SCORE, len(side) - 1)
        if side.keys[min(at + 2, len(side) - 1)] == b and (side.keys[at + 1],) in joins:
            return True
        while at < end and side.flags[at + 1] & kernel.DIGIT:
            at += 1
            if side.keys[min(at + 1, len(side) - 1)] == b:
                return True
    return False


def _is_capitalised(key: int) -> bool:
    """Tell whether a word is a day, a month or a bearing, written with a capital whatever stands beside it."""
    return any(name in CAPITALISED for name, _ in lexicon.load().classes.values.get((key,), ()))


def _is_capital_elsewhere(side: Side, token: int) -> bool:
    """Tell whether a word at the start of a sentence is written with a capital within a sentence, too."""
    key = side.keys[token]
    return any(
        k == key and side.flags[at] & kernel.CAPITAL and not side.flags[at] & kernel.SENTENCE
        for at, k in enumerate(side.keys)
    )


def _is_same(hunk: Hunk) -> bool:
    left, right = ([part.side.word(token) for token in part.tokens] for part in hunk.parts)
    if abbreviates(left, right) or abbreviates(right, left):
        return True
    return len(left) == len(right) == 1 and (
        (is_skeleton(left[0], right[0]) and _is_written_short(hunk.right))
        or (is_skeleton(right[0], left[0]) and _is_written_short(hunk.left))
    )


def _is_written_short(part: Part) -> bool:
    """Tell whether a word is marked as a short form of a place: a stop ends no sentence, or two capitals after a comma.

    `PORT ALMA, Fla. — Drivers`, `Austin, TX 78701`.
    """
    side, token = part.side, part.tokens[0]
    before = side.text[side.ends[token - 1] : side.starts[token]] if token else ""
    after = side.text[side.ends[token] : side.starts[token + 1] if token + 1 < len(side) else len(side.text)]
    word = side.word(token)
    if "," in before and len(word) == SHORTEST and word.isupper():
        return True
    is_within = token + 1 < len(side) and not side.flags[token + 1] & kernel.CAPITAL
    return after.startswith(".") and word[0].isupper() and ("," in before or after.strip(". ") != "" or is_within)
