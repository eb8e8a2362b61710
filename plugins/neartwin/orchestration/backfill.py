"""The backfill of a candidate version: a real one of Airflow over `deduplicate_day`, seen in its own Backfills page."""

import logging
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from neartwin.errors import AirflowBusyError, UpgradeError, WarehouseLockedError
from neartwin.methods import resolve
from neartwin.orchestration.airflow_api import AirflowApi
from neartwin.settings import Settings
from neartwin.upgrade.detect import Upgrade
from neartwin.upgrade.progress import Progress, first_days, progress
from neartwin.warehouse import reader

log = logging.getLogger(__name__)

DAG_ID = "deduplicate_day"
PAGE = 100
ATTEMPTS = 2  # a day that fails in two backfills needs a person

Backfill = dict[str, Any]


def conf_of(upgrade: Upgrade) -> dict[str, Any]:
    """Return the run conf that makes `deduplicate_day` try a candidate on what is stored."""
    wanted = [upgrade.candidate_id]
    return {"methods": wanted} if upgrade.kind == "method" else {"extractor": upgrade.candidate_id}


def backfill(settings: Settings, api: AirflowApi, upgrade: Upgrade, since: datetime) -> Progress:
    """Backfill the days that a candidate lacks and wait until all are done; return its progress.

    Called again after a kill it goes on with the backfill that is open, and it never starts a second one for the same
    candidate. `[upgrade] wait_hours` count from when Airflow made the backfill, and until there is one from `since`:
    not anew for each attempt. Raises UpgradeError after them, when the backfill was cancelled, when days fail twice,
    or when `deduplicate_day` is paused.
    """
    n_started = 0
    while True:
        found = _progress(settings, upgrade)
        running = _open(api, conf_of(upgrade))
        if running is None and found.is_complete:
            return found
        if running is None:
            if n_started == ATTEMPTS:
                raise UpgradeError(
                    f"{found.says}; these days fail: {first_days(found.days_left)}. Look at their runs of {DAG_ID}"
                )
            running = _start(settings, api, upgrade, found, since)
            n_started += 1
        _follow(settings, api, upgrade, running)


def _start(settings: Settings, api: AirflowApi, upgrade: Upgrade, found: Progress, since: datetime) -> Backfill:
    """Create the backfill over the first to the last day that is left; another one that runs is waited for."""
    if api.get(f"dags/{DAG_ID}")["is_paused"]:
        raise UpgradeError(
            f"the DAG {DAG_ID} is paused, so no day would run: unpause it, then run upgrade_method again"
        )
    first, last = found.days_left[0], found.days_left[-1]
    body = {
        "dag_id": DAG_ID,
        "from_date": f"{first}T00:00:00Z",
        "to_date": f"{last}T23:59:59Z",
        "dag_run_conf": conf_of(upgrade),
        "reprocess_behavior": "completed",
        "max_active_runs": settings.upgrade.max_active_runs,
    }
    while True:
        try:
            started = api.post("backfills", body)
        except AirflowBusyError as busy:
            _sleep(settings, since, f"another backfill of {DAG_ID} runs: {busy}")
            continue
        log.info("started backfill %s of %s, %s to %s", started["id"], upgrade.candidate_id, first, last)
        return started


def _follow(settings: Settings, api: AirflowApi, upgrade: Upgrade, running: Backfill) -> None:
    """Wait until a backfill has ended, telling how far it is whenever that changes."""
    told, since = "", datetime.fromisoformat(running["created_at"])
    while True:
        running = api.get(f"backfills/{running['id']}")
        if running["completed_at"] and running["is_paused"]:
            raise UpgradeError(
                f"backfill {running['id']} was cancelled: what it did is kept, run upgrade_method again to go on"
            )
        if running["completed_at"]:
            return
        told = _tell(settings, upgrade, running, told)
        _sleep(settings, since, f"backfill {running['id']} has not ended")


def _tell(settings: Settings, upgrade: Upgrade, running: Backfill, told: str) -> str:
    try:
        found = _progress(settings, upgrade)
    except WarehouseLockedError:
        return told  # a long write goes on: there will be something to tell afterwards
    says = f"{found.says}; cost {found.cost}"
    if running["is_paused"]:
        says += f"; backfill {running['id']} is paused: unpause it in Airflow's Backfills page"
    if says != told:
        log.info("%s", says)
    return says


def _open(api: AirflowApi, conf: Mapping[str, Any]) -> Backfill | None:
    """Return the backfill of this conf that has not ended, or None."""
    listed = api.get("backfills", dag_id=DAG_ID, limit=PAGE, order_by="-id")["backfills"]
    same = (known for known in listed if not known["completed_at"] and known["dag_run_conf"] == conf)
    return next(same, None)


def _progress(settings: Settings, upgrade: Upgrade) -> Progress:
    with reader(settings) as con:
        return progress(con, resolve(con, settings), upgrade)


def _sleep(settings: Settings, since: datetime, what: str) -> None:
    if datetime.now(UTC) >= since + timedelta(hours=settings.upgrade.wait_hours):
        raise UpgradeError(
            f"{what} after [upgrade] wait_hours ({settings.upgrade.wait_hours:g}), counted from {since:%Y-%m-%d %H:%M} "
            "UTC: raise wait_hours, or cancel that backfill in Airflow, then run upgrade_method again"
        )
    time.sleep(settings.upgrade.poll_seconds)
