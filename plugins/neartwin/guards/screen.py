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
Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What the screen says of n pairs.

    `rules` (n) are the rules that must look at a pair, as bits; `n_matched` (n) is how many of its tokens are matched.
    Bits of DECIDED say what surely holds: `places` (n, 8) tells where. Of numbers that contradict each other the first
    and end tokens on both sides; then the same of sentences that replace each other, or side, first and end of a
    missing run. `begins` (n) says where in `room` it is written how a pair corresponds, -1 if it was not kept.
    """

    rules: npt.NDArray[np.uint16]
    n_matched: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]
    begins: npt.NDArray[np.int64]
    room: npt.NDArray[np.int32]


class Screen:
    """Compares pairs of one token set; not for use by two threads at once."""

    def __init__(self, tokens: Tokens, tables: tuple[tuple[npt.NDArray[Any], ...], ...]) -> None:
        """Take a token set and the tables of the lexicon by token key (`lexicon.screen_tables`)."""
        sizes = np.diff(tokens.offsets)
        self._sizes: list[int] = sizes.tolist()
        size = max(self._sizes, default=0) + 1
        self._tables = tables
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
        self._work = (*rests, *hits, np.empty((2 * size, 4), np.int32), *trace)
        matched = np.empty(size, np.bool_), np.empty(size, np.bool_)
        self._marks = *matched, np.empty(2 * size, np.uint16), np.empty(8, np.int32), np.empty(3, np.int64)

    def suspects(self, lefts: Ints, rights: Ints, is_asked: Marks, *, is_brief: bool = False) -> Suspicion:
        """Return what the compiled rules say of each pair; brief, nothing more of one whose numbers differ.

        Pairs in `is_asked` will be aligned whatever the rules say.
        """
        return self._screened(lefts, rights, is_asked, CONFLICTS if is_brief else EVERY)

    def align(self, left: int, right: int) -> Alignment:
        """Align two texts."""
        pair = np.array([left]), np.array([right])
        found = self._screened(*pair, np.ones(1, np.bool_), HUNKS)
        return self.alignment(found.room.data, 0, (left, right), int(found.n_matched[0]))

    def alignment(self, room: memoryview, begin: int, pair: tuple[int, int], n_matched: int) -> Alignment:
        """Read how a pair corresponds from where the screen wrote it (a view of `Suspicion.room`)."""
        n, m, n_hunks = room[begin : begin + 3]
        first = begin + 3
        hunks = first + n + m
        rules = hunks + 4 * n_hunks
        edges = iter(room[hunks:rules])
        return Alignment(
            room[first : first + n],
            room[first + n : hunks],
            list(zip(edges, edges, edges, edges, strict=True)),
            room[rules : rules + n_hunks].tolist(),
            n_matched,
            self._sizes[pair[0]],
            self._sizes[pair[1]],
        )

    def _screened(self, lefts: Ints, rights: Ints, is_asked: Marks, until: int) -> Suspicion:
        own = self._columns, self._work, self._marks, self._tables
        return Suspicion(*screen_pairs(lefts, rights, is_asked, *own, until))
