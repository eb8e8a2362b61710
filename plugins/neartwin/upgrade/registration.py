"""Bring a warehouse up to what is configured and installed, before anything is computed in it."""

import duckdb

from neartwin import extract, methods
from neartwin.fingerprint import golden
from neartwin.settings import Settings
from neartwin.warehouse import migrations


def register(con: duckdb.DuckDBPyConnection, settings: Settings) -> tuple[Settings, str]:
    """Bring the warehouse to the newest schema and register every configured version, and the installed extractor.

    `settings` name methods; return them with the ids of the active versions, and the extractor's id. Doing it again
    changes nothing. Raises MethodChangedError for a spec that was edited under its id, OutputChangedError for another
    output.
    """
    migrations.migrate(con)
    methods.register(con, settings)
    golden.require_unchanged(con, settings)
    resolved = methods.resolve(con, settings)
    return resolved, extract.register(con, resolved)
