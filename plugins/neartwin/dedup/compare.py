"""Compare proposed pairs exactly, and say of each pair at or above the threshold which guard keeps it apart, if any."""

from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.cluster.stars import components
from neartwin.dedup.contents import Contents
from neartwin.dedup.families import compare_families, templates
from neartwin.dedup.refusals import TEMPLATE, refusals
from neartwin.fingerprint import kernel
from neartwin.methods import Method
from neartwin.verify import measure

FAMILY_MARGIN = 0.2  # how far below the threshold a pair still tells which texts share a form
ROUNDING = 1e-12
MAX_GROUP = 64
TEMPLATE_DETAIL = "other texts share what these two share, each with its own words in the same places"

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
PAIRS = pa.schema(
    {
        "left": pa.int64(),
        "right": pa.int64(),
        "jaccard": pa.float64(),
        "containment": pa.float64(),
        "guard": pa.string(),
        "detail": pa.string(),
    }
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How pairs are compared: under a method, from a threshold on, with or without guards, in threads and bytes."""

    method: Method
    threshold: float
    has_guards: bool
    jobs: int
    memory: int

    def compare(self, contents: Contents, left: Ints, right: Ints, is_equal: Flags) -> pa.Table:
        """Return the pairs of rows of `contents` at or above the threshold as PAIRS; `guard` is null where none holds.

        `is_equal` marks pairs of a hub (left) and a text with the same signature (right). A hub stands for these in all
        other pairs; a text that differs from its hub after all, or is kept apart from it by a guard, is compared with
        whatever its hub is compared with.
        """
        sets = kernel.shingle_sets(contents.text, contents.language, self.method, self.jobs)
        equals = self._judge(contents, sets, left[is_equal], right[is_equal])
        stands_for_itself = (equals["jaccard"].to_numpy() < 1) | equals["guard"].is_valid().to_numpy()
        hubs, members = (equals[name].to_numpy()[stands_for_itself] for name in ("left", "right"))
        others = self._judge(contents, sets, *_spread(hubs, members, left[~is_equal], right[~is_equal]))
        return pa.concat_tables([equals, others])

    def _judge(self, contents: Contents, sets: kernel.ShingleSets, left: Ints, right: Ints) -> pa.Table:
        measures = measure(sets, left.astype(np.int32), right.astype(np.int32), threads=self.jobs)
        jaccard, containment = measures.jaccard, measures.containment
        near = jaccard >= self.threshold - FAMILY_MARGIN
        component = components(len(sets.offsets) - 1, left[near], right[near])
        alike = np.flatnonzero(jaccard >= self.threshold - ROUNDING)
        left, right, jaccard, containment = left[alike], right[alike], jaccard[alike], containment[alike]
        guard, detail = np.full(len(left), None), np.full(len(left), None)
        if self.has_guards:
            is_template = templates(compare_families(sets, component, left, right), left, right)
            guard[is_template], detail[is_template] = TEMPLATE, TEMPLATE_DETAIL
            asked = np.flatnonzero(~is_template)
            guard[asked], detail[asked] = refusals(contents, left[asked], right[asked], self.jobs)
        return pa.table([left, right, jaccard, containment, guard, detail], schema=PAIRS)


def _spread(hubs: Ints, members: Ints, left: Ints, right: Ints) -> tuple[Ints, Ints]:
    """Add to the pairs of hubs the same pairs of their members, and the pairs of members of one hub.

    More than MAX_GROUP members of one hub are compared with the hub alone.
    """
    groups: dict[int, list[int]] = {}
    for hub, member in zip(hubs.tolist(), members.tolist(), strict=True):
        groups.setdefault(hub, [hub]).append(member)
    groups = {hub: group for hub, group in groups.items() if len(group) <= MAX_GROUP}
    pairs = [pair for group in groups.values() for pair in combinations(group[1:], 2)]
    known = np.array(sorted(groups), dtype=np.int64)
    for at in np.flatnonzero(np.isin(left, known) | np.isin(right, known)).tolist():
        a, b = int(left[at]), int(right[at])
        pairs += list(product(groups.get(a, [a]), groups.get(b, [b])))[1:]
    more = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return np.concatenate([left, more[:, 0]]), np.concatenate([right, more[:, 1]])
