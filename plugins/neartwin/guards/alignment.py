"""How the tokens of two texts correspond, as the kernel finds it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Alignment:
    """Sentences and clauses that both sides hold correspond wherever they stand; the rest is aligned token by token.

    `rest_l` and `rest_r` are the tokens of sentences that only one side holds; `hits_l` and `hits_r` tell which of them
    are matched one by one; each row of `hunks` is (first and end in `rest_l`, first and end in `rest_r`) of a
    difference, and `rules` tells which rules could object to it (bits of `kernel`). `n_matched` counts matched tokens
    of all sentences; `n_l` and `n_r` all tokens.
    """

    rest_l: Ints
    rest_r: Ints
    hits_l: npt.NDArray[np.bool_]
    hits_r: npt.NDArray[np.bool_]
    hunks: list[list[int]]
    rules: list[int]
    n_matched: int
    n_l: int
    n_r: int
