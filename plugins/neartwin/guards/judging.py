"""Judge pairs of texts: the compiled screen lets pass what no rule could stop, the exact rules judge the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from neartwin.guards import lexicon
from neartwin.guards import tokens as tk
from neartwin.guards.alignment import Alignment
from neartwin.guards.difference import Difference, Facts, Guard
from neartwin.guards.kernel import (
    CONFLICT,
    DECIDED,
    DIGIT,
    EVERY,
    FUNCTION,
    LENGTH,
    LETTER,
    LINE,
    MISSING,
    NUMBERS,
    NUMERAL,
    ORDER,
    REPLACED,
    SENTENCES,
    SEPARATOR,
    SHORT,
    STOP,
    UNIT,
)
from neartwin.guards.rules import RULES
from neartwin.guards.rules.facts import facts_may_differ
from neartwin.guards.rules.numbers import contradicted
from neartwin.guards.rules.order import order
from neartwin.guards.rules.sentences import missing, replaced
from neartwin.guards.screen import Screen
from neartwin.guards.sides import Side

NO_FACTS = Facts()
Ints = npt.NDArray[np.int64]
Places = npt.NDArray[np.int32]
Numbers = Sequence[int] | Ints


@dataclass(frozen=True, slots=True)
class Judgement:
    """Guards of many pairs: `guards` by the number of a pair, only where some hold; the rest are parallel arrays.

    `aligned` is the share of tokens of both texts that correspond, `containment` the same of the shorter text; both
    over folded tokens, so that script, width, case and spelling of marks do not lower them.
    """

    aligned: npt.NDArray[np.float64]
    containment: npt.NDArray[np.float64]
    guards: dict[int, list[Guard]] = field(default_factory=dict)
    n_examined: int = 0


def judge(
    texts: Sequence[str],
    lefts: Numbers,
    rights: Numbers,
    facts: Sequence[Facts] | None = None,
    *,
    screened: bool = True,
    is_brief: bool = False,
) -> Judgement:
    """Judge pairs of a list of texts, given by their numbers in it; only texts that stand in a pair are read.

    Nothing but the texts and facts decides. `is_brief` stops at the first rule about texts after which a guard holds,
    for whoever wants one reason: stated facts and numbers come first. `screened=False` applies the exact rules to every
    pair, for tests.
    """
    used, places = np.unique(np.concatenate([lefts, rights]).astype(np.int64), return_inverse=True)
    n_pairs = len(lefts)
    left, right = places[:n_pairs], places[n_pairs:]
    court = _Court([texts[i] for i in used.tolist()], [facts[i] for i in used.tolist()] if facts else None, is_brief)
    tokens = court.tokens
    suspicion = court.screen.suspects(left, right, is_brief=is_brief and screened)
    sizes = np.diff(tokens.offsets)
    total, shorter = sizes[left] + sizes[right], np.minimum(sizes[left], sizes[right])
    aligned = np.where(total > 0, 2 * suspicion.n_matched / np.maximum(total, 1), 1.0)
    found = Judgement(aligned, suspicion.n_matched / np.maximum(shorter, 1))
    is_asked = (suspicion.rules != 0) | court.facts_differ(left, right) if screened else np.ones(n_pairs, np.bool_)
    for pair in np.flatnonzero(is_asked).tolist():
        rules = int(suspicion.rules[pair]) if screened else EVERY
        guards = court.guards(int(left[pair]), int(right[pair]), rules, suspicion.places[pair], screened=screened)
        if guards:
            found.guards[pair] = guards
    return replace(found, n_examined=court.n_examined)


class _Court:
    """The texts of some pairs with what has been found out of each; facts are None where none are stated."""

    def __init__(self, texts: Sequence[str], facts: Sequence[Facts] | None, is_brief: bool) -> None:
        self._texts = [tk.composed(text) for text in texts]
        self._facts, self._is_brief = facts, is_brief
        self.tokens = tk.tokenise(self._texts, lexicon.flags())
        self.screen = Screen(self.tokens, lexicon.screen_tables())
        self.n_examined = 0
        self._sides: dict[int, Side] = {}

    def facts_differ(self, left: Ints, right: Ints) -> npt.NDArray[np.bool_]:
        """Tell of each pair whether any fact is stated differently."""
        if self._facts is None:
            return np.zeros(len(left), np.bool_)
        numbers: dict[Facts, int] = {}
        kinds = np.array([numbers.setdefault(facts, len(numbers)) for facts in self._facts], dtype=np.int64)
        return np.asarray(kinds[left] != kinds[right])

    def guards(self, left: int, right: int, rules: int, places: Places, *, screened: bool) -> list[Guard]:
        """Return the guards of a pair that the screen suspects, or whose facts differ."""
        own = (self._facts[left], self._facts[right]) if self._facts is not None else (NO_FACTS, NO_FACTS)
        may_differ = facts_may_differ(*own)
        if not rules and not may_differ:
            return []
        is_settled = not may_differ and not rules & LENGTH
        ready = self._ready(left, right, rules, places.tolist()) if rules & DECIDED else {}
        if is_settled and self._is_enough(rules, ready):
            return [ready[rule] for rule in (NUMBERS, SENTENCES) if rule in ready][: 1 if self._is_brief else 2]
        self.n_examined += 1
        alignment = self.screen.align(left, right, screened=screened)
        difference = Difference(self._side(left), self._side(right), alignment, *own)
        judged(difference, rules, ready, is_brief=self._is_brief)
        if not difference.guards and rules & ORDER:
            difference.guards.extend(order(_reversed(difference, self.screen.align(right, left, screened=screened))))
        return difference.guards

    def _is_enough(self, rules: int, ready: Mapping[int, Guard]) -> bool:
        """Tell whether no other rule need be asked: none could hold, or only some after the first guard found."""
        open_rules = rules & EVERY
        if self._is_brief and ready:
            return NUMBERS in ready or not open_rules & ~SHORT
        return not open_rules

    def _ready(self, left: int, right: int, rules: int, places: list[int]) -> dict[int, Guard]:
        """Return by rule the guards that the screen found."""
        ready = {}
        if rules & CONFLICT:
            ready[NUMBERS] = contradicted(self._value(left, *places[:2]), self._value(right, *places[2:4]))
        if rules & REPLACED:
            ready[SENTENCES] = replaced(self._words(left, *places[4:6]), self._words(right, *places[6:]))
        if rules & MISSING:
            ready[SENTENCES] = missing(self._words((left, right)[places[4]], *places[5:7]))
        return ready

    def _side(self, text: int) -> Side:
        if text not in self._sides:
            self._sides[text] = Side(self._texts[text], self.tokens, text)
        return self._sides[text]

    def _words(self, text: int, first: int, end: int) -> str:
        """Return what stands from one token of a text to another."""
        low, tokens = self.tokens.offsets[text], self.tokens
        return " ".join(self._texts[text][tokens.starts[low + first] : tokens.ends[low + end - 1]].split())

    def _value(self, text: int, first: int, end: int) -> str:
        """Return a number with the words of its unit."""
        low, high = self.tokens.offsets[text : text + 2].tolist()
        while end < high - low and self._is_unit(low + end):
            end += 1
        return self._words(text, first, end)

    def _is_unit(self, token: int) -> bool:
        """Tell whether a token goes on the value before it: a magnitude or a unit after nothing but a space."""
        tokens = self.tokens
        flags = int(tokens.flags[token])
        is_next = tokens.starts[token] - tokens.ends[token - 1] <= 1 and not tokens.gaps[token - 1] & (STOP | SEPARATOR)
        return bool(is_next and flags & (NUMERAL | UNIT) and not flags & (DIGIT | LETTER | FUNCTION | LINE))


def explain(text_l: str, text_r: str, facts_l: Facts = NO_FACTS, facts_r: Facts = NO_FACTS) -> Difference:
    """Return what differs between two texts, in words, with every guard that holds."""
    texts = [tk.composed(text_l), tk.composed(text_r)]
    tokens = tk.tokenise(texts, lexicon.flags())
    sides = [Side(text, tokens, i) for i, text in enumerate(texts)]
    screen = Screen(tokens, lexicon.screen_tables())
    found = judged(Difference(sides[0], sides[1], screen.align(0, 1), facts_l, facts_r))
    if not found.guards:
        found.guards.extend(order(_reversed(found, screen.align(1, 0))))
    return found


def _reversed(difference: Difference, alignment: Alignment) -> Difference:
    """Return a difference read from right to left: of equally good alignments each direction takes another one."""
    return Difference(difference.right, difference.left, alignment, difference.facts_right, difference.facts_left)


def judged(
    pair: Difference, suspect: int = EVERY, ready: Mapping[int, Guard] = MappingProxyType({}), *, is_brief: bool = False
) -> Difference:
    """Apply the suspected rules (and those about facts) to a difference; return it with its guards.

    `ready` are guards by rule that hold already.
    """
    for needed, rule in RULES:
        if needed in ready:
            pair.guards.append(ready[needed])
        elif needed & suspect or not needed:
            pair.guards.extend(rule(pair))
        if is_brief and needed & suspect and pair.guards:
            break
    return pair
