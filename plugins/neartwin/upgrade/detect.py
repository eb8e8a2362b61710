"""Which versions wait to be taken up: candidates that are newer than what is active."""

from dataclasses import dataclass
from typing import Literal

import duckdb

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
        and version_of(method_id) > version_of(active[name])
    ]


def version_of(method_id: str) -> int:
    """Return the version number of a method id."""
    return int(method_id.partition("@")[2])
