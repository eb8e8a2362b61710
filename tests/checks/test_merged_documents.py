"""What is merged agrees with the ledger, has one survivor each, and leaves every site mostly shown."""

import pytest

from made_crawl import fill
from neartwin.checks import looks
from neartwin.warehouse import ledger

LETTERS = "abcdefghijklmnopqrstuvwx"
DAY = "2026-11-01"


@pytest.fixture
def merged(con):
    """Twenty-four documents of a site, b merged into a by the ledger."""
    fill(con, LETTERS)
    merge(con, "a", "b")
    return con


def merge(con, representative, *documents):
    effects = tuple(ledger.Effect(name, None, representative) for name in (representative, *documents))
    ledger.append(con, [ledger.Entry("merge", "ann", "alike", purpose="search", effects=effects)])


def failures(con, settings, *statements):
    for sql in statements:
        con.execute(sql)
    found = looks.at_clusters(con, settings, DAY, frozenset())
    assert found.n_evaluated == found.n_declared
    return {r.expectation: r.severity for r in found.results if r.suite == "merged_documents" and not r.is_success}


def test_a_merge_through_the_ledger_is_sound(merged, settings):
    assert failures(merged, settings) == {}


def test_nothing_merged_is_sound(con, settings):
    assert failures(con, settings) == {}


@pytest.mark.parametrize(
    ("sql", "name"),
    [
        ("update merged_documents set representative_id = 'c' where document_id = 'b'", "one_survivor"),
        ("delete from merged_documents where document_id = 'a'", "one_survivor"),
        ("update merged_documents set representative_id = 'b' where document_id = 'a'", "merged_as_ledger_says"),
        ("delete from merged_documents", "merged_as_ledger_says"),
        ("delete from documents where document_id = 'b'", "merged_documents_exist"),
    ],
)
def test_what_the_ledger_does_not_say_is_critical(merged, settings, sql, name):
    assert failures(merged, settings, sql)[name] == "critical"


def test_a_site_that_is_mostly_hidden_is_a_warning(merged, settings):
    merge(merged, "c", *"defghijk")
    assert failures(merged, settings) == {"site_mostly_shown": "warning"}
