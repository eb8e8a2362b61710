"""The numba kernel: one pass per document over an Arrow buffer, equal bit by bit to `plain`.

It is one file on purpose: numba's cache looks at the file of the outermost function only, so a change in another file
would leave old machine code in use. Integers are unsigned 64-bit unless said otherwise: numba turns a mix of signed and
unsigned into floats.
"""

# ruff: noqa: ANN001, ANN201, ANN202 (numba infers the types of compiled functions; annotations would be ignored)
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
ASCII_END = np.uint32(0x80)
TONE_BASE = np.uint64(0x110000)

# Layout of one entry of the table of combining classes: class, place of the full decomposition plus one.
CLASS_MASK, PLACE_SHIFT = np.uint32(0xFF), np.uint32(8)

HANGUL_FIRST, LEAD_FIRST, VOWEL_FIRST, TRAIL_FIRST = 0xAC00, 0x1100, 0x1161, 0x11A7
N_VOWELS, N_TRAILS, N_LEADS, N_SYLLABLES = 21, 28, 19, 11172
REPLACEMENT = 0xFFFD
DISTINCT_LIMIT = 1 << 20
N_PLANES = 48
CAPITAL, SPACED = 1, 2
HASHED_AT_ONCE = 8
LONGEST_PHRASE, LONGEST_NAME = 6, 4
REFERENCE, WORDS, CHARACTERS, SEGMENTED = range(4)
SHORT_TOKENS, MEDIUM_TOKENS = 50, 400
CACHE_SLOTS, CACHE_BYTES, CACHED_TOKEN = 1 << 17, 1 << 22, 64
PACKED_SLOTS, PACKED_BYTES = 1 << 17, 16
CHUNK = 4096
MAX_BUCKET_BITS, CROWDED = 16, 32


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
    `token` holds the bytes of one token of the reference method.
    """

    codes: np.ndarray  # uint32
    hashes: np.ndarray  # uint64
    voters: np.ndarray  # uint64
    places: np.ndarray  # int32[tokens, 3] or empty: start, end, flags
    token: np.ndarray  # uint8


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
def decode(data, low, high, table, codes):
    """Write the code points of UTF-8 bytes to `codes`; return their number and all flags that any of them has.

    Invalid bytes become U+FFFD, one for each maximal subpart, as Python's `replace` does.
    """
    count = 0
    flags = np.uint32(0)
    at = low
    while at < high:
        byte = np.int64(data[at])
        at += 1
        if byte < 0x80:
            code = byte
        else:
            code, at = _decode_more(data, at, high, byte)
        codes[count] = code
        flags |= table[code]
        count += 1
    return count, flags


@njit(nogil=True, cache=True)
def _decode_more(data, at, high, lead):
    if 0xC2 <= lead <= 0xDF:
        code, n_more = lead & 0x1F, 1
    elif 0xE0 <= lead <= 0xEF:
        code, n_more = lead & 0x0F, 2
    elif 0xF0 <= lead <= 0xF4:
        code, n_more = lead & 0x07, 3
    else:
        return REPLACEMENT, at
    first = 0xA0 if lead == 0xE0 else 0x90 if lead == 0xF0 else 0x80
    last = 0x9F if lead == 0xED else 0x8F if lead == 0xF4 else 0xBF
    for _ in range(n_more):
        if at >= high:
            return REPLACEMENT, at
        byte = np.int64(data[at])
        if byte < first or byte > last:
            return REPLACEMENT, at
        code = code << 6 | byte & 0x3F
        at += 1
        first, last = 0x80, 0xBF
    return code, at


@njit(nogil=True, cache=True)
def compose(codes, count, tables):
    """Return the NFC form of code points after folding widths (Unicode Standard Annex 15), and its length."""
    out, n_out = _decompose(codes, count, tables.widths, tables.classes, tables.parts)
    _order(out, n_out, tables.classes)
    return out, _recompose(out, n_out, tables.classes, tables.pairs, tables.composed)


@njit(nogil=True, cache=True)
def _decompose(codes, count, widths, classes, parts):
    out = np.empty(count + 16, dtype=np.uint32)
    n_out = 0
    for index in range(count):
        if n_out + 8 > out.shape[0]:
            larger = np.empty(out.shape[0] * 2, dtype=np.uint32)
            larger[:n_out] = out[:n_out]
            out = larger
        code = np.int64(widths[codes[index]])
        syllable = code - HANGUL_FIRST
        place = np.int64(classes[code] >> PLACE_SHIFT)
        if 0 <= syllable < N_SYLLABLES:
            out[n_out] = LEAD_FIRST + syllable // (N_VOWELS * N_TRAILS)
            out[n_out + 1] = VOWEL_FIRST + syllable % (N_VOWELS * N_TRAILS) // N_TRAILS
            n_out += 2
            if syllable % N_TRAILS:
                out[n_out] = TRAIL_FIRST + syllable % N_TRAILS
                n_out += 1
        elif place:
            for part in range(parts[place - 1]):
                out[n_out] = parts[place + part]
                n_out += 1
        else:
            out[n_out] = code
            n_out += 1
    return out, n_out


@njit(nogil=True, cache=True)
def _order(codes, count, classes):
    """Sort each run of combining marks by class, stably; a hostile run of any length stays linear."""
    start = 0
    while start < count:
        end = start
        while end < count and classes[codes[end]] & CLASS_MASK:
            end += 1
        if end - start > 1:
            starts = np.zeros(257, dtype=np.int64)
            for index in range(start, end):
                starts[np.int64(classes[codes[index]] & CLASS_MASK) + 1] += 1
            for index in range(256):
                starts[index + 1] += starts[index]
            run = codes[start:end].copy()
            for code in run:
                own = np.int64(classes[code] & CLASS_MASK)
                codes[start + starts[own]] = code
                starts[own] += 1
        start = end + 1


@njit(nogil=True, cache=True)
def _recompose(codes, count, classes, pairs, composed):
    n_out, starter, last_class = 0, -1, 0
    for index in range(count):
        code = np.int64(codes[index])
        own_class = np.int64(classes[code] & CLASS_MASK)
        if starter >= 0 and (starter == n_out - 1 or last_class < own_class):
            merged = _pair(np.int64(codes[starter]), code, pairs, composed)
            if merged >= 0:
                codes[starter] = merged
                continue
        codes[n_out] = code
        if own_class == 0:
            starter = n_out
        last_class = own_class
        n_out += 1
    return n_out


@njit(nogil=True, cache=True)
def _pair(first, second, pairs, composed):
    vowel, trail = second - VOWEL_FIRST, second - TRAIL_FIRST
    lead, syllable = first - LEAD_FIRST, first - HANGUL_FIRST
    if 0 <= lead < N_LEADS and 0 <= vowel < N_VOWELS:
        return HANGUL_FIRST + (lead * N_VOWELS + vowel) * N_TRAILS
    if 0 <= syllable < N_SYLLABLES and syllable % N_TRAILS == 0 and 0 < trail < N_TRAILS:
        return first + trail
    key = first << 21 | second
    place = np.searchsorted(pairs, key)
    return np.int64(composed[place]) if place < pairs.shape[0] and pairs[place] == key else -1


@njit(nogil=True, cache=True)
def word_tokens(codes, count, tables, folds_space, hashes, places):  # noqa: C901 (one loop, one state machine)
    """Write the hash of each token, and where `places` has room its start, end and flags; return their number."""
    table, expansions = tables.characters, tables.expansions
    keeps_places = places.shape[0] > 0
    n_tokens, position, start, end, flags = 0, 0, 0, 0, 0
    value, tones = FNV_OFFSET, ZERO
    is_open, is_single, after_space = False, False, True
    for index in range(count):
        entry = table[codes[index]]
        if is_open and not is_single and entry & WORD_TEST == WORD:
            value = (value ^ np.uint64(entry & CODE)) * FNV_PRIME
            tones += np.uint64(entry >> TONE_SHIFT)
            position += 1
            end = position
            continue
        place = np.int64(entry & CODE)
        n_parts = np.int64(expansions[place]) if entry & MULTI else 1
        for part in range(n_parts):
            piece = expansions[place + 1 + part] if entry & MULTI else entry
            kind = piece & CLASS
            if kind == INVISIBLE or (kind == MARK and not is_open):
                continue
            if is_open and (kind in (OTHER, SINGLE) or (kind == WORD and is_single)):
                hashes[n_tokens] = finish(value, tones)
                if keeps_places:
                    places[n_tokens, 0], places[n_tokens, 1], places[n_tokens, 2] = start, end, flags
                n_tokens += 1
                is_open = False
            if kind == OTHER:
                continue
            if not is_open:
                is_open, is_single = True, kind == SINGLE
                start, value, tones = position, FNV_OFFSET, ZERO
                flags = (CAPITAL if entry & UPPER else 0) | (SPACED if after_space else 0)
            value = (value ^ np.uint64(piece & CODE)) * FNV_PRIME
            tones += np.uint64(piece >> TONE_SHIFT)
            end = position + 1
        if not entry & DROPPED:
            is_space = (entry & SPACE) != 0
            if not (folds_space and is_space and after_space):
                position += 1
            after_space = is_space
    if is_open:
        hashes[n_tokens] = finish(value, tones)
        if keeps_places:
            places[n_tokens, 0], places[n_tokens, 1], places[n_tokens, 2] = start, end, flags
        n_tokens += 1
    return n_tokens


@njit(nogil=True, cache=True)
def quick_tokens(data, low, high, tables, hashes):  # noqa: C901 (one loop, one state machine)
    """Write the tokens of `word_tokens`, without places, straight from UTF-8 of a text that needs no NFC."""
    table, expansions = tables.characters, tables.expansions
    n_tokens, at = 0, low
    value, tones = FNV_OFFSET, ZERO
    is_open, is_single = False, False
    while at < high:
        while is_open and not is_single and at < high and data[at] < 0x80:
            entry = table[data[at]]
            if entry & WORD_TEST != WORD:
                break
            value = (value ^ np.uint64(entry & CODE)) * FNV_PRIME
            tones += np.uint64(entry >> TONE_SHIFT)
            at += 1
        if at == high:
            break
        byte = np.int64(data[at])
        at += 1
        if byte >= 0x80:
            byte, at = _decode_more(data, at, high, byte)
        entry = table[byte]
        if is_open and not is_single and entry & WORD_TEST == WORD:
            value = (value ^ np.uint64(entry & CODE)) * FNV_PRIME
            tones += np.uint64(entry >> TONE_SHIFT)
            continue
        place = np.int64(entry & CODE)
        n_parts = np.int64(expansions[place]) if entry & MULTI else 1
        for part in range(n_parts):
            piece = expansions[place + 1 + part] if entry & MULTI else entry
            kind = piece & CLASS
            if kind == INVISIBLE or (kind == MARK and not is_open):
                continue
            if is_open and (kind in (OTHER, SINGLE) or (kind == WORD and is_single)):
                hashes[n_tokens] = finish(value, tones)
                n_tokens += 1
                is_open = False
            if kind == OTHER:
                continue
            if not is_open:
                is_open, is_single = True, kind == SINGLE
                value, tones = FNV_OFFSET, ZERO
            value = (value ^ np.uint64(piece & CODE)) * FNV_PRIME
            tones += np.uint64(piece >> TONE_SHIFT)
    if is_open:
        hashes[n_tokens] = finish(value, tones)
        n_tokens += 1
    return n_tokens


@njit(nogil=True, cache=True)
def is_ascii(text):
    """Tell whether bytes are ASCII, and so code points already."""
    bits = np.uint8(0)
    for index in range(text.shape[0]):
        bits |= text[index]
    return bits < 0x80


@njit(nogil=True, cache=True)
def plain_tokens(codes, table, hashes, tones):
    """Write what `quick_tokens` writes for code points that are plain letters, digits and marks; −1 for others.

    Without a branch that depends on the length of words: the processor guesses these wrongly once a word. Every code
    point writes the hash of the word that ends before it, if any, where the next token belongs. `tones` is scratch.
    """
    n_tokens, before = ZERO, ZERO
    value, marks, flags = FNV_OFFSET, ZERO, np.uint32(0)
    for index in range(codes.shape[0]):
        entry = table[np.uint64(codes[index])]
        flags |= entry
        is_word = np.uint64(entry & WORD_TEST == WORD)
        hashes[n_tokens], tones[n_tokens] = value, marks
        n_tokens += before & ~is_word
        longer = (value ^ np.uint64(entry & CODE)) * FNV_PRIME
        more = marks + np.uint64(entry >> TONE_SHIFT)
        value, marks = (longer, more) if is_word else (FNV_OFFSET, ZERO)
        before = is_word
    if flags & NOT_PLAIN:
        return -1
    hashes[n_tokens], tones[n_tokens] = value, marks
    n_tokens += before
    for token in range(n_tokens):
        hashes[token] = finish(hashes[token], tones[token])
    return np.int64(n_tokens)


@njit(nogil=True, cache=True)
def character_tokens(codes, count, tables, folds_space, hashes, places):
    """Write one token a visible character, runs of space as one; return their number."""
    table, expansions = tables.characters, tables.expansions
    n_tokens, position = 0, 0
    is_pending = False
    for index in range(count):
        entry = table[codes[index]]
        if entry & DROPPED:
            continue
        if folds_space and entry & SPACE:
            is_pending = position > 0
            continue
        if is_pending:
            n_tokens = _character(n_tokens, position, mix((FNV_OFFSET ^ np.uint64(32)) * FNV_PRIME), hashes, places)
            position += 1
            is_pending = False
        position += 1
        if entry & (CLASS | MULTI) == INVISIBLE:
            continue
        value = FNV_OFFSET
        place = np.int64(entry & CODE)
        if entry & MULTI:
            for part in range(np.int64(expansions[place])):
                value = (value ^ np.uint64(expansions[place + 1 + part] & CODE)) * FNV_PRIME
        else:
            value = (value ^ np.uint64(place)) * FNV_PRIME
        n_tokens = _character(n_tokens, position - 1, finish(value, np.uint64(entry >> TONE_SHIFT)), hashes, places)
    return n_tokens


@njit(nogil=True, cache=True)
def _character(n_tokens, position, value, hashes, places):
    hashes[n_tokens] = value
    if places.shape[0] > 0:
        places[n_tokens, 0], places[n_tokens, 1] = position, position + 1
    return n_tokens + 1


@njit(nogil=True, cache=True)
def merge_phrases(phrases, n_tokens, hashes, places):
    """Join neighbours that form a listed phrase, or a name of 2 to 4 capitalised words; return the number of tokens.

    Neighbours have exactly one space between them. The longest phrase wins, from left to right. More than 4 capitalised
    words in a row are a shouted line, not a name.
    """
    n_out, index, shouted = 0, 0, 0
    while index < n_tokens:
        longest = 1
        while longest < LONGEST_PHRASE and _follows(index + longest, n_tokens, places):
            longest += 1
        size = longest
        while size > 1 and lookup(phrases, shingle_hash(hashes, index, size)) < 0:
            size -= 1
        if size == 1 and index >= shouted:
            run = 0
            while places[index + run, 2] & CAPITAL and (run == 0 or _follows(index + run, n_tokens, places)):
                run += 1
                if index + run >= n_tokens:
                    break
            if run > LONGEST_NAME:
                shouted = index + run
            elif run > 1:
                size = run
        hashes[n_out] = shingle_hash(hashes, index, size) if size > 1 else hashes[index]
        places[n_out, 0], places[n_out, 1] = places[index, 0], places[index + size - 1, 1]
        n_out += 1
        index += size
    return n_out


@njit(nogil=True, cache=True)
def _follows(index, n_tokens, places):
    """Tell whether exactly one space stands between a token and the one before it."""
    return index < n_tokens and places[index, 0] == places[index - 1, 1] + 1 and (places[index, 2] & SPACED) != 0


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


@njit(nogil=True, cache=True)
def shingle_hash(hashes, start, size):
    """Hash a run of token hashes: a polynomial over them, spread."""
    value = ZERO
    for index in range(start, start + size):
        value = value * SHINGLE_BASE + hashes[index]
    return mix(value ^ np.uint64(size))


@njit(nogil=True, cache=True)
def shingles(hashes, n_tokens, size):
    """Turn token hashes into the hashes of runs of `size` of them, in place; return their number.

    Fewer tokens than that are one shingle of themselves.
    """
    if n_tokens <= size:
        if n_tokens:
            hashes[0] = shingle_hash(hashes, 0, n_tokens)
        return min(n_tokens, 1)
    top = ONE
    for _ in range(size - 1):
        top *= SHINGLE_BASE
    value, salt = ZERO, np.uint64(size)
    for index in range(size):
        value = value * SHINGLE_BASE + hashes[index]
    n_runs = n_tokens - size + 1
    for index in range(n_runs):
        leaving = hashes[index]
        hashes[index] = mix(value ^ salt)
        if index + 1 < n_runs:
            value = (value - leaving * top) * SHINGLE_BASE + hashes[index + size]
    return n_runs


@njit(nogil=True, cache=True)
def vote(hashes, n_tokens, tables, default_weight, salt):
    """Return the SimHash of weighted features: a bit is one if the weights that have it exceed the others'.

    Counts are bit-sliced: plane q holds bit q of all 64 counters, so one addition serves 64 lanes.
    """
    planes = np.zeros(N_PLANES, dtype=np.uint64)
    total = ZERO
    is_weighted = tables.weight_keys.shape[0] > 0
    for index in range(n_tokens):
        lanes = hashes[index]
        weight = np.uint64(default_weight)
        if is_weighted:
            place = lookup(tables.weight_keys, lanes)
            if place >= 0:
                weight = np.uint64(tables.weights[place])
        if salt:
            lanes = mix(lanes ^ salt)
        total += weight
        plane = 0
        while weight:
            if weight & ONE:
                carry, at = lanes, plane
                while carry:
                    overflow = planes[at] & carry
                    planes[at] ^= carry
                    carry = overflow
                    at += 1
            weight >>= ONE
            plane += 1
    half = total >> ONE
    above, equal = ZERO, FULL
    for plane in range(N_PLANES - 1, -1, -1):
        bit = FULL if (half >> np.uint64(plane)) & ONE else ZERO
        above |= equal & planes[plane] & ~bit
        equal &= ~(planes[plane] ^ bit)
    return above


@njit(nogil=True, cache=True)
def minima(values, multipliers, addends, out):
    """Lower `out` to the minima of each permutation a·x + b mod 2³² over a slice of values (all uint32).

    Permutation outside and a slice inside: so it is compiled to vector instructions.
    """
    for index in range(out.shape[0]):
        a, b, low = multipliers[index], addends[index], out[index]
        for place in range(values.shape[0]):
            low = min(low, np.uint32(a * values[place] + b))
        out[index] = low


@njit(nogil=True, cache=True)
def count_distinct(values, slots):
    """Return how many well-spread values differ, at most DISTINCT_LIMIT. `slots` is a power of two, 64 at least.

    A value that is new and one that was there take the same way, which no processor has to guess.
    """
    bits, size = np.uint64(6), 64
    while size < 4 * values.shape[0] and size < slots.shape[0]:
        bits, size = bits + ONE, size * 2
    mask, shift = np.uint64(size - 1), np.uint64(64) - bits
    slots[:size] = ZERO
    n_distinct, has_zero = 0, 0
    for index in range(values.shape[0]):
        value = values[index]
        slot = value >> shift
        while slots[slot] != ZERO and slots[slot] != value:
            slot = (slot + ONE) & mask
        is_new = slots[slot] == ZERO
        if value == ZERO:
            has_zero = 1
        elif not is_new or n_distinct < DISTINCT_LIMIT:
            n_distinct += is_new
            slots[slot] = value
    return min(n_distinct + has_zero, DISTINCT_LIMIT)


@njit(nogil=True, cache=True)
def _power_of_two(least):
    size = 64
    while size < least:
        size *= 2
    return size


@njit(nogil=True, cache=True)
def damped(values, count, table, stamp, voters):
    """Return how many of the values differ, at most DISTINCT_LIMIT, and how many were written to `voters`.

    `voters` takes a value at its 1st, 2nd, 4th, 8th … occurrence: 1 + log2 of its frequency times. Values that are new
    after the limit are left out of both.
    """
    slots, stamps, tallies = table
    size = min(_power_of_two(2 * count), slots.shape[0])
    mask, n_distinct, n_voters = size - 1, 0, 0
    for index in range(count):
        value = values[index]
        slot = np.int64(value >> S33) & mask
        while stamps[slot] == stamp and slots[slot] != value:
            slot = (slot + 1) & mask
        if stamps[slot] != stamp:
            if n_distinct == DISTINCT_LIMIT:
                continue
            stamps[slot], slots[slot], tallies[slot] = stamp, value, 0
            n_distinct += 1
        tallies[slot] += 1
        if tallies[slot] & (tallies[slot] - 1) == 0:
            voters[n_voters] = value
            n_voters += 1
    return n_distinct, n_voters


def _root(value: int, degree: int) -> int:
    """Return the whole part of a root of a large whole number."""
    low, high = 0, 1 << (value.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= value else (low, middle - 1)
    return low


PRIMES = [p for p in range(2, 312) if all(p % d for d in range(2, int(p**0.5) + 1))]
SHA_START = np.array([_root(p << 64, 2) & 0xFFFFFFFF for p in PRIMES[:8]], dtype=np.uint32)
SHA_ROUNDS = np.array([_root(p << 96, 3) & 0xFFFFFFFF for p in PRIMES], dtype=np.uint32)


@njit(nogil=True, cache=True, inline="always")
def _turn(value, n):
    return np.uint32((value >> np.uint32(n)) | (value << np.uint32(32 - n)))


@njit(nogil=True, cache=True)
def digest64(message, length):
    """Return the first 8 bytes of SHA-256 over `message[:length]`, big-endian, as uint64."""
    state = SHA_START.copy()
    words = np.empty(64, dtype=np.uint32)
    n_blocks = (length + 9 + 63) // 64
    for block in range(n_blocks):
        for index in range(16):
            word = np.uint32(0)
            for byte in range(4):
                word = np.uint32(
                    (word << np.uint32(8)) | _padded(message, length, n_blocks, block * 64 + index * 4 + byte)
                )
            words[index] = word
        _compress(state, words)
    return np.uint64(state[0]) << np.uint64(32) | np.uint64(state[1])


@njit(nogil=True, cache=True)
def _padded(message, length, n_blocks, at):
    if at < length:
        return np.uint32(message[at])
    if at == length:
        return np.uint32(0x80)
    from_end = n_blocks * 64 - 1 - at
    return np.uint32((length * 8 >> (8 * from_end)) & 0xFF) if from_end < 8 else np.uint32(0)


@njit(nogil=True, cache=True)
def _compress(state, words):
    for index in range(16, 64):
        w, v = words[index - 15], words[index - 2]
        small_0 = _turn(w, 7) ^ _turn(w, 18) ^ (w >> np.uint32(3))
        small_1 = _turn(v, 17) ^ _turn(v, 19) ^ (v >> np.uint32(10))
        words[index] = np.uint32(words[index - 16] + small_0 + words[index - 7] + small_1)
    a, b, c, d, e, f, g, h = state
    for index in range(64):
        big_1 = _turn(e, 6) ^ _turn(e, 11) ^ _turn(e, 25)
        first = np.uint32(h + big_1 + ((e & f) ^ (~e & g)) + SHA_ROUNDS[index] + words[index])
        big_0 = _turn(a, 2) ^ _turn(a, 13) ^ _turn(a, 22)
        second = np.uint32(big_0 + ((a & b) ^ (a & c) ^ (b & c)))
        h, g, f, e = g, f, e, np.uint32(d + first)
        d, c, b, a = c, b, a, np.uint32(first + second)
    for index, value in enumerate((a, b, c, d, e, f, g, h)):
        state[index] = np.uint32(state[index] + value)


@njit(nogil=True, cache=True)
def plain_reference_tokens(codes, count, table, buffers, cache):
    """Write what `reference_tokens` writes, without places, for a text of code points that are plain.

    First where words begin and end. Then a short word of ASCII letters is looked up by all its letters at once. `codes`
    is overwritten.
    """
    hashes, edges, word = buffers.hashes, buffers.voters, buffers.token  # out of the tuple once, not once a token
    digests, spans, kept, used, packed = cache.digests, cache.spans, cache.kept, cache.used, cache.packed
    n_edges, before = 0, False
    for index in range(count):
        entry = table[codes[index]]
        is_word = entry & WORD_TEST == WORD
        codes[index] = entry & CODE
        edges[n_edges] = index
        n_edges += is_word != before
        before = is_word
    edges[n_edges] = count
    n_tokens = (n_edges + 1) // 2
    for token in range(n_tokens):
        start = np.int64(edges[2 * token])
        length = np.int64(edges[2 * token + 1]) - start
        first, second, every = ZERO, ZERO, np.uint32(0)
        for index in range(HASHED_AT_ONCE):
            code = codes[start + index] if index < length else np.uint32(0)
            more = codes[start + index + HASHED_AT_ONCE] if index + HASHED_AT_ONCE < length else np.uint32(0)
            every |= code | more
            first |= np.uint64(code) << np.uint64(8 * index)
            second |= np.uint64(more) << np.uint64(8 * index)
        if length <= PACKED_BYTES and every < ASCII_END:
            slot = np.int64(mix(first ^ (second * SHINGLE_BASE)) >> S33) & (PACKED_SLOTS - 1)
            if packed[slot, 0] != first or packed[slot, 1] != second:
                _encoded(codes, start, length, word)
                packed[slot, 0], packed[slot, 1], packed[slot, 2] = first, second, digest64(word, length)
            hashes[token] = packed[slot, 2]
        else:
            n_bytes, value = _encoded(codes, start, length, word)
            slot = np.int64(mix(value) >> S32) & (CACHE_SLOTS - 1)
            if not _is_kept(word, n_bytes, spans[slot, 0], spans[slot, 1], kept):
                _keep(word, n_bytes, slot, digests, spans, kept, used)
            hashes[token] = digests[slot]
    return n_tokens


@njit(nogil=True, cache=True)
def _encoded(codes, start, length, word):
    """Write the UTF-8 bytes of a word; return their number and the FNV hash of its letters."""
    n_bytes, value = 0, FNV_OFFSET
    for index in range(start, start + length):
        n_bytes = _encode(np.int64(codes[index]), word, n_bytes)
        value = (value ^ np.uint64(codes[index])) * FNV_PRIME
    return n_bytes, value


@njit(nogil=True, cache=True)
def reference_tokens(codes, count, tables, buffers, cache):
    r"""Write the first 64 bits of SHA-256 of each `\\w+` token of the case-folded text; return their number.

    A token met before is found in the cache by its FNV hash and then compared byte by byte.
    """
    table, expansions, places, hashes = tables.characters, tables.expansions, buffers.places, buffers.hashes
    digests, spans, kept, used = cache.digests, cache.spans, cache.kept, cache.used
    token = buffers.token  # eight bytes a byte of the text: no case fold makes that many of one
    n_tokens, length, start, end, index = 0, 0, 0, 0, 0
    value = FNV_OFFSET
    while index <= count:
        entry = table[codes[index]] if index < count else OTHER
        while entry & WORD_TEST == WORD and entry & CODE < ASCII_END:
            if length == 0:
                start, value = index, FNV_OFFSET
            token[length] = entry & CODE
            value = (value ^ np.uint64(entry & CODE)) * FNV_PRIME
            length += 1
            index += 1
            end = index
            entry = table[codes[index]] if index < count else OTHER
        place = np.int64(entry & CODE)
        n_parts = np.int64(expansions[place]) if entry & MULTI else 1
        for part in range(n_parts):
            piece = expansions[place + 1 + part] if entry & MULTI else entry
            if piece & CLASS == WORD:
                if length == 0:
                    start, value = index, FNV_OFFSET
                length = _encode(np.int64(piece & CODE), token, length)
                value = (value ^ np.uint64(piece & CODE)) * FNV_PRIME
                end = index + 1
            elif length:
                slot = np.int64(mix(value) >> S32) & (CACHE_SLOTS - 1)
                if not _is_kept(token, length, spans[slot, 0], spans[slot, 1], kept):
                    _keep(token, length, slot, digests, spans, kept, used)
                hashes[n_tokens] = digests[slot]
                if places.shape[0] > 0:
                    places[n_tokens, 0], places[n_tokens, 1] = start, end
                n_tokens += 1
                length = 0
        index += 1
    return n_tokens


@njit(nogil=True, cache=True)
def _is_kept(token, length, at, kept_length, kept):
    if length != kept_length:
        return False
    for index in range(length):  # noqa: SIM110 (numba compiles no generators here)
        if kept[at + index] != token[index]:
            return False
    return True


@njit(nogil=True, cache=True)
def _keep(token, length, slot, digests, spans, kept, used):
    """Put a token and its digest into a slot; when the bytes run out the cache starts anew."""
    digests[slot] = digest64(token, length)
    if length > CACHED_TOKEN:
        spans[slot, 1] = 0
        return
    if used[0] + length > CACHE_BYTES:
        spans[:, 1] = 0
        used[0] = 0
    at = used[0]
    kept[at : at + length] = token[:length]
    used[0] += length
    spans[slot, 0], spans[slot, 1] = at, length


@njit(nogil=True, cache=True)
def _encode(code, out, at):
    if code < 0x80:
        out[at] = code
        return at + 1
    if code < 0x800:
        out[at], out[at + 1] = 0xC0 | code >> 6, 0x80 | code & 0x3F
        return at + 2
    if code < 0x10000:
        out[at], out[at + 1], out[at + 2] = 0xE0 | code >> 12, 0x80 | code >> 6 & 0x3F, 0x80 | code & 0x3F
        return at + 3
    out[at], out[at + 1] = 0xF0 | code >> 18, 0x80 | code >> 12 & 0x3F
    out[at + 2], out[at + 3] = 0x80 | code >> 6 & 0x3F, 0x80 | code & 0x3F
    return at + 4


@njit(nogil=True, cache=True)
def _buffers(batch, low, high, choices, keeps_places):
    longest = 1
    for row in range(low, high):
        longest = max(longest, batch.starts[row + 1] - batch.starts[row])
    is_reference = choices.tokeniser == REFERENCE
    return Buffers(
        np.zeros(longest + PACKED_BYTES, dtype=np.uint32),
        np.empty(longest, dtype=np.uint64),
        np.empty(longest + 1, dtype=np.uint64),
        np.empty((longest if keeps_places or choices.tokeniser == SEGMENTED else 0, 3), dtype=np.int32),
        np.empty(8 * longest + PACKED_BYTES if is_reference else 1, dtype=np.uint8),
    )


@njit(nogil=True, cache=True)
def tokenise(batch, row, tables, choices, buffers, cache):
    """Write the tokens of one text to `buffers.hashes` (and `places`); return their number."""
    codes, hashes, places = buffers.codes, buffers.hashes, buffers.places
    low, high = batch.starts[row], batch.starts[row + 1]
    is_quick = choices.tokeniser == WORDS and places.shape[0] == 0
    if is_quick and is_ascii(batch.data[low:high]):
        n_tokens = plain_tokens(batch.data[low:high], tables.characters, hashes, buffers.voters)
        return n_tokens if n_tokens >= 0 else quick_tokens(batch.data, low, high, tables, hashes)
    count, flags = decode(batch.data, low, high, tables.characters, codes)
    if is_quick and not flags & NOT_PLAIN:
        return plain_tokens(codes[:count], tables.characters, hashes, buffers.voters)
    if is_quick and not flags & CARE:
        return quick_tokens(batch.data, low, high, tables, hashes)
    if choices.tokeniser == REFERENCE and places.shape[0] == 0 and not flags & NOT_PLAIN:
        return plain_reference_tokens(codes, count, tables.characters, buffers, cache)
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
    buffers = _buffers(batch, low, high, choices, False)
    values = np.empty(CHUNK, dtype=np.uint32)
    n_slots = _power_of_two(2 * min(buffers.hashes.shape[0], DISTINCT_LIMIT))
    n_damped = n_slots if choices.damps else 1
    table = (np.empty(n_damped, np.uint64), np.zeros(n_damped, np.uint32), np.empty(n_damped, np.uint32))
    slots = np.empty(n_slots if choices.counts_distinct else 1, dtype=np.uint64)
    for row in range(low, high):
        n = tokenise(batch, row, tables, choices, buffers, cache)
        voters, n_voters, n_distinct = buffers.hashes, n, n
        if choices.damps:
            n_distinct, n_voters = damped(buffers.hashes, n, table, np.uint32(row - low + 1), buffers.voters)
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
            for start in range(0, n_runs, CHUNK):
                size = min(CHUNK, n_runs - start)
                for index in range(size):
                    values[index] = np.uint32(buffers.hashes[start + index] >> S32)
                minima(values[:size], tables.multipliers, tables.addends, output.minhash[row])
        output.counts[row, 1] = count_distinct(buffers.hashes[:n_runs], slots) if choices.counts_distinct else n_runs


@njit(nogil=True, cache=True)
def tokens_slice(batch, low, high, tables, choices, cache, lengths):
    """Return hashes and places of all tokens of the texts low … high − 1, and write how many each text has."""
    buffers = _buffers(batch, low, high, choices, True)
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
def sort_spread(values, room):
    """Sort well-spread 64-bit values in place. `room` is as long as they are, at least.

    They are laid into twice as many buckets, by their upper bits; few stand in a wrong order after that, and one pass
    of insertion moves these. A bucket that is crowded all the same is left to the library's sort.
    """
    count = values.shape[0]
    bits = 1
    while 1 << bits < 2 * count and bits < MAX_BUCKET_BITS:
        bits += 1
    shift = np.uint64(64 - bits)
    ends = np.zeros((1 << bits) + 1, dtype=np.int64)
    for index in range(count):
        ends[(values[index] >> shift) + ONE] += 1
    most = 0
    for bucket in range(1 << bits):
        most = max(most, ends[bucket + 1])
        ends[bucket + 1] += ends[bucket]
    for index in range(count):
        bucket = values[index] >> shift
        room[np.uint64(ends[bucket])] = values[index]
        ends[bucket] += 1
    start = 0
    for bucket in range(1 << bits if most > CROWDED else 0):
        if ends[bucket] - start > CROWDED:
            room[start : ends[bucket]] = np.sort(room[start : ends[bucket]])
        start = ends[bucket]
    for index in range(count):
        value, at = room[index], np.uint64(index)
        while at > ZERO and values[at - ONE] > value:
            values[at] = values[at - ONE]
            at -= ONE
        values[at] = value


@njit(nogil=True, cache=True)
def sets_slice(batch, low, high, tables, choices, cache, lengths):
    """Return the sorted distinct shingle hashes of the texts low … high − 1, and write how many each text has."""
    buffers = _buffers(batch, low, high, choices, False)
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
