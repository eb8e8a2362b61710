"""Bring a warehouse to the newest schema: numbered files, applied once, never edited afterwards."""

import hashlib
import logging

import duckdb

from neartwin.errors import MigrationChangedError
from neartwin.settings import SQL

log = logging.getLogger(__name__)


def migrate(con: duckdb.DuckDBPyConnection) -> list[str]:
    """Apply every migration that is not yet applied, each in its own transaction; return their names.

    Macros and views under `sql/macros` and `sql/views` are definitions, not data: they are laid anew each time.
    Raises MigrationChangedError when an applied file was edited.
    """
    con.execute(
        "create table if not exists schema_migrations"
        " (version varchar primary key, sha256 varchar not null, applied_at timestamp not null)"
    )
    applied = dict(con.execute("select version, sha256 from schema_migrations").fetchall())
    new = []
    for path in sorted((SQL / "migrations").glob("*.sql")):
        text = path.read_text(encoding="utf-8")
        digest = hashlib.sha256(text.encode()).hexdigest()
        if path.stem in applied:
            if applied[path.stem] != digest:
                raise MigrationChangedError(path.stem)
            continue
        con.begin()
        con.execute(text)
        con.execute("insert into schema_migrations values (?, ?, now()::timestamp)", [path.stem, digest])
        con.commit()
        new.append(path.stem)
    for folder in ("macros", "views"):
        for path in sorted((SQL / folder).glob("*.sql")):
            con.execute(path.read_text(encoding="utf-8"))
    if new:
        log.info("applied %d migrations, last %s", len(new), new[-1])
    return new
