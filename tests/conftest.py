"""Fixtures shared by all tests: a migrated warehouse in memory, empty settings, the sample run, the shared corpus."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb
import pytest

from neartwin.methods import resolve
from neartwin.orchestration import airflow_home
from neartwin.settings import ROOT, Settings
from neartwin.warehouse.migrations import migrate

# Airflow binds its database when it is first imported, whichever test does that: one home for the whole test process.
AIRFLOW_DATA = Path(tempfile.mkdtemp(prefix="neartwin-airflow-"))
AIRFLOW_SETTINGS = Settings.load(ROOT / "neartwin.toml").model_copy(update={"data": AIRFLOW_DATA})
os.environ.update(
    {name: value for name, value in airflow_home.airflow_env(AIRFLOW_SETTINGS).items() if name.startswith("AIRFLOW")}
)


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
    """The repository's settings over an empty data folder, with the newest version of each method."""
    return resolve(None, Settings.load(ROOT / "neartwin.toml")).model_copy(update={"data": tmp_path / "data"})


@pytest.fixture(scope="session")
def bag():
    """The DAG folder, in the Airflow home of this test process."""
    airflow_home.prepare(AIRFLOW_SETTINGS)
    os.environ.pop("NEARTWIN_DATA", None)  # each test names its own data folder
    from airflow.dag_processing.dagbag import BundleDagBag

    folder = ROOT / "dags"
    return BundleDagBag(dag_folder=folder, bundle_path=folder, bundle_name="dags-folder")


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
    return resolve(None, Settings.load(ROOT / "neartwin.toml")).model_copy(update={"data": data})
