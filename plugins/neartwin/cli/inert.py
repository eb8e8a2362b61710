"""Make crawled text harmless on a terminal: what would act there is shown instead."""

import unicodedata

PICTURES = 0x2400  # the block of pictures of control characters
CAPPED = "…"


def inert(text: object, limit: int = 0) -> str:
    """Return one line of text in which controls, directions and invisible characters are visible; cut at `limit`."""
    line = " ".join(str(text).split(" "))
    cut = line[: limit - 1] + CAPPED if limit and len(line) > limit else line
    return "".join(map(_shown, cut))


def _shown(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(PICTURES + code)
    if character.isprintable():
        return character
    if code == 0x7F:
        return "\u2421"
    return character if unicodedata.category(character) == "Zs" else f"‹U+{code:04X}›"
