"""Join documents that share an index key, in memory: sort each band, walk its buckets (numba).

The rules are those of `sql/candidates/insert_bucket_members.sql`; a test holds the two together.
"""

from dataclasses import dataclass

import numba
import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

ALONE, COLD, REKEYED, LEAF, CENTRE = range(5)  # what a document's bucket in one band does with it
MINHASH, SIMHASH = 1, 2
FIRST_ROOM = 1 << 12
TALLIED = 1 << 20  # cells, so many that they stay near the processor


@dataclass(frozen=True, slots=True)
class Index:
    """How the columns of a key matrix are to be read.

    `kinds[j]` is MINHASH or SIMHASH, `max_buckets[j]` the number of documents above which a bucket of band j is hot;
    pairs of a SIMHASH band are kept within `max_hamming` bits. Bands of one kind stand together.
    """

    kinds: npt.NDArray[np.int8]
    max_buckets: Ints
    max_hamming: int

    @property
    def second(self) -> Ints:
        """Return the band that splits a hot bucket of band j: the next of its kind, in a circle."""
        bands = np.arange(len(self.kinds), dtype=np.int64)
        for kind in (MINHASH, SIMHASH):
            mine = bands[self.kinds == kind]
            bands[mine] = np.roll(mine, -1)
        return bands


@dataclass(frozen=True, slots=True)
class HotBuckets:
    """Buckets with more documents than allowed, and how many of their pairs were not proposed from them."""

    band_index: Ints
    band_key: Ints
    n_documents: Ints
    n_pairs_skipped: Ints


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of row numbers (left < right) with the kinds of the bands that propose them (MINHASH | SIMHASH), sorted.

    `is_dirty` marks documents outside the probes whose pairs among each other may have changed: a bucket of theirs has
    just become hot, or has a new centre.
    """

    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    kinds: npt.NDArray[np.int8]
    is_dirty: Flags
    hot: HotBuckets


def join_buckets(
    keys: Ints, index: Index, *, groups: Ints, probes: Flags, new: Flags, present: Flags, simhash: Ints | None = None
) -> Pairs:
    """Return every pair with a probe on one side at least that the index proposes.

    Rows are documents in order of preference (row 0 would represent any other); row i has key `keys[i, j]` in band j
    where `present[i, j]`. Rows of one group have the same signature and are joined elsewhere. `new` marks the probes
    that no earlier call has seen. `simhash` has shape (n, 1) or (n, 2), words of 64 bits.
    """
    bits = simhash if simhash is not None else np.zeros((len(keys), 1), dtype=np.int64)
    states = np.zeros(keys.shape, dtype=np.uint8)
    is_dirty = np.zeros(len(keys), dtype=np.bool_)
    second = index.second
    tally = np.empty(TALLIED, dtype=np.uint8)
    found: dict[int, list[Ints]] = {MINHASH: [], SIMHASH: []}
    hot = []
    for band in range(keys.shape[1]):
        rows = _bucket_order(keys[:, band], present[:, band], tally)
        n_max = int(index.max_buckets[band])
        hot.append(_classify(rows, keys, band, second[band], n_max, probes, new, states, is_dirty))
        kind = int(index.kinds[band])
        first = int(np.argmax(index.kinds == kind))
        max_hamming = index.max_hamming if kind == SIMHASH else 64 * bits.shape[1]
        found[kind].append(_emit(rows, keys, band, first, second, states, groups, probes, bits, max_hamming))
    codes, kinds = _merge(found)
    left, right = (codes >> 32).astype(np.int32), (codes & 0xFFFFFFFF).astype(np.int32)
    return Pairs(left, right, kinds, is_dirty, _hot_buckets(hot))


def _bucket_order(keys: Ints, present: Flags, tally: npt.NDArray[np.uint8]) -> Ints:
    """Return the rows that have this band, ordered by key, without those whose key is theirs alone.

    `tally` is scratch.
    """
    column = np.ascontiguousarray(keys)
    rows = _perhaps_shared(column, np.ascontiguousarray(present), tally)
    column = column[rows]
    order = np.argsort(column)
    column = column[order]
    is_same = column[1:] == column[:-1]
    is_shared = np.zeros(len(rows), dtype=np.bool_)
    is_shared[1:] |= is_same
    is_shared[:-1] |= is_same
    shared: Ints = rows[order[is_shared]]
    return shared


@numba.njit(cache=True, nogil=True)
def _perhaps_shared(keys, present, tally):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Return the rows whose key another one may have, too: they are a part of all, and sorting takes longer."""
    rows = np.empty(len(keys), dtype=np.int64)
    mask = len(tally) - 1
    tally[:] = 0
    for row in range(len(keys)):
        if present[row]:
            cell = (keys[row] ^ (keys[row] >> 32)) & mask
            tally[cell] = min(tally[cell] + 1, 2)
    n_rows = 0
    for row in range(len(keys)):
        rows[n_rows] = row
        n_rows += present[row] and tally[(keys[row] ^ (keys[row] >> 32)) & mask] > 1
    return rows[:n_rows]


def _merge(found: dict[int, list[Ints]]) -> tuple[Ints, npt.NDArray[np.int8]]:
    """Return sorted pair codes (l << 32 | r) with the union of their kinds."""
    by_kind = {kind: np.sort(np.concatenate(parts)) for kind, parts in found.items() if parts}
    if not by_kind:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int8)
    codes = np.unique(np.concatenate(list(by_kind.values()))) if len(by_kind) > 1 else next(iter(by_kind.values()))
    kinds = np.zeros(len(codes), dtype=np.int8)
    for kind, mine in by_kind.items():
        kinds[np.searchsorted(codes, mine)] |= kind
    return codes, kinds


def _hot_buckets(per_band: list[Ints]) -> HotBuckets:
    rows = [np.column_stack([np.full(len(part), band), part]) for band, part in enumerate(per_band)]
    table = np.concatenate(rows) if rows else np.empty((0, 4), dtype=np.int64)
    return HotBuckets(table[:, 0], table[:, 1], table[:, 2], table[:, 3])


@numba.njit(cache=True, nogil=True)
def _count(rows, start, stop, flags):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    total = 0
    for at in range(start, stop):
        total += flags[rows[at]]
    return total


@numba.njit(cache=True, nogil=True)
def _stop(rows, start, limit, keys, band):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Return where the bucket that begins at `start` ends."""
    stop = start + 1
    while stop < limit and keys[rows[stop], band] == keys[rows[start], band]:
        stop += 1
    return stop


@numba.njit(cache=True, nogil=True)
def _mark(rows, start, stop, probes, is_dirty):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    for at in range(start, stop):
        if not probes[rows[at]]:
            is_dirty[rows[at]] = True


@numba.njit(cache=True, nogil=True)
def _classify(rows, keys, band, second, n_max, probes, new, states, is_dirty):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, PLR0913 (compiled)
    """Write what each bucket of a band does with its rows; order the rows of hot buckets by their second key."""
    hot = np.empty((len(rows) // (n_max + 1), 3), dtype=np.int64)
    n_hot, start = 0, 0
    while start < len(rows):
        stop = _stop(rows, start, len(rows), keys, band)
        size = stop - start
        if _count(rows, start, stop, probes) == 0:
            pass
        elif size <= n_max:
            for at in range(start, stop):
                states[rows[at], band] = COLD
        else:
            if size - _count(rows, start, stop, new) <= n_max:
                _mark(rows, start, stop, probes, is_dirty)
            n_pairs = _split(rows, start, stop, keys, band, second, n_max, probes, new, states, is_dirty)
            hot[n_hot, 0], hot[n_hot, 1] = keys[rows[start], band], size
            hot[n_hot, 2] = size * (size - 1) // 2 - n_pairs
            n_hot += 1
        start = stop
    return hot[:n_hot]


@numba.njit(cache=True, nogil=True)
def _split(rows, start, stop, keys, band, second, n_max, probes, new, states, is_dirty):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, PLR0913 (compiled)
    """Split a hot bucket by its second key; a part that is still too full is a star around its first document."""
    part_keys = np.empty(stop - start, dtype=np.int64)
    for at in range(start, stop):
        part_keys[at - start] = keys[rows[at], second]
    rows[start:stop] = rows[start:stop][np.argsort(part_keys)]
    n_pairs, begin = 0, start
    while begin < stop:
        end = _stop(rows, begin, stop, keys, second)
        size = end - begin
        if size <= n_max:
            n_pairs += size * (size - 1) // 2
            for at in range(begin, end):
                states[rows[at], band] = REKEYED
        else:
            n_pairs += size - 1
            centre = rows[begin:end].min()
            for at in range(begin, end):
                states[rows[at], band] = LEAF
            states[centre, band] = CENTRE
            if new[centre] or size - _count(rows, begin, end, new) <= n_max:
                _mark(rows, begin, end, probes, is_dirty)
        begin = end
    return n_pairs


@numba.njit(cache=True, nogil=True, inline="always")
def _proposes(a, b, keys, band, second, states):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Return whether a band proposes two rows with the same key in it."""
    state = states[a, band]
    if state <= COLD:
        return state == COLD
    if keys[a, second[band]] != keys[b, second[band]]:
        return False
    return state in (REKEYED, CENTRE) or states[b, band] == CENTRE


@numba.njit(cache=True, nogil=True)
def _is_known(a, b, keys, first, band, second, states):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Return whether an earlier band of the same kind has proposed the pair."""
    for earlier in range(first, band):
        if (
            keys[a, earlier] == keys[b, earlier]
            and states[b, earlier] != ALONE
            and _proposes(a, b, keys, earlier, second, states)
        ):
            return True
    return False


@numba.njit(cache=True, nogil=True, inline="always")
def hamming(a, b, words):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 (compiled)
    """Return in how many bits two rows of a table of 64-bit words differ."""
    distance = np.int64(0)
    for word in range(words.shape[1]):
        x = np.uint64(words[a, word] ^ words[b, word])
        x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
        x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
        x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        distance += np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))
    return distance


@numba.njit(cache=True, nogil=True)
def _emit(rows, keys, band, first, second, states, groups, probes, words, max_hamming):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, PLR0913 (compiled)
    """Return the codes (l << 32 | r) of the pairs that this band proposes and no earlier band of its kind did."""
    out = np.empty(FIRST_ROOM, dtype=np.int64)
    n_out, start = 0, 0
    is_filtered = max_hamming < 64 * words.shape[1]
    while start < len(rows):
        stop = _stop(rows, start, len(rows), keys, band)
        state = states[rows[start], band]
        if state > COLD:  # the parts of a hot bucket stand one after another
            stop = _stop(rows, start, stop, keys, second[band])
        is_star = state >= LEAF
        for left in range(start, stop if state != ALONE else start):
            a = rows[left]
            if is_star and states[a, band] != CENTRE:
                continue
            for right in range(start if is_star else left + 1, stop):
                b = rows[right]
                if groups[a] == groups[b] or not (probes[a] or probes[b]):
                    continue
                if is_filtered and hamming(a, b, words) > max_hamming:
                    continue
                if _is_known(a, b, keys, first, band, second, states):
                    continue
                if n_out == len(out):
                    out = np.concatenate((out, np.empty(len(out), dtype=np.int64)))
                out[n_out] = (min(a, b) << 32) | max(a, b)
                n_out += 1
        start = stop
    return out[:n_out].copy()
