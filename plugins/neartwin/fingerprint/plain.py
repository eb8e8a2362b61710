"""The definition of every fingerprint in plain Python and NumPy: slow, readable, and equal to the compiled kernel.

It is what runs on a machine without numba, and what tests compare the kernel with.
"""

import functools
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from neartwin.fingerprint import lexicon
from neartwin.fingerprint import unicode_tables as unicode
from neartwin.fingerprint.normalisation import normalise
from neartwin.methods import Method

MASK = (1 << 64) - 1
FNV_OFFSET, FNV_PRIME = 0xCBF29CE484222325, 0x100000001B3
MIX_1, MIX_2 = 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53
SHINGLE_BASE = 0x9E3779B97F4A7C15
HIGH_WORD = 0x6A09E667F3BCC909
TONE_BASE = 0x110000
DISTINCT_LIMIT = 1 << 20
LONGEST_PHRASE, LONGEST_NAME = 6, 4


class Token(NamedTuple):
    """One token: its hash, its place in the normalised text, and what joining into phrases needs to know of it."""

    hash: int
    start: int
    end: int
    is_capital: bool = False
    is_spaced: bool = False


def mix(value: int) -> int:
    """Spread a 64-bit value over all bits (the finaliser of MurmurHash3, Appleby 2011)."""
    value = (value ^ (value >> 33)) * MIX_1 & MASK
    value = (value ^ (value >> 33)) * MIX_2 & MASK
    return value ^ (value >> 33)


def tokens(text: str, method: Method) -> list[Token]:
    """Return the tokens of a text in order; places count code points of the text as the method normalises it."""
    if method.tokeniser == "segmented":
        return _joined(list(_words(segmented_text(text, method), method)), phrases(method))
    text = normalise(text, method.normalise)
    return list(_characters(text, method) if method.tokeniser == "characters" else _words(text, method))


def segmented_text(text: str, method: Method) -> str:
    """Return the normalised text with a break, which counts as no character, between Han words."""
    return lexicon.segment_han(normalise(text, method.normalise))


@functools.cache
def phrases(method: Method) -> frozenset[int]:
    """Return the hashes of the phrases that the segmenting tokeniser joins."""
    lines = lexicon.phrase_lines(method.phrases) if method.phrases else []
    return frozenset(phrase_hash(line, method) for line in lines)


@functools.cache
def weights(method: Method) -> dict[int, int]:
    """Return the weight of each listed word by its hash; a word of several tokens has the hash of their phrase."""
    if not method.document_frequencies:
        return {}
    table = lexicon.term_weights(method.document_frequencies, method.emphasis)
    return {phrase_hash(word, method): weight for word, weight in table.items()}


def default_weight(method: Method) -> int:
    """Return the weight of a word that no table lists."""
    return lexicon.UNLISTED_WEIGHT if method.document_frequencies else 1


def shingles(hashes: Sequence[int], size: int) -> list[int]:
    """Return the hash of each run of `size` tokens; fewer tokens than that are one shingle of themselves."""
    if not hashes:
        return []
    runs = [hashes] if len(hashes) < size else [hashes[i : i + size] for i in range(len(hashes) - size + 1)]
    return [shingle_hash(run) for run in runs]


def shingle_hash(run: Sequence[int]) -> int:
    """Hash a run of token hashes: a polynomial over them, spread."""
    value = 0
    for token in run:
        value = (value * SHINGLE_BASE + token) & MASK
    return mix(value ^ len(run))


def phrase_hash(phrase: str, method: Method) -> int:
    """Hash a word of a data file as the tokeniser does, or several as the token that they are joined to."""
    hashes = [token.hash for token in _words(normalise(phrase, method.normalise), method)]
    return shingle_hash(hashes) if len(hashes) > 1 else hashes[0]


def voters(hashes: Sequence[int], frequency: str) -> list[int]:
    """Return the occurrences that vote: all of them, or (`log`) the 1st, 2nd, 4th, 8th … of each token.

    Tokens that are new after DISTINCT_LIMIT different ones do not vote by logarithm.
    """
    if frequency == "linear":
        return list(hashes)
    counts: dict[int, int] = {}
    found = []
    for value in hashes:
        if value in counts or len(counts) < DISTINCT_LIMIT:
            counts[value] = counts.get(value, 0) + 1
            found += [value] if counts[value].bit_count() == 1 else []
    return found


def simhash(hashes: Sequence[int], weights: Mapping[int, int], default: int, salt: int = 0) -> int:
    """Vote 64 bits (Charikar 2002): a bit is one if the weights of the features that have it exceed the others'.

    Every occurrence given votes, so a feature weighs its occurrences times its weight. A salt gives a second word.
    """
    votes = [(mix(value ^ salt) if salt else value, weights.get(value, default)) for value in hashes]
    total = sum(weight for _, weight in votes)
    ones = [sum(weight for value, weight in votes if value >> bit & 1) for bit in range(64)]
    return sum(1 << bit for bit in range(64) if 2 * ones[bit] > total)


def minhash(hashes: Sequence[int], num_perm: int) -> npt.NDArray[np.uint32]:
    """Return the minimum of each permutation a·x + b mod 2³² over the upper halves of the hashes (Broder 1997)."""
    low = np.full(num_perm, 0xFFFFFFFF, dtype=np.uint32)
    a, b = permutations(num_perm)
    values = np.array([value >> 32 for value in hashes], dtype=np.uint32)
    for start in range(0, len(values), 4096):
        chunk = values[start : start + 4096]
        low = np.minimum(low, (a[:, None] * chunk[None, :] + b[:, None]).min(axis=1))
    return low


@functools.cache
def permutations(num_perm: int) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Return the multipliers (odd) and addends of the permutations: words of SHA-256 over a numbered text."""
    words = [
        [_sha256(f"neartwin {name} {index}") >> 32 for index in range(num_perm)] for name in ("multiplier", "addend")
    ]
    return np.array(words[0], dtype=np.uint32) | np.uint32(1), np.array(words[1], dtype=np.uint32)


def _characters(text: str, method: Method) -> Iterator[Token]:
    for index, character in enumerate(text):
        if ord(character) not in unicode.load().kinds["invisible"]:
            codes, tones = folded(method.fold, ord(character))
            yield Token(_fnv(codes, tones), index, index + 1)


def _words(text: str, method: Method) -> Iterator[Token]:
    kinds = unicode.load().kinds
    run: list[int] = []
    tones = start = end = 0
    is_single = is_capital = is_spaced = after_space = False
    index = -1
    for character in text:
        is_break = method.tokeniser == "segmented" and character == lexicon.WORD_BREAK
        index += not is_break
        codes, tone = folded(method.fold, ord(character))
        for code in codes:
            kind = _class(method.tokeniser, code)
            if kind == "invisible" or (kind == "mark" and not run):
                continue
            if run and (kind in ("other", "single") or (kind == "word" and is_single)):
                yield Token(_hashed(run, tones, method), start, end, is_capital, is_spaced)
                run = []
            if kind == "other":
                continue
            if not run:
                start, is_single, tones = index, kind == "single", 0
                is_capital = ord(character) in kinds["upper"]
                is_spaced = after_space
            run.append(code)
            tones += tone
            end = index + 1
        if not is_break:
            after_space = ord(character) in kinds["space"]
    if run:
        yield Token(_hashed(run, tones, method), start, end, is_capital, is_spaced)


def _joined(found: list[Token], phrases: frozenset[int]) -> list[Token]:
    """Join neighbours into the longest listed phrase, or a name of 2 to 4 capitalised words, from left to right."""
    out: list[Token] = []
    index = shouted = 0
    while index < len(found):
        longest = next(
            (n for n in range(1, LONGEST_PHRASE) if not _follows(found, index + n)),
            LONGEST_PHRASE,
        )
        size = next(
            (n for n in range(longest, 1, -1) if shingle_hash([t.hash for t in found[index : index + n]]) in phrases), 1
        )
        if size == 1 and index >= shouted:
            run = _capitals(found, index)
            size = run if 1 < run <= LONGEST_NAME else 1
            shouted = index + run if run > LONGEST_NAME else shouted
        part = found[index : index + size]
        joined = shingle_hash([t.hash for t in part]) if size > 1 else part[0].hash
        out.append(Token(joined, part[0].start, part[-1].end))
        index += size
    return out


def _follows(found: list[Token], index: int) -> bool:
    """Tell whether exactly one space stands between a token and the one before it."""
    return index < len(found) and found[index].is_spaced and found[index].start == found[index - 1].end + 1


def _capitals(found: list[Token], index: int) -> int:
    """Return how many capitalised neighbours start at a token."""
    run = 0
    while index + run < len(found) and found[index + run].is_capital and (run == 0 or _follows(found, index + run)):
        run += 1
    return run


def _hashed(codes: Sequence[int], tones: int, method: Method) -> int:
    return _sha256("".join(map(chr, codes))) if method.hash == "sha256" else _fnv(codes, tones)


def _fnv(codes: Sequence[int], tones: int) -> int:
    """Hash code points (Fowler, Noll, Vo), then the sum of the tone marks taken from them, wherever they stood."""
    value = FNV_OFFSET
    for code in (*codes, TONE_BASE + tones) if tones else codes:
        value = (value ^ code) * FNV_PRIME & MASK
    return mix(value)


def _sha256(token: str) -> int:
    return int.from_bytes(hashlib.sha256(token.encode()).digest()[:8], "big")


@functools.cache
def _class(tokeniser: str, code: int) -> str:
    kinds = unicode.load().kinds
    is_word = code in kinds["word"]
    if tokeniser == "reference":
        return "word" if is_word else "other"
    if code in kinds["invisible"]:
        return "invisible"
    if code in kinds["unspaced"]:
        return "word" if tokeniser == "segmented" and code in kinds["han"] else "single"
    return "word" if is_word else "mark" if code in kinds["mark"] else "other"


@functools.cache
def folded(fold: tuple[str, ...], code: int) -> tuple[tuple[int, ...], int]:
    """Return the code points that a character folds to, and its tone (0: none, or the fold `tone` is not asked for)."""
    mappings = unicode.load().mappings
    codes: tuple[int, ...] = (code,)
    if "compatibility" in fold:
        codes = mappings["compatibility"].get(code, codes)
    if "casefold" in fold:
        codes = tuple(part for c in codes for part in mappings["casefold"].get(c, (c,)))
    if "simplified" in fold:
        codes = tuple(lexicon.simplified().get(c, c) for c in codes)
    if "tone" in fold and len(codes) == 1:
        base, tone = lexicon.tones().get(codes[0], (codes[0], 0))
        return (base,), tone
    return codes, 0
