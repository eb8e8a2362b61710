"""`plugins/.airflowignore`: Airflow finds plugins beside the library, and never runs the library's files as plugins."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from neartwin.settings import ROOT

PLUGINS = ROOT / "plugins"
SCAN = """
import json, sys
from pathlib import Path
from airflow.sdk._shared.module_loading.file_discovery import find_path_from_directory
folder = Path(sys.argv[1]).resolve()
paths = [Path(path).resolve() for path in find_path_from_directory(folder, ".airflowignore", "glob")]
from airflow.plugins_manager import get_import_errors, get_plugin_info
print(json.dumps({
    "files": [str(path.relative_to(folder)) for path in paths if path.suffix == ".py"],
    "plugins": [plugin["name"] for plugin in get_plugin_info()],
    "errors": get_import_errors(),
    "modules": sorted(sys.modules),
}))
"""


def scan(folder, home):
    """Let Airflow look for plugins below a folder, in a process of its own."""
    env = os.environ | {
        "AIRFLOW_HOME": str(home),
        "AIRFLOW__CORE__PLUGINS_FOLDER": str(folder),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
    }
    command = [sys.executable, "-c", SCAN, str(folder)]
    output = subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout
    return json.loads(output.splitlines()[-1])


@pytest.fixture(scope="module")
def scanned(tmp_path_factory):
    return scan(PLUGINS, tmp_path_factory.mktemp("home"))


def test_no_file_of_the_library_is_scanned(scanned):
    assert [path for path in scanned["files"] if path.startswith("neartwin/")] == []
    assert not any(name in scanned["modules"] for name in ("launcher", "queries", "warc"))


def test_plugins_load_without_errors(scanned):
    assert scanned["errors"] == {}


def test_without_the_file_the_library_would_be_scanned(tmp_path):
    shutil.copytree(PLUGINS / "neartwin" / "warehouse", tmp_path / "plugins" / "neartwin" / "warehouse")

    assert "neartwin/warehouse/queries.py" in scan(tmp_path / "plugins", tmp_path / "home")["files"]


def test_the_reason_stands_in_the_file():
    lines = (PLUGINS / ".airflowignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]

    assert "neartwin/" in rules
    assert any("top-level module" in line for line in lines if line.startswith("#"))
