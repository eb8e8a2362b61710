"""Try what another extractor's promotion would bring, on a copy of the warehouse: pairs proposed, pairs merged."""

import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb

from neartwin.calibrate import policy
from neartwin.errors import UpgradeError
from neartwin.methods import proposing
from neartwin.places import free_bytes
from neartwin.report.rows import rows
from neartwin.settings import Purpose, Settings
from neartwin.upgrade import judged, promote, signatures
from neartwin.upgrade.detect import Upgrade
from neartwin.upgrade.settle import compare_rest, propose_day
from neartwin.warehouse import run, transaction, writer
from neartwin.warehouse.backup import copy_database, database_bytes

log = logging.getLogger(__name__)

FOLDER = "rehearsal"
WRITTEN = ("fingerprints", "page_fingerprints")  # the rest of the lake is read where it lies


def rehearse(con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade, run_id: str) -> dict[str, Any]:
    """Return what the deciding methods make of a complete extractor's texts: candidates, change, titles.

    On a copy of the warehouse the captures are given the new texts, which are signed, indexed, compared and guarded as
    after a promotion. Nothing of that stays, and nothing in use changes. A pair is followed from old texts to new ones:
    it is gained or lost only when the same pages were, or would be, no pair. `change` is by purpose, under the policy
    in force. Raises UpgradeError when the disk cannot hold the copy.
    """
    review_at = min(wanted.review_at for wanted in settings.purposes.values())
    with _copied(con, settings) as copy:
        _carry_out(copy, upgrade, run_id)
        with writer(copy) as after:
            run(after, "upgrade/insert_text_changes", old_id=upgrade.replaces_id, new_id=upgrade.candidate_id)
            run(after, "upgrade/insert_successors")
            candidates = _candidates(con, after, settings, review_at)
            change = {purpose: _change(con, after, settings, purpose) for purpose in settings.purposes}
            told = [*candidates.values(), *(side for part in change.values() for side in part.values())]
            ends = {sample[f"document_id_{side}"] for part in told for sample in part["samples"] for side in "lr"}
            titles = rows(after, "select_titles", document_ids=sorted(ends))
    return {"candidates": candidates, "change": change, "titles": titles}


@contextmanager
def _copied(con: duckdb.DuckDBPyConnection, settings: Settings) -> Iterator[Settings]:
    """Yield settings over a copy of the warehouse and the same lake; what is written there goes at the end.

    What a killed rehearsal left goes first: whoever holds the warehouse's writer is alone here.
    """
    folder = forget(settings)
    con.execute("checkpoint")
    needed, free = database_bytes(settings), free_bytes(folder)
    if needed * settings.upgrade.disk_margin > free:
        raise UpgradeError(
            f"comparing texts needs a copy of the warehouse, about {needed:,} bytes, times [upgrade] disk_margin "
            f"{settings.upgrade.disk_margin:g}, and {free:,} are free: make room first"
        )
    try:
        copy = settings.model_copy(update={"data": folder})
        copy.lake.mkdir(parents=True)
        _link(settings.lake, copy.lake)
        copy_database(con, copy.warehouse)
        yield copy
    finally:
        forget(settings)


def forget(settings: Settings) -> Path:
    """Remove the copy that a rehearsal made, or left when it was killed, and return its place; needs the writer."""
    folder = settings.data / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def _link(lake: Path, into: Path) -> None:
    for entry in lake.iterdir():
        if entry.name not in WRITTEN:
            (into / entry.name).symlink_to(entry.resolve(), target_is_directory=entry.is_dir())


def _carry_out(settings: Settings, upgrade: Upgrade, run_id: str) -> None:
    """Promote, and let the deciding methods see the changed days."""
    ids = {"one_id": upgrade.candidate_id, "other_id": upgrade.replaces_id}
    method_ids = [method.method_id for method in proposing(settings)]
    with writer(settings) as con:
        days = [day for (day,) in run(con, "upgrade/select_changed_days", **ids)]
        with transaction(con):
            promote.flip(con, settings, upgrade, run_id)
    for day in days:
        propose_day(settings, day, method_ids, run_id)
    with writer(settings) as con:
        compare_rest(con, settings, run_id)
    log.info("rehearsed %s over %d days with changed texts", upgrade.candidate_id, len(days))


def _candidates(
    con: duckdb.DuckDBPyConnection, after: duckdb.DuckDBPyConnection, settings: Settings, review_at: float
) -> dict[str, Any]:
    """Return pairs kept, gained and lost; joined are pairs whose two texts would be one document."""
    method_ids = [method.method_id for method in proposing(settings)]
    for side in (con, after):
        run(side, "upgrade/insert_standing_pairs", method_ids=method_ids)
    n_joined = _follow(con, after, "standing_pairs")
    run(after, "upgrade/insert_followed_changes")
    return signatures.tell_candidates(after, review_at) | {"joined": {"n_pairs": n_joined, "n_near": 0, "samples": []}}


def _change(
    con: duckdb.DuckDBPyConnection, after: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose
) -> dict[str, Any]:
    """Return documents newly merged and released under the policy in force, with samples."""
    method_id = settings.purposes[purpose].deciding_method
    rules = policy.active(con, purpose, method_id)[1]
    for connection, side in ((con, "old"), (after, "new")):
        run(connection, "decide/insert_open_pairs", purpose=purpose, method_id=method_id, day=None)
        judged.keep_merging(connection, purpose, side, rules)
    _follow(con, after, "merging_old")
    run(after, "upgrade/insert_merging_followed")
    return judged.changes(after)


def _follow(con: duckdb.DuckDBPyConnection, after: duckdb.DuckDBPyConnection, table: str) -> int:
    """Leave in `followed_pairs` of the copy the pairs of a table here, under the new texts; return how many became one.

    A text that nothing takes the place of keeps its id.
    """
    after.register("former_pairs", con.table(table).to_arrow_table())
    try:
        run(after, "upgrade/insert_followed_pairs")
        return int(run(after, "upgrade/select_joined_count")[0][0])
    finally:
        after.unregister("former_pairs")
