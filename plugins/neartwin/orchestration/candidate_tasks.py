"""The first tasks of `upgrade_method`: find candidates, refuse what does not fit, finish half done days, backfill."""

from __future__ import annotations

import logging
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from airflow.sdk import get_current_context
from airflow.sdk.exceptions import AirflowSkipException

from neartwin.orchestration.defaults import WRITER, run_task

if TYPE_CHECKING:
    from neartwin.orchestration.day_run import Run
    from neartwin.upgrade.detect import Upgrade

log = logging.getLogger(__name__)

Upgrades = list[dict[str, str]]


@run_task(**WRITER)
def detect(run: Run) -> Upgrades:
    """Register versions that are new in neartwin.toml, and list the candidates that wait and fit on the disk.

    An edited spec, or a library that changes an output, under an old id is refused with the way out.
    """
    from neartwin.report import tell_upgrades
    from neartwin.upgrade.progress import estimate, require_space, tables
    from neartwin.upgrade.versions import chosen
    from neartwin.upgrade.walk import prepare

    prepare(run.settings)
    with run.writer() as (con, settings):
        upgrades = chosen(con, settings, run.params["versions"] or [])
        for upgrade in upgrades:
            wanted = estimate(con, settings, upgrade)
            require_space(wanted, upgrade)
            log.info("%s: disk %s", upgrade.candidate_id, wanted.says)
        tell_upgrades(settings, tables(con, settings, *upgrades))
    return [asdict(upgrade) for upgrade in upgrades]


@run_task(pool=WRITER["pool"], execution_timeout=timedelta(hours=12))
def finish_half_done(run: Run, upgrades: Upgrades) -> int:
    """Sign and compare the days that the versions in use have not seen whole; return how many there were.

    A promotion or roll back that was stopped before everything was up to date is finished too.
    """
    from neartwin.upgrade import half_done, settle

    with run.writer() as (con, settings):
        days = half_done.days(con, settings)
        is_wanted = bool(days) or settle.is_unsettled(con)
    if is_wanted:
        log.info("half done: %s", {str(day): versions for day, versions in days.items()})
        settle.settle(run.settings, run.run_id)
    return len(days)


@run_task(execution_timeout=None, retries=5)
def backfill(run: Run, upgrades: Upgrades) -> Upgrades:
    """Backfill one candidate after the other and wait for each, without a slot of the writer pool; return them."""
    from neartwin.orchestration import backfill as backfills
    from neartwin.orchestration.airflow_api import AirflowApi, login_of

    if not upgrades:
        raise AirflowSkipException("no candidate waits: every version in use is the newest")
    since = get_current_context()["dag_run"].start_date  # of the run: a later attempt waits no longer
    with AirflowApi(login_of(run.settings.upgrade.connection)) as api:
        for described in upgrades:
            log.info("%s", backfills.backfill(run.settings, api, _upgrade(described), since).says)
    return upgrades


def _upgrade(described: dict[str, Any]) -> Upgrade:
    from neartwin.upgrade.detect import Upgrade

    return Upgrade(**described)
