"""`neartwin run --sample` ends with a merge approved, one undone, a constraint that held, and a report that says so."""

import io
import json
import shutil

import pytest

from neartwin.cli import demo
from neartwin.report.merges import DEMO
from neartwin.settings import Settings
from neartwin.warehouse import backup, ledger, reader, run, writer


@pytest.fixture(scope="module")
def tables(sample_run):
    with reader(sample_run) as con:
        yield con


@pytest.fixture(scope="module")
def told(sample_run):
    return json.loads((sample_run.reports / "2026-11-03.json").read_text(encoding="utf-8"))["merges"]


def batches(con):
    return con.execute(
        "select purpose, kind, state, n_documents, answered_by, applied_by, undone_by from batch_states"
        " where state <> 'replaced' order by state, purpose"
    ).fetchall()


def test_one_batch_is_applied_one_undone_and_the_rest_waits(tables):
    applied, undone, *waiting = batches(tables)

    assert applied == ("search", "merge", "applied", 2, DEMO, DEMO, None)
    assert undone == ("history", "merge", "undone", 1, DEMO, DEMO, DEMO)
    assert {row[2] for row in waiting} == {"waiting"}


def test_nothing_was_merged_by_itself(tables):
    assert tables.execute("select distinct actor from ledger_entries where action = 'merge'").fetchall() == [(DEMO,)]
    assert tables.execute("select count(*) from policies where merge_at is not null").fetchall() == [(0,)]


def test_the_undone_pair_was_left_apart_on_the_next_day(tables):
    held = tables.execute(
        "select decisions.verdict, decisions.reason, made_at < runs.started_at from constraint_current"
        " inner join decisions using (purpose, document_id_l, document_id_r), runs where runs.day = '2026-11-03'"
    ).fetchall()
    ((verdict, reason, is_before_the_day),) = held

    assert (verdict, is_before_the_day) == ("keep", True)
    assert reason.startswith("never: constraint: the second reader looked again")
    hidden = tables.execute(
        "select count(*) from merged_documents where purpose = 'history' and representative_id > ''"
    )
    assert hidden.fetchall() == [(0,)]


def test_the_ledger_is_sound(sample_run, tables):
    assert ledger.faults(tables, sample_run) == []


def test_the_report_says_who_answered_what_was_undone_and_what_held(told):
    by_state = {batch["state"]: batch for batch in told["batches"]}

    assert told["states"] == {"applied": 1, "undone": 1, "waiting": 2}
    assert by_state["applied"]["is_demo"]
    assert by_state["applied"]["answered_by"] == DEMO
    assert by_state["undone"]["undone_because"] == demo.UNDO
    assert by_state["waiting"]["answered_by"] is None
    assert [(row["purpose"], row["is_merged"], row["held_until"]) for row in told["constraints"]] == [
        ("history", False, "2026-11-03")
    ]
    assert {line["n_strata_merging"] for line in told["purposes"]} == {0}


def test_the_page_says_that_no_person_answered(sample_run):
    page = (sample_run.reports / "2026-11-03.html").read_text(encoding="utf-8")

    assert "(the demo, not a person)" in page
    assert "No stratum has earned automatic merging" in page
    assert "It held in all runs since, up to the day 2026-11-03." in page


def test_the_demo_answers_once(sample_run, tmp_path):
    settings = sample_run.model_copy(update={"data": tmp_path / "data"})
    shutil.copytree(sample_run.data, settings.data)
    with writer(settings) as con:
        before = backup.contents(con)

    demo.merge_and_undo(resolved(settings), io.StringIO())

    with writer(settings) as con:
        assert backup.contents(con) == before


def resolved(settings: Settings) -> Settings:
    from neartwin.methods import resolve

    with reader(settings) as con:
        return resolve(con, settings)


def test_no_question_is_left_from_before(tables):
    """What was asked and answered, or has changed since, is not asked again."""
    waiting = [row for row in run(tables, "merge/select_batches") if row[3] == "waiting"]
    assert sorted(row[1] for row in waiting) == ["history", "search"]
