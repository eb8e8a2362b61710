"""Every error that neartwin raises on purpose: each names the fact and the way out; and how any error is told."""

import re
import traceback
from collections.abc import Sequence
from datetime import datetime
from pathlib import PurePath

QUOTED = re.compile(r"""(?<!\w)(?:(['"`]).*\1(?!\w)|['"`“«].*)""")  # one that is never closed reaches to the end
NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")
LONGEST = 300


def told(error: BaseException) -> str:
    """Return type, place and message of an error on one short line, fit for logs and stored results.

    Libraries quote the value that they failed on, which may be the text of a page: what they quote is left out. Our own
    messages, and those about files, are told whole. No traceback: it would repeat the message as it is.
    """
    message = str(error)
    known = message if isinstance(error, NeartwinError | OSError) else unquoted(message)
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "neartwin" in PurePath(frame.filename).parts]
    place = f" at {PurePath(ours[-1].filename).name}:{ours[-1].lineno}" if ours else ""
    return f"{type(error).__name__}{place}: {_line(known)}"


def unquoted(message: str) -> str:
    """Return the first line of a foreign message, without what it quotes unless that is a name such as a column's."""
    return _line(QUOTED.sub(_name_or_nothing, message.split("\n", 1)[0]))


def _name_or_nothing(quoted: re.Match[str]) -> str:
    return quoted.group() if NAME.fullmatch(quoted.group()[1:-1]) else "'…'"


def _line(message: str) -> str:
    shown = "".join(character if character.isprintable() else " " for character in message[: 4 * LONGEST])
    line = " ".join(shown.split())
    return line if len(line) <= LONGEST else line[:LONGEST] + "…"


class NeartwinError(Exception):
    """Base of all errors that a person can act on; the command line prints them without a traceback."""


class SettingsError(NeartwinError):
    """`neartwin.toml` or an environment variable says something that cannot be used."""


class SourceError(NeartwinError):
    """A source cannot be read at all: missing folder, unknown form, unreadable file, unknown column."""


class DayError(NeartwinError):
    """A day is not written as YYYY-MM-DD, or holds nothing where something was promised."""

    def __init__(self, day: str) -> None:
        self.day = day
        super().__init__(f"{day!r} is not a day: write it as YYYY-MM-DD, for example 2026-11-30")


class AnswerError(NeartwinError):
    """A command needs an answer and nobody can be asked."""


class PlaceError(NeartwinError):
    """A file or folder that a person named cannot be written or made."""


class WarehouseFileError(NeartwinError):
    """The warehouse file cannot be opened: it is damaged, no DuckDB database, or not ours to open."""

    def __init__(self, path: object, fault: str) -> None:
        super().__init__(
            f"the warehouse {path} cannot be opened: {fault}; put a backup in its place with `neartwin restore FOLDER` "
            "(a folder of `backups/` beside it), or set NEARTWIN_DATA to another folder"
        )


class WarehouseAgeError(NeartwinError):
    """What is read is not in the warehouse: it was laid out by another version of neartwin."""

    def __init__(self, path: object, fault: str) -> None:
        super().__init__(
            f"the warehouse {path} was laid out by another version of neartwin ({fault}): `neartwin labels ingest`, or "
            "the next run of a day, brings it up to date"
        )


class DiskFullError(NeartwinError):
    """There was no room to write: what was not finished left nothing behind."""

    def __init__(self, folder: object, fault: str) -> None:
        super().__init__(
            f"there is no room to write in {folder} ({fault}): the step that was not finished has changed nothing, "
            "what was finished before is kept. Make room and run it again"
        )


class WarehouseLockedError(NeartwinError):
    """Another process holds the warehouse for longer than the bounded wait."""


class MigrationChangedError(NeartwinError):
    """A migration file differs from the one already applied."""

    def __init__(self, version: str) -> None:
        self.version = version
        super().__init__(f"{version} was edited after it was applied: restore it and add a new migration")


class ShardError(NeartwinError):
    """A lake shard is missing, partial, altered, or was never registered."""


class MethodChangedError(NeartwinError):
    """A method id is registered with another spec than the one configured now."""

    def __init__(self, method_id: str, registered: str, configured: str) -> None:
        self.method_id = method_id
        super().__init__(
            f"{method_id} is registered with spec {registered[:12]} but neartwin.toml now says {configured[:12]}: "
            "a method never changes under its id. Restore the old spec, or give the new one the next version number"
        )


class OutputChangedError(NeartwinError):
    """Another library, or another version of one, gives a method other outputs under the same id."""

    def __init__(self, method_ids: Sequence[str], moved: Sequence[str]) -> None:
        self.method_ids = method_ids
        super().__init__(
            f"{', '.join(method_ids)}: the output on golden texts is another one than when the method was registered "
            f"({', '.join(moved)}). Nothing was signed. Install the former "
            "versions (requirements.lock), or give each of these methods the next version number"
        )


class MethodError(NeartwinError):
    """A method is unknown, or its spec promises what cannot hold."""


class QualityGateError(NeartwinError):
    """Critical checks failed: the day was quarantined before fingerprinting and nothing else changed."""


class QuarantineError(NeartwinError):
    """A person's answer cannot be taken: nothing is put aside there, or it gives no reason."""


class DocumentError(NeartwinError):
    """A document, capture or file that a person named cannot be found."""


class AirflowHomeError(NeartwinError):
    """The private Airflow home cannot be used, or the local Airflow does not start or stop as it should."""


class RunLockedError(NeartwinError):
    """Another `neartwin run` works on the same data folder."""


class LedgerError(NeartwinError):
    """The ledger is damaged, or something moved between planning an action and carrying it out."""


class MergeError(NeartwinError):
    """A batch, cluster or undo cannot be carried out as asked."""


class BatchDeclinedError(MergeError):
    """A merge batch is to be applied that a person has declined."""

    def __init__(self, batch_id: str, actor: str, answered_at: datetime, note: str) -> None:
        self.batch_id, self.actor = batch_id, actor
        super().__init__(
            f"batch {batch_id[:12]} was declined by {actor} on {answered_at:%Y-%m-%d %H:%M} UTC ({note}): leave it so, "
            f"or say that you approve it all the same: `neartwin approve {batch_id[:12]} --again`"
        )


class DedupError(NeartwinError):
    """A deduplication of a file cannot be carried out as asked."""


class OutputLockedError(NeartwinError):
    """Another process writes the same output."""

    def __init__(self, out: object, holder: str) -> None:
        super().__init__(f"{out} is being written by process {holder}: wait until it ends, or choose another output")


class ApproverError(NeartwinError):
    """Somebody who is not an approver tried to merge, undo, promote or release."""

    def __init__(self, actor: str, approvers: tuple[str, ...]) -> None:
        super().__init__(f"{actor} may not do this: [gate] approvers in neartwin.toml names {', '.join(approvers)}")


class BackupError(NeartwinError):
    """A backup cannot be made, or a folder is not a good one."""


class WorkerError(NeartwinError):
    """An extraction process ended before it could take a page."""

    def __init__(self, exit_code: int) -> None:
        self.exit_code = exit_code
        super().__init__(
            f"an extraction process ended with code {exit_code} before it was ready: its error is above; a limit "
            "extract.memory_per_process below 1,000,000,000 bytes is one cause"
        )


class LabelError(NeartwinError):
    """A label cannot be taken: it is wrong, or the inbox is locked or full."""


class HandoverError(NeartwinError):
    """A handover bundle cannot be written, or a file is none."""


class CalibrationError(NeartwinError):
    """A calibration cannot be made, compared or activated as asked."""


class LeakageError(CalibrationError):
    """A document stands on both sides of a split: nothing that was measured on it would count."""

    def __init__(self, document_ids: list[str]) -> None:
        self.document_ids = document_ids
        shown = ", ".join(name[:12] for name in document_ids[:5])
        super().__init__(
            f"{len(document_ids)} documents are on the calibration and on the held-out side ({shown}): no threshold "
            "is chosen from this split. This is a fault of the split, not of the labels: please report it"
        )


class AirflowApiError(NeartwinError):
    """Airflow's REST API refuses a call, and would again: a login, a role or a request is wrong."""


class AirflowBusyError(NeartwinError):
    """Airflow is at work on something of the same kind already."""


class AirflowDownError(NeartwinError):
    """Airflow's REST API does not answer now; asking again later may help."""


class UpgradeError(NeartwinError):
    """A version cannot be backfilled, compared, promoted, rolled back or retired as asked."""
