"""Every counter-example of the sample crawl, by the final action in the tables after the real DAG on three days."""

import json
from collections.abc import Callable
from typing import Any

import duckdb
import pytest

from neartwin.settings import ROOT
from neartwin.spoken import spoken
from neartwin.warehouse import reader

CASES = [
    json.loads(line)
    for line in (ROOT / "tests" / "data" / "sample" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]
PURPOSES = ("search", "history")

Row = dict[str, Any]


@pytest.fixture(scope="module")
def tables(sample_run):
    with reader(sample_run) as con:
        yield con


def rows(con: duckdb.DuckDBPyConnection, query: str, **params: object) -> list[Row]:
    found = con.execute(query, params)
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def capture(con: duckdb.DuckDBPyConnection, page: Row) -> Row:
    """Return the capture that a case means: day, URL and, where a URL has several, variant."""
    query = "select * from captures where day = $day::date and url = $url and ($variant is null or variant = $variant)"
    found = rows(con, query, day=page["day"], url=page["url"], variant=page.get("variant"))
    assert found, page
    return found[0]


def captures(con: duckdb.DuckDBPyConnection, case: Row) -> list[Row]:
    return [capture(con, page) for page in case["pages"]]


def pair(left: Row, right: Row) -> Row:
    """Return the two document ids in order; the pages must carry two documents."""
    assert left["document_id"]
    assert right["document_id"]
    assert left["document_id"] != right["document_id"], "one document"
    smaller, larger = sorted((left["document_id"], right["document_id"]))
    return {"left": smaller, "right": larger}


def verdicts(con: duckdb.DuckDBPyConnection, left: Row, right: Row) -> dict[str, Row]:
    """Return the decision of each purpose on a pair; a purpose without one is absent."""
    query = "select * from decisions where document_id_l = $left and document_id_r = $right"
    return {row["purpose"]: row for row in rows(con, query, **pair(left, right))}


def guards(con: duckdb.DuckDBPyConnection, left: Row, right: Row) -> set[str]:
    query = "select distinct guard from pair_guards where document_id_l = $left and document_id_r = $right"
    return {row["guard"] for row in rows(con, query, **pair(left, right))}


def versions(con: duckdb.DuckDBPyConnection, left: Row, right: Row) -> list[bool]:
    """Return is_changed of the links between two captures."""
    query = """
        select is_changed
        from version_links
        where capture_id_older = $older and capture_id_newer = $newer
    """
    return [row["is_changed"] for row in rows(con, query, older=left["capture_id"], newer=right["capture_id"])]


def grouped(con: duckdb.DuckDBPyConnection, left: Row, right: Row) -> list[str]:
    """Return purposes for which one document is a member of a cluster that the other represents."""
    query = """
        select purpose
        from proposed_clusters
        where role = 'member' and least(document_id, representative_id) = $left
            and greatest(document_id, representative_id) = $right
    """
    return [row["purpose"] for row in rows(con, query, **pair(left, right))]


def bridged(con: duckdb.DuckDBPyConnection, found: Row) -> set[str]:
    """Return the documents by way of which one was reached, where it has no edge of its own to the representative."""
    query = "select bridge_document_id from proposed_clusters where role = 'bridged' and document_id = $document_id"
    return {row["bridge_document_id"] for row in rows(con, query, document_id=found["document_id"])}


def same_document(con: duckdb.DuckDBPyConnection, case: Row) -> None:
    left, right = captures(con, case)
    assert left["document_id"] is not None
    assert left["document_id"] == right["document_id"]
    assert left["capture_id"] != right["capture_id"]


def different_page_fingerprints(con: duckdb.DuckDBPyConnection, case: Row) -> None:
    same_document(con, case)
    left, right = captures(con, case)
    query = """
        select method_id, count(distinct (simhash, minhash)) as n_signatures
        from page_fingerprints
        where extraction_key in ($left, $right)
        group by all
    """
    found = rows(con, query, left=left["extraction_key"], right=right["extraction_key"])
    assert found
    assert {row["n_signatures"] for row in found} == {2}


def unchanged_version(con: duckdb.DuckDBPyConnection, case: Row) -> None:
    same_document(con, case)
    assert versions(con, *captures(con, case)) == [False]


def version_link(con: duckdb.DuckDBPyConnection, case: Row) -> None:
    older, newer = captures(con, case)
    assert versions(con, older, newer) == [True]
    held_back(con, case)


def held_back(con: duckdb.DuckDBPyConnection, case: Row) -> None:
    """Neither purpose joins the pair, and the guard is on record and in the reason that a person reads."""
    left, right = captures(con, case)
    found = verdicts(con, left, right)
    assert found.keys() == set(PURPOSES)
    assert {row["verdict"] for row in found.values()} == {"keep"}
    assert case["guard"] in guards(con, left, right)
    assert all("held apart by" in row["reason"] and spoken(case["guard"]) in row["reason"] for row in found.values())
    assert grouped(con, left, right) == []


def review(con: duckdb.DuckDBPyConnection, case: Row) -> None:
    left, right = captures(con, case)
    assert guards(con, left, right) == set()
    assert verdicts(con, left, right)["search"]["verdict"] == "review"


def chain(con: duckdb.DuckDBPyConnection, case: Row) -> None:
    first, middle, last = captures(con, case)
    assert verdicts(con, first, middle)["search"]["verdict"] == "review"
    assert verdicts(con, middle, last)["search"]["verdict"] == "review"
    assert {row["verdict"] for row in verdicts(con, first, last).values()} <= {"keep"}
    assert grouped(con, first, last) == []
    assert bridged(con, first) == {middle["document_id"]}


def no_relation(con: duckdb.DuckDBPyConnection, case: Row) -> None:
    left, right = captures(con, case)
    assert {row["verdict"] for row in verdicts(con, left, right).values()} <= {"keep"}
    assert versions(con, left, right) == versions(con, right, left) == []
    assert grouped(con, left, right) == []


def outcome(con: duckdb.DuckDBPyConnection, case: Row) -> None:
    """The page is kept with its reason, carries no document, and so is in no pair and no cluster."""
    for found in captures(con, case):
        assert found["outcome"] == case["outcome"], found["url"]
        assert found["outcome_reason"]
        assert found["document_id"] is None


ACTIONS: dict[str, Callable[[duckdb.DuckDBPyConnection, Row], None]] = {
    "same document": same_document,
    "same document, different page fingerprints": different_page_fingerprints,
    "unchanged version": unchanged_version,
    "version link": version_link,
    "held back": held_back,
    "review": review,
    "chain": chain,
    "no relation": no_relation,
    "outcome": outcome,
}


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_final_action(tables, case):
    ACTIONS[case["action"]](tables, case)


def test_nothing_is_merged_without_a_policy(tables):
    assert rows(tables, "select 1 from decisions where verdict = 'merge'") == []


def test_every_page_has_an_outcome(tables):
    assert rows(tables, "select count(*) as n from captures") == [{"n": 118}]
    assert rows(tables, "select url from captures where outcome is null") == []


def test_no_day_and_no_site_was_put_aside(tables):
    assert rows(tables, "select * from quarantines") == []


def test_ordinary_pages_are_documents_of_their_own(tables):
    """Most of the crawl is no counter-example: it must not be touched by any of this."""
    meant = {page["url"] for case in CASES for page in case["pages"]}
    ordinary = rows(
        tables, "select distinct url, document_id, outcome from captures where url not in $urls", urls=sorted(meant)
    )
    pages = [row for row in ordinary if row["outcome"] != "listing"]

    assert len(pages) > 30
    assert {row["outcome"] for row in pages} == {"ok"}
    assert len({row["document_id"] for row in pages}) == len(pages)
    waiting = rows(
        tables, "select document_id_l, document_id_r from decisions where verdict = 'review' and purpose = 'search'"
    )
    touched = {row[side] for row in waiting for side in ("document_id_l", "document_id_r")}
    assert touched.isdisjoint(row["document_id"] for row in pages)
