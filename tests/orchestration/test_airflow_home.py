"""The private Airflow home: loopback only, secrets kept and private, a migrated database with the pool."""

import os
import sqlite3
import stat
import subprocess
import sys

import pytest

from neartwin.errors import AirflowHomeError
from neartwin.orchestration import airflow_home
from neartwin.settings import ROOT

PREPARE = """
import sys
from neartwin.orchestration import airflow_home
from neartwin.settings import Settings
airflow_home.prepare(Settings.load())
print('airflow.utils.db' in sys.modules)
"""


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_everything_stays_on_the_loopback_address(settings):
    env = airflow_home.airflow_env(settings, port=8123)

    assert env["AIRFLOW__API__HOST"] == "127.0.0.1"
    assert env["AIRFLOW__API__BASE_URL"] == "http://127.0.0.1:8123"
    assert env["AIRFLOW__CORE__EXECUTION_API_SERVER_URL"] == "http://127.0.0.1:8123/execution/"


def test_secrets_are_made_once_and_only_for_their_owner(settings):
    first = airflow_home.airflow_env(settings)

    assert airflow_home.airflow_env(settings) == first
    assert len(first["AIRFLOW__API_AUTH__JWT_SECRET"]) >= 64
    folder = airflow_home.home(settings)
    assert (mode(folder), mode(folder / "secrets.json"), mode(folder / "passwords.json")) == (0o700, 0o600, 0o600)


def test_every_user_has_a_password_of_its_own(settings):
    made = airflow_home.passwords(settings) if airflow_home.airflow_env(settings) else {}

    assert made.keys() == {"admin", "reviewer", "viewer"}
    assert len(set(made.values())) == 3


def test_damaged_secrets_are_refused_with_the_way_out(settings):
    airflow_home.airflow_env(settings)
    (airflow_home.home(settings) / "secrets.json").write_text("{")

    with pytest.raises(AirflowHomeError, match="remove it"):
        airflow_home.airflow_env(settings)


def test_preparing_makes_the_writer_pool_with_one_slot_and_is_cheap_when_done(settings):
    env = {k: v for k, v in os.environ.items() if not k.startswith("AIRFLOW")} | {"NEARTWIN_DATA": str(settings.data)}
    outputs = [
        subprocess.run([sys.executable, "-c", PREPARE], env=env, cwd=ROOT, check=True, capture_output=True, text=True)
        for _ in range(2)
    ]

    assert [output.stdout.split()[-1] for output in outputs] == ["True", "False"]
    with sqlite3.connect(airflow_home.home(settings) / "airflow.db") as database:
        assert database.execute("select slots from slot_pool where pool = 'duckdb_writer'").fetchall() == [(1,)]
