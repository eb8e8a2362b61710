"""Write `tables/unicode-14.tsv`, the versioned definition of letters, marks and foldings, from an interpreter's data.

Run once, by hand, with Python 3.11 (Unicode 14.0.0): `python -m neartwin.fingerprint.build_unicode_tables`. The file is
then the definition, whatever interpreter reads it; another Unicode version is another file under another name.
"""

import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

from neartwin.errors import MethodError

UNICODE_VERSION = "14.0.0"
TARGET = Path(__file__).parent / "tables" / "unicode-14.tsv"
SURROGATES = range(0xD800, 0xE000)
CODE_POINTS = [code for code in range(sys.maxunicode + 1) if code not in SURROGATES]
HANGUL_SYLLABLES = range(0xAC00, 0xD7A4)

# Scripts written without spaces between words, by the first words of their characters' names.
UNSPACED = (
    "CJK UNIFIED IDEOGRAPH",
    "CJK COMPATIBILITY IDEOGRAPH",
    "IDEOGRAPHIC",
    "HIRAGANA",
    "KATAKANA",
    "HALFWIDTH KATAKANA",
    "BOPOMOFO",
    "YI SYLLABLE",
    "THAI",
    "LAO",
    "KHMER",
    "MYANMAR",
    "TIBETAN",
    "TAI LE",
    "NEW TAI LUE",
    "TAI THAM",
    "TAI VIET",
    "JAVANESE",
    "BALINESE",
    "CHAM",
    "NUSHU",
    "TANGUT",
)


def main() -> None:
    """Write the table; raises MethodError when the interpreter has another Unicode version."""
    if unicodedata.unidata_version != UNICODE_VERSION:
        raise MethodError(f"tables of Unicode {UNICODE_VERSION} need Python 3.11, not {unicodedata.unidata_version}")
    lines = ["# Unicode 14.0.0, code points in hexadecimal: kind, first, last (both included), value."]
    for kind, belongs in KINDS.items():
        lines += [f"{kind}\t{first:x}\t{last:x}\t" for first, last in runs(belongs)]
    for value in sorted({unicodedata.combining(chr(code)) for code in CODE_POINTS} - {0}):
        lines += [f"ccc\t{first:x}\t{last:x}\t{value}" for first, last in runs(has_class(value))]
    for kind, mapping in MAPPINGS.items():
        for code in CODE_POINTS:
            target = mapping(chr(code))
            if target is not None:
                lines.append(f"{kind}\t{code:x}\t{code:x}\t{' '.join(f'{ord(c):x}' for c in target)}")
    TARGET.write_text("\n".join(lines) + "\n", encoding="ascii")


def runs(belongs: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    """Yield the first and last code point of each run for which `belongs` is true."""
    first = last = -2
    for code in CODE_POINTS:
        if not belongs(chr(code)):
            continue
        if code != last + 1:
            if first >= 0:
                yield first, last
            first = code
        last = code
    if first >= 0:
        yield first, last


def has_class(value: int) -> Callable[[str], bool]:
    """Return the test for one canonical combining class."""
    return lambda c: unicodedata.combining(c) == value


def is_word(c: str) -> bool:
    r"""Tell whether `re` counts the character as `\w`."""
    return c.isalnum() or c == "_"


def is_mark(c: str) -> bool:
    """Tell whether the character is a combining mark of any kind."""
    return unicodedata.category(c).startswith("M")


def is_unspaced(c: str) -> bool:
    """Tell whether the character is a letter of a script written without spaces (its digits are not)."""
    return is_word(c) and unicodedata.category(c) != "Nd" and unicodedata.name(c, "").startswith(UNSPACED)


def is_han(c: str) -> bool:
    """Tell whether the character is a Han ideograph or stands for one."""
    return unicodedata.name(c, "").startswith(("CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH", "IDEOGRAPHIC"))


def is_invisible(c: str) -> bool:
    """Tell whether the character is a format control or a variation selector: it changes no letter."""
    return unicodedata.category(c) == "Cf" or unicodedata.name(c, "").startswith(
        ("VARIATION SELECTOR", "MONGOLIAN FREE VARIATION", "COMBINING GRAPHEME JOINER")
    )


def casefold(c: str) -> str | None:
    """Return the full case folding where it differs from the character."""
    return folded if (folded := c.casefold()) != c else None


def canonical(c: str) -> str | None:
    """Return the one-step canonical decomposition, without Hangul syllables (they follow a formula)."""
    parts = unicodedata.decomposition(c)
    if not parts or parts.startswith("<") or ord(c) in HANGUL_SYLLABLES:
        return None
    return "".join(chr(int(part, 16)) for part in parts.split())


def primary(c: str) -> str | None:
    """Return the pair that NFC composes to this character."""
    parts = canonical(c)
    return parts if parts is not None and len(parts) == 2 and unicodedata.normalize("NFC", parts) == c else None


def width(c: str) -> str | None:
    """Return the ordinary form of a full-width or half-width character."""
    tag, _, target = unicodedata.decomposition(c).partition(" ")
    return chr(int(target, 16)) if tag in ("<wide>", "<narrow>") else None


def compatibility(c: str) -> str | None:
    """Return the letters and digits that NFKC puts for a ligature, a styled letter or a circled number."""
    folded = unicodedata.normalize("NFKC", c)
    is_other = width(c) is None and unicodedata.normalize("NFC", c) != folded
    return folded if is_other and len(folded) <= 3 and all(map(is_word, folded)) else None


KINDS = {
    "word": is_word,
    "mark": is_mark,
    "unspaced": is_unspaced,
    "han": lambda c: is_unspaced(c) and is_han(c),
    "invisible": is_invisible,
    "space": str.isspace,
    "upper": str.isupper,
}
MAPPINGS = {
    "casefold": casefold,
    "canonical": canonical,
    "primary": primary,
    "width": width,
    "compatibility": compatibility,
}

if __name__ == "__main__":
    main()
