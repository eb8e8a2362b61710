"""Compiled: tokens of code points, as words or as characters."""

# ruff: noqa: ANN001, ANN201, ANN202 (numba infers the types of compiled functions; annotations would be ignored)
# mypy: ignore-errors

import numpy as np
from numba import njit

from neartwin.fingerprint.code_points import decode_more
from neartwin.fingerprint.layout import (
    ASCII_END,
    CAPITAL,
    CLASS,
    CODE,
    DROPPED,
    FNV_OFFSET,
    FNV_PRIME,
    INVISIBLE,
    MARK,
    MULTI,
    NOT_PLAIN,
    ONE,
    OTHER,
    SINGLE,
    SPACE,
    SPACED,
    TONE_SHIFT,
    UPPER,
    WORD,
    WORD_TEST,
    ZERO,
    finish,
    mix,
)


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
            byte, at = decode_more(data, at, high, byte)
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
def ascii_letters(table):
    """Return what each ASCII letter or digit folds to, 0 for the others; nothing where one is not plain."""
    letters = np.zeros(ASCII_END, dtype=np.uint64)
    for code in range(ASCII_END):
        entry = table[code]
        if entry & NOT_PLAIN or entry >> TONE_SHIFT:
            return letters[:0]
        if entry & WORD_TEST == WORD:
            letters[code] = entry & CODE
    return letters


@njit(nogil=True, cache=True, inline="always")
def _step(letter, value, before, n_tokens, hashes):
    """Take in one character; the hash of the word that ends before it, if any, stands where the next token belongs.

    Without a branch that depends on the length of words: the processor guesses these wrongly once a word.
    """
    is_word = np.uint64(letter != ZERO)
    hashes[n_tokens] = value
    longer = (value ^ letter) * FNV_PRIME
    return longer if letter != ZERO else FNV_OFFSET, is_word, n_tokens + (before & ~is_word)


@njit(nogil=True, cache=True)
def ascii_tokens(text, letters, hashes):
    """Write what `quick_tokens` writes for ASCII bytes; return the number of tokens.

    The second half, which begins between two words, is read in step with the first: a letter's hash waits for that of
    the letter before it, and two such chains take hardly more time than one. Its tokens are moved up afterwards.
    """
    count = text.shape[0]
    middle = count >> 1
    while middle < count and letters[np.uint64(text[middle])] != ZERO:
        middle += 1
    in_step = min(middle, count - middle)
    first, second = text[:in_step], text[middle : middle + in_step]
    above = np.uint64((middle >> 1) + 1)  # no token of the first half stands here
    n_tokens, n_more, is_word, is_word_too = ZERO, above, ZERO, ZERO
    value, other = FNV_OFFSET, FNV_OFFSET
    for at in range(in_step):
        letter, another = letters[np.uint64(first[at])], letters[np.uint64(second[at])]
        value, is_word, n_tokens = _step(letter, value, is_word, n_tokens, hashes)
        other, is_word_too, n_more = _step(another, other, is_word_too, n_more, hashes)
    for at in range(in_step, middle):
        value, is_word, n_tokens = _step(letters[np.uint64(text[at])], value, is_word, n_tokens, hashes)
    for at in range(middle + in_step, count):
        other, is_word_too, n_more = _step(letters[np.uint64(text[at])], other, is_word_too, n_more, hashes)
    hashes[n_more] = other
    n_more += is_word_too
    hashes[n_tokens] = value
    n_tokens += is_word
    for token in range(n_tokens):
        hashes[token] = mix(hashes[token])
    for token in range(above, n_more):
        hashes[n_tokens] = mix(hashes[token])
        n_tokens += ONE
    return np.int64(n_tokens)


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
