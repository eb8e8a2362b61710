"""Our CSV: one label a row, every field a column; safe to open in a spreadsheet, and read back exactly."""

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from neartwin.label.forms.reading import opened, undecoded
from neartwin.label.forms.row import ENDS, FIELDS, Fault, Row, row_of
from neartwin.label.verdict import Label

if TYPE_CHECKING:
    from _csv import Reader

# A spreadsheet takes a cell that starts with one of these for a formula, or drops it; the apostrophe is our mark for
# "this is text", so a cell that starts with one is marked too (OWASP, CSV injection).
ACTIVE = tuple("=+-@\t\r\n '|%＝＋－＠")
MARK = "'"
KNOWN = {*FIELDS, *ENDS[1]}


def write(labels: Iterable[Label], out: TextIO) -> int:
    """Write labels; return how many."""
    writer = csv.writer(out, lineterminator="\r\n")  # RFC 4180; a lone carriage return is quoted too
    writer.writerow(FIELDS)
    n = 0
    for label in labels:
        n += 1
        writer.writerow([_cell(value) for value in label.model_dump(mode="json").values()])
    return n


def read(path: Path) -> Iterator[Row | Fault]:
    """Yield the rows of a file; a column that is no field of a label is a fault of line 1."""
    with opened(path) as file:
        yield from read_rows(file)


def read_rows(file: TextIO) -> Iterator[Row | Fault]:
    """Yield the rows of an open file."""
    reader = csv.reader(file, strict=True)
    names, fault = _header(reader)
    if fault:
        yield fault
        return
    for line, cells in numbered(reader):
        if isinstance(cells, Fault):
            yield cells
        elif cells:
            yield _row(line, names, cells)


def numbered(reader: "Reader") -> Iterator[tuple[int, list[str] | Fault]]:
    """Yield (line where it starts, cells) of each row; a row that is no CSV is a fault, and the next one is read."""
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield line, Fault(line, f"is no CSV: {error}")
            continue
        yield line, (undecoded(line, "".join(cells)) or cells)


def _header(reader: "Reader") -> tuple[list[str], Fault | None]:
    _, found = next(numbered(reader), (1, []))
    if isinstance(found, Fault):
        return [], found
    names = [name.strip() for name in found]
    strange = [name for name in names if name not in KNOWN]
    if not names:
        return names, Fault(1, "is empty: the first line names the columns")
    if strange:
        return names, Fault(1, f"unknown column {strange[0][:40]!r}; known are {', '.join(sorted(KNOWN))}")
    if len(set(names)) < len(names):
        return names, Fault(1, "names a column twice")
    if "verdict" not in names or not any(set(ends) <= set(names) for ends in ENDS):
        return names, Fault(1, "needs the columns verdict, and document_id_l and document_id_r (or left and right)")
    return names, None


def _row(line: int, names: list[str], cells: list[str]) -> Row | Fault:
    if len(cells) != len(names):
        return Fault(line, f"has {len(cells)} cells, the header {len(names)}")
    return row_of(line, dict(zip(names, map(plain, cells), strict=True)))


def _cell(value: object) -> str:
    if value is None or isinstance(value, bool | float):
        return "" if value is None else str(value).lower()
    text = str(value)
    return MARK + text if text.startswith(ACTIVE) else text


def plain(cell: str) -> str:
    """Return what a cell said before it was made safe."""
    return cell[1:] if cell.startswith(MARK) and cell[1:].startswith(ACTIVE) else cell


def text_of(labels: Iterable[Label]) -> str:
    """Return labels as the text of a file."""
    out = io.StringIO(newline="")
    write(labels, out)
    return out.getvalue()
