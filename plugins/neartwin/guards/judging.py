"""Judge pairs of texts: the compiled screen lets pass what no rule could stop, the exact rules judge the others."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from neartwin.guards import lexicon
from neartwin.guards import tokens as tk
from neartwin.guards.alignment import Alignment
from neartwin.guards.difference import Difference, Facts, Guard
from neartwin.guards.kernel import EVERY, ORDER, SENTENCES, SURE
from neartwin.guards.rules import RULES
from neartwin.guards.rules.facts import facts_may_differ
from neartwin.guards.rules.order import order
from neartwin.guards.rules.sentences import replaced
from neartwin.guards.screen import Screen
from neartwin.guards.sides import Side
from neartwin.guards.tokens import Tokens

NO_FACTS = Facts()
Numbers = Sequence[int] | npt.NDArray[np.int64]


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
    composed = [tk.composed(texts[i]) for i in used.tolist()]
    stated = [facts[i] for i in used.tolist()] if facts is not None else None
    tokens = tk.tokenise(composed, lexicon.flags())
    left, right = places[:n_pairs], places[n_pairs:]
    screen = Screen(tokens, lexicon.screen_tables())
    suspicion = screen.suspects(left, right)
    matched = suspicion.n_matched
    sizes = np.diff(tokens.offsets)
    total, shorter = sizes[left] + sizes[right], np.minimum(sizes[left], sizes[right])
    aligned = np.where(total > 0, 2 * matched / np.maximum(total, 1), 1.0)
    sides: dict[int, Side] = {}
    guards: dict[int, list[Guard]] = {}
    examined = 0
    for pair in range(n_pairs):
        a, b = int(left[pair]), int(right[pair])
        own = (stated[a], stated[b]) if stated is not None else (NO_FACTS, NO_FACTS)
        rules = int(suspicion.rules[pair]) if screened else EVERY
        if not facts_may_differ(*own):
            if not rules:
                continue
            if rules == SENTENCES | SURE:
                first_l, end_l, first_r, end_r = suspicion.sentences[pair].tolist()
                words = _words(composed[a], tokens, a, first_l, end_l), _words(composed[b], tokens, b, first_r, end_r)
                guards[pair] = [replaced(*words)]
                continue
        examined += 1
        for i in (a, b):
            if i not in sides:
                sides[i] = Side(composed[i], tokens, i)
        difference = Difference(sides[a], sides[b], screen.align(a, b, screened=screened), *own)
        judged(difference, rules, is_brief=is_brief)
        if not difference.guards and rules & ORDER:
            difference.guards.extend(order(_reversed(difference, screen.align(b, a, screened=screened))))
        if difference.guards:
            guards[pair] = difference.guards
    return Judgement(aligned, matched / np.maximum(shorter, 1), guards, examined)


def _words(text: str, tokens: Tokens, number: int, first: int, end: int) -> str:
    """Return what stands from one token of a text to another."""
    low = tokens.offsets[number]
    return " ".join(text[tokens.starts[low + first] : tokens.ends[low + end - 1]].split())


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


def judged(pair: Difference, suspect: int = EVERY, *, is_brief: bool = False) -> Difference:
    """Apply the suspected rules (and those about facts) to a difference; return it with its guards."""
    for needed, rule in RULES:
        if needed & suspect or not needed:
            pair.guards.extend(rule(pair))
            if is_brief and needed and pair.guards:
                break
    return pair
