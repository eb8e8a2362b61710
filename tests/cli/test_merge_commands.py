"""Batches, answers, undo, history, proof and backup on the command line."""

import json
from datetime import UTC, datetime, timedelta
from getpass import getuser

import pytest
from typer.testing import CliRunner

from made_crawl import decide, fill, merged_state, plan_all
from neartwin.cli import app
from neartwin.errors import BatchDeclinedError, NeartwinError
from neartwin.merge import apply, gate
from neartwin.settings import Settings
from neartwin.warehouse import reader, writer
from neartwin.warehouse.migrations import migrate


@pytest.fixture
def batch(tmp_path, monkeypatch):
    """An installation with one batch that waits for an answer; returns its id."""
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "data"))
    settings = Settings.load()
    with writer(settings) as con:
        migrate(con)
        fill(con)
        decide(con, ("a", "b"), ("a", "c"))
        made = plan_all(con)
        apply.rehearse(con, made, run_id="r")
        gate.judge(con, settings, made)
    return made.batch_id


def neartwin(*arguments):
    done = CliRunner().invoke(app, arguments)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.stdout


def state():
    with reader(Settings.load()) as con:
        return merged_state(con)


def test_a_waiting_batch_is_listed_with_its_evidence(batch):
    listed = json.loads(neartwin("merges", "--json"))["batches"]
    assert [(row["batch"], row["state"]) for row in listed] == [(batch, "waiting")]
    assert {row["document_id"] for row in json.loads(neartwin("merges", batch[:8], "--json"))} == {"b", "c"}


def test_approved_undone_and_told(batch):
    assert "2 documents" in neartwin("approve", batch, "--reason", "looked at all")
    assert state() == {"a": "a", "b": "a", "c": "a"}
    said = neartwin("undo", "document", "b", "--reason", "round 2, not round 1")
    assert "document taken out of its cluster: 1 document changed" in said
    assert state() == {"a": "a", "c": "a"}

    told = json.loads(neartwin("history", "b", "--json"))
    assert [(row["action"], row["before"], row["after"]) for row in told] == [("merge", None, "a"), ("undo", "a", None)]
    assert told[1]["reason"] == "round 2, not round 1"
    early = (datetime.now(UTC) - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%S")
    assert json.loads(neartwin("history", "b", "--as-of", early, "--json")) == []


def test_history_tells_a_document_that_never_moved_from_one_that_is_not_there(batch):
    assert "it stands for itself" in neartwin("history", "b")
    with pytest.raises(NeartwinError, match="'nosuch' begins no document id"):
        neartwin("history", "nosuch")


def test_the_state_of_any_time_follows_from_the_ledger_alone(batch):
    before = datetime.now(UTC)
    neartwin("approve", batch, "--reason", "looked at all")
    merged = datetime.now(UTC)
    neartwin("undo", "batch", batch, "--reason", "wrong")

    def at(moment):
        told = json.loads(neartwin("history", "--as-of", moment.strftime("%Y-%m-%dT%H:%M:%S.%f"), "--json"))
        return {row["document"]: row["represented by"] for row in told}

    assert at(before) == {}
    assert at(merged) == {"a": "a", "b": "a", "c": "a"}
    assert json.loads(neartwin("history", "--json")) == []


def test_declined_is_kept_and_merges_nothing(batch):
    neartwin("decline", batch, "--reason", "two rounds in one cluster")
    assert state() == {}
    assert json.loads(neartwin("merges", "--json"))["batches"][0]["state"] == "declined"


def test_a_declined_batch_is_approved_only_with_an_explicit_word(batch):
    neartwin("decline", batch, "--reason", "two rounds in one cluster")
    with pytest.raises(BatchDeclinedError, match=rf"declined by {getuser()} on 20.* UTC \(two rounds in one cluster\)"):
        neartwin("approve", batch, "--reason", "did not look")
    assert state() == {}
    assert json.loads(neartwin("merges", "--json"))["batches"][0]["state"] == "declined"

    assert "2 documents are now represented" in neartwin("approve", batch, "--again", "--reason", "it is one round")
    assert state() == {"a": "a", "b": "a", "c": "a"}
    assert "applied already" in neartwin("approve", batch, "--reason", "once more")


def test_a_declined_batch_is_refused_before_a_reason_is_asked_for(batch):
    neartwin("decline", batch, "--reason", "two rounds in one cluster")
    with pytest.raises(BatchDeclinedError, match=f"`neartwin approve {batch[:12]} --again`"):
        neartwin("approve", batch)


def test_a_whole_batch_is_undone(batch):
    neartwin("approve", batch, "--reason", "looked at all")
    neartwin("undo", "batch", batch[:10], "--reason", "wrong method")
    assert state() == {}
    assert json.loads(neartwin("merges", "--json"))["batches"][0]["state"] == "undone"


def test_an_answer_that_changes_nothing_says_so(batch):
    neartwin("approve", batch, "--reason", "looked at all")
    assert "applied already" in neartwin("approve", batch, "--reason", "once more")
    with pytest.raises(NeartwinError, match="is in force: `neartwin undo batch"):
        neartwin("decline", batch, "--reason", "too late")
    assert json.loads(neartwin("merges", "--json"))["batches"][0]["state"] == "applied"

    neartwin("undo", "batch", batch, "--reason", "wrong method")
    with pytest.raises(NeartwinError, match=r"nothing of batch .* was applied: it was undone"):
        neartwin("approve", batch, "--reason", "after all")
    assert state() == {}


def test_a_changed_ledger_is_told(batch):
    neartwin("approve", batch, "--reason", "looked at all")
    assert "sound: 1 entries" in neartwin("verify-ledger")
    with writer(Settings.load()) as con:
        con.execute("update ledger_entries set reason = 'another'")
    with pytest.raises(NeartwinError, match="entry 1 was changed"):
        neartwin("verify-ledger")


def test_a_backup_brings_a_lost_merge_back(batch):
    neartwin("approve", batch, "--reason", "looked at all")
    folder = neartwin("backup").split(": ")[1].strip()
    with writer(Settings.load()) as con:
        con.execute("delete from merged_documents")
    neartwin("restore", folder, "--yes")
    assert state() == {"a": "a", "b": "a", "c": "a"}


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("undo", "document", "zzz", "--reason", "r"), "begins no document"),
        (("undo", "separate", "a", "--reason", "r"), "needs two names"),
        (("undo", "batch", "nothing", "--reason", "r"), "not known"),
        (("approve", "nothing", "--reason", "r"), "not known"),
    ],
)
def test_what_cannot_be_done_says_why(batch, arguments, fault):
    with pytest.raises(NeartwinError, match=fault):
        neartwin(*arguments)
    assert state() == {}


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("approve", "BATCH"), "give --reason"),
        (("decline", "BATCH"), "give --reason"),
        (("undo", "batch", "BATCH"), "give --reason"),
        (("undo", "document", "b"), "give --reason"),
        (("approve", "nothing"), "not known"),
        (("decline", "nothing"), "not known"),
        (("undo", "batch", "nothing"), "not known"),
        (("undo", "document", "nothing"), "no document id"),
        (("approve-policy", "nothing"), "does not wait"),
        (("release", "2026-13-01"), "YYYY-MM-DD"),
        (("release", "2026-10-01"), "was not put aside"),
        (("reject", "2020-01-01"), "has no captures"),
        (("acknowledge", "2020-01-01"), "has no captures"),
        (("waive", "2020-01-01"), "has no captures"),
        (("restore", "nothing"), "no readable manifest"),
    ],
)
def test_without_a_terminal_nothing_is_asked_and_what_is_wrong_is_told_first(batch, arguments, fault):
    with pytest.raises(NeartwinError, match=fault):
        neartwin(*(batch if word == "BATCH" else word for word in arguments))
    assert state() == {}


def test_a_restore_without_a_terminal_needs_yes(batch):
    folder = neartwin("backup").split(": ")[1].strip()

    with pytest.raises(NeartwinError, match="Give --yes"):
        neartwin("restore", folder)
    assert "restored" in neartwin("restore", folder, "--yes")
