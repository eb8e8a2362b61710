"""Days that a version in use has not seen whole: a run was killed, or began before another version took over."""

from datetime import date

import duckdb

from neartwin import extract
from neartwin.methods import proposing
from neartwin.settings import Settings
from neartwin.upgrade.detect import Upgrade
from neartwin.upgrade.progress import progress
from neartwin.warehouse import run


def days(con: duckdb.DuckDBPyConnection, settings: Settings) -> dict[date, list[str]]:
    """Return the days with sound documents that an active method has not signed, and those methods.

    So are days of documents that a method which proposes pairs has not indexed (a purpose may decide by another one
    since), and days that carry another extractor's texts while the active one is installed. `settings` are resolved.
    Methods that no run has registered yet are nothing to finish. Days of runs that go on now are left out: they are not
    half done, but not done yet.
    """
    running = {day for (day,) in run(con, "upgrade/select_running_days")}
    found: dict[date, list[str]] = {}
    proposes = {method.method_id for method in proposing(settings)}
    registered = dict(run(con, "methods/select_methods"))
    for method_id in filter(registered.__contains__, settings.active_methods):
        itself = Upgrade("method", method_id, method_id)
        for day in progress(con, settings, itself, is_indexed=method_id in proposes).days:
            if day.n_done < day.n_texts and day.day not in running:
                found.setdefault(day.day, []).append(method_id)
    for foreign in of_another_extractor(con, settings):
        if foreign not in running:
            found.setdefault(foreign, []).append(extract.extractor(settings).extractor_id)
    return dict(sorted(found.items()))


def of_another_extractor(con: duckdb.DuckDBPyConnection, settings: Settings) -> list[date]:
    """Return the days with captures that the active extractor, when it is the one installed, has still to extract."""
    installed = extract.extractor(settings).extractor_id
    if not extract.is_active(con, installed):
        return []
    return [day for (day,) in run(con, "upgrade/select_foreign_days", extractor_id=installed)]
