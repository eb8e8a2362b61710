"""Installations for the tests of upgrades: three days, merges under the old version, and the new one backfilled."""

import shutil

import pytest

import versioned_days as v
from neartwin import methods
from neartwin.settings import Settings
from neartwin.warehouse import writer


@pytest.fixture(scope="session")
def made_once(tmp_path_factory):
    """The data folder of an installation whose candidate has been through every day; copied for each test."""
    data = tmp_path_factory.mktemp("versions") / "data"
    settings = v.settings_at(data)
    with writer(settings) as con:
        v.run_days(con, v.before(settings))
        pairs = v.twins(con)
        v.judge(con, pairs[:6])
        v.judge(con, pairs[6:8], "different")
        v.allow_merging(con)
        v.merge_all(con, settings)
        v.backfill(con, settings)
    return data


@pytest.fixture
def installed(made_once, tmp_path) -> Settings:
    """Settings, as configured, of an installation of one's own."""
    shutil.copytree(made_once, tmp_path / "data", ignore=shutil.ignore_patterns("spill"))
    return v.settings_at(tmp_path / "data")


@pytest.fixture
def opened(installed):
    """The warehouse of it, open for writing, and settings with the ids of the active versions."""
    with writer(installed) as con:
        yield con, methods.resolve(con, installed)
