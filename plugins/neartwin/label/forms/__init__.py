"""The files that carry labels in and out: one module a form, each yields rows or faults with the line they stand on."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path

from neartwin.errors import LabelError
from neartwin.label.forms import json_lines, label_studio, pairs_tsv, table
from neartwin.label.forms.row import Fault, Row

Reader = Callable[[Path], Iterator[Row | Fault]]


class Form(StrEnum):
    """How a file of labels is written."""

    CSV = "csv"
    JSONL = "jsonl"
    PAIRS = "pairs"
    LABEL_STUDIO = "label-studio"


READERS: dict[Form, Reader] = {
    Form.CSV: table.read,
    Form.JSONL: json_lines.read,
    Form.PAIRS: pairs_tsv.read,
    Form.LABEL_STUDIO: label_studio.read,
}
WRITERS = {Form.CSV: table.write, Form.JSONL: json_lines.write}
ENDINGS = {
    ".csv": Form.CSV,
    ".jsonl": Form.JSONL,
    ".ndjson": Form.JSONL,
    ".tsv": Form.PAIRS,
    ".json": Form.LABEL_STUDIO,
}


def form_of(path: Path) -> Form:
    """Return the form that a file's ending stands for; raises LabelError for any other."""
    try:
        return ENDINGS[path.suffix.lower()]
    except KeyError as error:
        raise LabelError(f"{path}: the ending says no form: give --form {' | '.join(Form)}") from error


__all__ = ["READERS", "WRITERS", "Fault", "Form", "Row", "form_of"]
