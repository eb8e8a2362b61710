"""How the tokens of two texts correspond, as the kernel finds it."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

FIRST, SECOND = itemgetter(0), itemgetter(2)  # where a hunk begins on each side


class Alignment(NamedTuple):
    """Sentences and clauses that both sides hold correspond wherever they stand; the rest is aligned token by token.

    `rest_l` and `rest_r` (views of what the screen wrote) are the tokens of sentences that only one side holds; each of
    `hunks` is (first and end in `rest_l`, first and end in `rest_r`) of a difference: what stands between two hunks
    corresponds one by one. `rules` tells which rules could object to a hunk, and what else is known of it (bits of
    `kernel`). `n_matched` counts matched tokens of all sentences; `n_l` and `n_r` all tokens.
    """

    rest_l: memoryview
    rest_r: memoryview
    hunks: Sequence[tuple[int, int, int, int]]
    rules: Sequence[int]
    n_matched: int
    n_l: int
    n_r: int

    def unmatched(self) -> tuple[list[int], list[int]]:
        """Return the tokens of each side that correspond to none of the other, in order."""
        left = [token for first, end, _, _ in self.hunks for token in self.rest_l[first:end]]
        return left, [token for _, _, first, end in self.hunks for token in self.rest_r[first:end]]

    def is_lone(self, index: int, token: int) -> bool:
        """Tell whether a token of a side corresponds to none of the other."""
        own = self.rest_r if index else self.rest_l
        at = bisect_left(own, token)
        if at == len(own) or own[at] != token:
            return False
        before = bisect_right(self.hunks, at, key=SECOND if index else FIRST) - 1
        return before >= 0 and at < self.hunks[before][3 if index else 1]

    def partners(self, index: int, first: int, end: int) -> list[int]:
        """Return the tokens of the other side that those first:end of one side match, in sentences that differ."""
        own, other = (self.rest_r, self.rest_l) if index else (self.rest_l, self.rest_r)
        found = []
        for at in range(bisect_left(own, first), len(own)):
            if own[at] >= end:
                break
            before = bisect_right(self.hunks, at, key=SECOND if index else FIRST) - 1
            _, b, _, d = self.hunks[before] if before >= 0 else (0, 0, 0, 0)
            own_end, other_end = (d, b) if index else (b, d)
            if at >= own_end:
                found.append(other[other_end + at - own_end])
        return found
