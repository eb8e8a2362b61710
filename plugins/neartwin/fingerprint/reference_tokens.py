"""Compiled: the tokens of the reference method, SHA-256 of each word, with a cache of the words met before."""

# ruff: noqa: ANN001, ANN201, ANN202 (numba infers the types of compiled functions; annotations would be ignored)
# mypy: ignore-errors

import numpy as np
from numba import njit

from neartwin.fingerprint.layout import (
    ASCII_END,
    CLASS,
    CODE,
    FNV_OFFSET,
    FNV_PRIME,
    FULL,
    MULTI,
    ONE,
    OTHER,
    S32,
    S33,
    SHINGLE_BASE,
    WORD,
    WORD_TEST,
    ZERO,
    mix,
)
from neartwin.fingerprint.sha256 import digest64

CACHE_SLOTS, CACHE_BYTES, CACHED_TOKEN = 1 << 17, 1 << 22, 64
PACKED_SLOTS, PACKED_BYTES, PROBES = 1 << 18, 16, 4
CACHE_SIZES = CACHE_SLOTS, CACHE_BYTES, PACKED_SLOTS + PROBES
NO_ASCII, NO_ASCII_BITS = np.uint32(0xFF), np.uint64(0x8080808080808080)


@njit(nogil=True, cache=True)
def plain_reference_tokens(codes, table, buffers, cache):
    """Write what `reference_tokens` writes, without places, for code points that are plain (bytes, where ASCII).

    First where words begin and end, and what their letters fold to as bytes. Then a short word of ASCII letters is
    looked up by all its letters at once, as two integers of eight (of a machine that is little-endian).
    """
    hashes, edges = buffers.hashes, buffers.voters  # out of the tuple once, not once a token
    digests, spans, kept, used, packed = cache.digests, cache.spans, cache.kept, cache.used, cache.packed
    eights, folded, word = buffers.eights, buffers.eights.view(np.uint8), buffers.token
    count = codes.shape[0]
    n_edges, before = ZERO, ZERO
    for index in range(count):
        entry = table[np.uint64(codes[index])]
        is_word = np.uint64(entry & WORD_TEST == WORD)
        folded[index] = min(entry & CODE, NO_ASCII)
        edges[n_edges] = index
        n_edges += is_word ^ before
        before = is_word
    edges[n_edges] = count
    n_tokens = np.int64((n_edges + ONE) >> ONE)
    for token in range(n_tokens):
        start = np.int64(edges[2 * token])
        length = np.int64(edges[2 * token + 1]) - start
        place, shift = start >> 3, np.uint64(8 * (start & 7))
        low, middle, high = eights[place], eights[place + 1], eights[place + 2]
        first = _joined(low, middle, shift) & _of_length(length)
        second = _joined(middle, high, shift) & _of_length(length - 8)
        if length <= PACKED_BYTES and (first | second) & NO_ASCII_BITS == ZERO:
            home = np.int64(mix(first ^ (second * SHINGLE_BASE)) >> S33) & (PACKED_SLOTS - 1)
            slot = home
            while slot < home + PROBES and packed[slot, 0] != ZERO and not _has(packed, slot, first, second):
                slot += 1
            slot = home if slot == home + PROBES else slot
            if not _has(packed, slot, first, second):
                packed[slot, 0], packed[slot, 1] = first, second
                packed[slot, 2] = digest64(folded[start:], length)
            hashes[token] = packed[slot, 2]
        else:
            n_bytes, value = _encoded(codes, start, length, table, word)
            slot = np.int64(mix(value) >> S32) & (CACHE_SLOTS - 1)
            if not _is_kept(word, n_bytes, spans[slot, 0], spans[slot, 1], kept):
                _keep(word, n_bytes, slot, digests, spans, kept, used)
            hashes[token] = digests[slot]
    return n_tokens


@njit(nogil=True, cache=True, inline="always")
def _has(packed, slot, first, second):
    return (packed[slot, 0] == first) & (packed[slot, 1] == second)


@njit(nogil=True, cache=True, inline="always")
def _joined(low, high, shift):
    """Return the eight bytes that begin `shift` bits after the first of sixteen."""
    return (low >> shift) | ((high << ONE) << (np.uint64(63) - shift))


@njit(nogil=True, cache=True, inline="always")
def _of_length(length):
    """Return the mask of the bytes of a word among eight; none where it is not so long."""
    return FULL >> np.uint64(64 - 8 * min(length, 8)) if length > 0 else ZERO


@njit(nogil=True, cache=True)
def _encoded(codes, start, length, table, word):
    """Write the folded letters of a word in UTF-8; return the number of bytes and the FNV hash of its letters."""
    n_bytes, value = 0, FNV_OFFSET
    for index in range(start, start + length):
        letter = table[np.uint64(codes[index])] & CODE
        n_bytes = _encode(np.int64(letter), word, n_bytes)
        value = (value ^ np.uint64(letter)) * FNV_PRIME
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
