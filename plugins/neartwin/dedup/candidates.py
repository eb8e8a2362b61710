"""Propose pairs of texts, without those whose signatures cannot reach the threshold, and cut them into blocks."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numba
import numpy as np
import numpy.typing as npt

from neartwin.candidates import join
from neartwin.cluster.stars import components
from neartwin.dedup.records import Records
from neartwin.methods import Method

STANDARD_ERRORS = 3.5

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Proposed pairs of texts, component by component. Where `is_equal`, left is the hub of right's signature."""

    left: Ints
    right: Ints
    is_equal: Flags
    n_hot_pairs: int

    def blocks(self, weights: Ints, budget: int) -> Iterator[slice]:
        """Yield runs of pairs whose texts weigh no more than the budget; pairs of a component stand together."""
        edges = _edges(self.left, self.right, weights, budget)
        yield from (slice(int(low), int(high)) for low, high in pairwise(edges))


def propose(records: Records, method: Method, threshold: float) -> Candidates:
    """Return what the index of a method proposes, with the pairs that cannot reach the threshold taken out.

    Out of 128 minima a pair of Jaccard J agrees in a share with standard error √(J (1 − J) / 128): one that lies
    STANDARD_ERRORS below is one in 4,000.
    """
    signatures = records.signatures
    preference = np.argsort(np.argsort(records.digests))
    found = join(signatures, method, preference=preference)
    left, right = found.left.astype(np.int64), found.right.astype(np.int64)
    swap = found.is_equal & (preference[left] > preference[right])
    left, right = np.where(swap, right, left), np.where(swap, left, right)
    keep = np.ones(len(left), dtype=np.bool_)
    if signatures.minhash is not None:
        floor = threshold - STANDARD_ERRORS * np.sqrt(threshold * (1 - threshold) / method.num_perm)
        keep = _agreeing(signatures.minhash, left, right) >= floor * method.num_perm
    component = components(len(records.first), left[keep], right[keep])[left[keep]]
    order = np.argsort(component, kind="stable")
    chosen = np.flatnonzero(keep)[order]
    return Candidates(left[chosen], right[chosen], found.is_equal[chosen], int(found.hot.n_pairs_skipped.sum()))


@numba.njit(cache=True, nogil=True)
def _agreeing(minhash, left, right):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    out = np.empty(len(left), dtype=np.int32)
    for pair in range(len(left)):
        a, b = minhash[left[pair]], minhash[right[pair]]
        n = 0
        for at in range(a.shape[0]):
            n += a[at] == b[at]
        out[pair] = n
    return out


@numba.njit(cache=True, nogil=True)
def _edges(left, right, weights, budget):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Return where blocks of pairs begin, and the end."""
    edges = [0]
    stamp = np.full(len(weights), -1, dtype=np.int64)
    used = 0
    for pair in range(len(left)):
        block = len(edges)
        more = 0
        for node in (left[pair], right[pair]):
            if stamp[node] != block:
                more += weights[node]
        if used and used + more > budget:
            edges.append(pair)
            used, block = 0, block + 1
        for node in (left[pair], right[pair]):
            if stamp[node] != block:
                stamp[node] = block
                used += weights[node]
    edges.append(len(left))
    return edges
