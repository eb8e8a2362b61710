"""The versions that a warehouse knows, and which of them a person means."""

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from neartwin import methods
from neartwin.errors import UpgradeError
from neartwin.settings import Settings
from neartwin.upgrade.detect import Kind, Upgrade, pending
from neartwin.warehouse import run

FLIPPED = {"method": "upgrade/upsert_methods_flipped", "extractor": "upgrade/upsert_extractors_flipped"}
RETIRED = {"method": "upgrade/upsert_methods_retired", "extractor": "upgrade/upsert_extractors_retired"}


@dataclass(frozen=True, slots=True)
class Version:
    """One registered version; status is candidate, active, standby (was active, can be returned to) or retired."""

    kind: Kind
    version_id: str
    name: str
    version_number: int
    status: str


def versions(con: duckdb.DuckDBPyConnection) -> list[Version]:
    """Return every registered version, by kind, name and age."""
    return [
        Version(kind, version_id, name, number, status)
        for kind, version_id, name, number, status in run(con, "upgrade/select_versions")
    ]


def version_of(con: duckdb.DuckDBPyConnection, version_id: str) -> Version:
    """Return one version; raises UpgradeError for an id that the warehouse does not know."""
    for version in versions(con):
        if version.version_id == version_id:
            return version
    raise UpgradeError(
        f"no version {version_id!r} is registered: `neartwin methods list` shows which are; `neartwin methods upgrade` "
        "registers and tries what is new in neartwin.toml"
    )


def active_of(con: duckdb.DuckDBPyConnection, name: str) -> Version | None:
    """Return the active version of a name (`extractor` for extractors), or None."""
    found = [version for version in versions(con) if version.name == name and version.status == "active"]
    return found[0] if found else None


def upgrade_to(con: duckdb.DuckDBPyConnection, settings: Settings, version_id: str) -> Upgrade:
    """Return the upgrade to a version from what is active now.

    Raises UpgradeError when it is unknown, active already or retired, when nothing of its name is active, or when
    neartwin.toml has no section for it any more; MethodChangedError when the section of either says something else.
    """
    wanted = version_of(con, version_id)
    if wanted.status == "active":
        raise UpgradeError(f"{version_id} is active already")
    if wanted.status == "retired":
        raise UpgradeError(f"{version_id} is retired: give what you want the next version number, and backfill that")
    require_usable(con, settings, wanted)
    active = active_of(con, wanted.name)
    if active is None:
        raise UpgradeError(f"no version of {wanted.name} is active: name it in active_methods and run a day first")
    require_usable(con, settings, active)
    return Upgrade(wanted.kind, version_id, active.version_id)


def chosen(con: duckdb.DuckDBPyConnection, settings: Settings, version_ids: Sequence[str]) -> list[Upgrade]:
    """Return the upgrades to the wanted versions, or all that wait when none is named.

    Whatever can take the active version's place may be named: also a version that was in use before, or one that a
    newer candidate has overtaken. Raises UpgradeError for one that cannot.
    """
    if not version_ids:
        return pending(con, settings)
    return [upgrade_to(con, settings, version_id) for version_id in dict.fromkeys(version_ids)]


def tried(con: duckdb.DuckDBPyConnection, settings: Settings, version_ids: Sequence[str]) -> list[Upgrade]:
    """Return the upgrades to those of some versions that could take an active one's place, or might again."""
    inactive = {version.version_id for version in versions(con) if version.status in ("candidate", "standby")}
    return [upgrade_to(con, settings, version_id) for version_id in version_ids if version_id in inactive]


def require_usable(con: duckdb.DuckDBPyConnection, settings: Settings, version: Version) -> None:
    """Raise unless neartwin.toml still has the section of a method, as it was registered."""
    if version.kind != "method":
        return
    if version.version_id not in settings.methods:
        raise UpgradeError(
            f"neartwin.toml has no section for {version.version_id} any more: put it back, as it was registered"
        )
    methods.require_unchanged(con, settings, [version.version_id])


def flip(con: duckdb.DuckDBPyConnection, kind: Kind, active_id: str, standby_id: str) -> None:
    """Let one version take another's place, in the caller's transaction."""
    run(con, FLIPPED[kind], active_id=active_id, standby_id=standby_id)


def retire(con: duckdb.DuckDBPyConnection, version: Version) -> None:
    """Retire a version, in the caller's transaction."""
    run(con, RETIRED[version.kind], version_id=version.version_id)
