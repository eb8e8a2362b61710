"""`neartwin run`: a call that cannot be carried out as it says ends with exit code 2 before anything runs."""

import pytest
from typer.testing import CliRunner

from neartwin.cli import app


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
