"""The commands around thresholds, on a real warehouse file."""

import json
import re

import pytest
from judged_pairs import MEASURES, columns, enter
from typer.testing import CliRunner

from neartwin.cli import app
from neartwin.settings import Settings
from neartwin.warehouse import writer
from neartwin.warehouse.migrations import migrate


@pytest.fixture
def called(tmp_path, monkeypatch):
    """Call the command line on an installation with 900 clear judged pairs."""
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "data"))
    similarity = [0.7 if i % 3 == 0 else 0.95 for i in range(900)]
    verdicts = ["different" if value < 0.9 else "same" for value in similarity]
    with writer(Settings.load()) as con:
        migrate(con)
        enter(con, columns(900, verdict=verdicts, **dict.fromkeys(MEASURES, similarity)))
    return lambda *words: CliRunner().invoke(app, words)


def test_calibrate_then_approve_then_show(called):
    told = called("calibrate", "--purpose", "search")
    assert told.exit_code == 0, told.output
    assert "waits for an answer" in told.output
    assert "lower bound" in told.output
    assert re.search(r"  \w\w, [\w ]+, [\w ]+: [\d,]+ same, [\d,]+ different\n    people are asked from ", told.output)
    policy_id = next(word for word in told.output.split() if word.startswith("search-") and "tight" not in word)

    assert called("approve-policy", policy_id, "--reason", "looked").exit_code == 0
    shown = called("policies")
    assert f"{policy_id} (active)" in shown.output
    assert "merge from 0.950" in shown.output
    assert json.loads(called("policies", "--json").output)[0]["policy"]


def test_two_strategies_are_compared(called):
    ids = [
        json.loads(called("calibrate", "--purpose", "search", "--strategy", strategy, "--json").output)[0]
        for strategy in ("cost", "roc")
    ]
    told = called("compare-calibrations", *(done["calibration_id"][:10] for done in ids))
    assert told.exit_code == 0, told.output
    assert "changed: definition" in told.output


def test_wrong_words_are_refused(called):
    assert called("calibrate", "--strategy", "luck").exit_code == 2
    assert called("reject-policy", "search-0").exit_code != 0
    assert "no policy yet" in called("policies").output
