"""Make crawled text harmless to look at: on one line, of bounded length, and with invisible characters shown as marks.

Escaping for HTML is the template's business; this is about characters that deceive the eye or a terminal: controls,
text direction, zero width, fillers, towers of combining marks.
"""

import re
import unicodedata

from markupsafe import Markup, escape

LONGEST = 300
LONGEST_TOWER = 3
SPACES = re.compile(r"\s+")
BLANKS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
MARK = re.compile(r"⟨U\+([0-9A-F]{4,6})⟩")


def visible(text: object, limit: int = LONGEST) -> str:
    """Return text on one line, at most `limit` characters and an ellipsis, each invisible character as ⟨U+202E⟩.

    Zero-width joiners are marked as well: they are part of some scripts' spelling, and of most disguises.
    """
    raw = str(text or "")
    line = SPACES.sub(" ", raw[: 8 * limit]).strip()
    cut = line[:limit].rstrip()
    marked = cut if cut.isprintable() else "".join(map(_shown, cut))
    marked = BLANKS.sub(lambda found: _mark(found.group()), marked)
    return _without_towers(marked) + ("…" if len(line) > limit or len(raw) > 8 * limit else "")


def markup(text: object, limit: int = LONGEST) -> Markup:
    """Return `visible(text)` escaped for HTML, its marks as elements that name the character."""
    return Markup(MARK.sub(_element, str(escape(visible(text, limit)))))


def address(url: object) -> str | None:
    """Return a URL that may be linked: http(s), printable, of sane length; None for any other."""
    text = str(url)
    return text if re.match(r"https?://[^\s/]", text) and text.isprintable() and len(text) < 2_000 else None


def _shown(character: str) -> str:
    return character if character.isprintable() else _mark(character)


def _mark(character: str) -> str:
    return f"⟨U+{ord(character):04X}⟩"


def _element(found: re.Match[str]) -> str:
    code = int(found.group(1), 16)
    name = unicodedata.name(chr(code), "control character") if code <= 0x10FFFF else "no character"
    return f'<abbr class="mark" title="{name.lower()}">U+{found.group(1)}</abbr>'


def _without_towers(text: str) -> str:
    if not any(unicodedata.combining(character) for character in text):
        return text
    kept, height = [], 0
    for character in text:
        height = height + 1 if unicodedata.combining(character) else 0
        if height <= LONGEST_TOWER:
            kept.append(character)
    return "".join(kept)
