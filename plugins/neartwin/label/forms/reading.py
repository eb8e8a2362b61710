"""Read a file of labels as text, line by line, whatever its encoding mark; a byte that is no text is told."""

import codecs
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from neartwin.errors import LabelError
from neartwin.label.forms.row import Fault

MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@contextmanager
def opened(path: Path) -> Iterator[TextIO]:
    """Open a text file: UTF-8, or what its byte order mark says; bytes that are no UTF-8 become lone surrogates.

    Raises LabelError when the file cannot be read at all.
    """
    try:
        with path.open("rb") as file:
            start = file.read(4)
        encoding = next((name for mark, name in MARKS if start.startswith(mark)), "utf-8")
        errors = "surrogateescape" if encoding.startswith("utf-8") else "strict"
        with path.open(encoding=encoding, errors=errors, newline="") as file:
            yield file
    except OSError as error:
        raise LabelError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LabelError(f"{path} says that it is {error.encoding}, and is not: save it as UTF-8") from error


def undecoded(line: int, text: str) -> Fault | None:
    """Return a fault when a text holds a byte that was no UTF-8."""
    at = next((c for c in text if "\ud800" <= c <= "\udfff"), None) if not text.isascii() else None
    return Fault(line, f"byte 0x{ord(at) & 0xFF:02X} is no UTF-8: save the file as UTF-8") if at else None
