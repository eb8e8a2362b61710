"""`neartwin status`: what waits for a person, each with the commands that answer it, and where a newcomer starts."""

import json

import pytest
from typer.testing import CliRunner

from made_crawl import decide, fill, plan_all
from neartwin.cli import app
from neartwin.merge import answer, apply, gate
from neartwin.merge.people import Person
from neartwin.settings import Settings
from neartwin.warehouse import writer
from neartwin.warehouse.migrations import migrate

SOURCE = "" if Settings.load().sources else " --source PATH"
HOSTILE = "evil\x1b[2J.example; rm -rf ~"


@pytest.fixture
def store(tmp_path, monkeypatch):
    """An installation with two documents that might be merged, and nothing that waits."""
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "data"))
    settings = Settings.load()
    with writer(settings) as con:
        migrate(con)
        fill(con)
    return settings


def shown(*options):
    ran = CliRunner().invoke(app, ["status", *options], catch_exceptions=False)
    assert ran.exit_code == 0
    return ran.stdout


def commands():
    return [command for need in json.loads(shown("--json"))["needs"] for command in need["how"]]


def test_a_newcomer_is_told_how_to_begin(tmp_path, monkeypatch):
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "none"))

    assert "nothing has been run yet" in shown()
    assert commands() == ["neartwin run --sample", "neartwin run --source PATH --day YYYY-MM-DD"]
    assert not (tmp_path / "none" / "warehouse.duckdb").exists()


def test_a_warehouse_without_a_day_is_as_good_as_none(tmp_path, monkeypatch):
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path))
    with writer(Settings.load()) as con:
        migrate(con)

    assert commands()[0] == "neartwin run --sample"


def test_where_nothing_waits_it_says_so(store):
    assert "nothing waits for you" in shown()
    assert commands() == []


def test_a_batch_waits_with_its_evidence_and_both_answers_until_it_is_answered(store):
    with writer(store) as con:
        decide(con, ("a", "b"), ("a", "c"))
        batch = plan_all(con)
        apply.rehearse(con, batch, run_id="r")
        gate.judge(con, store, batch)
    name = batch.batch_id[:16]

    assert "A merge of 2 documents for search waits" in shown()
    assert commands() == [
        f"neartwin merges {name}",
        f"neartwin approve {name} --reason TEXT",
        f"neartwin decline {name} --reason TEXT",
    ]
    with writer(store) as con:
        answer.decline(con, batch.batch_id, Person("ann", "two rounds"))
    assert commands() == []


def test_what_is_put_aside_has_its_commands_and_no_name_that_a_shell_would_read(store):
    with writer(store) as con:
        for site, state in (("", "held"), ("a.example", "held"), (HOSTILE, "held"), ("b.example", "rejected")):
            con.execute(
                "insert into quarantines (day, site, state, actor, reason, run_id, set_at) "
                "values ('2026-11-01', ?, ?, 'check', 'walls \x1b[31m', '', '2026-11-02')",
                [site, state],
            )

    assert "\x1b" not in shown()
    assert commands() == [
        f"neartwin {word} 2026-11-01{site} --reason TEXT"
        for site in ("", " --site a.example", " --site SITE")
        for word in ("release", "reject")
    ]


def test_a_failed_day_is_to_be_run_again_and_many_are_counted(store):
    with writer(store) as con:
        con.executemany(
            "insert into runs values (?, 'deduplicate_day', ?, [], '', '', 'failed', 'failed tasks: extract', null, "
            "'2026-12-01', null, false)",
            [(f"r{day}", f"2026-11-{day:02}") for day in range(1, 8)],
        )

    logs = store.data / "logs"
    logs.mkdir()
    (logs / "run-2026-11-06.log").touch()

    assert "The run of 2026-11-07 failed: failed tasks: extract\n" in shown()
    assert f"The run of 2026-11-06 failed: failed tasks: extract; why stands in {logs}" in shown()
    assert commands()[4:] == [f"neartwin run --day 2026-11-07{SOURCE}", "neartwin status"]
    assert "2 more failed days" in shown()


def test_pairs_and_policies_wait_for_people(store):
    with writer(store) as con:
        decide(con, ("a", "b"), ("c", "d"), verdict="review")
        con.execute(
            "insert into policies by name select 'search-1' as policy_id, 'search' as purpose, 'm@1' as method_id, "
            "'candidate' as status, 'vi' as language, 'article' as kind, 'short' as length_band, "
            "'jaccard' as measure, 0.9 as merge_at, 0.5 as review_at, 'c' as calibration_id, now() as made_at"
        )

    assert "2 pairs to judge for search: no policy may decide them" in shown()
    assert commands() == [
        "neartwin approve-policy search-1 --reason TEXT",
        "neartwin reject-policy search-1",
        "neartwin label --purpose search",
    ]
