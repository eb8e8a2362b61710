"""Chains of captures of one URL, linked by fetch time whatever the order of days."""

import itertools
from datetime import date, datetime

import pytest

from neartwin import version_links

FIRST, SECOND, THIRD = date(2026, 11, 1), date(2026, 11, 2), date(2026, 11, 3)


def insert_capture(con, capture_id, day, document_id="d", url="https://a.vn/x", variant="", site="a.vn", hour=8):
    con.execute(
        "insert into captures (capture_id, day, site, url, final_url, variant, fetched_at, content_type, charset,"
        " source_sha256, n_bytes, source_name, source_file, source_offset, source_id, shard, shard_row, run_id,"
        " document_id) values (?, ?, ?, ?, ?, ?, ?, '', '', '', 0, '', '', 0, '', '', 0, '', ?)",
        [capture_id, day, site, url, url, variant, datetime(day.year, day.month, day.day, hour), document_id],
    )


def links(con):
    return con.execute(
        "select capture_id_older, capture_id_newer, is_changed from version_links order by all"
    ).fetchall()


def test_two_captures_of_one_url_are_linked(con):
    insert_capture(con, "a", FIRST, "d1")
    insert_capture(con, "b", SECOND, "d2")

    assert version_links.link(con, SECOND, "run") == 1
    assert links(con) == [("a", "b", True)]


def test_an_unchanged_document_is_linked_as_unchanged(con):
    insert_capture(con, "a", FIRST)
    insert_capture(con, "b", SECOND)
    version_links.link(con, FIRST, "run")

    assert links(con) == [("a", "b", False)]


def test_linking_again_adds_nothing(con):
    insert_capture(con, "a", FIRST)
    insert_capture(con, "b", SECOND)
    version_links.link(con, SECOND, "run")

    assert version_links.link(con, SECOND, "run") == 0
    assert version_links.link(con, FIRST, "run") == 0


def test_a_day_without_captures_links_nothing(con):
    assert version_links.link(con, FIRST, "run") == 0


@pytest.mark.parametrize("order", list(itertools.permutations((FIRST, SECOND, THIRD))))
def test_days_in_any_order_end_in_the_same_chain(con, order):
    """A capture that comes in between re-links its neighbours."""
    for day in order:
        insert_capture(con, f"c{day.day}", day, f"d{day.day}")
        version_links.link(con, day, "run")

    assert links(con) == [("c1", "c2", True), ("c2", "c3", True)]


def test_variants_of_one_url_are_chains_of_their_own(con):
    insert_capture(con, "a", FIRST, variant="vi")
    insert_capture(con, "b", SECOND, variant="zh")
    insert_capture(con, "c", THIRD, variant="vi")
    version_links.link(con, THIRD, "run")

    assert links(con) == [("a", "c", False)]


def test_a_capture_without_a_document_is_no_link(con):
    insert_capture(con, "a", FIRST)
    insert_capture(con, "b", SECOND, document_id=None)
    insert_capture(con, "c", THIRD)
    version_links.link(con, THIRD, "run")

    assert links(con) == [("a", "c", False)]


def test_files_are_no_urls(con):
    insert_capture(con, "a", FIRST, url="file:page.html", site="")
    insert_capture(con, "b", SECOND, url="file:page.html", site="")

    assert version_links.link(con, SECOND, "run") == 0


def test_captures_of_one_moment_are_ordered_by_id(con):
    insert_capture(con, "b", FIRST)
    insert_capture(con, "a", FIRST)
    version_links.link(con, FIRST, "run")

    assert links(con) == [("a", "b", False)]


def test_another_document_of_a_capture_replaces_its_links(con):
    insert_capture(con, "a", FIRST, "d1")
    insert_capture(con, "b", SECOND, "d1")
    version_links.link(con, SECOND, "run")
    con.execute("update captures set document_id = 'd2' where capture_id = 'b'")

    assert version_links.link(con, SECOND, "run") == 1
    assert links(con) == [("a", "b", True)]


def test_other_urls_are_left_alone(con):
    insert_capture(con, "a", FIRST, url="https://a.vn/y")
    insert_capture(con, "b", SECOND, url="https://a.vn/y")
    insert_capture(con, "c", THIRD)
    version_links.link(con, THIRD, "run")

    assert links(con) == []
