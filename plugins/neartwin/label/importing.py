"""Take in a file of labels: every line checked, all of it or nothing, the same file twice is the same as once."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
from pydantic import ValidationError

from neartwin.label.forms import READERS, Fault, Form, Row
from neartwin.label.inbox import BATCH as INBOX_BATCH
from neartwin.label.inbox import Inbox, inbox
from neartwin.label.verdict import SCHEMA, Label
from neartwin.settings import Settings
from neartwin.warehouse import reader, run, statement

BATCH = 20_000
N_TOLD = 1_000
ENDS = ("document_id_l", "document_id_r")
COLUMNS = [name for name in Label.model_fields if name not in ENDS]
ROWS = pa.schema(
    [("line", pa.int64()), ("name_l", pa.string()), ("name_r", pa.string()), *(SCHEMA.field(name) for name in COLUMNS)]
)
KEPT = {"wanted_names": "named_documents", "wanted_ids": "stored_labels"}
FAULTS = pa.schema([("line", pa.int64()), ("message", pa.string())])


class Unknown(StrEnum):
    """What to do with rows about documents that the warehouse does not know."""

    REFUSE = "refuse"
    LEAVE_OUT = "leave-out"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Options:
    """What holds for rows that do not say it themselves, and what becomes of unknown documents."""

    annotator: str
    purpose: str | None = None
    unknown: Unknown = Unknown.REFUSE


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file held and what became of it; `faults` and `left_out` are the first N_TOLD by line.

    `n_known` of the `n_labels` that can be taken are in the inbox or the warehouse already.
    """

    n_rows: int
    n_labels: int
    n_known: int
    n_new: int
    n_faults: int
    n_left_out: int
    faults: list[Fault] = field(default_factory=list)
    left_out: list[Fault] = field(default_factory=list)


def import_labels(settings: Settings, path: Path, form: Form, options: Options, *, is_dry: bool = False) -> Imported:
    """Read a file of labels into the inbox, unless a line is wrong or it is a dry run; nothing is imported in part.

    Streams: a million rows need the memory of one batch, and disk. Raises LabelError when file or inbox cannot be used.
    """
    with _scratch(settings) as con:
        n_rows = _read(con, READERS[form](path), options)
        with inbox(settings) as box:
            _look_up(con, settings, options)
            n_labels, n_unknown = _compare_with_inbox(con, box)
            told = run(con, "label/select_faults", n=N_TOLD)
            n_faults, n_left_out = told[0][3:] if told else (0, 0)
            n_new = 0 if is_dry or n_faults else box.append(label for label, is_stored in _labels(con) if not is_stored)
    notes = [(Fault(line, message), is_fault) for line, message, is_fault, *_ in told]
    faults = [fault for fault, is_fault in notes if is_fault]
    left_out = [fault for fault, is_fault in notes if not is_fault]
    return Imported(n_rows, n_labels, n_labels - n_unknown, n_new, n_faults, n_left_out, faults, left_out)


@contextmanager
def _scratch(settings: Settings) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a database for the rows of one file; what does not fit into memory goes to the spill folder."""
    spill = str(settings.data / "spill")
    con = duckdb.connect(config={"memory_limit": "512MB", "threads": settings.workers, "temp_directory": spill})
    try:
        con.execute("set TimeZone = 'UTC'")
        run(con, "label/insert_incoming")
        yield con
    finally:
        con.close()


def _read(con: duckdb.DuckDBPyConnection, rows: Iterator[Row | Fault], options: Options) -> int:
    n_rows = 0
    checked = (_checked(row, options) for row in rows)
    while batch := list(islice(checked, BATCH)):
        n_rows += len(batch)
        faults = [{"line": fault.line, "message": fault.message} for fault in batch if isinstance(fault, Fault)]
        labels = [label for label in batch if not isinstance(label, Fault)]
        for table, found, schema in (("incoming_faults", faults, FAULTS), ("incoming_labels", labels, ROWS)):
            _fill(con, table, pa.Table.from_pylist(found, schema=schema))
    return n_rows


def _fill(con: duckdb.DuckDBPyConnection, table: str, rows: pa.Table) -> None:
    con.register("batch", rows)
    con.execute(f"insert into {table} by name select * from batch")
    con.unregister("batch")


def _checked(row: Row | Fault, options: Options) -> dict[str, Any] | Fault:
    """Return the columns of a row that can be a label, except for its documents."""
    if isinstance(row, Fault):
        return row
    values = {"annotator": options.annotator, **({"purpose": options.purpose} if options.purpose else {}), **row.values}
    if "purpose" not in values:
        return Fault(row.line, "says no purpose: give --purpose search or history")
    try:
        label = Label.model_validate({**values, "document_id_l": "0", "document_id_r": "1"})
    except ValidationError as error:
        return Fault(row.line, "; ".join(_plain(fault) for fault in error.errors(include_url=False)))
    told = {name: getattr(label, name) for name in COLUMNS}
    told |= {name: None for name in ("label_id", "labelled_at") if name not in values}
    return {"line": row.line, "name_l": row.left, "name_r": row.right, **told}


def _plain(fault: Any) -> str:  # noqa: ANN401 (pydantic's ErrorDetails)
    name = ".".join(map(str, fault["loc"]))
    given = f" {str(fault['input'])[:40]!r}" if name and isinstance(fault["input"], str | int | float) else ""
    return f"{name}{given}: {fault['msg'].removeprefix('Value error, ')}".removeprefix(": ")


def _look_up(con: duckdb.DuckDBPyConnection, settings: Settings, options: Options) -> None:
    """Find the documents that the rows name, and the labels that the warehouse holds, which it is only held for."""
    if settings.warehouse.is_file():
        with reader(settings) as warehouse:
            _ask(con, warehouse, "wanted_names", "label/select_names", "label/select_named_documents")
            _ask(con, warehouse, "wanted_ids", "label/select_label_ids", "label/select_stored_labels")
    run(con, "label/insert_found_labels", unknown=options.unknown.value)
    run(con, "label/insert_changed_labels")


def _ask(
    con: duckdb.DuckDBPyConnection, warehouse: duckdb.DuckDBPyConnection, wanted: str, asking: str, answer: str
) -> None:
    """Send what the statement `asking` selects to the warehouse as the table `wanted`; keep what `answer` selects."""
    for batch in con.cursor().sql(statement(asking)).to_arrow_reader(BATCH * 5):
        warehouse.register(wanted, pa.Table.from_batches([batch]))
        found = warehouse.sql(statement(answer)).to_arrow_table()
        warehouse.unregister(wanted)
        _fill(con, KEPT[wanted], found)


def _compare_with_inbox(con: duckdb.DuckDBPyConnection, box: Inbox) -> tuple[int, int]:
    """Return how many labels can be taken, and how many of them neither inbox nor warehouse knows.

    A label id that the inbox knows with another content is a fault.
    """
    n_labels, n_unknown, labels = 0, 0, _labels(con)
    while batch := list(islice(labels, INBOX_BATCH)):
        known = box.known([label.label_id for label, _ in batch])
        n_labels += len(batch)
        n_unknown += sum(label.label_id not in known and not is_stored for label, is_stored in batch)
        changed = [label.label_id for label, _ in batch if not _is_equal(known.get(label.label_id), label)]
        message = "the label inbox holds this label_id with another content: labels never change"
        if changed:
            run(con, "label/insert_incoming_faults", label_ids=changed, message=message)
    return n_labels, n_unknown


def _is_equal(known: Label | None, label: Label) -> bool:
    """Whether a label is new, or the same but for a time that its file does not say."""
    return known is None or known.model_copy(update={"labelled_at": label.labelled_at}) == label


def _labels(con: duckdb.DuckDBPyConnection) -> Iterator[tuple[Label, bool]]:
    """Yield the labels that can be taken, and whether the warehouse holds each.

    Each has its own id, or one that follows from its content.
    """
    rows = con.cursor().execute(statement("label/select_found_labels"))
    names = [column[0] for column in rows.description or ()]
    while batch := rows.fetchmany(BATCH):
        for row in batch:
            values = dict(zip(names, row, strict=True))
            is_stored = values.pop("is_stored")
            given = {name: value for name, value in values.items() if value is not None}
            label = Label.model_validate(given)
            is_dated = "labelled_at" in given
            yield label if "label_id" in given else label.with_content_id(is_dated=is_dated), is_stored
