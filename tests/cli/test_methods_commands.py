"""`neartwin methods list | progress | upgrade --local`: what a person sees, from a new section to a complete walk."""

import json
import shutil

import pytest
from typer.testing import CliRunner

import versioned_days as v
from neartwin.cli import app
from neartwin.errors import DocumentError, UpgradeError
from neartwin.settings import ROOT, Settings
from neartwin.warehouse import writer


def run(*words, code=0):
    ran = CliRunner().invoke(app, ["methods", *words])
    assert ran.exit_code == code, (ran.output, ran.exception)
    return ran.stdout


@pytest.fixture
def config(tmp_path, monkeypatch):
    """Two days under version 1, whose settings file names no other version yet."""
    monkeypatch.setenv("NEARTWIN_CONFIG", str(tmp_path / "neartwin.toml"))
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "data"))
    text = (ROOT / "neartwin.toml").read_text(encoding="utf-8")
    text = text.replace('["simhash64-ref", "simhash64-words", "minhash128-words", "hybrid-words", "simhash64-page"]',
                        '["hybrid-words"]')  # fmt: skip
    (tmp_path / "neartwin.toml").write_text(text, encoding="utf-8")
    with writer(Settings.load()) as con:
        v.run_days(con, Settings.load(), v.DAYS[:2])
    return tmp_path / "neartwin.toml"


def add_version(config):
    text = config.read_text(encoding="utf-8")
    section = (
        text.partition(f'[methods."{v.OLD}"]')[2].partition("\n[methods.")[0].replace("default = 3", "default = 2")
    )
    config.write_text(f'{text}\n[methods."{v.NEW}"]{section}', encoding="utf-8")


def listed():
    return {line["method"]: (line["status"], line["registered"]) for line in json.loads(run("list", "--json"))}


def test_from_a_new_section_to_a_complete_candidate(config):
    assert "nothing to do" in run("upgrade", "--local")
    assert "no candidate waits" in run("progress")
    add_version(config)
    assert listed()[v.NEW] == ("new", "no")

    said = run("upgrade", "--local")
    assert f"{v.NEW}: 1 of 2 days, 16 of 32 texts" in said
    assert f"{v.NEW} is complete beside {v.OLD}; `neartwin methods compare {v.NEW}`" in said
    assert listed()[v.OLD] == ("active", "unchanged")
    assert listed()[v.NEW] == ("candidate", "unchanged")

    (told,) = json.loads(run("progress", "--json"))
    assert (told["is_complete"], [day["n_done"] for day in told["days"]]) == (True, [16, 16])
    assert "2026-11-02" in run("progress")


def test_days_that_a_newly_deciding_method_has_not_indexed_are_told(config):
    text = config.read_text(encoding="utf-8").replace('["hybrid-words"]', '["hybrid-words", "minhash128-words"]')
    config.write_text(text, encoding="utf-8")
    run("upgrade", "--local")
    run("upgrade", "--local")
    assert "not seen" not in run("progress")
    config.write_text(text.replace('deciding_method = "hybrid-words"', 'deciding_method = "minhash128-words"'), "utf-8")

    assert "versions in use have not seen 2 days whole" in run("progress")
    told = CliRunner().invoke(app, ["status"], catch_exceptions=False).stdout
    assert "2 days not seen whole by minhash128-words@1" in told

    run("upgrade", "--local")
    assert "not seen" not in run("progress")


def test_the_list_says_which_methods_propose_pairs(config):
    pairs = {line["method"]: line["pairs"] for line in json.loads(run("list", "--json"))}

    assert pairs[v.OLD] == "daily"
    assert pairs["minhash128-words@1"] == "on request"
    assert pairs["simhash64-page@1"] == pairs["word-shingles@1"] == "never"


def test_what_does_not_fit_is_refused_and_nothing_is_begun(config, monkeypatch):
    add_version(config)
    usage = shutil.disk_usage(config.parent)._replace(free=10**6)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    ran = CliRunner().invoke(app, ["methods", "upgrade", "--local"])

    assert isinstance(ran.exception, UpgradeError)
    assert "does not fit on the disk: about 3.1 MB for 32 texts, 1.0 MB free" in str(ran.exception)
    with writer(Settings.load()) as con:
        assert con.execute("select count(*) from fingerprints where method_id = ?", [v.NEW]).fetchall() == [(0,)]
        assert con.execute("select count(*) from runs where is_of_candidate").fetchall() == [(0,)]


def test_what_does_not_wait_and_where_nothing_runs_is_told(config):
    add_version(config)
    ran = CliRunner().invoke(app, ["methods", "upgrade", "--local", "hybrid-words@7"])
    assert isinstance(ran.exception, UpgradeError)
    assert "no version 'hybrid-words@7' is registered" in str(ran.exception)

    ran = CliRunner().invoke(app, ["methods", "upgrade"])
    assert isinstance(ran.exception, UpgradeError)
    assert "neartwin up" in str(ran.exception)


def test_before_any_run_there_is_nothing_to_upgrade(tmp_path, monkeypatch):
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "data"))
    ran = CliRunner().invoke(app, ["methods", "upgrade", "--local"])
    assert isinstance(ran.exception, DocumentError)
