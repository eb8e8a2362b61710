"""What the compiled kernel reads and writes: constants, tables, switches, buffers; and how it mixes bits.

Integers are unsigned 64-bit unless said otherwise: numba turns a mix of signed and unsigned into floats.
"""

# ruff: noqa: ANN001, ANN201 (numba infers the types of compiled functions; annotations would be ignored)
# mypy: ignore-errors

from typing import NamedTuple

import numpy as np
from numba import njit

FNV_OFFSET, FNV_PRIME = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)
MIX_1, MIX_2 = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)
SHINGLE_BASE = np.uint64(0x9E3779B97F4A7C15)
HIGH_WORD = np.uint64(0x6A09E667F3BCC909)
S32, S33 = np.uint64(32), np.uint64(33)
ZERO, ONE, FULL = np.uint64(0), np.uint64(1), np.uint64(0xFFFFFFFFFFFFFFFF)

# Layout of one entry of the character table: folded code point, class, flags. With MULTI the code is the place in
# `expansions` of the number of folded code points, which follow it as entries of their own.
CODE = np.uint32(0x1FFFFF)
CLASS = np.uint32(7 << 21)
OTHER, WORD, SINGLE, MARK, INVISIBLE = [np.uint32(kind << 21) for kind in range(5)]
SPACE, CARE, MULTI, DROPPED, UPPER = [np.uint32(1 << bit) for bit in range(24, 29)]
TONE_SHIFT = np.uint32(29)
WORD_TEST = CLASS | MULTI | DROPPED
NOT_PLAIN = np.uint32(6 << 21) | CARE | MULTI | DROPPED
ASCII_END = 0x80
CAPITAL, SPACED = 1, 2  # of a token's first letter, and what stands before it
TONE_BASE = np.uint64(0x110000)

# Layout of one entry of the table of combining classes: class, place of the full decomposition plus one.
CLASS_MASK, PLACE_SHIFT = np.uint32(0xFF), np.uint32(8)

DISTINCT_LIMIT = 1 << 20
REFERENCE, WORDS, CHARACTERS, SEGMENTED = range(4)
SHORT_TOKENS, MEDIUM_TOKENS = 50, 400


class Tables(NamedTuple):
    """Data of a method, as arrays: character classes and folds, NFC, phrases, weights, permutations, shingle sizes."""

    characters: np.ndarray  # uint32[0x110000]
    expansions: np.ndarray  # uint32
    widths: np.ndarray  # uint32[0x110000]
    classes: np.ndarray  # uint32[0x110000]
    parts: np.ndarray  # uint32: number of code points of a decomposition, then they
    pairs: np.ndarray  # int64, sorted: first << 21 | second
    composed: np.ndarray  # uint32
    phrases: np.ndarray  # uint64, open addressing
    weight_keys: np.ndarray  # uint64, open addressing
    weights: np.ndarray  # uint8
    multipliers: np.ndarray  # uint32[num_perm]
    addends: np.ndarray  # uint32[num_perm]
    sizes: np.ndarray  # int32[languages, 3]


class Batch(NamedTuple):
    """Texts as one run of UTF-8 bytes, the n + 1 places where each begins, and a row of `sizes` for each."""

    data: np.ndarray  # uint8
    starts: np.ndarray  # int64
    languages: np.ndarray  # int32


class Output(NamedTuple):
    """What signing writes, one row a text; an array without rows or columns is left alone."""

    simhash: np.ndarray  # uint64
    simhash_high: np.ndarray  # uint64
    minhash: np.ndarray  # uint32[n, num_perm]
    counts: np.ndarray  # int64[n, 2]: tokens, shingles


class Buffers(NamedTuple):
    """Scratch of one slice, as large as its longest text: code points and tokens are never more than bytes.

    `token` holds the bytes of one token of the reference method. `letters` are what ASCII letters and digits fold to, 0
    for any other character; it is empty where one of them is more than that to a method.
    """

    codes: np.ndarray  # uint32
    hashes: np.ndarray  # uint64
    voters: np.ndarray  # uint64
    places: np.ndarray  # int32[tokens, 3] or empty: start, end, flags
    token: np.ndarray  # uint8
    eights: np.ndarray  # uint64: as many bytes, for the reference method
    letters: np.ndarray  # uint64[128] or empty


class TokenCache(NamedTuple):
    """Digests that the reference method has made before, whatever the text: they are what a token's letters say.

    First of any token: digests, place and length in each slot, bytes, bytes used. Then of tokens of up to PACKED_BYTES
    ASCII letters, found by these letters in two integers.
    """

    digests: np.ndarray  # uint64
    spans: np.ndarray  # int32[slots, 2]
    kept: np.ndarray  # uint8
    used: np.ndarray  # int64[1]
    packed: np.ndarray  # uint64[slots, 3]: letters 0 … 7, letters 8 … 15, digest


class Choices(NamedTuple):
    """Whole numbers that steer the pass: one of REFERENCE … SEGMENTED, then switches."""

    tokeniser: int
    folds_space: int
    damps: int
    bits: int
    hash_bits: int
    default_weight: int
    counts_distinct: int


@njit(nogil=True, cache=True, inline="always")
def mix(value):
    """Spread a 64-bit value over all bits (the finaliser of MurmurHash3)."""
    value = (value ^ (value >> S33)) * MIX_1
    value = (value ^ (value >> S33)) * MIX_2
    return value ^ (value >> S33)


@njit(nogil=True, cache=True, inline="always")
def finish(value, tones):
    """Close a token's hash with the sum of its tone marks, wherever they stood."""
    if tones:
        value = (value ^ (TONE_BASE + tones)) * FNV_PRIME
    return mix(value)


@njit(nogil=True, cache=True)
def lookup(hashed, key):
    """Return the place of a key in an open-addressing table (a power of two of slots, 0 is empty), or -1."""
    mask = np.int64(hashed.shape[0] - 1)
    slot = np.int64(key >> S32) & mask
    while hashed[slot] != ZERO:
        if hashed[slot] == key:
            return slot
        slot = (slot + 1) & mask
    return -1
