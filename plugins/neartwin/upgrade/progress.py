"""How far a candidate version is: days and texts done, rate, time left, what a day cost, and the disk it needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import duckdb

from neartwin.errors import UpgradeError
from neartwin.methods import Method, choose, load
from neartwin.places import free_bytes
from neartwin.settings import Settings
from neartwin.upgrade.detect import Upgrade, pending
from neartwin.warehouse import run
from neartwin.warehouse.backup import database_bytes

KEY_BYTES = 13  # of one index key in the warehouse, measured at 94,000 documents
PAIR_BYTES = 400  # of one pair: proposed, compared, looked at by the guards
BASE_BYTES = {"method": 3_000_000, "extractor": 1_000_000}  # tables and their indexes grow by whole blocks
ROW_BYTES = 120  # of a fingerprint besides its signature: ids, counts
SHOWN_DAYS = 5


@dataclass(frozen=True, slots=True)
class DayProgress:
    """One crawl day: texts wanted and done (each counts on the first day that carries it); wall and CPU seconds."""

    day: date
    n_texts: int
    n_done: int
    is_measured: bool
    seconds: float
    cpu_seconds: float

    @property
    def is_done(self) -> bool:
        """Whether nothing of the day is left to do."""
        return self.n_done >= self.n_texts and self.is_measured


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a candidate is; `rate` is texts a second of its finished runs, None before the first."""

    upgrade: Upgrade
    days: tuple[DayProgress, ...]
    n_open_pairs: int
    rate: float | None

    @property
    def n_texts(self) -> int:
        """Texts wanted: documents, pages, or captures to extract."""
        return sum(day.n_texts for day in self.days)

    @property
    def n_done(self) -> int:
        """Texts done."""
        return sum(day.n_done for day in self.days)

    @property
    def is_complete(self) -> bool:
        """Whether every text is done and every proposed pair compared."""
        return self.n_done >= self.n_texts and not self.n_open_pairs

    @property
    def days_left(self) -> list[date]:
        """Days to run, oldest first; the newest when only pairs are left."""
        left = [day.day for day in self.days if not day.is_done]
        return left or [day.day for day in self.days[-1:] if self.n_open_pairs]

    @property
    def seconds_left(self) -> float | None:
        """Seconds until all is done at the rate so far, None when that is not known."""
        return (self.n_texts - self.n_done) / self.rate if self.rate else None

    @property
    def cost(self) -> str:
        """What a day cost so far, on average, for people."""
        ran = [day for day in self.days if day.seconds]
        if not ran:
            return "not known before the first day is done"
        wall, cpu = (sum(getattr(day, name) for day in ran) / len(ran) for name in ("seconds", "cpu_seconds"))
        return f"about {spell(wall)} and {cpu:,.1f} CPU-seconds a day, over {len(ran):,} days"

    @property
    def says(self) -> str:
        """One line for people."""
        done = sum(day.is_done for day in self.days)
        text = f"{self.upgrade.candidate_id}: {done:,} of {len(self.days):,} days, "
        text += f"{self.n_done:,} of {self.n_texts:,} texts"
        if self.n_open_pairs:
            text += f", {self.n_open_pairs:,} pairs to compare"
        if self.rate:
            text += f", {self.rate:,.0f} texts a second"
        if self.seconds_left:
            text += f", about {spell(self.seconds_left)} left"
        return text


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is still to come, before it starts: texts, and bytes of disk needed and free.

    `n_lent` are bytes that comparing takes for a while: the copy of the warehouse on which an extractor is rehearsed.
    """

    n_texts: int
    n_bytes: int
    n_free: int
    margin: float
    n_lent: int = 0

    @property
    def fits(self) -> bool:
        """Whether the disk holds it with the margin of the settings."""
        return not self.n_texts or self.n_needed <= self.n_free

    @property
    def says(self) -> str:
        """What is needed and what is free, for people."""
        lent = f", and {_size(self.n_lent)} while it is compared" if self.n_lent and self.n_texts else ""
        return f"about {_size(self.n_bytes)} for {self.n_texts:,} texts{lent}, {_size(self.n_free)} free"

    @property
    def n_needed(self) -> int:
        """Bytes that must be free, with the margin of the settings."""
        return round((self.n_bytes + self.n_lent) * self.margin)


def progress(
    con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade, *, is_indexed: bool = True
) -> Progress:
    """Return how far a candidate is; `settings` are resolved. Raises MethodError when it is not configured.

    A candidate proposes pairs, so a text is done when it is indexed; an active method that proposes none (`is_indexed`
    False) is done with what it has signed.
    """
    runs = run(con, "upgrade/select_candidate_runs", version_id=upgrade.candidate_id)
    seconds = {day: (float(spent), float(cpu)) for day, spent, cpu, _ in runs}
    days = tuple(
        DayProgress(day, n_texts, n_done, bool(is_measured), *seconds.get(day, (0.0, 0.0)))
        for day, n_texts, n_done, is_measured in _days(con, settings, upgrade, is_indexed=is_indexed)
    )
    n_open = run(con, "upgrade/select_open_pairs", method_id=upgrade.candidate_id)[0][0]
    spent, n_made = sum(wall for wall, _ in seconds.values()), sum(n for *_, n in runs)
    return Progress(upgrade, days, n_open, n_made / spent if spent and n_made else None)


def is_complete(con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade) -> bool:
    """Return whether a candidate has done every stored text and compared every pair that it proposes."""
    return progress(con, settings, upgrade).is_complete


def require_complete(con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade) -> None:
    """Raise UpgradeError that names what is missing unless a candidate is complete."""
    found = progress(con, settings, upgrade)
    if found.is_complete:
        return
    raise UpgradeError(
        f"{found.says}; to do: {first_days(found.days_left) or 'pairs'}. Run the DAG upgrade_method, or "
        f"`neartwin methods upgrade --local {upgrade.candidate_id}`"
    )


def is_done(con: duckdb.DuckDBPyConnection, settings: Settings, method_ids: Sequence[str], day: date) -> bool:
    """Return whether some methods have nothing left to do on a day; `settings` are resolved."""
    found = (progress(con, settings, Upgrade("method", name, name)) for name in method_ids)
    return not any(day in one.days_left for one in found)


def estimate(
    con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade, found: Progress | None = None
) -> Estimate:
    """Return what the rest of a backfill needs, with how far it is; bytes as the version that is replaced took them."""
    found = found or progress(con, settings, upgrade)
    n_left = found.n_texts - found.n_done
    n_bytes = round(n_left * _bytes_per_text(con, settings, upgrade)) + BASE_BYTES[upgrade.kind] * (n_left > 0)
    n_lent = database_bytes(settings) if upgrade.kind == "extractor" else 0
    return Estimate(n_left, n_bytes, free_bytes(settings.data), settings.upgrade.disk_margin, n_lent)


def require_space(wanted: Estimate, upgrade: Upgrade) -> None:
    """Raise UpgradeError when the disk cannot hold what an upgrade needs."""
    if not wanted.fits:
        raise UpgradeError(
            f"{upgrade.candidate_id} does not fit on the disk: {wanted.says}, and [upgrade] disk_margin asks for "
            f"{wanted.margin:g} times that ({_size(wanted.n_needed)}): make room first"
        )


def table(con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade) -> dict[str, Any]:
    """Return how far a candidate is, JSON-ready: says, disk, cost, and days with texts, done and seconds."""
    found = progress(con, settings, upgrade)
    wanted = estimate(con, settings, upgrade, found)
    days = [
        {
            "day": str(day.day),
            "n_texts": day.n_texts,
            "n_done": day.n_done,
            "seconds": round(day.seconds, 1),
            "cpu_seconds": round(day.cpu_seconds, 1),
        }
        for day in found.days
    ]
    return {
        "candidate_id": upgrade.candidate_id,
        "replaces_id": upgrade.replaces_id,
        "is_complete": found.is_complete,
        "says": found.says,
        "disk": wanted.says,
        "cost": found.cost,
        "days": days,
    }


def tables(con: duckdb.DuckDBPyConnection, settings: Settings, *tried: Upgrade) -> list[dict[str, Any]]:
    """Return how far each candidate is that waits or is tried now, as `table` does; `settings` are resolved."""
    return [table(con, settings, upgrade) for upgrade in dict.fromkeys([*pending(con, settings), *tried])]


def spell(seconds: float) -> str:
    """Return a duration for people."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _days(
    con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade, *, is_indexed: bool
) -> Sequence[tuple[Any, ...]]:
    if upgrade.kind == "extractor":
        return run(con, "upgrade/select_extractor_days", extractor_id=upgrade.candidate_id)
    method = choose(load(settings), upgrade.candidate_id)
    if method.branch == "page":
        return run(con, "upgrade/select_page_method_days", method_id=method.method_id)
    return run(
        con,
        "upgrade/select_method_days",
        method_id=method.method_id,
        min_features=method.min_features,
        is_indexed=is_indexed and bool(method.n_keys),
    )


def _bytes_per_text(con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade) -> float:
    if upgrade.kind == "extractor":
        return 2 * ROW_BYTES + float(run(con, "upgrade/select_text_bytes", extractor_id=upgrade.replaces_id)[0][0])
    n_pairs = float(run(con, "upgrade/select_pairs_per_text", method_id=upgrade.replaces_id)[0][0])
    return _signature_bytes(choose(load(settings), upgrade.candidate_id)) + n_pairs * PAIR_BYTES


def _signature_bytes(method: Method) -> float:
    """Return bytes of a document's fingerprint and keys, in the shard and again in the warehouse."""
    signature = method.bits / 8 + 4 * method.num_perm
    return 2 * (signature + ROW_BYTES) + KEY_BYTES * method.n_keys


def first_days(days: Sequence[date]) -> str:
    """Return the first few days and how many more there are, for people; nothing for none."""
    more = f" and {len(days) - SHOWN_DAYS:,} more" if len(days) > SHOWN_DAYS else ""
    return ", ".join(str(day) for day in days[:SHOWN_DAYS]) + more


def _size(n_bytes: float) -> str:
    return f"{n_bytes / 1e9:,.1f} GB" if n_bytes >= 1e9 else f"{n_bytes / 1e6:,.1f} MB"
