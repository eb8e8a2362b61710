"""Which versions wait to be taken up: candidates that are newer than what is active."""

from dataclasses import dataclass
from typing import Literal

import duckdb

from neartwin import extract
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
    """Return the upgrades that wait, at most one for each name: its newest candidate, newer than the active version.

    `settings` are resolved (`methods.resolve`). Only methods that the settings use and still configure count, and the
    extractor that is installed. What was active before, or is retired, is never offered again.
    """
    return [*_methods(con, settings), *_extractors(con, settings)]


def require_installed(wanted: str, installed: str) -> None:
    """Raise UpgradeError unless the extractor that is asked for is the one whose code and libraries are installed."""
    if wanted != installed:
        raise UpgradeError(
            f"{wanted} cannot extract here: {installed} is what this code and these libraries are. Install those that "
            f"{wanted} was made of, or upgrade to {installed}"
        )


def _methods(con: duckdb.DuckDBPyConnection, settings: Settings) -> list[Upgrade]:
    active = {method_id.partition("@")[0]: method_id for method_id in settings.active_methods}
    newest: dict[str, str] = {}
    for method_id, status in run(con, "methods/select_statuses"):  # in the order of versions
        name = method_id.partition("@")[0]
        if status == "candidate" and method_id in settings.methods and name in active:
            newest[name] = method_id
    return [
        Upgrade("method", method_id, active[name])
        for name, method_id in newest.items()
        if _number(method_id) > _number(active[name])
    ]


def _extractors(con: duckdb.DuckDBPyConnection, settings: Settings) -> list[Upgrade]:
    statuses = dict(run(con, "upgrade/select_extractors"))
    installed = extract.extractor(settings).extractor_id
    active = [extractor_id for extractor_id, status in statuses.items() if status == "active"]
    if statuses.get(installed) != "candidate" or not active:
        return []
    return [Upgrade("extractor", installed, active[0])]


def _number(method_id: str) -> int:
    return int(method_id.partition("@")[2])
