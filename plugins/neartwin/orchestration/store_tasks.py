"""The tasks of `maintain_store`: back up, move aside, let go of what nobody needs; and to publish, as all DAGs do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from neartwin.orchestration.defaults import WRITER, run_task

if TYPE_CHECKING:
    from neartwin.orchestration.day_run import Run


@run_task(**WRITER)
def back_up(run: Run) -> str:
    """Copy the warehouse, restore the copy into a scratch file, compare, and only then call it a backup."""
    from neartwin.warehouse import backup, migrations

    with run.writer() as (con, settings):
        migrations.migrate(con)
        return str(backup.backup(con, settings))


@run_task(**WRITER)
def move_to_cold(run: Run) -> dict[str, int]:
    """Move texts and bytes that are past the days of their kind to the cold tier of the lake; they stay readable."""
    from datetime import UTC, datetime

    from neartwin.warehouse import retention

    with run.writer() as (con, settings):
        return retention.move_to_cold(con, settings, datetime.now(UTC).date(), actor=run.actor, run_id=run.run_id)


@run_task(**WRITER)
def prune(run: Run) -> dict[str, int]:
    """Forget old backups, plans never applied, check results, retired fingerprints; never ledger, labels, captures."""
    from neartwin import ingest
    from neartwin.checks import stages
    from neartwin.merge import upkeep
    from neartwin.upgrade import rehearsal
    from neartwin.upgrade.upkeep import prune_retired
    from neartwin.warehouse import backup, costs

    with run.writer() as (con, settings):
        rehearsal.forget(settings)
        return {
            "backups": backup.prune(settings, keep=settings.store.keep_backups),
            "plans": upkeep.prune_plans(con, settings),
            "plan_files": ingest.prune_plan_files(settings, keep_days=settings.store.keep_plans_days),
            "check_results": stages.prune(con, settings),
            "retired_methods": len(prune_retired(con, settings)),
            "run_costs": costs.prune(settings),
        }


@run_task(trigger_rule="none_failed", **WRITER)
def publish(run: Run) -> str:
    """Publish the review copy that pages and reports read; return its path."""
    from neartwin.warehouse import publish

    with run.writer() as (con, settings):
        return str(publish.publish(con, settings))


publish_changes = publish.override(trigger_rule="none_failed_min_one_success")  # only when anything has changed
