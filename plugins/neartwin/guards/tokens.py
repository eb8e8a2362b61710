"""Tokens of many texts for the guards: folded keys, flags and places, made in one compiled pass over code points.

The guards' tokens belong to no fingerprint method: a pair of contents is guarded alike whatever method found it. Keys
fold what is equal in value: width, case, Han variants, the place of a Vietnamese tone mark (`hoà`, `hòa`), final `y`
and `i` (`lý`, `lí`), leading zeros. Line breaks are kept, because where a difference stands matters.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numba as nb
import numpy as np
import numpy.typing as npt

from neartwin.guards import code_points as cp

DIGIT, NUMERAL, NEGATION, POLAR, CAPITAL, FUNCTION, SINGLE, SENTENCE, LINE, CLAUSE, LETTER, PARTICLE, CORRECTION, UNIT, SIGN = (
    1 << i for i in range(15)
)
NUMERIC = DIGIT | NUMERAL | LETTER
VALUED = NUMERIC | UNIT
CHUNK_CODE_POINTS = 4_000_000
MIN_SENTENCE = 4
FNV_OFFSET, FNV_PRIME = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)
MIX_1, MIX_2 = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)
NEGATIVE, S33 = np.uint64(0x6E65676174697665), np.uint64(33)
ZERO, LETTER_I, LETTER_T, LETTER_Q, LETTER_Y = 0x30, np.uint32(0x69), 0x74, 0x71, 0x79

Flags = tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint16]]


NO_FLAGS: Flags = (np.zeros(1, np.uint64), np.zeros(1, np.uint16))


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of n texts: those of text i are `offsets[i]:offsets[i + 1]` of `keys`, `flags`, `starts`, `ends`.

    `starts` and `ends` count code points of the text in NFC. Sentences of text i are
    `sentence_offsets[i]:sentence_offsets[i + 1]` of `sentence_starts` (first token, counted within the text) and
    `sentence_keys`, and by key in the order `sentence_order`; each holds at least four tokens, so that a cell or a
    heading stays with what follows it.
    """

    offsets: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    flags: npt.NDArray[np.uint16]
    starts: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]
    sentence_offsets: npt.NDArray[np.int64]
    sentence_starts: npt.NDArray[np.int32]
    sentence_keys: npt.NDArray[np.uint64]
    sentence_order: npt.NDArray[np.int32]


def composed(text: str) -> str:
    """Return the text in NFC, lone surrogates replaced: the form that token places refer to."""
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text
    return unicodedata.normalize("NFC", text)


def tokenise(texts: Sequence[str], flags: Flags) -> Tokens:
    """Return the tokens of texts already in NFC; `flags` is an open-addressing table of key to lexicon flags."""
    tables = (cp.classes(), cp.folds(), *flags)
    parts = [_scan(codes, offsets, *tables) for codes, offsets in _chunks(texts)]
    parts = parts or [_scan(np.empty(0, np.uint32), np.zeros(1, np.int64), *tables)]
    counts, keys, marks, starts, ends = (np.concatenate(column) for column in zip(*parts, strict=True))
    offsets = _offsets(counts)
    n_sentences, first_tokens, sentence_keys, order = _sentences(offsets, keys, marks)
    return Tokens(offsets, keys, marks, starts, ends, _offsets(n_sentences), first_tokens, sentence_keys, order)


def _offsets(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])


def _chunks(texts: Sequence[str]) -> Iterator[tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]]:
    start, size = 0, 0
    for end, text in enumerate(texts, 1):
        size += len(text)
        if size >= CHUNK_CODE_POINTS or end == len(texts):
            chunk = texts[start:end]
            codes = np.frombuffer("".join(chunk).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
            lengths = np.fromiter(map(len, chunk), dtype=np.int64, count=len(chunk))
            yield codes, np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
            start, size = end, 0


@nb.njit(cache=True, nogil=True, inline="always")
def _mix(value):
    value = (value ^ (value >> S33)) * MIX_1
    value = (value ^ (value >> S33)) * MIX_2
    return value ^ (value >> S33)


@nb.njit(cache=True, nogil=True)
def lookup(key, table_keys, table_flags):
    """Return the flags of a key in an open-addressing table whose size is a power of two; 0 where it is absent."""
    mask = np.uint64(table_keys.shape[0] - 1)
    slot = key & mask
    while table_keys[slot] != np.uint64(0):
        if table_keys[slot] == key:
            return table_flags[slot]
        slot = (slot + np.uint64(1)) & mask
    return table_flags.dtype.type(0)


@nb.njit(cache=True, nogil=True)
def _key(codes, begin, end, classes, folds):
    """Return (key, has a digit): base letters in order, then tones, so that the place of a tone mark is free."""
    value, tones = FNV_OFFSET, np.uint64(0)
    length = n_digits = n_vowels = 0
    is_q = False
    for at in range(begin, end):
        c = classes[codes[at]] & cp.CLASS
        if c == cp.INVISIBLE or c == cp.JOINER:
            continue
        fold = folds[codes[at]]
        base, tone = fold & np.uint32(0x1FFFFF), fold >> np.uint32(21)
        if tone > 0:
            tones = tones * np.uint64(7) + np.uint64(tone)
            if c == cp.MARK:
                continue
        if c == cp.DIGIT:
            n_digits += 1
            if base == ZERO and value == FNV_OFFSET and length == 0:
                continue
        elif base == LETTER_Y and at == end - 1 and 1 <= length <= 3 and n_vowels == (length == 2 and is_q):
            base = LETTER_I
        elif not (0x61 <= base <= 0x7A) or base in (0x61, 0x65, 0x69, 0x6F, 0x75):
            n_vowels += 1
        if length == 0:
            is_q = base == LETTER_Q
        value = (value ^ np.uint64(base)) * FNV_PRIME
        length += 1
    key = _mix(value ^ (tones << np.uint64(40)))
    return key if key != np.uint64(0) else np.uint64(1), n_digits > 0


@nb.njit(cache=True, nogil=True)
def _joins(codes, at, high, classes, folds, kind):
    """Tell whether a mark that is no letter belongs to the word before it: `n't`, `C++`, `C#`."""
    c = classes[codes[at]] & cp.CLASS
    following = classes[codes[at + 1]] & cp.CLASS if at + 1 < high else cp.NEWLINE
    if c == cp.JOINER:
        after = classes[codes[at + 2]] & cp.CLASS if at + 2 < high else cp.NEWLINE
        return following == cp.LETTER and folds[codes[at + 1]] == LETTER_T and after not in (cp.LETTER, cp.DIGIT)
    return kind == cp.LETTER and c == cp.PLUS and following not in (cp.LETTER, cp.DIGIT, cp.SINGLE)


@nb.njit(cache=True, nogil=True)
def _ends_sentence(codes, at, high, classes):
    """Tell whether a full stop at this place ends a sentence: white space, a line end or an unspaced letter follows."""
    at += 1
    while at < high and (classes[codes[at]] & cp.CLOSER != 0 or classes[codes[at]] & cp.CLASS == cp.STOP):
        at += 1
    following = classes[codes[at]] & cp.CLASS if at < high else cp.NEWLINE
    return following in (cp.SPACE, cp.NEWLINE, cp.SINGLE)


@nb.njit(cache=True, nogil=True)
def _is_inside_number(codes, at, low, high, classes):
    """Tell whether digits stand directly on both sides."""
    if at == low or at + 1 >= high:
        return False
    return classes[codes[at - 1]] & cp.CLASS == cp.DIGIT and classes[codes[at + 1]] & cp.CLASS == cp.DIGIT


@nb.njit(cache=True, nogil=True)
def _is_sign(codes, at, low, high, classes):
    """Tell whether a minus stands before a number and after white space, so that it is no range and no bullet."""
    if at == low or at + 1 >= high or classes[codes[at + 1]] & cp.CLASS != cp.DIGIT:
        return False
    return classes[codes[at - 1]] & cp.CLASS == cp.SPACE


@nb.njit(cache=True, nogil=True)
def _is_roman(codes, begin, end):
    """Tell whether 2 to 6 capitals of I, V, X, L and C stand here."""
    if not 2 <= end - begin <= 6:
        return False
    for at in range(begin, end):
        if codes[at] not in (0x49, 0x56, 0x58, 0x4C, 0x43):
            return False
    return True


@nb.njit(cache=True, nogil=True)
def _scan(codes, offsets, classes, folds, table_keys, table_flags):  # noqa: C901 (one pass, one idea)
    """Return token counts, keys, flags, starts and ends of each text: the flags say where a token stands, too."""
    counts = np.zeros(offsets.shape[0] - 1, np.int64)
    keys = np.empty(codes.shape[0], np.uint64)
    flags = np.empty(codes.shape[0], np.uint16)
    starts = np.empty(codes.shape[0], np.int32)
    ends = np.empty(codes.shape[0], np.int32)
    n = 0
    for text in range(counts.shape[0]):
        low, high, first = offsets[text], offsets[text + 1], n
        place = SENTENCE | LINE | CLAUSE
        begin = end = low
        kind = cp.OTHER
        is_negative = False
        for at in range(low, high + 1):
            c = classes[codes[at]] & cp.CLASS if at < high else np.uint8(cp.NEWLINE)
            is_run = kind != cp.OTHER
            if is_run and (c == cp.MARK or (kind != cp.SINGLE and (c == cp.LETTER or c == cp.DIGIT))):
                end = at + 1
                kind = cp.DIGIT if kind == cp.DIGIT and c == cp.DIGIT else cp.LETTER if kind != cp.SINGLE else kind
                continue
            if c == cp.INVISIBLE or c == cp.MARK:
                continue
            if is_run and (c == cp.JOINER or c == cp.PLUS) and _joins(codes, at, high, classes, folds, kind):
                end = at + 1
                continue
            if is_run:
                key, has_digit = _key(codes, begin, end, classes, folds)
                if is_negative and (n == first or flags[n - 1] & DIGIT == 0):
                    key = _mix(key ^ NEGATIVE)
                flag = place | lookup(key, table_keys, table_flags)
                if has_digit:
                    flag |= DIGIT
                if classes[codes[begin]] & cp.UPPER:
                    flag |= CAPITAL | LETTER if end - begin == 1 else CAPITAL
                    flag |= NUMERAL if _is_roman(codes, begin, end) else 0
                if kind == cp.SINGLE:
                    flag |= SINGLE
                keys[n], flags[n], starts[n], ends[n] = key, flag, begin - low, end - low
                n += 1
                kind, place, is_negative = cp.OTHER, 0, False
            if c == cp.LETTER or c == cp.DIGIT or c == cp.SINGLE:
                kind, begin, end = c, at, at + 1
            elif c == cp.NEWLINE:
                place = SENTENCE | LINE | CLAUSE
            elif c == cp.WIDE_STOP or (c == cp.STOP and _ends_sentence(codes, at, high, classes)):
                place |= SENTENCE | CLAUSE
            elif c == cp.COMMA and not _is_inside_number(codes, at, low, high, classes):
                place |= CLAUSE
            if c == cp.MINUS:
                is_negative = place & LINE == 0 and _is_sign(codes, at, low, high, classes)
        counts[text] = n - first
    return counts, keys[:n].copy(), flags[:n].copy(), starts[:n].copy(), ends[:n].copy()


@nb.njit(cache=True, nogil=True)
def _sentences(offsets, keys, flags):
    """Return counts, first tokens, keys and, sorted by key, the order of the sentences of each text."""
    n_texts = offsets.shape[0] - 1
    counts = np.zeros(n_texts, np.int64)
    starts = np.empty(keys.shape[0], np.int32)
    values = np.empty(keys.shape[0], np.uint64)
    order = np.empty(keys.shape[0], np.int32)
    n = 0
    for text in range(n_texts):
        low, high, first = offsets[text], offsets[text + 1], n
        for token in range(low, high):
            if n == first or (flags[token] & SENTENCE and token - low - starts[n - 1] >= MIN_SENTENCE):
                starts[n], values[n] = token - low, FNV_OFFSET
                n += 1
            values[n - 1] = _mix((values[n - 1] * FNV_PRIME) ^ keys[token])
        counts[text] = n - first
        order[first:n] = np.argsort(values[first:n], kind="mergesort")
    return counts, starts[:n].copy(), values[:n].copy(), order[:n].copy()
