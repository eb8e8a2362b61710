"""Form letters against copies, on sets of numbers in place of shingles."""

import numpy as np

from neartwin.cluster.stars import components
from neartwin.dedup.families import compare_families, templates
from neartwin.fingerprint.kernel import ShingleSets


def judged(sets):
    """Which pairs of all sets are two fillings of one form."""
    lengths = [len(one) for one in sets]
    flat = np.array([value for one in sets for value in sorted(one)], dtype=np.uint64)
    table = ShingleSets(np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64), flat)
    left, right = (side.astype(np.int64) for side in np.triu_indices(len(sets), 1))
    families = compare_families(table, components(len(sets), left, right), left, right)
    return dict(zip(zip(left.tolist(), right.tolist(), strict=True), templates(families, left, right), strict=True))


def test_fillings_of_one_form_are_templates():
    frame = set(range(1000, 1080))

    assert all(judged([frame | set(range(n * 20, n * 20 + 20)) for n in range(6)]).values())


def test_copies_edited_in_different_places_are_not():
    origin = set(range(100))
    copies = [(origin - set(range(n * 10, n * 10 + 10))) | set(range(1000 + n * 10, 1010 + n * 10)) for n in range(8)]

    assert not any(judged([origin, *copies]).values())


def test_an_edited_copy_of_one_filling_stays_with_it_only():
    frame = set(range(1000, 1080))
    forms = [frame | set(range(n * 20, n * 20 + 20)) for n in range(8)]
    copy = (forms[0] - {1000, 1001}) | {5000, 5001}

    found = judged([*forms, copy])

    assert not found[0, 8]
    assert found[0, 1]
    assert found[1, 8]


def test_two_texts_alone_say_nothing_of_a_form():
    assert not any(judged([{1, 2, 3, 4}, {1, 2, 3, 5}]).values())


def test_cut_copies_are_not_forms():
    origin = set(range(100))

    assert not any(judged([origin, *(set(range(100 - n)) for n in (5, 10, 15, 20))]).values())


def test_no_pair_is_no_template():
    assert judged([]) == {}
    assert judged([{1, 2}]) == {}
