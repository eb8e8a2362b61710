"""Who acts, and what an action leaves behind on pairs: dated constraints and labels."""

from dataclasses import dataclass
from datetime import UTC, datetime

import duckdb

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


def keep_apart(con: duckdb.DuckDBPyConnection, purpose: Purpose, person: Person, *, is_lifted: bool = False) -> None:
    """Keep the pairs of `parted_pairs` apart from now on, by constraint and label; or allow them again."""
    made_at = datetime.now(UTC).replace(tzinfo=None)
    for table in ("constraints", "labels"):
        run(
            con,
            f"merge/insert_{table}",
            purpose=purpose,
            actor=person.actor,
            reason=person.reason,
            made_at=made_at,
            is_lifted=is_lifted,
        )


def name_pair(con: duckdb.DuckDBPyConnection, one: str, other: str) -> None:
    """Let `parted_pairs` hold one pair, named in either order."""
    run(con, "merge/insert_named_pair", one=one, other=other)
