"""Link the captures of one URL over time: a relation of its own, not a duplicate pair."""

import logging
from datetime import date

import duckdb

from neartwin.warehouse import run, transaction

log = logging.getLogger(__name__)


def link(con: duckdb.DuckDBPyConnection, day: date, run_id: str) -> int:
    """Chain the captures of every (URL, variant) that the day touches by fetch time; return how many links are new.

    Only captures with a document are links of a chain. A capture that comes in between re-links its neighbours, so the
    result depends on the captures alone, not on the order of days; linking again changes nothing.
    """
    with transaction(con):
        return relink(con, day, run_id)


def relink(con: duckdb.DuckDBPyConnection, day: date, run_id: str) -> int:
    """Do what `link` does, in the caller's transaction."""
    n_undone = len(run(con, "version_links/undo_version_links", day=day))
    n_new = len(run(con, "version_links/insert_version_links", day=day))
    log.info("%s: linked %d versions of %s, took %d links apart", run_id, n_new, day, n_undone)
    return n_new
