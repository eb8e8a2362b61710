"""`neartwin methods compare | promote | roll-back | retire`: what they print, refuse and leave behind."""

import json
import shutil

import pytest
from typer.testing import CliRunner

import versioned_days as v
from neartwin.cli import app
from neartwin.errors import UpgradeError
from neartwin.settings import Settings
from neartwin.upgrade import settle as settling
from neartwin.warehouse import ledger, reader, writer


@pytest.fixture(scope="module")
def tried_once(tmp_path_factory):
    """An installation of one day with a backfilled candidate, as a folder to copy."""
    data = tmp_path_factory.mktemp("commands") / "data"
    settings = v.settings_at(data)
    with writer(settings) as con:
        v.run_days(con, v.before(settings), v.DAYS[:1])
        v.judge(con, v.twins(con)[:3])
        v.allow_merging(con)
        v.merge_all(con, settings)
        v.backfill(con, settings, v.DAYS[:1])
    return data


@pytest.fixture
def settings(tried_once, tmp_path, monkeypatch):
    shutil.copytree(tried_once, tmp_path / "data")
    settings = v.settings_at(tmp_path / "data")
    monkeypatch.setattr(Settings, "load", classmethod(lambda cls, path=None: settings))
    return settings


def ran(*arguments):
    """Return what a command prints; a known error is raised, as `neartwin` itself tells it in one line."""
    found = CliRunner().invoke(app, ["methods", *arguments], catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.stdout


def test_from_comparison_to_promotion_and_back(settings):
    told = ran("compare", v.NEW)
    assert f"{v.NEW} in the place of {v.OLD}?" in told
    assert "no policy allows it to merge" in told
    [page] = (settings.reports / "comparisons").glob("*.html")
    assert str(page) in told

    told = ran("promote", v.NEW, "--reason", "finds more")
    assert f"{v.NEW} is active; {v.OLD} stands by" in told
    assert "brought up to date" in told
    with reader(settings) as con:
        assert v.statuses(con) == {v.OLD: "standby", v.NEW: "active"}
        decided = con.execute("select count(*) from decisions where method_id = ?", [v.NEW]).fetchall()
        assert decided == [(8,)]

    told = ran("roll-back", "hybrid-words", "--reason", "it merges rounds")
    assert f"{v.OLD} is active again" in told
    told = ran("retire", v.NEW, "--reason", "not wanted")
    assert f"{v.NEW} is retired" in told
    with reader(settings) as con:
        assert v.statuses(con) == {v.OLD: "active", v.NEW: "retired"}
        assert ledger.faults(con, settings) == []
        reasons = con.execute(
            "select action, reason from ledger_entries where action in ('promote', 'roll_back', 'retire')"
        ).fetchall()
    assert reasons == [("promote", "finds more"), ("roll_back", "it merges rounds"), ("retire", "not wanted")]


@pytest.mark.parametrize("named", ["hybrid-words", v.NEW])
def test_what_was_stopped_between_flip_and_settling_is_finished_and_goes_no_further(settings, monkeypatch, named):
    ran("compare", v.NEW)

    def interrupted(*arguments):
        with monkeypatch.context() as patched:
            patched.setattr(settling, "settle", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
            assert CliRunner().invoke(app, ["methods", *arguments, "--reason", "r"]).exit_code != 0

    interrupted("promote", v.NEW)
    assert f"{v.NEW} is active already, in the place of {v.OLD}" in ran("promote", v.NEW)
    interrupted("roll-back", named)
    told = ran("roll-back", named)
    assert f"{v.OLD} is active already, in the place of {v.NEW}" in told
    assert "finishing it" in told
    assert "brought up to date" in told
    with pytest.raises(UpgradeError, match=r"nothing to return to|no version of"):
        ran("roll-back", named, "--reason", "r")
    with reader(settings) as con:
        assert v.statuses(con) == {v.OLD: "active", v.NEW: "standby"}
        flips = con.execute("select action from ledger_entries where action in ('promote', 'roll_back')").fetchall()
        assert flips == [("promote",), ("roll_back",)]


def test_status_names_what_is_in_use_and_what_waits(settings):
    found = CliRunner().invoke(app, ["status"], catch_exceptions=False)
    assert f"in use: method {v.OLD}; {v.NEW} waits" in found.stdout
    assert "in use: extractor trafilatura-" in found.stdout

    told = json.loads(CliRunner().invoke(app, ["status", "--json"], catch_exceptions=False).stdout)
    [line] = [line for line in told["versions"] if line["version_id"] == v.OLD]
    assert line["candidate_id"] == v.NEW


def test_a_comparison_as_json_is_what_its_page_says(settings):
    told = json.loads(ran("compare", v.NEW, "--json"))

    assert told["candidate_id"] == v.NEW
    assert told["span"]["n_days"] == 1
    assert told["report"].endswith(".html")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["promote", v.NEW, "--reason", "r"], "was not compared"),
        (["promote", "nothing@7", "--reason", "r"], "no version 'nothing@7'"),
        (["promote", v.OLD, "--reason", "r"], "active already"),
        (["compare", v.OLD], "active already"),
        (["roll-back", "hybrid-words", "--reason", "r"], "nothing to return to"),
        (["roll-back", "nobody", "--reason", "r"], "no version of 'nobody' is active"),
        (["retire", v.OLD, "--reason", "r"], "is active"),
    ],
)
def test_what_cannot_be_done_is_said_before_a_reason_is_asked(settings, arguments, said):
    with pytest.raises(UpgradeError, match=said):
        ran(*arguments)
