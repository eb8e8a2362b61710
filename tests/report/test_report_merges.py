"""Merges in the report: who answered what, what waits, what is undone and held apart; hostile words stay words."""

import json

import jsonschema
import pytest

from made_day import DAY
from made_report import METHOD, RUN, reported_day
from neartwin import report
from neartwin.merge import answer, gate, undo
from neartwin.merge.people import Person
from neartwin.settings import ROOT

HOSTILE = "<b onmouseover=alert(1)>ann</b>\u202e\x1b[31m"


@pytest.fixture
def merged(con, settings):
    """A reported day on which every pair of equal titles was judged the same and all that is planned waits."""
    reported_day(con, settings)
    con.execute(
        "insert into labels by name select 's' || row_number() over () as label_id, document_id_l, document_id_r,"
        " purpose, 'same' as verdict, 'bob' as annotator, now()::timestamp as labelled_at from decisions"
        " where verdict = 'review'"
    )
    con.execute(
        "update decisions set label_id = labels.label_id from labels where labels.purpose = decisions.purpose"
        " and labels.document_id_l = decisions.document_id_l and labels.document_id_r = decisions.document_id_r"
    )
    return {purpose: gate.plan(con, settings, purpose, METHOD, run_id="r")[0] for purpose in settings.purposes}


def told(con, settings):
    path = report.write_report(con, settings, DAY, RUN)
    twin = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    schema = ROOT / "plugins" / "neartwin" / "report" / "report.schema.json"
    jsonschema.validate(twin, json.loads(schema.read_text(encoding="utf-8")))
    return twin, path.read_text(encoding="utf-8")


def test_a_day_without_merges_says_so(con, settings):
    reported_day(con, settings)
    twin, page = told(con, settings)

    assert twin["merges"]["states"] == {}
    assert "No merge was ever planned" in page
    assert "No policy is in force: nothing merges by itself." in page


def test_what_waits_needs_a_person(con, settings, merged):
    twin, page = told(con, settings)

    assert twin["merges"]["states"] == {"waiting": 2}
    commands = [need["how"] for need in twin["needs"] if need["how"].startswith("neartwin approve")]
    assert sorted(commands) == sorted(f"neartwin approve {batch.batch_id[:16]}" for batch in merged.values())
    assert all(command in page for command in commands)
    assert "Judge pairs" not in {need["what"] for need in twin["needs"]}, "every pair is judged: it waits for approval"
    assert twin["review"]["pairs"] == []


def test_answers_undos_and_constraints_are_shown_and_inert(con, settings, merged):
    batch = merged["search"]
    gate_open(con, batch)
    answer.approve(con, settings, batch.batch_id, Person(HOSTILE, HOSTILE))
    undo.undo_batch(con, settings, batch.batch_id, Person(HOSTILE, HOSTILE))
    twin, page = told(con, settings)

    assert twin["merges"]["states"] == {"undone": 1, "waiting": 1}
    assert twin["merges"]["n_constraints"] > 0
    assert "&lt;b onmouseover=alert(1)&gt;ann" in page
    assert "<b onmouseover" not in page
    assert "<script" not in page
    for character in ("\u202e", "\x1b"):
        assert character not in page
        assert character not in json.dumps(twin, ensure_ascii=False)
        assert character not in report.terminal_summary(con, settings, DAY, RUN)


def gate_open(con, batch):
    """Enter an exact rehearsal, without which nothing is applied."""
    con.execute("insert into rehearsals values (?, true, '', '', '', 'r', now()::timestamp)", [batch.batch_id])


def test_a_merge_judged_different_is_proposed_for_undo(con, settings, merged):
    batch = merged["search"]
    gate_open(con, batch)
    answer.approve(con, settings, batch.batch_id, Person("ann", "looked"))
    con.execute("update labels set verdict = 'different' where purpose = 'search'")
    twin, page = told(con, settings)

    assert twin["merges"]["n_undo_proposals"] > 0
    assert any(need["how"].startswith("neartwin undo document") for need in twin["needs"])
    assert "Judged different by bob, and merged for search" in page


def test_the_newest_day_is_written_anew(con, settings, merged):
    first = report.write_report(con, settings, DAY, RUN).read_text(encoding="utf-8")
    assert "declined" not in first.split('id="merges"')[1].split("neartwin decline")[0]
    answer.decline(con, merged["search"].batch_id, Person("ann", "rounds are among them"))

    page = report.renew(con, settings).read_text(encoding="utf-8")

    assert "rounds are among them" in page


def test_without_a_run_there_is_nothing_to_write_anew(con, settings):
    assert report.renew(con, settings) is None
