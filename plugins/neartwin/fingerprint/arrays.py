"""Turn a method's data files into the arrays that the compiled kernel reads."""

import functools
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from neartwin.fingerprint import layout, lexicon, plain
from neartwin.fingerprint import unicode_tables as unicode
from neartwin.fingerprint.kept_arrays import Arrays, kept
from neartwin.fingerprint.normalisation import unaccented
from neartwin.methods import Method

CODE = Path(__file__).parent
N_CODES = 0x110000
TOKENISERS = {
    "reference": layout.REFERENCE,
    "words": layout.WORDS,
    "characters": layout.CHARACTERS,
    "segmented": layout.SEGMENTED,
}
Words = npt.NDArray[np.uint32]


@functools.lru_cache(maxsize=64)
def tables(method: Method, languages: tuple[str, ...]) -> layout.Tables:
    """Return the kernel's tables of a method; row i of `sizes` holds the shingle sizes of `languages[i]`."""
    bands = (0, layout.SHORT_TOKENS, layout.MEDIUM_TOKENS)
    sources = sorted(path for folder in (CODE, unicode.TABLES) for path in folder.iterdir() if path.is_file())
    arrays = kept("tables", method.model_dump_json(), sources, lambda: _tables(method))
    sizes = np.array([[method.size(language, n) for n in bands] for language in languages], dtype=np.int32)
    return layout.Tables._make((*arrays, sizes))


def _tables(method: Method) -> Arrays:
    phrases, _ = _hashed(dict.fromkeys(plain.phrases(method), 1))
    phrases = phrases if len(phrases) else np.zeros(2, dtype=np.uint64)
    return (
        *_characters(method.normalise, method.fold, method.tokeniser),
        *_composition("width" in method.normalise),
        phrases,
        *_hashed(plain.weights(method)),
        *plain.permutations(method.num_perm),
    )


def choices(method: Method, *, counts_distinct: bool = True) -> layout.Choices:
    """Return the switches of a method, and whether what repeats in a text counts once."""
    return layout.Choices(
        TOKENISERS[method.tokeniser],
        int("space" in method.normalise),
        int(method.frequency == "log"),
        method.bits,
        method.hash_bits,
        plain.default_weight(method),
        int(counts_distinct),
    )


@functools.lru_cache(maxsize=16)
def _characters(normalise: tuple[str, ...], fold: tuple[str, ...], tokeniser: str) -> tuple[Words, Words]:
    """Return one packed entry a code point, and the expansions of those that fold to several."""
    codes = np.arange(N_CODES, dtype=np.uint32)
    flags = np.zeros(N_CODES, dtype=np.uint32)
    if "width" in normalise:
        codes = _widths()
    if "nfc" in normalise:
        flags |= np.where(_mask(unicode.unstable())[codes], layout.CARE, 0).astype(np.uint32)
    if "unaccent" in normalise:
        letters = unaccented()
        is_mark = _mask(code for code, letter in letters.items() if letter is None)
        flags |= np.where(is_mark[codes], layout.DROPPED, 0).astype(np.uint32)
        codes = _lookup({code: letter for code, letter in letters.items() if letter is not None})[codes]
    for kind, flag in (("space", layout.SPACE), ("upper", layout.UPPER)):
        flags |= np.where(_mask(unicode.load().kinds[kind])[codes], flag, 0).astype(np.uint32)
    folded, expansions = _folded(fold, tokeniser)
    entries = folded[codes] | flags
    if tokeniser == "segmented":
        entries[ord(lexicon.WORD_BREAK)] = layout.DROPPED | layout.OTHER
    is_dropped_mark = (flags & layout.DROPPED) != 0
    entries[is_dropped_mark] = flags[is_dropped_mark] | layout.INVISIBLE
    return entries, expansions


@functools.lru_cache(maxsize=16)
def _folded(fold: tuple[str, ...], tokeniser: str) -> tuple[Words, Words]:
    """Return for each normalised code point what it folds to, with class, tone and MULTI flag."""
    codes = np.arange(N_CODES, dtype=np.uint32)
    tones = np.zeros(N_CODES, dtype=np.uint32)
    several: dict[int, tuple[int, ...]] = {}
    for code in _changing():
        parts, tone = plain.folded(fold, code)
        tones[code] = tone
        if len(parts) == 1:
            codes[code] = parts[0]
        else:
            several[code] = parts
    classes = _classes(tokeniser)
    entries = codes | classes[codes] | tones << layout.TONE_SHIFT
    expansions: list[int] = [0]
    for code, parts in several.items():
        entries[code] = len(expansions) | int(layout.MULTI)
        expansions += [len(parts), *(int(part | classes[part]) for part in parts)]
    return entries, np.array(expansions, dtype=np.uint32)


def _changing() -> Iterable[int]:
    """Return every code point that some fold changes."""
    mappings = unicode.load().mappings
    return sorted({*mappings["casefold"], *mappings["compatibility"], *lexicon.simplified(), *lexicon.tones()})


@functools.lru_cache(maxsize=4)
def _classes(tokeniser: str) -> Words:
    kinds = unicode.load().kinds
    classes = np.zeros(N_CODES, dtype=np.uint32)
    classes[_indices(kinds["word"])] = layout.WORD
    if tokeniser == "reference":
        return classes
    classes[_indices(kinds["mark"] - kinds["word"])] = layout.MARK
    classes[_indices(kinds["unspaced"])] = layout.SINGLE
    if tokeniser == "segmented":
        classes[_indices(kinds["han"])] = layout.WORD
    classes[_indices(kinds["invisible"])] = layout.INVISIBLE
    return classes


@functools.lru_cache(maxsize=2)
def _composition(has_width: bool) -> tuple[Words, Words, Words, npt.NDArray[np.int64], Words]:
    """Return the tables of NFC: width folds, classes and places of decompositions, their parts, pairs, compositions."""
    data = unicode.load()
    classes = np.zeros(N_CODES, dtype=np.uint32)
    classes[_indices(data.classes)] = np.fromiter(data.classes.values(), dtype=np.uint32)
    parts: list[int] = []
    for code in data.mappings["canonical"]:
        full = unicode.decomposed(code)
        classes[code] |= (len(parts) + 1) << int(layout.PLACE_SHIFT)
        parts += [len(full), *full]
    pairs = {first << 21 | second: code for (first, second), code in data.pairs.items()}
    ordered = sorted(pairs)
    widths = _widths() if has_width else np.arange(N_CODES, dtype=np.uint32)
    composed = np.array([pairs[key] for key in ordered], dtype=np.uint32)
    return widths, classes, np.array(parts, dtype=np.uint32), np.array(ordered, dtype=np.int64), composed


@functools.cache
def _widths() -> Words:
    return _lookup({code: target[0] for code, target in unicode.load().mappings["width"].items()})


def _lookup(mapping: Mapping[int, int]) -> Words:
    table = np.arange(N_CODES, dtype=np.uint32)
    table[_indices(mapping)] = np.fromiter(mapping.values(), dtype=np.uint32)
    return table


def _mask(codes: Iterable[int]) -> npt.NDArray[np.bool_]:
    mask = np.zeros(N_CODES, dtype=np.bool_)
    mask[_indices(codes)] = True
    return mask


def _indices(codes: Iterable[int]) -> npt.NDArray[np.int64]:
    return np.fromiter(codes, dtype=np.int64)


def _hashed(weights: Mapping[int, int]) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint8]]:
    """Return an open-addressing table (slot from the upper half of the hash, at most half full) and its values."""
    if not weights:
        return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.uint8)
    n_slots = 1 << (2 * len(weights)).bit_length()
    keys, values = np.zeros(n_slots, dtype=np.uint64), np.zeros(n_slots, dtype=np.uint8)
    for key, value in weights.items():
        slot = (key >> 32) % n_slots
        while keys[slot]:
            slot = (slot + 1) % n_slots
        keys[slot], values[slot] = key, value
    return keys, values
