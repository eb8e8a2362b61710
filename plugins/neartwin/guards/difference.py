"""What differs between two texts and where: hunks of an alignment over the words of both sides."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from neartwin.guards import kernel, lexicon
from neartwin.guards.alignment import Alignment
from neartwin.guards.sides import VALUED, Located, Side
from neartwin.guards.suspicion import FLANK, MIN_COVERAGE, MIN_SHARE

QUOTED_CHARACTERS = 80


@dataclass(frozen=True, slots=True)
class Guard:
    """A named reason why a pair must not be merged, with both sides in plain words."""

    guard: str
    detail: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a document beside its text; empty and None mean unknown."""

    title: str = ""
    language: str = ""
    sku: str | None = None
    price: float | None = None
    currency: str | None = None


class Part:
    """One side of a hunk: its tokens, and the place where it stands when it has none (-1: unknown).

    Sentences that both sides hold may stand there: `place` is before, `behind` after them.
    """

    def __init__(self, side: Side, tokens: Sequence[int], place: int, behind: int) -> None:
        """Take the numbers of the tokens within their text."""
        self.side, self.tokens, self.place, self.behind = side, tokens, place, behind
        self._flags = -1
        self._values: list[Located] | None = None

    def __len__(self) -> int:
        """Return the number of tokens."""
        return len(self.tokens)

    @property
    def flags(self) -> int:
        """Return the flags of all tokens together."""
        if self._flags < 0:
            flags, own = 0, self.side.flags
            for token in self.tokens:
                flags |= own[token]
            self._flags = flags
        return self._flags

    @property
    def words(self) -> str:
        """Return the words, shortened and free of control characters."""
        text = "".join(c for c in self.side.phrase(self.tokens) if c.isprintable())
        return text if len(text) <= QUOTED_CHARACTERS else text[: QUOTED_CHARACTERS - 1] + "…"

    @property
    def keys(self) -> tuple[int, ...]:
        """Return the keys of the tokens."""
        return tuple(self.side.keys[token] for token in self.tokens)

    @cached_property
    def plain(self) -> tuple[int, ...]:
        """Return the tokens that are no function word of one token."""
        return tuple(token for token in self.tokens if not self.side.flags[token] & kernel.FUNCTION)

    @property
    def n_plain(self) -> int:
        """Return the number of tokens that are no function word of one token."""
        return len(self.plain)

    def flagged(self, flag: int) -> bool:
        """Tell whether some token has a flag."""
        return bool(self.flags & flag)

    @cached_property
    def content(self) -> tuple[int, ...]:
        """Return the tokens that are no function words."""
        covered = covered_by(lexicon.load().functions, self.side, self.tokens)
        return tuple(token for token in self.tokens if token not in covered)

    @property
    def has_content(self) -> bool:
        """Tell whether some token is no function word."""
        keys, parts = self.side.keys, lexicon.load().functions.parts
        return any(keys[token] not in parts for token in self.tokens) or bool(self.content)

    @cached_property
    def is_furniture(self) -> bool:
        """Tell whether every token stands in page furniture."""
        lines = self.side.spans(self.tokens, kernel.LINE)
        return bool(self.tokens) and all(self.side.is_furniture(first) for first, _ in lines)

    @property
    def values(self) -> list[Located]:
        """Return the values that hold a number, unit or letter of this part, or enclose its empty place."""
        if self._values is None:
            self._values = self._find_values()
        return self._values

    def _find_values(self) -> list[Located]:
        side, place = self.side, self.place
        if not self.tokens:
            near = side.values_near(place, place) if place >= 0 else []
            return [found for found in near if self._is_enclosed(*found[1:])]
        near = side.values_near(self.tokens[0], self.tokens[-1] + 1)
        own = [token for token in self.tokens if side.flags[token] & VALUED] if near else []
        return [found for found in near if _holds_any(own, found[1], found[2])]

    def _is_enclosed(self, first: int, end: int) -> bool:
        """Tell whether the empty place is within tokens first:end, between words that are numbers or units."""
        flags = self.side.flags
        return any(flags[at] & VALUED for at in range(first, self.place)) and any(
            flags[at] & VALUED for at in range(self.place, end)
        )

    def touches(self, first: int, end: int) -> bool:
        """Tell whether tokens first:end hold one of this part's tokens, or enclose its empty place."""
        if self.tokens:
            return any(first <= token < end for token in self.tokens)
        return first < self.place < end

    def window(self, reach: int) -> tuple[int, int]:
        """Return the tokens around this part within its sentence, at most `reach` away."""
        first, end = (self.tokens[0], self.tokens[-1] + 1) if self.tokens else (self.place, self.place)
        starts = self.side.starts_of(kernel.SENTENCE)
        before, after = bisect_right(starts, first), bisect_left(starts, end if self.tokens else end + 1)
        low, high = starts[before - 1] if before else 0, starts[after] if after < len(starts) else len(self.side)
        return max(first - reach, low), min(end + reach, high)


class Hunk:
    """Words of one side that stand where the other has other words, or none."""

    def __init__(self, left: Part, right: Part, rules: int = 0) -> None:
        """Take both sides, and what the screen says of them; `parts` are both in one tuple."""
        self.left, self.right = self.parts = left, right
        self.rules = rules

    def is_tight(self, limit: int) -> bool:
        """Tell whether neither side has more tokens than a limit (twice that in scripts without spaces)."""
        left, right = self.parts
        most_l = 2 * limit if left.flags & kernel.SINGLE else limit
        most_r = 2 * limit if right.flags & kernel.SINGLE else limit
        return len(left.tokens) <= most_l and len(right.tokens) <= most_r

    @cached_property
    def is_furniture(self) -> bool:
        """Tell whether all that differs here is page furniture."""
        return all(part.is_furniture or not part.tokens for part in self.parts)

    @cached_property
    def is_equal_value(self) -> bool:
        """Tell whether both sides are forms of the same values and nothing else."""
        if not all(part.values for part in self.parts) or any(unmatched(self.left.values, self.right.values)):
            return False
        return all(
            any(low <= token < high for _, low, high in part.values) for part in self.parts for token in part.content
        )

    @property
    def detail(self) -> str:
        """Return both sides in plain words."""
        return f"{self.left.words or 'nothing'} and {self.right.words or 'nothing'}"


@dataclass(frozen=True)
class Difference:
    """Two texts aligned: hunks in order, similarity over folded tokens, and the guards that hold.

    `aligned` is the share of tokens of both texts that correspond, `containment` the same of the shorter one.
    """

    left: Side
    right: Side
    alignment: Alignment
    facts_left: Facts
    facts_right: Facts
    guards: list[Guard] = field(default_factory=list)
    _made: dict[int, Hunk] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[Side, Side]:
        """Return both texts."""
        return self.left, self.right

    @cached_property
    def hunks(self) -> list[Hunk]:
        """Return every hunk, in the order of the left text."""
        return [self._hunk(at) for at in range(len(self.alignment.hunks))]

    def suspects(self, rule: int) -> list[Hunk]:
        """Return the hunks that a rule (a bit of `screen`) could object to."""
        return [self._hunk(at) for at, rules in enumerate(self.alignment.rules) if rules & rule]

    def _hunk(self, at: int) -> Hunk:
        if at not in self._made:
            a, b, c, d = self.alignment.hunks[at]
            left, right = _part(self.left, self.alignment.rest_l, a, b), _part(self.right, self.alignment.rest_r, c, d)
            self._made[at] = Hunk(left, right, self.alignment.rules[at])
        return self._made[at]

    def partners(self, index: int, first: int, end: int) -> list[int]:
        """Return the tokens of the other side that those first:end of one side match, in sentences that differ."""
        return self.alignment.partners(index, first, end)

    @cached_property
    def matched(self) -> tuple[list[bool], list[bool]]:
        """Tell of every token of each side whether it corresponds to one of the other."""
        marks = [True] * self.alignment.n_l, [True] * self.alignment.n_r
        for mark, tokens in zip(marks, self.alignment.unmatched(), strict=True):
            for token in tokens:
                mark[token] = False
        return marks

    def stands_out(self, hunks: Sequence[Hunk]) -> bool:
        """Tell whether hunks are a third of all changes, three, or two that change the same words in the same way.

        A single odd word among many changed ones is noise: a rule for which it would be, asks this.
        """
        if not hunks or len(hunks) >= MIN_SHARE:
            return bool(hunks)
        changes = {tuple(part.keys for part in hunk.parts) for hunk in hunks}
        return len(changes) < len(hunks) or not self._has_changes(MIN_SHARE * len(hunks) + 1)

    def _has_changes(self, least: int) -> bool:
        """Tell whether so many hunks have content words outside page furniture."""
        hunks = (self._hunk(at) for at in range(len(self.alignment.hunks)))
        changed = (hunk for hunk in hunks if any(part.has_content for part in hunk.parts) and not hunk.is_furniture)
        return sum(1 for _ in islice(changed, least)) == least

    def is_rewritten(self, hunk: Hunk) -> bool:
        """Tell whether a hunk is (part of) a passage in other words: neighbours do not say what stands for what there.

        That is so in a sentence that corresponds by less than half, unless three words before and after correspond.
        """
        if hunk.rules & kernel.WEIGHED:
            return bool(hunk.rules & kernel.REWRITTEN)
        return self.coverage(hunk) < MIN_COVERAGE and not all(
            self._is_flanked(part, matched) for part, matched in zip(hunk.parts, self.matched, strict=True)
        )

    @staticmethod
    def _is_flanked(part: Part, matched: list[bool]) -> bool:
        first, end = (part.tokens[0], part.tokens[-1] + 1) if part.tokens else (part.place, part.place)
        return first >= 0 and all(matched[max(first - FLANK, 0) : first]) and all(matched[end : end + FLANK])

    def coverage(self, hunk: Hunk) -> float:
        """Return the lesser share of matched words in the sentences that a hunk stands in."""
        shares = [1.0]
        for part, matched in zip(hunk.parts, self.matched, strict=True):
            if part.tokens:
                first, end = part.side.bounds(part.tokens[0], kernel.SENTENCE)
                shares.append(sum(matched[first:end]) / (end - first))
        return min(shares)

    @property
    def aligned(self) -> float:
        """Return twice the matched tokens over all tokens, 0 to 1; 1 for two empty texts."""
        total = self.alignment.n_l + self.alignment.n_r
        return 2 * self.alignment.n_matched / total if total else 1.0

    @property
    def containment(self) -> float:
        """Return the matched tokens over those of the shorter text."""
        shorter = min(self.alignment.n_l, self.alignment.n_r)
        return self.alignment.n_matched / shorter if shorter else 0.0


def covered_by(phrases: lexicon.Phrases, side: Side, tokens: Sequence[int]) -> set[int]:
    """Return the tokens among `tokens` that phrases found in their own run cover."""
    keys = [side.keys[token] for token in tokens]
    return {tokens[at] for first, end, _ in phrases.find(keys) for at in range(first, end)}


def unmatched(left: list[Located], right: list[Located]) -> tuple[list[Located], list[Located]]:
    """Return the values of each side that agree with none of the other, each used once, equal readings first."""
    rest = list(right)
    lone = []
    for found in left:
        partner = next((other for other in rest if other[0].readings == found[0].readings), None)
        partner = partner or next((other for other in rest if found[0].agrees(other[0])), None)
        if partner is None:
            lone.append(found)
        else:
            rest.remove(partner)
    return lone, rest


def _holds_any(tokens: list[int], first: int, end: int) -> bool:
    """Tell whether some of a few tokens stand between two places."""
    for token in tokens:  # noqa: SIM110 (asked a hundred thousand times: a generator takes twice as long)
        if first <= token < end:
            return True
    return False


def _part(side: Side, rest: memoryview, first: int, end: int) -> Part:
    if end > first:
        tokens = rest[first:end].tolist()
        return Part(side, tokens, tokens[0], tokens[0])
    if first > 0:
        place = rest[first - 1] + 1
        return Part(side, (), place, rest[first] if first < len(rest) else place)
    place = rest[0] if len(rest) else -1
    return Part(side, (), place, place)
