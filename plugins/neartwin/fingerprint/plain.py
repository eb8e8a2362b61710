"""The definition of every fingerprint in plain Python and NumPy: slow, readable, and equal to the compiled kernel.

It is what runs on a machine without numba, and what tests compare the kernel with.
"""

import functools
import hashlib
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from neartwin.fingerprint import unicode_tables as unicode
from neartwin.fingerprint.normalise import normalise
from neartwin.methods import Method

MASK = (1 << 64) - 1
FNV_OFFSET, FNV_PRIME = 0xCBF29CE484222325, 0x100000001B3
MIX_1, MIX_2 = 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53
SHINGLE_BASE = 0x9E3779B97F4A7C15
HIGH_WORD = 0x6A09E667F3BCC909
OTHER, WORD, SINGLE, MARK, INVISIBLE = range(5)

Token = tuple[int, int, int]


def mix(value: int) -> int:
    """Spread a 64-bit value over all bits (the finaliser of MurmurHash3, Appleby 2011)."""
    value = (value ^ (value >> 33)) * MIX_1 & MASK
    value = (value ^ (value >> 33)) * MIX_2 & MASK
    return value ^ (value >> 33)


def tokens(text: str, method: Method) -> list[Token]:
    """Return (hash, start, end) of each token; offsets count code points of the normalised text."""
    text = normalise(text, method.normalise)
    if method.tokeniser == "characters":
        return [(mix(_fnv(_folded(method.fold, ord(c)))), i, i + 1) for i, c in enumerate(text)]
    return list(_words(text, method))


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


def simhash(hashes: Sequence[int], weights: Sequence[int]) -> int:
    """Vote 64 bits (Charikar 2002): a bit is one if the weights of the features that have it exceed the others'."""
    total = sum(weights)
    ones = [sum(w for h, w in zip(hashes, weights, strict=True) if h >> bit & 1) for bit in range(64)]
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
    words: list[list[int]] = [
        [
            int.from_bytes(hashlib.sha256(f"neartwin {name} {index}".encode()).digest()[:4], "big")
            for index in range(num_perm)
        ]
        for name in ("multiplier", "addend")
    ]
    return np.array(words[0], dtype=np.uint32) | np.uint32(1), np.array(words[1], dtype=np.uint32)


def _words(text: str, method: Method) -> Iterator[Token]:
    hashes = _sha256 if method.hash == "sha256" else lambda codes: mix(_fnv(codes))
    run: list[int] = []
    start = end = 0
    is_single = False
    for index, character in enumerate(text):
        for code in _folded(method.fold, ord(character)):
            kind = _class(method.tokeniser, code)
            if kind == INVISIBLE or (kind == MARK and not run):
                continue
            if run and (kind in (OTHER, SINGLE) or (kind == WORD and is_single)):
                yield hashes(run), start, end
                run = []
            if kind == OTHER:
                continue
            if not run:
                start, is_single = index, kind == SINGLE
            run.append(code)
            end = index + 1
    if run:
        yield hashes(run), start, end


def _fnv(codes: Sequence[int]) -> int:
    value = FNV_OFFSET
    for code in codes:
        value = (value ^ code) * FNV_PRIME & MASK
    return value


def _sha256(codes: Sequence[int]) -> int:
    return int.from_bytes(hashlib.sha256("".join(map(chr, codes)).encode()).digest()[:8], "big")


@functools.cache
def _class(tokeniser: str, code: int) -> int:
    kinds = unicode.load().kinds
    if tokeniser == "reference":
        return WORD if code in kinds["word"] else OTHER
    if code in kinds["invisible"]:
        return INVISIBLE
    if code in kinds["unspaced"]:
        return SINGLE
    return WORD if code in kinds["word"] else MARK if code in kinds["mark"] else OTHER


@functools.cache
def _folded(fold: tuple[str, ...], code: int) -> tuple[int, ...]:
    mappings = unicode.load().mappings
    codes: tuple[int, ...] = (code,)
    if "compatibility" in fold:
        codes = mappings["compatibility"].get(code, codes)
    if "casefold" in fold:
        codes = tuple(part for c in codes for part in mappings["casefold"].get(c, (c,)))
    return codes
