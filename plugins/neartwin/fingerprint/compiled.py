"""The numba kernel: one pass per document over an Arrow buffer, equal bit by bit to `plain`."""

# ruff: noqa: ANN001, ANN201, ANN202 (numba infers the types of compiled functions; annotations would be ignored)
# mypy: ignore-errors

import sys

import numpy as np
from numba import njit

from neartwin.fingerprint.code_points import compose, decode
from neartwin.fingerprint.layout import (
    CARE,
    CHARACTERS,
    DISTINCT_LIMIT,
    HIGH_WORD,
    MEDIUM_TOKENS,
    NOT_PLAIN,
    REFERENCE,
    S32,
    SEGMENTED,
    SHORT_TOKENS,
    WORDS,
    ZERO,
    Buffers,
)
from neartwin.fingerprint.phrases import merge_phrases
from neartwin.fingerprint.reference_tokens import plain_reference_tokens, reference_tokens
from neartwin.fingerprint.shingle_hashes import minima, shingles, sort_spread
from neartwin.fingerprint.tokens import (
    ascii_letters,
    ascii_tokens,
    character_tokens,
    is_ascii,
    plain_tokens,
    quick_tokens,
    word_tokens,
)
from neartwin.fingerprint.votes import count_distinct, damped, power_of_two, vote

CHUNK = 4096
NO_MINIMUM = np.uint32(0xFFFFFFFF)
IS_LITTLE_ENDIAN = sys.byteorder == "little"


@njit(nogil=True, cache=True)
def _buffers(batch, low, high, tables, choices, keeps_places):
    longest = 1
    for row in range(low, high):
        longest = max(longest, batch.starts[row + 1] - batch.starts[row])
    is_reference = choices.tokeniser == REFERENCE
    return Buffers(
        np.empty(longest, dtype=np.uint32),
        np.empty(longest + 2, dtype=np.uint64),
        np.empty(longest + 2, dtype=np.uint64),
        np.empty((longest if keeps_places or choices.tokeniser == SEGMENTED else 0, 3), dtype=np.int32),
        np.empty(8 * longest if is_reference else 1, dtype=np.uint8),
        np.empty(longest // 8 + 4 if is_reference else 1, dtype=np.uint64),
        ascii_letters(tables.characters),
    )


@njit(nogil=True, cache=True)
def tokenise(batch, row, tables, choices, buffers, cache):
    """Write the tokens of one text to `buffers.hashes` (and `places`); return their number."""
    codes, hashes, places = buffers.codes, buffers.hashes, buffers.places
    low, high = batch.starts[row], batch.starts[row + 1]
    is_quick = choices.tokeniser == WORDS and places.shape[0] == 0
    is_reference = choices.tokeniser == REFERENCE and places.shape[0] == 0 and IS_LITTLE_ENDIAN
    if (is_quick or is_reference) and buffers.letters.shape[0] and is_ascii(batch.data[low:high]):
        if is_quick:
            return ascii_tokens(batch.data[low:high], buffers.letters, hashes)
        return plain_reference_tokens(batch.data[low:high], tables.characters, buffers, cache)
    count, flags = decode(batch.data, low, high, tables.characters, codes)
    if is_quick and not flags & NOT_PLAIN:
        return plain_tokens(codes[:count], tables.characters, hashes, buffers.voters)
    if is_quick and not flags & CARE:
        return quick_tokens(batch.data, low, high, tables, hashes)
    if is_reference and not flags & NOT_PLAIN:
        return plain_reference_tokens(codes[:count], tables.characters, buffers, cache)
    if flags & CARE:
        codes, count = compose(codes, count, tables)
    if choices.tokeniser == REFERENCE:
        return reference_tokens(codes, count, tables, buffers, cache)
    if choices.tokeniser == CHARACTERS:
        return character_tokens(codes, count, tables, choices.folds_space, hashes, places)
    n_tokens = word_tokens(codes, count, tables, choices.folds_space, hashes, places)
    return merge_phrases(tables.phrases, n_tokens, hashes, places) if choices.tokeniser == SEGMENTED else n_tokens


@njit(nogil=True, cache=True)
def shingle(batch, row, n_tokens, tables, buffers):
    """Turn the tokens of one text into its shingles, of a size by language and length; return their number."""
    band = 0 if n_tokens < SHORT_TOKENS else 1 if n_tokens < MEDIUM_TOKENS else 2
    return shingles(buffers.hashes, n_tokens, tables.sizes[batch.languages[row], band])


@njit(nogil=True, cache=True)
def sign_slice(batch, low, high, tables, choices, cache, output):
    """Sign the texts low … high − 1."""
    buffers = _buffers(batch, low, high, tables, choices, False)
    values = np.empty(CHUNK, dtype=np.uint32)
    n_slots = power_of_two(2 * min(buffers.hashes.shape[0], DISTINCT_LIMIT))
    n_damped = n_slots + 1 if choices.damps else 1
    table = (np.empty(n_damped, np.uint64), np.empty(n_damped, np.uint32))
    slots = np.empty(n_slots if choices.counts_distinct else 1, dtype=np.uint64)
    for row in range(low, high):
        n = tokenise(batch, row, tables, choices, buffers, cache)
        voters, n_voters, n_distinct = buffers.hashes, n, n
        if choices.damps:
            n_distinct, n_voters = damped(buffers.hashes, n, table, buffers.voters)
            voters = buffers.voters
        elif choices.counts_distinct:
            n_distinct = count_distinct(buffers.hashes[:n], slots)
        output.counts[row, 0] = n_distinct if choices.counts_distinct else n
        if choices.bits:
            output.simhash[row] = vote(voters, n_voters, tables, choices.default_weight, ZERO)
        if choices.bits == 128:
            output.simhash_high[row] = vote(voters, n_voters, tables, choices.default_weight, HIGH_WORD)
        n_runs = shingle(batch, row, n, tables, buffers)
        if output.minhash.shape[1]:
            output.minhash[row] = NO_MINIMUM
            for start in range(0, n_runs, CHUNK):
                size = min(CHUNK, n_runs - start)
                for index in range(size):
                    values[index] = np.uint32(buffers.hashes[start + index] >> S32)
                minima(values[:size], tables.multipliers, tables.addends, output.minhash[row])
        output.counts[row, 1] = count_distinct(buffers.hashes[:n_runs], slots) if choices.counts_distinct else n_runs


@njit(nogil=True, cache=True)
def tokens_slice(batch, low, high, tables, choices, cache, lengths):
    """Return hashes and places of all tokens of the texts low … high − 1, and write how many each text has."""
    buffers = _buffers(batch, low, high, tables, choices, True)
    size = 0
    hashes = np.empty(1024, dtype=np.uint64)
    places = np.empty((1024, 2), dtype=np.int32)
    for row in range(low, high):
        n = tokenise(batch, row, tables, choices, buffers, cache)
        while size + n > hashes.shape[0]:
            hashes = np.concatenate((hashes, np.empty_like(hashes)))
            places = np.concatenate((places, np.empty_like(places)))
        hashes[size : size + n] = buffers.hashes[:n]
        places[size : size + n] = buffers.places[:n, :2]
        size += n
        lengths[row] = n
    return hashes[:size], places[:size]


@njit(nogil=True, cache=True)
def sets_slice(batch, low, high, tables, choices, cache, lengths):
    """Return the sorted distinct shingle hashes of the texts low … high − 1, and write how many each text has."""
    buffers = _buffers(batch, low, high, tables, choices, False)
    size = 0
    sets = np.empty(max(1024, (batch.starts[high] - batch.starts[low]) // 4), dtype=np.uint64)
    for row in range(low, high):
        n_runs = shingle(batch, row, tokenise(batch, row, tables, choices, buffers, cache), tables, buffers)
        while size + n_runs > sets.shape[0]:
            sets = np.concatenate((sets, np.empty_like(sets)))
        first = size
        sort_spread(buffers.hashes[:n_runs], buffers.voters)
        shift = np.uint64(64 - choices.hash_bits)
        for at in range(n_runs):
            value = buffers.hashes[at] >> shift
            if size == first or value != sets[size - 1]:
                sets[size] = value
                size += 1
        lengths[row] = size - first
    return sets[:size]
