"""Who acts, and what an action leaves behind on pairs: dated constraints and labels."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

import duckdb
import pyarrow as pa

from neartwin.errors import MergeError
from neartwin.settings import Purpose
from neartwin.warehouse import run


@dataclass(frozen=True, slots=True)
class Person:
    """Who acts, and why: both are kept in the ledger, in constraints and in labels."""

    actor: str
    reason: str

    def __post_init__(self) -> None:
        """Refuse an action without a name or a reason."""
        if not self.actor.strip() or not self.reason.strip():
            raise MergeError("say who acts and why: both are kept with the action")


def in_transaction(con: duckdb.DuckDBPyConnection, write: Callable[[], None]) -> None:
    """Call `write` in a transaction of its own: all of it is kept, or nothing."""
    con.begin()
    try:
        write()
        con.commit()
    except BaseException:
        con.rollback()
        raise


def insert_constraints(
    con: duckdb.DuckDBPyConnection,
    purpose: Purpose,
    pairs: Iterable[tuple[str, ...]],
    person: Person,
    *,
    is_lifted: bool = False,
) -> None:
    """Keep pairs (in any order) apart for a purpose from now on, or allow them again."""
    _insert(con, "constraints", purpose, pairs, person, {"is_lifted": is_lifted})


def insert_labels(
    con: duckdb.DuckDBPyConnection,
    purpose: Purpose,
    pairs: Iterable[tuple[str, ...]],
    person: Person,
    *,
    verdict: str = "different",
) -> None:
    """Record the verdict on pairs (in any order) that an action implies: `different`, or `unsure` when it is lifted."""
    _insert(con, "labels", purpose, pairs, person, {"verdict": verdict, "is_adjudication": verdict == "unsure"})


def _insert(
    con: duckdb.DuckDBPyConnection,
    table: str,
    purpose: Purpose,
    pairs: Iterable[tuple[str, ...]],
    person: Person,
    values: dict[str, object],
) -> None:
    now = datetime.now(UTC).replace(tzinfo=None)
    rows = [
        {
            "row_id": hashlib.sha256(f"{table}|{purpose}|{left}|{right}|{now.isoformat()}".encode()).hexdigest(),
            "document_id_l": left,
            "document_id_r": right,
            "purpose": purpose,
            "actor": person.actor,
            "reason": person.reason,
            "made_at": now,
            **values,
        }
        for left, right in map(sorted, pairs)
    ]
    if not rows:
        return
    con.register("new_rows", pa.Table.from_pylist(rows))
    try:
        run(con, f"merge/insert_{table}")
    finally:
        con.unregister("new_rows")
