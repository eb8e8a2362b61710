"""Compiled: code points of UTF-8 bytes, and their canonical composition."""

# ruff: noqa: ANN001, ANN201, ANN202 (numba infers the types of compiled functions; annotations would be ignored)
# mypy: ignore-errors

import numpy as np
from numba import njit

from neartwin.fingerprint.layout import CLASS_MASK, PLACE_SHIFT

HANGUL_FIRST, LEAD_FIRST, VOWEL_FIRST, TRAIL_FIRST = 0xAC00, 0x1100, 0x1161, 0x11A7
N_VOWELS, N_TRAILS, N_LEADS, N_SYLLABLES = 21, 28, 19, 11172
REPLACEMENT = 0xFFFD


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
            code, at = decode_more(data, at, high, byte)
        codes[count] = code
        flags |= table[code]
        count += 1
    return count, flags


@njit(nogil=True, cache=True)
def decode_more(data, at, high, lead):
    """Return the code point that a byte above 0x7F begins, and the place behind it."""
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
