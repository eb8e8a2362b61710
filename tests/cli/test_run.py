"""`neartwin run`: a call that cannot be carried out as it says ends with exit code 2 before anything runs."""

import pytest
from typer.testing import CliRunner

from neartwin.cli import app
from neartwin.errors import DayError, MethodError, SourceError, WarehouseFileError


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--sample", "--day", "2026-11-01"], "--sample has its own days"),
        (["--sample", "--source", "crawl"], "--sample has its own days"),
        ([], "say which day"),
    ],
)
def test_contradicting_call_is_refused(settings, monkeypatch, arguments, reason):
    monkeypatch.setenv("NEARTWIN_DATA", str(settings.data))
    ran = CliRunner().invoke(app, ["run", *arguments])

    assert ran.exit_code == 2
    assert reason in ran.output
    assert not settings.data.exists()


@pytest.mark.parametrize(
    ("arguments", "error", "reason"),
    [
        (["--day", "2026-11-1", "--source", "."], DayError, "write it as YYYY-MM-DD"),
        (["--day", "2026-11-01", "--source", ".", "--method", "none@1"], MethodError, "no method 'none@1'"),
        (["--day", "2026-11-01", "--source", ""], SourceError, "empty path"),
        (["--day", "2026-11-01"], SourceError, "give --source PATH"),
        (["--day", "2026-11-01", "--source", "nowhere"], SourceError, "nowhere does not exist"),
        (["--day", "2026-11-01", "--source", "nowhere/*.warc"], SourceError, "no file matches"),
        (["--day", "2026-11-01", "--source", "foo://x"], SourceError, "Protocol not known: foo"),
        (["--day", "2026-11-01", "--source", "github://x/y"], SourceError, "cannot be opened"),
        (["--day", "2026-11-01", "--source", "zip://a::nowhere.zip"], SourceError, "cannot be opened"),
        (["--day", "2026-11-01", "--source", "data:x"], SourceError, "cannot be reached"),
    ],
)
def test_a_wrong_day_method_or_source_is_refused_before_anything_runs(settings, monkeypatch, arguments, error, reason):
    monkeypatch.setenv("NEARTWIN_DATA", str(settings.data))
    ran = CliRunner().invoke(app, ["run", *arguments])

    assert isinstance(ran.exception, error), ran.output
    assert reason in str(ran.exception)
    assert not settings.data.exists()


def test_a_damaged_warehouse_is_told_before_anything_runs(settings, monkeypatch):
    monkeypatch.setenv("NEARTWIN_DATA", str(settings.data))
    settings.data.mkdir()
    settings.warehouse.write_bytes(b"no database")
    ran = CliRunner().invoke(app, ["run", "--sample"])

    assert isinstance(ran.exception, WarehouseFileError), ran.output
    assert not (settings.data / "airflow").exists()
