"""The stage on a real warehouse and lake: memoised, idempotent, independent of order."""

import itertools
import json
from datetime import date

import duckdb
import pyarrow.parquet as pq
import pytest
from pages import EN, VI, ZH, article, page

from captured import extract_day, store
from neartwin import extract
from neartwin.errors import MethodChangedError, ShardError
from neartwin.extract.records import TEXT_TYPE
from neartwin.warehouse.migrations import migrate
from neartwin.warehouse.shards import read_rows

FIRST, SECOND, THIRD = date(2026, 11, 1), date(2026, 11, 2), date(2026, 11, 3)


def record(number, text=EN, **fields):
    body = json.dumps({"text": f"{text} Number {number}.", **fields})
    return {"url": f"https://a.vn/{number}", "body": body, "content_type": TEXT_TYPE}


def rows(con, table, *columns):
    return con.execute(f"select {', '.join(columns)} from {table} order by all").fetchall()


def state(con):
    """Everything that must not depend on order or repetition."""
    captures = rows(
        con, "captures", "capture_id", "extraction_key", "outcome", "outcome_reason", "document_id", "published_at"
    )
    documents = rows(
        con, "documents", "document_id", "language", "kind", "length_band", "n_tokens", "title", "text_sha256"
    )
    extractions = rows(con, "extractions", "extraction_key", "outcome", "document_id", "facts", "text_sha256")
    return captures, documents, extractions


def test_pages_and_records_become_extractions_and_documents(con, settings):
    store(
        con,
        settings,
        FIRST,
        [{"url": "https://a.vn/1", "body": article(VI)}, record(2, ZH), {"url": "https://a.vn/3", "body": ""}],
    )
    counts = extract_day(con, settings, FIRST)

    assert counts == {
        "extractions": 3,
        "captures": 3,
        "documents": 2,
        "repeated_bodies": 0,
        "outcome_empty": 1,
        "outcome_ok": 2,
    }
    assert rows(con, "captures", "url", "outcome") == [
        ("https://a.vn/1", "ok"),
        ("https://a.vn/2", "ok"),
        ("https://a.vn/3", "empty"),
    ]
    assert sorted(rows(con, "documents", "language", "kind")) == [("vi", "article"), ("zh", "article")]


def test_the_lake_keeps_the_texts_where_the_tables_say(con, settings):
    store(con, settings, FIRST, [record(1), {"url": "https://a.vn/1", "body": article(VI)}])
    extract_day(con, settings, FIRST)
    [(document, shard, row)] = con.execute(
        "select document_id, shard, shard_row from documents where language = 'vi'"
    ).fetchall()
    [(_, table)] = read_rows(settings, [(shard, row)], ["document_id", "main_text", "full_text", "text_from"])

    assert table["document_id"][0].as_py() == document
    assert "bến đò cũ" in table["main_text"][0].as_py()
    assert "Section 1" in table["full_text"][0].as_py()


def test_an_empty_day_changes_nothing(con, settings):
    assert extract.plan(con, settings, FIRST) == []
    assert extract_day(con, settings, FIRST) == {"extractions": 0, "captures": 0, "documents": 0, "repeated_bodies": 0}


def test_a_second_run_adds_nothing(con, settings):
    store(con, settings, FIRST, [record(1), {"url": "https://a.vn/1", "body": article(VI)}])
    extract_day(con, settings, FIRST)
    before = state(con)

    assert extract.plan(con, settings, FIRST) == []
    assert extract_day(con, settings, FIRST)["captures"] == 0
    assert state(con) == before


def test_unchanged_bytes_are_extracted_once(con, settings):
    store(con, settings, FIRST, [record(1), record(1)])
    store(con, settings, SECOND, [record(1)])

    assert extract_day(con, settings, FIRST)["extractions"] == 1
    assert extract.plan(con, settings, SECOND) == []
    assert extract_day(con, settings, SECOND) == {
        "extractions": 0,
        "captures": 1,
        "documents": 0,
        "repeated_bodies": 0,
        "outcome_ok": 1,
    }


@pytest.mark.parametrize(
    "change", [{"charset": "gbk"}, {"http_status": 404}, {"url": "https://a.vn/other"}, {"content_type": "text/plain"}]
)
def test_the_same_bytes_in_other_circumstances_are_another_extraction(con, settings, change):
    same = {"url": "https://a.vn/1", "body": article(VI)}
    store(con, settings, FIRST, [same, {**same, **change}])

    assert extract_day(con, settings, FIRST)["extractions"] == 2


def test_one_http_status_of_a_class_is_as_good_as_another(con, settings):
    same = {"url": "https://a.vn/1", "body": article(VI)}
    store(con, settings, FIRST, [same, {**same, "http_status": 206}])

    assert extract_day(con, settings, FIRST)["extractions"] == 1


def test_a_batch_names_rows_and_no_text(con, settings):
    store(con, settings, FIRST, [record(number) for number in range(50)])
    [batch] = extract.plan(con, settings, FIRST)

    assert batch["shards"][0]["rows"] == [[0, 49]]
    assert len(json.dumps(batch)) < 400


def test_large_days_are_cut_into_batches(con, settings, monkeypatch):
    monkeypatch.setattr("neartwin.extract.batches.BATCH_CAPTURES", 20)
    store(con, settings, FIRST, [record(number) for number in range(50)])
    plan = extract.plan(con, settings, FIRST)

    assert [batch["n_captures"] for batch in plan] == [20, 20, 10]
    assert extract_day(con, settings, FIRST)["extractions"] == 50


def test_a_batch_written_again_replaces_its_own_file(con, settings):
    store(con, settings, FIRST, [record(1)])
    [batch] = extract.plan(con, settings, FIRST)
    first, second = (extract.write_extractions(settings, batch)["shards"][0]["path"] for _ in range(2))

    assert first == second
    assert len(list((settings.lake / "extractions").rglob("*.parquet"))) == 1


def test_results_entered_twice_count_once(con, settings):
    store(con, settings, FIRST, [record(1)])
    results = [extract.write_extractions(settings, batch) for batch in extract.plan(con, settings, FIRST)]
    extract.commit_extractions(con, settings, FIRST, results, "run")
    counts = extract.commit_extractions(con, settings, FIRST, results, "again")

    assert (counts["extractions"], counts["captures"], counts["documents"]) == (0, 0, 0)
    assert rows(con, "extractions", "count(*)") == [(1,)]


def test_an_altered_shard_is_refused_and_nothing_changes(con, settings):
    store(con, settings, FIRST, [record(1)])
    results = [extract.write_extractions(settings, batch) for batch in extract.plan(con, settings, FIRST)]
    path = settings.lake / results[0]["shards"][0]["path"]
    pq.write_table(pq.read_table(path).slice(0, 0), path)

    with pytest.raises(ShardError):
        extract.commit_extractions(con, settings, FIRST, results, "run")
    assert rows(con, "captures", "outcome") == [(None,)]


def test_the_publication_date_is_the_first_stated_one_not_after_the_fetch(con, settings):
    head = '<meta property="article:published_time" content="{}"><meta name="date" content="2026-10-30">'
    pages = [
        {"url": "https://a.vn/1", "body": article(VI, head=head.format("2026-11-01"))},
        {"url": "https://a.vn/2", "body": article(VI, head=head.format("2027-01-01"))},
        {"url": "https://a.vn/3", "body": article(VI, head=head.format("2027-01-01").replace("2026-10-30", ""))},
    ]
    store(con, settings, FIRST, pages)
    extract_day(con, settings, FIRST)

    assert [day for _, day in rows(con, "captures", "url", "published_at")] == [FIRST, date(2026, 10, 30), None]


def test_facts_stand_in_the_columns(con, settings):
    offer = {"price": "1.290.000", "priceCurrency": "VND"}
    item = json.dumps({"@type": "Product", "gtin13": "893", "offers": offer})
    head = f'<script type="application/ld+json">{item}</script>'
    store(con, settings, FIRST, [{"url": "https://a.vn/1", "body": article(VI, head=head)}])
    extract_day(con, settings, FIRST)

    assert con.execute("select sku, price::varchar, currency, kind from documents").fetchall() == [
        ("893", "1290000.0000", "VND", "product")
    ]


def test_kinds_that_disagree_are_settled_by_number_then_name(con, settings):
    urls = ["https://forum.a.vn/1", "https://a.vn/1", "https://b.vn/1"]
    for day, url in zip((FIRST, SECOND, THIRD), urls, strict=True):
        store(con, settings, day, [{"url": url, "body": article(VI)}])
    kinds = []
    for day in (FIRST, SECOND, THIRD):
        extract_day(con, settings, day)
        kinds += con.execute("select kind from documents").fetchall()

    assert kinds == [("forum",), ("article",), ("article",)]


DAYS = {
    FIRST: [record(1), *(record(0) | {"url": f"https://a.vn/p{n}/"} for n in range(4))],
    SECOND: [record(1), record(2, price="12"), *(record(0) | {"url": f"https://a.vn/q{n}/"} for n in range(4))],
    THIRD: [record(3, text=""), *(record(0) | {"url": f"https://www.a.vn/p{n}/index.html?x"} for n in range(3, 7))],
}


def run_days(con, settings, order):
    for day in order:
        if not con.execute("select 1 from captures where day = ?", [day]).fetchall():
            store(con, settings, day, DAYS[day])
        extract_day(con, settings, day)
    return state(con)


def test_days_in_any_order_and_twice_end_in_the_same_state(con, settings, tmp_path):
    settings = settings.model_copy(update={"extract": settings.extract.model_copy(update={"repeated_body_urls": 11})})
    expected = run_days(con, settings, (FIRST, SECOND, THIRD))
    assert "repeated_body" in {capture[2] for capture in expected[0]}
    for number, order in enumerate(itertools.permutations((FIRST, SECOND, THIRD))):
        other = duckdb.connect(config={"threads": 2})
        migrate(other)
        moved = settings.model_copy(update={"data": tmp_path / f"other{number}"})
        assert run_days(other, moved, (*order, order[0])) == expected
        other.close()


def copies(first, last, path="https://www.a.vn/p{}/index.html?n={}"):
    return [record(0) | {"url": path.format(number, number)} for number in range(first, last)]


def test_one_text_under_many_unlike_urls_is_a_repeated_body_on_every_day(con, settings):
    store(con, settings, FIRST, copies(0, 9))
    store(con, settings, SECOND, copies(8, 10))

    assert extract_day(con, settings, FIRST)["repeated_bodies"] == 0
    assert extract_day(con, settings, SECOND)["repeated_bodies"] == 11
    assert rows(con, "captures", "distinct outcome") == [("repeated_body",)]
    assert rows(con, "sound_documents", "count(*)") == [(0,)]
    assert rows(con, "documents", "count(*)") == [(1,)]


@pytest.mark.parametrize(
    "path", ["https://a.vn/same?n={}", "https://a.vn/same/index.php?n={}", "file:folder/{}-{}.json"]
)
def test_urls_that_differ_by_query_only_and_files_are_no_repeated_body(con, settings, path):
    store(con, settings, FIRST, [record(0) | {"url": path.format(number, number)} for number in range(15)])

    assert extract_day(con, settings, FIRST)["repeated_bodies"] == 0


def test_other_settings_are_another_extractor_and_a_candidate_changes_nothing(con, settings):
    store(con, settings, FIRST, [record(0, text="Just a few words here.")])
    extract_day(con, settings, FIRST)
    before = state(con)
    lenient = settings.model_copy(update={"extract": settings.extract.model_copy(update={"min_tokens": 3})})

    assert extract.plan(con, lenient, FIRST) == []
    assert extract_day(con, lenient, FIRST)["extractions"] == 0
    assert state(con) == before
    assert sorted(rows(con, "extractors", "status")) == [("active",), ("candidate",)]


def test_a_new_day_is_extracted_by_the_installed_extractor_and_a_late_page_too(con, settings):
    store(con, settings, FIRST, [record(0)])
    extract_day(con, settings, FIRST)
    lenient = settings.model_copy(update={"extract": settings.extract.model_copy(update={"min_tokens": 3})})
    store(con, settings, FIRST, [record(0), record(1, text="Late and short.")])
    store(con, settings, SECOND, [record(2, text="New and short.")])

    assert extract_day(con, lenient, FIRST)["extractions"] == 2
    assert extract_day(con, lenient, SECOND)["extractions"] == 1
    assert {outcome for (outcome,) in rows(con, "captures", "outcome")} == {"ok"}


def test_a_changed_spec_under_the_same_id_is_refused(con, settings):
    extract.register(con, settings)
    con.execute("update extractors set spec_sha256 = 'other'")

    with pytest.raises(MethodChangedError, match=extract.extractor(settings).extractor_id):
        extract.register(con, settings)


def test_the_extractor_names_what_can_change_a_page(settings):
    spec = json.loads(extract.extractor(settings).spec)

    assert {"golden", "lexicons", "rules", "identity", "min_tokens", "made_with"} <= spec.keys()
    assert set(spec["lexicons"]) == {"en", "vi", "zh"}


def test_a_page_of_the_largest_size_is_named_and_the_rest_goes_on(con, settings):
    small = settings.model_copy(update={"ingest": settings.ingest.model_copy(update={"max_page_bytes": 5_000})})
    pages = [
        {"url": "https://a.vn/1", "body": article(VI)},
        {"url": "https://a.vn/2", "body": page("<p>x</p>" * 2_000)},
    ]
    store(con, small, FIRST, pages)
    extract_day(con, small, FIRST)

    assert rows(con, "captures", "url", "outcome") == [("https://a.vn/1", "ok"), ("https://a.vn/2", "timed_out")]
    reason = con.execute("select outcome_reason from captures where outcome = 'timed_out'").fetchone()[0]
    assert reason.startswith("too large: ")
    assert reason.endswith("the limit for one page is 5000 bytes")
