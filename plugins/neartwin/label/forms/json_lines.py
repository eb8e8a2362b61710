"""Our JSONL: one label a line, with the fields of a Label; absent fields are left out."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from neartwin.label.forms.reading import opened, undecoded
from neartwin.label.forms.row import ENDS, FIELDS, Fault, Row, row_of
from neartwin.label.verdict import Label

KNOWN = {*FIELDS, *ENDS[1]}


def write(labels: Iterable[Label], out: TextIO) -> int:
    """Write labels; return how many."""
    n = 0
    for label in labels:
        n += 1
        out.write(label.model_dump_json(exclude_none=True, ensure_ascii=True) + "\n")
    return n


def read(path: Path) -> Iterator[Row | Fault]:
    """Yield the rows of a file."""
    with opened(path) as file:
        for line, text in enumerate(file, 1):
            if text.strip():
                yield undecoded(line, text) or _row(line, text)


def _row(line: int, text: str) -> Row | Fault:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        return Fault(line, f"is no JSON: {error}")
    if not isinstance(found, dict):
        return Fault(line, "is no JSON object: one label a line, {…}")
    strange = [name for name in found if name not in KNOWN]
    if strange:
        return Fault(line, f"unknown key {strange[0][:40]!r}; known are {', '.join(sorted(KNOWN))}")
    return row_of(line, found)
