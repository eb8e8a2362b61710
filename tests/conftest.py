"""Fixtures shared by all tests: a migrated in-memory warehouse, settings of an empty installation, the shared corpus."""

import os
from pathlib import Path

import duckdb
import pytest

from neartwin.settings import ROOT, Settings
from neartwin.warehouse.migrations import migrate


@pytest.fixture
def con():
    """A migrated warehouse in memory."""
    connection = duckdb.connect(config={"threads": 2})
    connection.execute("set TimeZone = 'UTC'")
    migrate(connection)
    yield connection
    connection.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The repository's settings over an empty data folder."""
    return Settings.load(ROOT / "neartwin.toml").model_copy(update={"data": tmp_path / "data"})


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared test material; skips where it is absent."""
    folder = Path(os.environ.get("NEARTWIN_SHARED", ROOT.parent / "shared"))
    if not (folder / "corpus" / "pages.jsonl").is_file():
        pytest.skip("needs the shared corpus: set NEARTWIN_SHARED to its folder")
    return folder
