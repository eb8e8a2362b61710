"""`neartwin run --sample` twice leaves what it left once: tables, ledger, labels, answers and what waits."""

import os
import shutil
import subprocess
import sys

import pytest

from neartwin.settings import ROOT
from neartwin.warehouse import backup, ledger, reader
from neartwin.warehouse.checksum import table_checksums

OF_A_RUN = {"check_results", "day_profiles", "drift_metrics", "recall_measurements", "rehearsals", "runs"}

pytestmark = pytest.mark.soak


def found(settings):
    with reader(settings) as con:
        contents = {table: rows for table, rows in backup.contents(con).items() if table not in OF_A_RUN}
        return table_checksums(con), contents, ledger.tip(con)


def test_the_sample_run_again_changes_nothing(sample_run, tmp_path):
    settings = sample_run.model_copy(update={"data": tmp_path / "data"})
    shutil.copytree(sample_run.data, settings.data, ignore=shutil.ignore_patterns("airflow"))
    before = found(settings)
    env = {name: value for name, value in os.environ.items() if not name.startswith("AIRFLOW")}
    command = [sys.executable, "-c", "from neartwin.cli import main; main()", "run", "--sample"]
    subprocess.run(command, env=env | {"NEARTWIN_DATA": str(settings.data)}, cwd=ROOT, check=True, capture_output=True)

    assert found(settings) == before
