"""The first level: align pairs and tell which rules could stop them; it lets pass only what the exact rules let pass.

For each rule the kernel has a necessary condition over the flags of differing tokens; the rule's own conditions are
stricter. Both levels read the same alignment.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from neartwin.guards.alignment import Alignment
from neartwin.guards.kernel import EVERY, MAX_EDITS
from neartwin.guards.suspicion import CONFLICTS, HUNKS, screen_pairs
from neartwin.guards.tokens import Tokens

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What the screen says of n pairs.

    `rules` (n) are the rules that must look at a pair, as bits; `n_matched` (n) is how many of its tokens are matched.
    Bits of DECIDED say what surely holds: `places` (n, 8) tells where. Of numbers that contradict each other the first
    and end tokens on both sides; then the same of sentences that replace each other, or side, first and end of a
    missing run.
    """

    rules: npt.NDArray[np.uint16]
    n_matched: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]


class Screen:
    """Compares pairs of one token set; not for use by two threads at once."""

    def __init__(self, tokens: Tokens, tables: tuple[tuple[npt.NDArray[Any], ...], ...]) -> None:
        """Take a token set and the tables of the lexicon by token key (`lexicon.screen_tables`)."""
        size = int(np.diff(tokens.offsets).max(initial=0)) + 1
        self._tokens, self._tables = tokens, tables
        self._columns = (
            tokens.offsets,
            tokens.keys,
            tokens.flags,
            tokens.gaps,
            tokens.starts,
            tokens.ends,
            tokens.sentence_offsets,
            tokens.sentence_starts,
            tokens.sentence_keys,
            tokens.sentence_order,
        )
        rests, hits = (
            (np.empty(size, np.int32), np.empty(size, np.int32)),
            (np.empty(size, np.bool_), np.empty(size, np.bool_)),
        )
        trace = np.empty((MAX_EDITS + 2) ** 2, np.int32), np.empty(2 * MAX_EDITS + 5, np.int32)
        self._work = (*rests, *hits, np.empty((size, 4), np.int32), *trace)
        matched = np.empty(size, np.bool_), np.empty(size, np.bool_)
        self._marks = *matched, np.empty(size, np.uint16), np.empty(8, np.int32), np.empty(3, np.int64)

    def suspects(self, lefts: Ints, rights: Ints, *, is_brief: bool = False) -> Suspicion:
        """Return what the compiled rules say of each pair; brief, nothing more of one whose numbers differ."""
        return Suspicion(
            *screen_pairs(
                lefts, rights, self._columns, self._work, self._marks, self._tables, CONFLICTS if is_brief else EVERY
            )
        )

    def align(self, left: int, right: int, *, screened: bool = True) -> Alignment:
        """Align two texts; unscreened, every rule may object to every hunk."""
        pair = np.array([left]), np.array([right])
        _, matched, _ = screen_pairs(*pair, self._columns, self._work, self._marks, self._tables, HUNKS)
        n, m, n_hunks = self._marks[4].tolist()
        rest_l, rest_r = self._work[0][:n].copy(), self._work[1][:m].copy()
        hits_l, hits_r = self._work[2][:n].copy(), self._work[3][:m].copy()
        hunks = self._work[4][:n_hunks].tolist()
        rules = self._marks[2][:n_hunks].tolist() if screened else [EVERY] * n_hunks
        n_l, n_r = (int(self._tokens.offsets[text + 1] - self._tokens.offsets[text]) for text in (left, right))
        return Alignment(rest_l, rest_r, hits_l, hits_r, hunks, rules, n_matched=int(matched[0]), n_l=n_l, n_r=n_r)
