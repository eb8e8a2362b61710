"""Guess the language of a text from its letters, where nobody has said it: by script, and by the marks of Vietnamese.

Latin letters without Vietnamese marks count as English, Han without kana as Chinese: what routes shingle sizes and
lexicons needs no more than that.
"""

import numba
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

LOOKED_AT_CHARACTERS = 2_000
LATIN, HAN, KANA, HANGUL, THAI, ARABIC, HEBREW, CYRILLIC, GREEK, DEVANAGARI, VIETNAMESE = range(11)
LANGUAGES = np.array(["en", "zh", "ja", "ko", "th", "ar", "he", "ru", "el", "hi", "vi", ""])
NONE = len(LANGUAGES) - 1
BLOCKS = (
    (0x0041, 0x024F, LATIN),
    (0x0370, 0x03FF, GREEK),
    (0x0400, 0x052F, CYRILLIC),
    (0x0590, 0x05FF, HEBREW),
    (0x0600, 0x06FF, ARABIC),
    (0x0900, 0x097F, DEVANAGARI),
    (0x0E00, 0x0E7F, THAI),
    (0x1100, 0x11FF, HANGUL),
    (0x1E00, 0x1E9F, LATIN),
    (0x1EA0, 0x1EF9, VIETNAMESE),
    (0x3040, 0x30FF, KANA),
    (0x3400, 0x9FFF, HAN),
    (0xAC00, 0xD7AF, HANGUL),
)
VIETNAMESE_LETTERS = "đĐơƠưƯ\u031b\u0309\u0323"  # letters and combining marks that hardly another language writes


Guesses = npt.NDArray[np.int8]


def languages_of(texts: pa.Array, stated: pa.Array) -> pa.Array:
    """Return the language of each text: the primary part of what is stated (`zh` of `zh-Hans_CN`), else a guess."""
    names = stated.dictionary_encode()
    known = pc.utf8_lower(pc.replace_substring_regex(names.dictionary, "[-_].*", "")).take(names.indices)
    if known.null_count == 0:
        return known
    return pc.coalesce(known, pa.array(LANGUAGES[guess(texts)], pa.string()))


def guess(texts: pa.Array) -> Guesses:
    """Return a place in LANGUAGES for each text of a large_string array."""
    _, offsets, data = texts.buffers()
    ends = np.frombuffer(offsets, dtype=np.int64)[texts.offset : texts.offset + len(texts) + 1]
    found: Guesses = _guess(np.frombuffer(data or b"", dtype=np.uint8), ends, _kinds())
    return found


def _kinds() -> Guesses:
    kinds = np.full(0x10000, NONE, dtype=np.int8)
    for first, last, kind in BLOCKS:
        kinds[first : last + 1] = kind
    kinds[[ord(letter) for letter in VIETNAMESE_LETTERS]] = VIETNAMESE
    kinds[0x5B:0x61] = kinds[0x7B:0xC0] = NONE
    return kinds


@numba.njit(cache=True, nogil=True)
def _guess(data, offsets, kinds):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    out = np.empty(len(offsets) - 1, dtype=np.int8)
    counts = np.zeros(NONE + 1, dtype=np.int64)
    for index in range(len(out)):
        counts[:] = 0
        at, stop, left = offsets[index], offsets[index + 1], LOOKED_AT_CHARACTERS
        while at < stop and left > 0:
            lead = int(data[at])
            if lead < 0x80:
                code, at = lead, at + 1
            elif lead < 0xE0 and at + 1 < stop:
                code, at = (lead & 0x1F) << 6 | (data[at + 1] & 0x3F), at + 2
            elif lead < 0xF0 and at + 2 < stop:
                code, at = (lead & 0x0F) << 12 | (data[at + 1] & 0x3F) << 6 | (data[at + 2] & 0x3F), at + 3
            else:
                code, at = 0, at + 4
            counts[kinds[code]] += 1
            left -= 1
        out[index] = _choose(counts)
    return out


@numba.njit(cache=True, nogil=True)
def _choose(counts):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (compiled)
    """Return the language of letter counts; a Han character weighs as much as two letters."""
    counts[HAN] *= 2
    counts[LATIN] += counts[VIETNAMESE]
    is_vietnamese = 50 * counts[VIETNAMESE] > counts[LATIN]
    is_japanese = 20 * counts[KANA] > counts[KANA] + counts[HAN]
    counts[HAN] += counts[KANA]
    counts[VIETNAMESE] = counts[KANA] = counts[NONE] = 0
    best = np.argmax(counts)
    if counts[best] == 0:
        return NONE
    if best == LATIN:
        return VIETNAMESE if is_vietnamese else LATIN
    if best == HAN:
        return KANA if is_japanese else HAN
    return best
