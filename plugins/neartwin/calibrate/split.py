"""Split judged pairs into a side that chooses and a side that tests, with no document on both."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from neartwin.calibrate.labelled import Bools, Ints, LabelledPairs
from neartwin.errors import LeakageError

BIGGEST_SHARE = 0.25  # a group with more of the labels makes halves that say nothing


@dataclass(frozen=True, slots=True)
class Split:
    """Which pairs are held out, and the independent group (documents joined by judged pairs) of each pair.

    by names what was kept together: `documents and sites`, `documents`, or `nothing: too few labels`.
    """

    is_held_out: Bools
    groups: Ints
    by: str


def split(
    pairs: LabelledPairs,
    *,
    seed: int,
    held_out_share: float,
    min_labels: int,
    used: dict[str, bool],
    tested_languages: Sequence[str] = (),
) -> Split:
    """Split by a stable hash over connected groups; a later label moves no group from one side to the other.

    `used` says of documents that earlier calibrations had whether their labels chose or spent (True), or are still held
    out (False). A group with a used document is on the calibration side. In a language where held-out labels are spent,
    what came since is held out. Sites are kept together too, unless a quarter of all labels would then be one group.
    Raises LeakageError if a document should stand on both sides.
    """
    groups = components(list(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)))
    if len(pairs) < min_labels and not used:
        return Split(np.zeros(len(pairs), np.bool_), groups, "nothing: too few labels")
    kept, by = _kept_together(pairs, groups)
    is_held_out = np.zeros(len(pairs), np.bool_)
    for places in _places(kept):
        documents = {str(name) for name in (*pairs.left[places], *pairs.right[places])}
        known = {used[name] for name in documents if name in used}
        is_late = bool(set(pairs.language[places].tolist()) & set(tested_languages))
        if known:
            is_held_out[places] = True not in known
        else:
            is_held_out[places] = is_late or _share(min(documents), seed) < held_out_share
    check_leakage(pairs, is_held_out)
    return Split(is_held_out, groups, by)


def check_leakage(pairs: LabelledPairs, is_held_out: Bools) -> None:
    """Raise LeakageError when a document has a pair on both sides."""
    sides = [{*pairs.left[side].tolist(), *pairs.right[side].tolist()} for side in (is_held_out, ~is_held_out)]
    if both := sides[0] & sides[1]:
        raise LeakageError(sorted(both))


def components(edges: Sequence[tuple[str, str]]) -> Ints:
    """Return for each edge the number of the connected group that it belongs to."""
    if not edges:
        return np.array([], dtype=np.int64)
    names, ends = np.unique(np.array(edges, dtype=np.str_), return_inverse=True)
    left, right = ends.reshape(-1, 2).T
    graph = coo_array((np.ones(len(left), np.int8), (left, right)), shape=(len(names), len(names)))
    numbers = connected_components(graph, directed=False)[1]
    return np.unique(numbers[left], return_inverse=True)[1].astype(np.int64)


def _kept_together(pairs: LabelledPairs, groups: Ints) -> tuple[Ints, str]:
    """Return groups of documents and sites, or of documents alone where sites join too much."""
    edges: list[tuple[str, str]] = []
    first = []
    for left, right, sites in zip(pairs.left, pairs.right, pairs.sites, strict=True):
        first.append(len(edges))
        edges.append((f"document {left}", f"document {right}"))
        for document, names in zip((left, right), sites, strict=True):
            edges += [(f"document {document}", f"site {name}") for name in names if name]
    wide = components(edges)[np.array(first, dtype=np.int64)] if edges else groups
    if max(Counter(wide.tolist()).values(), default=0) > BIGGEST_SHARE * len(pairs):
        return groups, "documents"
    return wide, "documents and sites"


def _places(groups: Ints) -> list[Ints]:
    order = np.argsort(groups, kind="stable")
    return [] if not len(groups) else np.split(order, np.flatnonzero(np.diff(groups[order])) + 1)


def _share(name: str, seed: int) -> float:
    return int.from_bytes(hashlib.sha256(f"{seed}|{name}".encode()).digest()[:8], "big") / 2**64
