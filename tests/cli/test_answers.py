"""`neartwin acknowledge`, `waive`, `reject`, `release`: kept with name and reason, in the ledger and the report."""

import pytest
from typer.testing import CliRunner

from made_day import DAY, sound_day
from neartwin import report
from neartwin.cli import app
from neartwin.warehouse import ledger, writer
from neartwin.warehouse.migrations import migrate

SITE = "tin.example.vn"
WARNED = "update captures set http_status = 503 where site = 'tin.example.vn'"


@pytest.fixture
def warned(settings, monkeypatch):
    """A stored day of which one site is warned."""
    from neartwin import checks

    monkeypatch.setenv("NEARTWIN_DATA", str(settings.data))
    monkeypatch.setenv("USER", "admin")
    monkeypatch.setenv("LOGNAME", "admin")
    settings.data.mkdir(parents=True)
    with writer(settings) as con:
        migrate(con)
        sound_day(con, settings, n_pages=21).store("r")
        con.execute(WARNED)
        assert {f.site for f in checks.check_captures(con, settings, DAY, "r").failures} == {SITE}
    return settings


def called(*arguments):
    return CliRunner().invoke(app, list(arguments))


def rows(settings, sql):
    with writer(settings) as con:
        return con.execute(sql).fetchall()


def test_an_acknowledgement_is_kept_with_its_reason(warned):
    ran = called("acknowledge", str(DAY), "--site", SITE, "--reason", "a known outage of theirs")

    assert ran.exit_code == 0, ran.output
    assert rows(warned, "select site, answer, actor, reason from answers") == [
        (SITE, "acknowledged", "admin", "a known outage of theirs")
    ]
    assert rows(warned, "select action, actor, reason from ledger_entries") == [
        ("acknowledge", "admin", "a known outage of theirs")
    ]
    with writer(warned) as con:
        assert ledger.faults(con, warned) == []
        assert con.execute("select count(*) from sound_captures where site = ?", [SITE]).fetchone() == (21,)
        page = report.write_report(con, warned, DAY, "r").read_text()
    assert "acknowledged" in page
    assert "a known outage of theirs" in page


def test_a_waiver_is_another_answer(warned):
    assert called("waive", str(DAY), "--site", SITE, "--reason", "no fault").exit_code == 0
    assert rows(warned, "select answer from answers") == [("waived",)]


def test_a_rejected_site_is_put_aside_and_released_again(warned):
    assert called("reject", str(DAY), "--site", SITE, "--reason", "menus only").exit_code == 0
    assert rows(warned, f"select count(*) from sound_captures where site = '{SITE}'") == [(0,)]
    assert called("release", str(DAY), "--site", SITE, "--reason", "looked again").exit_code == 0
    assert rows(warned, f"select count(*) from sound_captures where site = '{SITE}'") == [(21,)]


@pytest.mark.parametrize("word", ["acknowledge", "waive", "reject"])
def test_what_was_not_crawled_cannot_be_answered_for(warned, word):
    ran = called(word, str(DAY), "--site", "nowhere.example", "--reason", "x")

    assert ran.exit_code != 0
    assert rows(warned, "select count(*) from answers") == rows(warned, "select count(*) from ledger_entries") == [(0,)]


def test_an_answer_without_a_reason_is_refused(warned):
    assert called("acknowledge", str(DAY), "--site", SITE, "--reason", " ").exit_code != 0
    assert rows(warned, "select count(*) from answers") == [(0,)]
