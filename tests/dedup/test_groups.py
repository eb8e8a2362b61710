"""Groups hold no two texts that must stay apart, whatever the order in which pairs come."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from neartwin.dedup.groups import group, have_between


@st.composite
def graphs(draw):
    """n texts, pairs with similarities, and which of them must stay apart."""
    n = draw(st.integers(2, 9))
    every = [(a, b) for a in range(n) for b in range(a + 1, n)]
    chosen = draw(st.lists(st.sampled_from(every), unique=True))
    similarities = draw(st.lists(st.sampled_from([0.7, 0.8, 0.9]), min_size=len(chosen), max_size=len(chosen)))
    is_apart = draw(st.lists(st.booleans(), min_size=len(chosen), max_size=len(chosen)))
    return n, chosen, similarities, is_apart


def columns(pairs):
    table = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def grouped(n, pairs, similarities, is_apart, rank=None):
    joined = [i for i, apart in enumerate(is_apart) if not apart]
    left, right = columns([pairs[i] for i in joined])
    apart_left, apart_right = columns([pairs[i] for i, apart in enumerate(is_apart) if apart])
    similarity = np.array([similarities[i] for i in joined], dtype=np.float64)
    rank = np.arange(n) if rank is None else np.array(rank)
    return [pairs[i] for i in joined], group(rank, left, right, similarity, apart_left, apart_right)


def families(n, pairs):
    root = list(range(n))
    for a, b in pairs:
        root = [root[b] if one == root[a] else one for one in root]
    return root


@settings(deadline=None)  # the first call may compile
@given(graphs())
def test_a_family_holds_no_two_texts_kept_apart(graph):
    n, pairs, _, is_apart = graph
    joined, groups = grouped(*graph)

    root = families(n, [pair for pair, stays in zip(joined, groups.is_joined, strict=True) if stays])

    assert all(root[a] != root[b] for (a, b), apart in zip(pairs, is_apart, strict=True) if apart)


@settings(deadline=None)  # the first call may compile
@given(graphs())
def test_every_two_texts_of_a_cluster_are_joined(graph):
    n = graph[0]
    joined, groups = grouped(*graph)

    kept = {pair for pair, stays in zip(joined, groups.is_joined, strict=True) if stays}

    assert all(
        (a, b) in kept for a in range(n) for b in range(a + 1, n) if groups.cluster_of[a] == groups.cluster_of[b]
    )


@settings(deadline=None)  # the first call may compile
@given(graphs())
def test_a_pair_left_out_names_the_two_that_it_would_bring_together(graph):
    n, pairs, _, is_apart = graph
    joined, groups = grouped(*graph)
    root = families(n, [pair for pair, stays in zip(joined, groups.is_joined, strict=True) if stays])
    apart = {pair for pair, is_one in zip(pairs, is_apart, strict=True) if is_one}

    for place, (a, b) in enumerate(joined):
        if not groups.is_joined[place]:
            named = (int(groups.blocked_left[place]), int(groups.blocked_right[place]))
            assert named in apart
            assert {root[a], root[b]} == {root[named[0]], root[named[1]]}


@settings(deadline=None)
@given(graphs(), st.randoms(use_true_random=False))
def test_the_order_of_pairs_and_texts_does_not_matter(graph, rng):
    n, pairs, similarities, is_apart = graph
    _, groups = grouped(*graph)
    moved = list(range(n))
    rng.shuffle(moved)  # text i is now text moved[i], with the rank that it had
    rank = [moved.index(i) for i in range(n)]
    order = list(range(len(pairs)))
    rng.shuffle(order)

    _, again = grouped(
        n,
        [tuple(moved[text] for text in pairs[i]) for i in order],
        [similarities[i] for i in order],
        [is_apart[i] for i in order],
        rank,
    )

    assert [int(again.cluster_of[moved[i]]) for i in range(n)] == [moved[c] for c in groups.cluster_of]


def test_a_text_lies_between_two_where_the_distances_add_up():
    left, right, similarity = np.array([0, 1]), np.array([2, 2]), np.array([0.9, 0.9])
    apart = np.array([0]), np.array([1])

    assert have_between(3, left, right, similarity, *apart, np.array([0.82])).all()
    assert not have_between(3, left, right, similarity, *apart, np.array([0.89])).any()
    assert not have_between(3, left[:1], right[:1], similarity[:1], *apart, np.array([0.82])).any()
