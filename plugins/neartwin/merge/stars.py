"""Group merge edges into stars: every member has its own verified edge to the one representative."""

from collections.abc import Sequence, Set

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.int64]


def stars(
    is_applied: Sequence[bool],
    is_free: Sequence[bool],
    left: Places,
    right: Places,
    forbidden: Set[tuple[int, int]],
) -> list[tuple[int, int]]:
    """Return (member, representative) places, each representative with itself; it follows from the sets alone.

    Documents are known by their place, the fittest representative first. An applied representative stays one and is
    served first; a document that another stands for (neither applied nor free) takes no part. `left` and `right` are
    the ends of the edges; `forbidden` holds pairs in both orders: no document joins a star with a pair in it.
    """
    n = len(is_applied)
    source, target = np.concatenate([left, right]), np.concatenate([right, left])
    order = np.lexsort((target, source))
    neighbours = target[order].tolist()
    starts = np.searchsorted(source[order], np.arange(n + 1)).tolist()
    can_join = list(is_free)
    found: list[tuple[int, int]] = []
    for representative in range(n):
        if not is_applied[representative] and not can_join[representative]:
            continue
        can_join[representative] = False
        members = [representative]
        for place in neighbours[starts[representative] : starts[representative + 1]]:
            if can_join[place] and not (forbidden and any((place, member) in forbidden for member in members)):
                can_join[place] = False
                members.append(place)
        if len(members) > 1:
            found += [(place, representative) for place in members]
    return found
