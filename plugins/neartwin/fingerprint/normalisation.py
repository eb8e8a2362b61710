"""Fold a text to its comparison form: width forms, NFC, white space. The original text is kept elsewhere, unchanged.

The steps and their order are part of a method's spec. NFC is Unicode Standard Annex 15 over the versioned tables, so a
newer interpreter changes nothing.
"""

import functools
import re
from collections.abc import Sequence

from neartwin.fingerprint import unicode_tables as unicode

STEPS = ("width", "nfc", "space")
UNACCENTED: dict[int, int | None] = {0x111: 0x64, 0x110: 0x44}
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def normalise(text: str, steps: Sequence[str] = STEPS) -> str:
    """Return the text with full-width and half-width forms folded, in NFC, and runs of white space as one space.

    White space at both ends goes; digits, punctuation, marks and case stay. The step `unaccent` (only where a method
    names it) removes combining marks and turns đ into d. A lone surrogate becomes U+FFFD.
    """
    text = text if text.isascii() else LONE_SURROGATE.sub("\ufffd", text)
    if "width" in steps and not text.isascii() and _has_width().search(text):
        text = text.translate(_width())
    if "nfc" in steps:
        text = nfc(text)
    if "unaccent" in steps:
        text = text.translate(unaccented())
    # str.split() knows the same white space as the table (a test says so); it did not change since Unicode 6.3.
    return " ".join(text.split()) if "space" in steps else text


def nfc(text: str) -> str:
    """Return the canonical composition of a text (Unicode 14, Annex 15)."""
    if text.isascii() or not _care().search(text):
        return text
    return "".join(map(chr, _compose(_ordered([part for c in text for part in unicode.decomposed(ord(c))]))))


@functools.cache
def unaccented() -> dict[int, int | None]:
    """Return what `unaccent` puts for each character: its first letter without marks, nothing for a mark itself."""
    tables = unicode.load()
    marks = tables.kinds["mark"]
    letters = {code: [c for c in unicode.decomposed(code) if c not in marks] for code in tables.mappings["canonical"]}
    return dict.fromkeys(marks) | {code: found[0] if found else None for code, found in letters.items()} | UNACCENTED


def _ordered(codes: list[int]) -> list[int]:
    classes = unicode.load().classes
    start = 0
    while start < len(codes):
        end = start
        while end < len(codes) and codes[end] in classes:
            end += 1
        codes[start:end] = sorted(codes[start:end], key=classes.__getitem__)
        start = end + 1
    return codes


def _compose(codes: list[int]) -> list[int]:
    classes, pairs = unicode.load().classes, _pairs()
    out: list[int] = []
    starter, last_class = -1, 0
    for code in codes:
        own_class = classes.get(code, 0)
        blocked = starter < 0 or (starter < len(out) - 1 and last_class >= own_class)
        composed = None if blocked else _pair(out[starter], code, pairs)
        if composed is not None:
            out[starter] = composed
            continue
        out.append(code)
        last_class = own_class
        if own_class == 0:
            starter = len(out) - 1
    return out


def _pair(first: int, second: int, pairs: dict[tuple[int, ...], int]) -> int | None:
    lead, vowel = first - unicode.LEAD_FIRST, second - unicode.VOWEL_FIRST
    if 0 <= lead < unicode.N_LEADS and 0 <= vowel < unicode.N_VOWELS:
        return unicode.HANGUL_FIRST + (lead * unicode.N_VOWELS + vowel) * unicode.N_TRAILS
    syllable, trail = first - unicode.HANGUL_FIRST, second - unicode.TRAIL_FIRST
    if 0 <= syllable < unicode.N_SYLLABLES and syllable % unicode.N_TRAILS == 0 and 0 < trail < unicode.N_TRAILS:
        return first + trail
    return pairs.get((first, second))


@functools.cache
def _pairs() -> dict[tuple[int, ...], int]:
    return unicode.load().pairs


@functools.cache
def _width() -> dict[int, int]:
    return {code: target[0] for code, target in unicode.load().mappings["width"].items()}


@functools.cache
def _has_width() -> re.Pattern[str]:
    return re.compile(f"[{unicode.ranges(_width())}]")


@functools.cache
def _care() -> re.Pattern[str]:
    # One bitmap for the Basic Multilingual Plane is ten times faster than exact ranges; the rest goes the slow way.
    return re.compile(
        f"[{unicode.ranges(code for code in unicode.unstable() if code < 0x10000)}\\U00010000-\\U0010ffff]"
    )
