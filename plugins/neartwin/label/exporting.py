"""Write labels to a file: every label ever given, or the current ones alone."""

from collections.abc import Iterator
from typing import TextIO

from neartwin.label.forms import WRITERS, Form
from neartwin.label.inbox import inbox
from neartwin.label.verdict import Label
from neartwin.settings import Settings
from neartwin.warehouse import reader, statement

BATCH = 10_000


def export_labels(settings: Settings, form: Form, out: TextIO) -> int:
    """Write every label of inbox and warehouse, in the order of their times; return how many."""
    return WRITERS[form](all_labels(settings), out)


def all_labels(settings: Settings) -> Iterator[Label]:
    """Yield the labels of the inbox, then those that only the warehouse has (an undo leaves its label there)."""
    given = set()
    with inbox(settings) as box:
        for label in box.labels():
            given.add(label.label_id)
            yield label
    if settings.warehouse.is_file():
        yield from (label for label in stored_labels(settings) if label.label_id not in given)


def stored_labels(settings: Settings) -> Iterator[Label]:
    """Yield the labels of the warehouse in the order of their times."""
    with reader(settings) as con:
        rows = con.execute(statement("label/select_labels"))
        names = [column[0] for column in rows.description or ()]
        while batch := rows.fetchmany(BATCH):
            yield from (Label.model_validate(dict(zip(names, row, strict=True))) for row in batch)
