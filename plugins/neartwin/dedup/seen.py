"""Which digests of texts have come before: a set of 64-bit values that takes in a batch at a time."""

import numba
import numpy as np
import numpy.typing as npt

FIRST_SLOTS = 1 << 18
MIX = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)

Digests = npt.NDArray[np.uint64]


class Seen:
    """Digests by open addressing; an empty slot is 0, so whether 0 came is kept beside."""

    def __init__(self) -> None:
        self._slots = np.zeros(FIRST_SLOTS, dtype=np.uint64)
        self._count = np.zeros(2, dtype=np.int64)  # digests in slots; whether 0 came

    def enter(self, digests: Digests) -> npt.NDArray[np.bool_]:
        """Enter a batch; return which of its digests come for the first time, in the order of the batch."""
        is_new = np.empty(len(digests), dtype=np.bool_)
        while 2 * (self._count[0] + len(digests)) > len(self._slots):
            self._slots = _moved(self._slots)
        _enter(self._slots, digests, self._count, is_new)
        return is_new


def _moved(slots: Digests) -> Digests:
    """Return the digests in twice as many slots."""
    larger = np.zeros(2 * len(slots), dtype=np.uint64)
    known = slots[slots != 0]
    _enter(larger, known, np.zeros(2, dtype=np.int64), np.empty(len(known), dtype=np.bool_))
    return larger


@numba.njit(cache=True, nogil=True)
def _enter(slots, digests, count, is_new):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    mask = np.uint64(len(slots) - 1)
    for at in range(len(digests)):
        digest = digests[at]
        if digest == 0:
            is_new[at] = count[1] == 0
            count[1] = 1
            continue
        slot = ((digest * MIX) >> HALF) & mask
        while slots[slot] != 0 and slots[slot] != digest:
            slot = (slot + np.uint64(1)) & mask
        is_new[at] = slots[slot] == 0
        count[0] += is_new[at]
        slots[slot] = digest
