"""From compared pairs of texts to what is told: joined pairs, refused pairs and clusters of records."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from neartwin.cluster.stars import components
from neartwin.dedup.groups import Groups, group, have_between
from neartwin.dedup.members import Members, members_of
from neartwin.dedup.records import Records
from neartwin.dedup.refusals import OTHER_FACTS

BRIDGE = "bridge"
SAME_TEXT, SAME_WORDS, ALIKE = "same text", "same words", "alike"

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run found, over record numbers.

    `joined` has columns left, right, jaccard, containment, reason; `refused` has guard and detail instead of the
    reason. `cluster_of` (n records) is the record that names each record's cluster, −1 for a record that repeats one.
    """

    joined: pa.Table
    refused: pa.Table
    cluster_of: Ints


def decide(records: Records, pairs: pa.Table) -> Outcome:
    """Group records by compared pairs of texts (as `Comparison.compare` returns them, over text numbers)."""
    content_of_text = _contents(len(records.first), pairs)
    pairs = _between_contents(pairs, content_of_text)
    left, right = (pairs[name].to_numpy() for name in ("left", "right"))
    nodes = np.unique(np.concatenate([left, right]))
    members = members_of(records, content_of_text, nodes)
    rank = members.rank[members.speakers(nodes)]
    left, right = np.searchsorted(nodes, left), np.searchsorted(nodes, right)
    may_join = np.flatnonzero(pairs["guard"].is_null().to_numpy())
    apart = np.flatnonzero(pc.is_in(pairs["guard"], pa.array(OTHER_FACTS)).to_numpy())
    similarity = pairs["jaccard"].to_numpy()
    free = left[may_join], right[may_join], similarity[may_join]
    apart = apart[~have_between(len(nodes), *free, left[apart], right[apart], similarity[apart])]
    groups = group(np.argsort(np.argsort(rank)), *free, left[apart], right[apart])
    pairs = _with_bridges(pairs, may_join, groups, members.speakers(nodes), records.ids)
    is_split = groups.cluster_of[left] != groups.cluster_of[right]
    told = _told(pairs, members, is_split)
    is_refused = told["guard"].is_valid()
    cluster_of_content = np.arange(len(records.first))
    cluster_of_content[nodes] = nodes[groups.cluster_of]
    return Outcome(
        _joined(told.filter(pc.invert(is_refused)), members, records),
        told.filter(is_refused),
        _clusters(members, cluster_of_content),
    )


def _contents(n_texts: int, pairs: pa.Table) -> Ints:
    """Return the content of each text: texts of the same words that no guard keeps apart have one."""
    is_same = pc.and_(pc.equal(pairs["jaccard"], 1), pairs["guard"].is_null())
    same = pairs.filter(is_same)
    # Copies, always: of one chunk Arrow lends its own memory, to be read only, and numba compiles once a kind of array.
    left, right = (same[name].to_numpy().astype(np.int64) for name in ("left", "right"))
    content: Ints = components(n_texts, left, right).astype(np.int64)
    return content


def _between_contents(pairs: pa.Table, content: Ints) -> pa.Table:
    """Return one pair of contents each, a refused one if there is any, smaller number first."""
    left, right = (content[pairs[name].to_numpy()] for name in ("left", "right"))
    low, high = np.minimum(left, right), np.maximum(left, right)
    is_free = pairs["guard"].is_null().to_numpy()
    order = np.lexsort((is_free, high, low))
    order = order[low[order] != high[order]]
    is_new = np.ones(len(order), dtype=np.bool_)
    is_new[1:] = (np.diff(low[order]) != 0) | (np.diff(high[order]) != 0)
    order = order[is_new]
    chosen = pairs.take(pa.array(order))
    return chosen.set_column(0, "left", pa.array(low[order])).set_column(1, "right", pa.array(high[order]))


def _with_bridges(pairs: pa.Table, may_join: Ints, groups: Groups, speakers: Ints, ids: pa.Array) -> pa.Table:
    """Give the pairs that would bring together two contents kept apart the guard BRIDGE, and name these two."""
    blocked = ~groups.is_joined
    guard, detail = (np.array(pairs[name].to_pylist(), dtype=object) for name in ("guard", "detail"))
    names = [
        f"would join {a} with {b}, which a guard keeps apart"
        for a, b in zip(
            ids.take(pa.array(speakers[groups.blocked_left[blocked]])).to_pylist(),
            ids.take(pa.array(speakers[groups.blocked_right[blocked]])).to_pylist(),
            strict=True,
        )
    ]
    guard[may_join[blocked]] = BRIDGE
    detail[may_join[blocked]] = names
    columns = {"guard": pa.array(guard, pa.string()), "detail": pa.array(detail, pa.string())}
    for name, column in columns.items():
        pairs = pairs.set_column(pairs.column_names.index(name), name, column)
    return pairs


def _told(pairs: pa.Table, members: Members, is_split: npt.NDArray[np.bool_]) -> pa.Table:
    """Return pairs of records: all of both contents where their clusters differ, else those that speak for them."""
    first, second, pair = members.pairs(pairs["left"].to_numpy(), pairs["right"].to_numpy(), is_split)
    told = pairs.take(pa.array(pair))
    return told.set_column(0, "left", pa.array(first)).set_column(1, "right", pa.array(second))


def _joined(told: pa.Table, members: Members, records: Records) -> pa.Table:
    """Return joined pairs with a reason, after one pair for each further record of a content."""
    first, second = members.copies()
    is_same_text = records.text_of[first] == records.text_of[second]
    reasons = np.concatenate([np.where(is_same_text, SAME_TEXT, SAME_WORDS), np.full(len(told), ALIKE)])
    ones = np.ones(len(first))
    return pa.table(
        {
            "left": np.concatenate([first, told["left"].to_numpy()]),
            "right": np.concatenate([second, told["right"].to_numpy()]),
            "jaccard": np.concatenate([ones, told["jaccard"].to_numpy()]),
            "containment": np.concatenate([ones, told["containment"].to_numpy()]),
            "reason": pa.array(reasons, pa.string()),
        }
    )


def _clusters(members: Members, cluster_of_content: Ints) -> Ints:
    """Return the record that names each record's cluster."""
    is_carried = members.content_of >= 0
    out = np.full(len(members.content_of), -1, dtype=np.int64)
    out[is_carried] = members.speakers(cluster_of_content[members.content_of[is_carried]])
    return out
