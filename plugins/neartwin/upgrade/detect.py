"""Which versions wait to be taken up: candidates that are newer than what is active."""

from dataclasses import dataclass
from typing import Literal

import duckdb

from neartwin.errors import UpgradeError
from neartwin.settings import Settings
from neartwin.warehouse import run

Kind = Literal["method", "extractor"]


@dataclass(frozen=True, slots=True)
class Upgrade:
    """One candidate version, and the active version whose place it would take."""

    kind: Kind
    candidate_id: str
    replaces_id: str


def pending(con: duckdb.DuckDBPyConnection, settings: Settings) -> list[Upgrade]:
    """Return the registered, still configured candidates that are newer than the active version of their name.

    `settings` are resolved (`methods.resolve`); only names that the settings use count.
    """
    active = {method_id.partition("@")[0]: method_id for method_id in settings.active_methods}
    return [
        Upgrade("method", method_id, active[name])
        for method_id, status in run(con, "methods/select_statuses")
        for name in [method_id.partition("@")[0]]
        if status == "candidate"
        and method_id in settings.methods
        and name in active
        and _number(method_id) > _number(active[name])
    ]


def require_installed(wanted: str, installed: str) -> None:
    """Raise UpgradeError unless the extractor that is asked for is the one whose code and libraries are installed."""
    if wanted != installed:
        raise UpgradeError(
            f"{wanted} cannot extract here: {installed} is what this code and these libraries are. Install those that "
            f"{wanted} was made of, or upgrade to {installed}"
        )


def _number(method_id: str) -> int:
    return int(method_id.partition("@")[2])
