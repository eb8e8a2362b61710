"""Which digests come for the first time, whatever the batches."""

import numpy as np

from neartwin.dedup.seen import FIRST_SLOTS, Seen


def test_a_digest_is_new_once_within_and_across_batches():
    seen = Seen()

    assert seen.enter(np.array([5, 7, 5, 0, 0], dtype=np.uint64)).tolist() == [True, True, False, True, False]
    assert seen.enter(np.array([7, 8, 0], dtype=np.uint64)).tolist() == [False, True, False]
    assert seen.enter(np.array([], dtype=np.uint64)).tolist() == []


def test_what_was_seen_stays_seen_when_there_are_too_many_for_the_first_slots():
    seen = Seen()
    digests = np.random.default_rng(1).integers(1, 2**63, FIRST_SLOTS, dtype=np.uint64)

    first = [seen.enter(part) for part in np.split(digests, 8)]

    known = set()
    expected = [not (value in known or known.add(value)) for value in digests.tolist()]
    assert np.concatenate(first).tolist() == expected
    assert not seen.enter(digests).any()
