"""Make crawled text harmless on a terminal: what would act there is shown instead."""

import sys
import tempfile
import unicodedata
from collections.abc import Callable
from pathlib import Path

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


def put(text: str) -> None:
    """Write text to standard output: to a file or a pipe as it is, to a terminal so that no character acts there."""
    sys.stdout.write("\n".join(map(inert, text.split("\n"))) if sys.stdout.isatty() else text)


def put_file(write: Callable[[Path | None], int]) -> int:
    """Call `write(None)` to write to standard output; for a terminal call it with a file, and show that inert."""
    if not sys.stdout.isatty():
        return write(None)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table"
        n_rows = write(file)
        with file.open(encoding="utf-8", newline="\n") as lines:
            for line in lines:
                put(line)
    return n_rows
