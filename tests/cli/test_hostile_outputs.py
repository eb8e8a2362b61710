"""Whatever crawled pages and people write, no output of a command acts: not on a terminal, in a page or a sheet."""

import csv
import io
import json
import re

import pytest
from typer.testing import CliRunner

from made_crawl import decide, fill, plan_all
from neartwin.cli import app
from neartwin.label.inbox import inbox
from neartwin.label.verdict import Label
from neartwin.merge import answer, apply, gate
from neartwin.merge.people import Person
from neartwin.settings import Settings
from neartwin.warehouse import writer
from neartwin.warehouse.migrations import migrate

ACTING = "\x1b[2J\x1b]0;pwned\x07\x08\x7f\x85\x9b31m\u202e\u2066\u200b\u2028"
HOSTILE = f"=cmd|'/c calc'!A1 {ACTING}<script>alert(1)</script> [red]x[/red] `rm -rf ~`"
URL = f"https://a.example/{ACTING}?q=<script>"
ACTS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")

COMMANDS = [
    ("status",), ("methods", "list"), ("methods", "progress"), ("merges",), ("merges", "BATCH"), ("merges", "--audit"),
    ("history",), ("history", "b"), ("policies",), ("verify-ledger",),
    ("labels", "agreement"), ("labels", "disagreements"),
]  # fmt: skip
TABLES = ["captures", "documents", "pairs", "clusters", "decisions", "checks"]


@pytest.fixture(scope="module")
def batch(tmp_path_factory):
    """An installation in which every text that somebody else writes is hostile; returns the id of its waiting batch."""
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path_factory.mktemp("hostile")))
    settings = Settings.load()
    with writer(settings) as con:
        migrate(con)
        fill(con)
        con.execute("update documents set title = $text", {"text": HOSTILE})
        con.execute("update captures set url = $url || document_id, final_url = $url, site = $url", {"url": URL})
        decide(con, ("a", "b"))
        _approved(con, settings, plan_all(con))
        decide(con, ("c", "d"))
        con.execute("update decisions set reason = ?", [HOSTILE])
        waiting = plan_all(con)
        apply.rehearse(con, waiting, run_id="r")
        gate.judge(con, settings, waiting)
        con.execute("update merge_batches set gate = 'approval', gate_reasons = [?]", [HOSTILE])
        _others(con)
    with inbox(settings) as box:
        for name, verdict in ((f"x{HOSTILE}", "same"), (f"y{HOSTILE}", "different")):
            box.append([Label.of_pair("a", "b", purpose="search", verdict=verdict, annotator=name, reason=HOSTILE)])
    yield waiting.batch_id
    monkeypatch.undo()


def _approved(con, settings, batch):
    apply.rehearse(con, batch, run_id="r")
    gate.judge(con, settings, batch)
    answer.approve(con, settings, batch.batch_id, Person(HOSTILE, HOSTILE))


def _others(con):
    for site in ("", URL):
        con.execute(
            "insert into quarantines (day, site, state, actor, reason, run_id, set_at) "
            "values ('2026-11-01', ?, 'held', ?, ?, '', '2026-11-02')",
            [site, HOSTILE, HOSTILE],
        )
    con.execute(
        "insert into runs values ('r', 'deduplicate_day', '2026-11-02', [], '', '', 'failed', ?, null, '2026-12-01', "
        "null, false)",
        [HOSTILE],
    )
    con.execute(
        "insert into labels by name select 'l' as label_id, 'a' as document_id_l, 'b' as document_id_r, 'search' as "
        "purpose, 'different' as verdict, ? as annotator, ? as reason, now()::timestamp as labelled_at",
        [HOSTILE, HOSTILE],
    )


def said(*arguments):
    """Return everything that a command wrote."""
    ran = CliRunner().invoke(app, list(arguments))
    assert ran.exit_code == 0, ran.exception
    return ran.stdout + ran.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_a_command_prints_does_not_act_on_a_terminal(batch, command):
    shown = said(*(batch if word == "BATCH" else word for word in command))

    assert ACTS.findall(shown) == []


@pytest.mark.parametrize("command", [c for c in COMMANDS if c != ("verify-ledger",)], ids=" ".join)
def test_json_is_json_and_does_not_act_either(batch, command):
    shown = said(*(batch if word == "BATCH" else word for word in command), "--json")

    assert ACTS.findall(shown) == []
    json.loads(shown)


def test_json_keeps_every_character_for_machines(batch):
    batches = json.loads(said("merges", "--json"))["batches"]

    assert {row["reasons"] for row in batches} == {HOSTILE}


@pytest.mark.parametrize("table", TABLES)
def test_no_cell_of_a_csv_is_a_formula(batch, table):
    rows = list(csv.reader(io.StringIO(said("export", table, "--format", "csv"), newline="")))

    assert [cell for row in rows for cell in row if cell[:1] in tuple("=+-@\t\r\n＝＋－＠") and cell != "-"] == []


@pytest.mark.parametrize("table", TABLES)
def test_json_lines_keep_one_row_a_line(batch, table):
    for line in said("export", table, "--format", "jsonl").split("\n"):
        assert not line or json.loads(line)
