"""A URL that people separated from an exact duplicate keeps its own identity on later days."""

from datetime import date

import pytest
from pages import VI, article

from captured import extract_day, store
from neartwin.merge import separate
from neartwin.merge.people import Person

ANN = Person("ann", "the notice of another ward under the same words")
FIRST, SECOND = date(2026, 11, 1), date(2026, 11, 2)
URLS = ("https://a.example/1", "https://b.example/2")


@pytest.fixture
def twins(con, settings):
    """One text under two URLs; returns its document id."""
    store(con, settings, FIRST, [{"url": url, "body": article(VI)} for url in URLS])
    extract_day(con, settings, FIRST)
    ids = {row[0] for row in con.execute("select document_id from captures").fetchall()}
    assert len(ids) == 1
    return ids.pop()


def carried(con, day):
    rows = con.execute("select url, document_id from captures where day = ?", [day]).fetchall()
    return dict(rows)


def test_the_next_day_gives_the_separated_url_its_own_document(con, settings, twins):
    separate.separate_url(con, settings, twins, URLS[1], ANN)
    apart = separate.separated_id(twins, URLS[1])
    store(con, settings, SECOND, [{"url": url, "body": article(VI)} for url in URLS])
    extract_day(con, settings, SECOND)

    for day in (FIRST, SECOND):
        assert carried(con, day) == {URLS[0]: twins, URLS[1]: apart}
    assert con.execute("select count(*) from live_documents_search").fetchall() == [(2,)]


def test_a_separation_taken_back_holds_on_the_next_day_too(con, settings, twins):
    separate.separate_url(con, settings, twins, URLS[1], ANN)
    separate.join_url(con, settings, twins, URLS[1], Person("ann", "they are one"))
    store(con, settings, SECOND, [{"url": url, "body": article(VI)} for url in URLS])
    extract_day(con, settings, SECOND)

    for day in (FIRST, SECOND):
        assert set(carried(con, day).values()) == {twins}
