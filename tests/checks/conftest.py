"""A stored day to damage: one warehouse a test module, every damage rolled back."""

from types import SimpleNamespace

import duckdb
import pytest
from damaged_day import look

from made_day import sound_day
from neartwin.methods import resolve
from neartwin.settings import ROOT, PurposeSettings, Settings
from neartwin.warehouse.migrations import migrate

METHODS = ("simhash64-ref@1", "simhash64-words@1", "minhash128-words@1")


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A sound day of three sites, 30 pages each: con, settings, and `look(stage, *sql)` = its failures after damage."""
    con = duckdb.connect(config={"threads": 2})
    con.execute("set TimeZone = 'UTC'")
    migrate(con)
    decides = PurposeSettings(deciding_method=METHODS[2])
    settings = resolve(None, Settings.load(ROOT / "neartwin.toml")).model_copy(
        update={
            "data": tmp_path_factory.mktemp("data"),
            "active_methods": METHODS,
            "purposes": {"search": decides, "history": decides},
        }
    )
    sound_day(con, settings).store()
    yield SimpleNamespace(con=con, settings=settings, look=lambda stage, *sql: look(con, settings, stage, sql))
    con.close()
