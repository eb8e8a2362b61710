"""Fixtures shared by all tests: a migrated warehouse in memory, empty settings, the sample run, the shared corpus."""

import os
import subprocess
import sys
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


@pytest.fixture(scope="session")
def sample_run(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of an installation through which `neartwin run --sample` has gone once; for reading only."""
    data = tmp_path_factory.mktemp("sample-run") / "data"
    env = {name: value for name, value in os.environ.items() if not name.startswith("AIRFLOW")}
    command = [sys.executable, "-c", "from neartwin.cli import main; main()", "run", "--sample"]
    ran = subprocess.run(
        command, env=env | {"NEARTWIN_DATA": str(data)}, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-4000:]
    return Settings.load(ROOT / "neartwin.toml").model_copy(update={"data": data})
