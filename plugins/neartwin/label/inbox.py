"""The label inbox: append-only, many writers, durable before the answer is given."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    Engine,
    Float,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    inspect,
    select,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.pool import ConnectionPoolEntry

from neartwin.errors import LabelError
from neartwin.label.verdict import Label
from neartwin.places import make_folder
from neartwin.settings import Settings

BATCH = 1_000
BUSY_SECONDS = 30

INBOX = Table(
    "label_inbox",
    MetaData(),
    Column("label_id", String, primary_key=True),
    *(Column(name, String) for name in ("document_id_l", "document_id_r", "purpose", "verdict", "relation", "reason")),
    *(Column(name, String) for name in ("region", "annotator", "method_id", "supersedes", "origin")),
    *(Column(name, Float) for name in ("similarity", "inclusion")),
    *(Column(name, Boolean) for name in ("is_blind", "is_gold", "is_adjudication")),
    Column("labelled_at", DateTime),
)


@contextmanager
def inbox(settings: Settings) -> Iterator["Inbox"]:
    """Open the installation's inbox: `[labels] inbox` (a SQLAlchemy URL), by default SQLite beside the warehouse."""
    make_folder(settings.data)
    engine = create_engine(settings.labels.inbox or f"sqlite:///{settings.data / 'labels.sqlite'}")
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _make_durable)
    try:
        with _told(engine):
            _make_table(engine)
        yield Inbox(engine)
    finally:
        engine.dispose()


def _make_table(engine: Engine) -> None:
    """Create the table unless it is there; who opens a new inbox at the same moment as another waits for that one."""
    try:
        INBOX.metadata.create_all(engine)
    except (IntegrityError, OperationalError, ProgrammingError):
        if not inspect(engine).has_table(INBOX.name):
            raise


class Inbox:
    """Append and read labels; every accepted label is on disk when the call returns."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def append(self, labels: Iterable[Label]) -> int:
        """Add labels, all or none, and return how many were new; a label whose id is there already is skipped.

        Any number of labels goes through in bounded memory. Raises LabelError when the inbox is locked for long, full,
        or not writable: nothing was kept then.
        """
        n_new, waiting = 0, iter(labels)
        with _told(self.engine), self.engine.begin() as connection:
            while batch := list(islice(waiting, BATCH)):
                fresh = {label.label_id: label.model_dump() for label in batch}
                for known in connection.scalars(select(INBOX.c.label_id).where(INBOX.c.label_id.in_(fresh))):
                    del fresh[known]
                if fresh:
                    connection.execute(INBOX.insert(), list(fresh.values()))
                n_new += len(fresh)
        return n_new

    def known(self, label_ids: Sequence[str]) -> dict[str, Label]:
        """Return those of at most BATCH labels that are there."""
        with _told(self.engine), self.engine.connect() as connection:
            rows = connection.execute(select(INBOX).where(INBOX.c.label_id.in_(label_ids))).mappings()
            return {row["label_id"]: Label.model_validate(dict(row)) for row in rows}

    def labels(self) -> Iterator[Label]:
        """Yield every label in the order of its time."""
        with _told(self.engine), self.engine.connect() as connection:
            rows = connection.execution_options(yield_per=BATCH).execute(
                select(INBOX).order_by(INBOX.c.labelled_at, INBOX.c.label_id)
            )
            for row in rows.mappings():
                yield Label.model_validate(dict(row))


@contextmanager
def _told(engine: Engine) -> Iterator[None]:
    """Tell in plain words what the database could not do."""
    where = engine.url.render_as_string(hide_password=True)
    try:
        yield
    except OperationalError as error:
        raise LabelError(
            f"the label inbox {where} did not take it ({error.orig}): nothing was kept, try again"
        ) from error
    except IntegrityError as error:
        raise LabelError(f"the label inbox {where} got the same label twice at once: try again") from error


def _make_durable(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode = wal")
    cursor.execute("pragma synchronous = full")
    cursor.execute(f"pragma busy_timeout = {BUSY_SECONDS * 1000}")
    cursor.close()
