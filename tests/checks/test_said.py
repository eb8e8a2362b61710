"""What checks say: every count says what it counts, and no message carries the text of a page."""

import logging

import pytest

from made_day import DAY, sound_day
from neartwin import checks
from neartwin.checks import (
    candidate_pairs,
    captures,
    clusters,
    decisions,
    documents,
    drift_suites,
    extractions,
    fingerprints,
    looks,
    merged_documents,
    verified_pairs,
)
from neartwin.errors import SettingsError, told, unquoted
from neartwin.settings import ROOT, CheckSettings, RecallSettings, Settings

LIMITS = CheckSettings()
SECRET = "Thủ tướng đến thăm it's a secret page"


def declared():
    yield from captures.day_suite()
    yield from captures.captures_suite(LIMITS)
    yield from documents.documents_suite(LIMITS)
    yield from documents.normalised_suite()
    yield from extractions.extractions_suite(LIMITS)
    yield from extractions.lost_suite(LIMITS)
    yield from fingerprints.fingerprints_suite()
    yield from fingerprints.signatures_suite(LIMITS)
    yield from fingerprints.coverage_suite()
    yield from candidate_pairs.candidate_pairs_suite(LIMITS)
    yield from candidate_pairs.recall_suite(RecallSettings())
    yield from verified_pairs.verified_pairs_suite()
    yield from clusters.clusters_suite(LIMITS)
    yield from decisions.decisions_suite()
    yield from merged_documents.merged_documents_suite(Settings.load(ROOT / "neartwin.toml"))


def test_every_expectation_says_what_its_count_counts():
    assert [e.meta["check"] for e in declared() if not e.meta.get("fact")] == []
    assert len(list(declared())) > 100


def test_every_expectation_has_reason_and_hint():
    both = [*declared(), *drift_suites.of_documents(), *drift_suites.of_pairs()]

    assert all(e.description.endswith((".", "?")) and e.meta["hint"].endswith((".", "?")) for e in both)


def test_a_site_is_put_aside_for_what_was_counted(con, settings):
    sound_day(con, settings).store()
    con.execute("update captures set outcome = 'empty', document_id = null where site = 'tin.example.vn'")

    checks.check_documents(con, settings, DAY, "r")

    reason = con.execute("select reason from quarantines where site = 'tin.example.vn'").fetchone()[0]
    assert reason == "30 of 30 pages give no content (100%)"


def test_a_day_is_put_aside_for_what_was_counted(con, settings):
    sound_day(con, settings).store()
    con.execute("update captures set outcome = 'empty', document_id = null, site = left(capture_id, 3)")

    checks.check_documents(con, settings, DAY, "r")

    assert con.execute("select reason from quarantines where site = ''").fetchall() == [
        ("90 of 90 pages give no content (100%)",)
    ]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"Could not convert string '{SECRET}' to INT32\nLINE 1: {SECRET}", "Could not convert string '…' to INT32"),
        (f"invalid value '{SECRET}\n{SECRET}' of a row", "invalid value '…'"),
        (f'invalid value "{SECRET}"\x1b[31m', "invalid value '…' [31m"),
        ("column 'n_tokens' does not exist", "column 'n_tokens' does not exist"),
        ("x" * 4_000, "x" * 300 + "…"),
        ("", ""),
    ],
)
def test_foreign_messages_lose_what_they_quote(message, said):
    assert unquoted(message) == said
    assert told(ValueError(message)) == f"ValueError: {said}"


def test_our_messages_and_those_about_files_are_told_whole():
    assert told(SettingsError("set 'labels.inbox'\u202e to a URL")) == "SettingsError: set 'labels.inbox' to a URL"
    assert "'/tmp/no shard here'" in told(FileNotFoundError(2, "No such file", "/tmp/no shard here"))


def test_checks_that_cannot_run_log_no_text_of_a_page(con, settings, monkeypatch, caplog):
    def fail(*_):
        con.execute("select cast(? as integer)", [SECRET])

    sound_day(con, settings).store()
    monkeypatch.setattr(looks, "at_documents", fail)

    with caplog.at_level(logging.INFO):
        gate = checks.check_documents(con, settings, DAY, "r")

    assert gate.is_day_quarantined
    assert "ConversionException at stages.py:" in caplog.text
    stored = con.execute("select string_agg(observed) from check_results").fetchone()[0]
    for text in (caplog.text, stored, gate.explanation):
        assert "secret" not in text
        assert "Thủ" not in text
