"""Read `tables/unicode-14.tsv`: what is a letter, a mark or a space, and how characters fold, on any interpreter.

Source: Unicode 14.0.0, as written by `build_unicode_tables`; NFC is Unicode Standard Annex 15, Hangul by its formula.
"""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

TABLES = Path(__file__).parent / "tables"
UNICODE = "unicode-14.tsv"

HANGUL_FIRST, LEAD_FIRST, VOWEL_FIRST, TRAIL_FIRST = 0xAC00, 0x1100, 0x1161, 0x11A7
N_LEADS, N_VOWELS, N_TRAILS = 19, 21, 28
N_SYLLABLES = N_LEADS * N_VOWELS * N_TRAILS


@dataclass(frozen=True, slots=True)
class UnicodeTables:
    """Sets of code points by kind, and mappings from a code point to a tuple of code points.

    `canonical` holds one-step decompositions, `primary` the pairs that compose; `classes` combining classes.
    """

    kinds: Mapping[str, frozenset[int]]
    mappings: Mapping[str, Mapping[int, tuple[int, ...]]]
    classes: Mapping[int, int]

    @property
    def pairs(self) -> dict[tuple[int, ...], int]:
        """Return the composition table: (first, second) to the composed code point."""
        return {pair: code for code, pair in self.mappings["primary"].items()}


@functools.cache
def load(name: str = UNICODE) -> UnicodeTables:
    """Read a table file; its name carries the Unicode version, its SHA-256 is part of every method's spec."""
    kinds: dict[str, set[int]] = {}
    mappings: dict[str, dict[int, tuple[int, ...]]] = {}
    classes: dict[int, int] = {}
    for line in (TABLES / name).read_text(encoding="ascii").splitlines():
        if line.startswith("#"):
            continue
        kind, first, last, value = line.split("\t")
        codes = range(int(first, 16), int(last, 16) + 1)
        if kind == "ccc":
            classes.update(dict.fromkeys(codes, int(value)))
        elif value:
            mappings.setdefault(kind, {})[codes[0]] = tuple(int(part, 16) for part in value.split())
        else:
            kinds.setdefault(kind, set()).update(codes)
    return UnicodeTables({kind: frozenset(codes) for kind, codes in kinds.items()}, mappings, classes)


@functools.cache
def unstable() -> frozenset[int]:
    """Return every code point whose presence alone can keep a text from being in NFC.

    These are the ones that reorder, that compose with what stands before them, or that NFC replaces.
    """
    tables = load()
    replaced = set(tables.mappings["canonical"]) - set(tables.mappings["primary"])
    seconds = {second for _, second in tables.pairs}
    jamo = {*range(VOWEL_FIRST, VOWEL_FIRST + N_VOWELS), *range(TRAIL_FIRST + 1, TRAIL_FIRST + N_TRAILS)}
    return frozenset(replaced | seconds | jamo | set(tables.classes))


@functools.cache
def decomposed(code: int) -> tuple[int, ...]:
    """Return the full canonical decomposition of one code point, Hangul syllables by their formula."""
    index = code - HANGUL_FIRST
    if 0 <= index < N_SYLLABLES:
        lead, rest = divmod(index, N_VOWELS * N_TRAILS)
        vowel, trail = divmod(rest, N_TRAILS)
        return (LEAD_FIRST + lead, VOWEL_FIRST + vowel, *((TRAIL_FIRST + trail,) if trail else ()))
    parts = load().mappings["canonical"].get(code)
    return (code,) if parts is None else tuple(last for part in parts for last in decomposed(part))


def ranges(codes: Iterable[int]) -> str:
    """Return code points as the inside of a character class of `re`: runs as ranges, in order."""
    parts: list[list[int]] = []
    for code in sorted(codes):
        if parts and code == parts[-1][1] + 1:
            parts[-1][1] = code
        else:
            parts.append([code, code])
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in parts)
