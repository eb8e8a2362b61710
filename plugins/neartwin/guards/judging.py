"""Judge pairs of texts: the compiled screen lets pass what no rule could stop, the exact rules judge the others."""

import gc
import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
import pyarrow as pa

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
from neartwin.guards.stated import NO_FACTS, Stated

Ints = npt.NDArray[np.int64]
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


@dataclass(frozen=True, slots=True)
class Block:
    """Pairs of texts, given by their numbers among them; only texts that stand in a pair are read.

    `facts` are those of each text, or a table of them whose columns are fields of `Facts`.
    """

    texts: Sequence[str] | pa.Array
    lefts: Numbers
    rights: Numbers
    facts: Sequence[Facts] | pa.Table | None = None


def judge(
    texts: Sequence[str] | pa.Array,
    lefts: Numbers,
    rights: Numbers,
    facts: Sequence[Facts] | pa.Table | None = None,
    *,
    screened: bool = True,
    is_brief: bool = False,
) -> Judgement:
    """Judge the pairs of a block.

    Nothing but the texts and facts decides. `is_brief` stops at the first rule about texts after which a guard holds,
    for whoever wants one reason: stated facts and numbers come first. `screened=False` applies the exact rules to every
    pair, for tests.
    """
    return _Court(Block(texts, lefts, rights, facts), screened=screened, is_brief=is_brief).judgement()


def judge_blocks(blocks: Iterable[Block], *, threads: int = 1, is_brief: bool = False) -> Iterator[Judgement]:
    """Judge blocks in their order: what is compiled in threads, some blocks ahead; the exact rules in this one.

    There are no more threads than cores; one block more than threads is in memory at once. Their number changes no
    verdict.
    """
    threads = min(threads, os.cpu_count() or 1)
    if threads == 1:
        yield from (_Court(block, is_brief=is_brief).judgement() for block in blocks)
        return
    waiting: deque[Future[_Court]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for block in blocks:
            waiting.append(pool.submit(_Court, block, is_brief=is_brief))
            if len(waiting) > threads:
                yield waiting.popleft().result().judgement()
        while waiting:
            yield waiting.popleft().result().judgement()


def _chosen(texts: Sequence[str] | pa.Array, numbers: Ints) -> Sequence[str] | pa.Array:
    if isinstance(texts, pa.Array):
        return texts.take(pa.array(numbers))
    return [texts[number] for number in numbers.tolist()]


class _Court:
    """The pairs of a block, screened, with what has been found out of each text."""

    def __init__(self, block: Block, *, screened: bool = True, is_brief: bool = False) -> None:
        used, places = np.unique(np.concatenate([block.lefts, block.rights]).astype(np.int64), return_inverse=True)
        self._left, self._right = places[: len(block.lefts)], places[len(block.lefts) :]
        self._texts = tk.composed_texts(_chosen(block.texts, used))
        self._facts, self._screened, self._is_brief = Stated(block.facts, used), screened, is_brief
        self.tokens = tk.scanned(self._texts, lexicon.flags())
        self._offsets: list[int] = self.tokens.offsets.tolist()
        self._screen = Screen(self.tokens, lexicon.screen_tables())
        self._differ = self._facts.differ(self._left, self._right) | (not screened)
        self._suspicion = self._screen.suspects(self._left, self._right, self._differ, is_brief=is_brief and screened)
        self._room = self._suspicion.room.data
        self._n_examined = 0
        self._strings: dict[int, str] = {}
        self._sides: dict[int, Side] = {}

    def judgement(self) -> Judgement:
        """Apply the exact rules where the screen or the facts ask for it."""
        left, right, suspicion = self._left, self._right, self._suspicion
        sizes = np.diff(self.tokens.offsets)
        total, shorter = sizes[left] + sizes[right], np.minimum(sizes[left], sizes[right])
        aligned = np.where(total > 0, 2 * suspicion.n_matched / np.maximum(total, 1), 1.0)
        asked = np.flatnonzero((suspicion.rules != 0) | self._differ)
        columns = (column.tolist() for column in (asked, left[asked], right[asked], suspicion.places[asked]))
        with _counted():
            found = {pair: guards for pair, *own in zip(*columns, strict=True) if (guards := self._guards(pair, *own))}
        return Judgement(aligned, suspicion.n_matched / np.maximum(shorter, 1), found, self._n_examined)

    def _guards(self, pair: int, left: int, right: int, places: list[int]) -> list[Guard]:
        """Return the guards of a pair that the screen suspects, or whose facts differ."""
        rules = int(self._suspicion.rules[pair]) if self._screened else EVERY
        may_differ = bool(self._differ[pair]) and facts_may_differ(self._facts[left], self._facts[right])
        if not rules and not may_differ:
            return []
        is_settled = not may_differ and not rules & LENGTH
        ready = self._ready(left, right, rules, places) if rules & DECIDED else {}
        if is_settled and self._is_enough(rules, ready):
            return [ready[rule] for rule in (NUMBERS, SENTENCES) if rule in ready][: 1 if self._is_brief else 2]
        self._n_examined += 1
        difference = self._difference(left, right, self._alignment(pair, left, right))
        judged(difference, rules, ready, is_brief=self._is_brief)
        if not difference.guards and rules & ORDER:
            back = self._screen.align(right, left)
            difference.guards.extend(order(self._difference(right, left, back)))
        return difference.guards

    def _alignment(self, pair: int, left: int, right: int) -> Alignment:
        """Return how the texts of a pair correspond; unscreened, every rule may object to every hunk."""
        begin, n_matched = int(self._suspicion.begins[pair]), int(self._suspicion.n_matched[pair])
        if begin < 0:
            return self._screen.align(left, right)
        found = self._screen.alignment(self._room, begin, (left, right), n_matched)
        return found if self._screened else found._replace(rules=[EVERY] * len(found.hunks))

    def _difference(self, left: int, right: int, alignment: Alignment) -> Difference:
        return Difference(self._side(left), self._side(right), alignment, self._facts[left], self._facts[right])

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
            self._sides[text] = Side(self._text(text), self.tokens, text)
        return self._sides[text]

    def _text(self, number: int) -> str:
        if number not in self._strings:
            self._strings[number] = self._texts[number]
        return self._strings[number]

    def _words(self, text: int, first: int, end: int) -> str:
        """Return what stands from one token of a text to another."""
        low = self._offsets[text]
        return " ".join(self._text(text)[self.tokens.starts[low + first] : self.tokens.ends[low + end - 1]].split())

    def _value(self, text: int, first: int, end: int) -> str:
        """Return a number with the words of its unit."""
        low, high = self._offsets[text], self._offsets[text + 1]
        while end < high - low and self._is_unit(low + end):
            end += 1
        return self._words(text, first, end)

    def _is_unit(self, token: int) -> bool:
        """Tell whether a token goes on the value before it: a magnitude or a unit after nothing but a space."""
        tokens = self.tokens
        flags = int(tokens.flags[token])
        is_next = tokens.starts[token] - tokens.ends[token - 1] <= 1 and not tokens.gaps[token - 1] & (STOP | SEPARATOR)
        return bool(is_next and flags & (NUMERAL | UNIT) and not flags & (DIGIT | LETTER | FUNCTION | LINE))


@contextmanager
def _counted() -> Iterator[None]:
    """Leave what is made here to reference counts: it has no cycles, and to look for some took a fifth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


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
