"""Ingest: a day's files become captures once, whatever the order, the repetition or the moment of a kill."""

import base64
import gzip
import hashlib
import io
import json
from datetime import UTC, date, datetime

import pyarrow as pa
import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from neartwin import ingest
from neartwin.errors import ShardError, SourceError
from neartwin.settings import IngestSettings, SourceSettings
from neartwin.sources import TEXT_TYPE
from neartwin.warehouse import shards
from neartwin.warehouse.checksum import table_checksums
from neartwin.warehouse.migrations import migrate

DAY = date(2026, 11, 1)
NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)


@pytest.fixture
def crawl(tmp_path):
    folder = tmp_path / "crawl"
    folder.mkdir()
    return folder


def run_day(con, settings, source, *, day=DAY, run_id="run", now=NOON):
    source = None if source is None else str(source)
    batches = ingest.plan(settings, day, source, con=con, now=now)
    results = [ingest.write_captures(settings, day, json.loads(json.dumps(batch)), run_id) for batch in batches]
    return ingest.commit_captures(con, settings, day, json.loads(json.dumps(results)), run_id)


def texts(folder, name="a.jsonl", **by_id):
    lines = [json.dumps({"id": key, "url": f"http://a.vn/{key}", "text": text}) for key, text in by_id.items()]
    (folder / name).write_text("\n".join(lines) + "\n")


def state(con):
    """All that ingest keeps, without runs, times and locators."""
    tables = {
        "captures": "* exclude (shard, shard_row, run_id)",
        "source_files": "* exclude (run_id, n_repeated)",
        "source_problems": "* exclude (run_id)",
        "source_revisits": "* exclude (run_id)",
        "payload_digests": "*",
    }
    return {
        table: con.execute(f"select {columns} from {table} order by all").fetchall()
        for table, columns in tables.items()
    }


def bodies(con, settings):
    rows = con.execute("select url, shard, shard_row from captures order by url").fetchall()
    read = {}
    for url, shard, row in rows:
        ((_, table),) = shards.read_rows(settings, [(shard, row)], ["body"])
        read[url] = table["body"][0].as_py()
    return read


def warc(path, *records):
    """Write a WARC of (type, url, hour, body, extra WARC headers)."""
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for kind, url, hour, body, more in records:
            http = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=UTF-8")], protocol="HTTP/1.1")
            if kind == "not_modified":
                kind, http = "revisit", StatusAndHeaders("304 Not Modified", [("ETag", "x")], protocol="HTTP/1.1")
            headers = {"WARC-Date": f"2026-11-01T{hour:02}:00:00Z", **more}
            record = writer.create_warc_record(
                url, kind, payload=io.BytesIO(body), http_headers=http, warc_headers_dict=headers
            )
            writer.write_record(record)


def test_a_day_becomes_captures_with_bytes_and_origin(con, settings, crawl):
    texts(crawl, a="Lần 1", b="Lần 2")
    (crawl / "trang.html").write_bytes(b"<html>x</html>")

    counts = run_day(con, settings, crawl)

    assert counts == {"captures": 3, "new": 3, "repeated": 0, "revisits": 0, "problems": 0, "files": 2}
    rows = con.execute(
        "select url, site, content_type, source_name, source_file, source_offset, fetched_at, outcome, source_sha256,"
        " sha256(url) is not null from captures order by url"
    ).fetchall()
    assert rows[0][:6] == ("file:trang.html", "", "", "crawl", "trang.html", 0)
    assert rows[1][:6] == ("http://a.vn/a", "a.vn", TEXT_TYPE, "crawl", "a.jsonl", 0)
    assert {row[6] for row in rows} == {datetime(2026, 11, 1)}
    assert {row[7] for row in rows} == {None}
    assert bodies(con, settings)["file:trang.html"] == b"<html>x</html>"
    assert json.loads(bodies(con, settings)["http://a.vn/b"])["text"] == "Lần 2"


def test_stored_digest_and_size_are_those_of_the_stored_bytes(con, settings, crawl):
    (crawl / "big.html").write_bytes(b"x" * 5_000)
    small = settings.model_copy(update={"ingest": IngestSettings(max_page_bytes=1_000)})

    run_day(con, small, crawl)

    ((n_bytes, digest, expected),) = con.execute(
        "select n_bytes, source_sha256, sha256(repeat('x', 1000)) from captures"
    ).fetchall()
    assert (n_bytes, digest) == (1_000, expected)
    assert con.execute("select source_file, reason from source_problems").fetchall() == [
        ("big.html", "larger than ingest.max_page_bytes: cut at 1000 bytes")
    ]


def test_the_same_input_twice_adds_nothing(con, settings, crawl):
    texts(crawl, a="một", b="hai")
    (crawl / "bad.jsonl").write_text('no json\n{"text": "x"}\n')
    run_day(con, settings, crawl, run_id="first")
    before = state(con), con.execute("from source_days").fetchall(), con.execute("from shards").fetchall()

    counts = run_day(con, settings, crawl, run_id="second")

    assert (counts["new"], counts["files"]) == (0, 0)
    assert (state(con), con.execute("from source_days").fetchall(), con.execute("from shards").fetchall()) == before


def test_reading_everything_again_adds_nothing_either(con, settings, crawl):
    texts(crawl, a="một", b="hai")
    batches = ingest.plan(settings, DAY, str(crawl), con=con)
    results = [ingest.write_captures(settings, DAY, batch, "one") for batch in batches]
    again = [ingest.write_captures(settings, DAY, batch, "two") for batch in batches]
    ingest.commit_captures(con, settings, DAY, results, "one")
    before = state(con)

    counts = ingest.commit_captures(con, settings, DAY, again, "two")

    assert again == results
    assert (counts["new"], counts["repeated"]) == (0, 2)
    assert state(con) == before


def test_problems_are_those_of_the_newest_version_of_a_file(con, settings, crawl):
    (crawl / "a.jsonl").write_text('no json\n{"text": "x"}\n')
    run_day(con, settings, crawl)
    (crawl / "a.jsonl").write_text('{"text": "y"}\n{"text": "x"}\nno json\n')
    run_day(con, settings, crawl)

    reasons = con.execute("select reason from source_problems").fetchall()
    assert reasons == [("line 3: not JSON at character 1",)]


def test_late_and_changed_files_add_only_new_captures(con, settings, crawl):
    texts(crawl, a="một")
    run_day(con, settings, crawl)
    texts(crawl, "late.jsonl", c="ba")
    texts(crawl, a="một", b="hai")

    counts = run_day(con, settings, crawl)

    assert counts == {"captures": 3, "new": 2, "repeated": 1, "revisits": 0, "problems": 0, "files": 2}
    assert con.execute("select state, reason, n_files from source_days").fetchall() == [
        ("late", "2 files came after the day had run", 3)
    ]
    assert set(bodies(con, settings)) == {"http://a.vn/a", "http://a.vn/b", "http://a.vn/c"}


def test_order_and_batches_do_not_matter(settings, crawl, tmp_path, con):
    import duckdb

    texts(crawl, "b.jsonl", a="một", x="chung")
    texts(crawl, "c.jsonl", b="hai", x="chung")
    (crawl / "page.html").write_bytes(b"<html>")
    run_day(con, settings, crawl)

    with duckdb.connect() as other:
        migrate(other)
        tiny = settings.model_copy(update={"ingest": IngestSettings(batch_bytes=1), "data": tmp_path / "other"})
        batches = ingest.plan(tiny, DAY, str(crawl), con=other)
        assert len(batches) == 3
        for batch in reversed(batches):
            result = ingest.write_captures(tiny, DAY, batch, "r")
            ingest.commit_captures(other, tiny, DAY, [result], "r")

        assert state(other) == state(con)
        assert table_checksums(other) == table_checksums(con)


def test_equal_ids_with_other_content_are_other_captures(con, settings, crawl):
    records = [{"id": "1", "url": "http://a.vn/", "text": text} for text in ("một", "hai", "một")]
    (crawl / "a.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))

    counts = run_day(con, settings, crawl)

    assert (counts["captures"], counts["new"], counts["repeated"]) == (3, 2, 1)
    assert con.execute("select n_captures, n_repeated from source_files").fetchall() == [(3, 1)]


def test_variants_of_one_url_are_kept_apart(con, settings, crawl):
    records = [{"url": "http://a.vn/", "text": "same", "variant": variant} for variant in ("vi", "en")]
    (crawl / "a.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))

    assert run_day(con, settings, crawl)["new"] == 2


def test_a_revisit_shares_the_bytes_of_its_original(con, settings, crawl):
    warc(
        crawl / "a.warc.gz",
        ("response", "http://a.vn/", 8, b"<html>tin</html>", {"WARC-Record-ID": "<urn:uuid:1>"}),
        ("revisit", "http://a.vn/", 9, b"", {"WARC-Refers-To": "<urn:uuid:1>"}),
        (
            "not_modified",
            "http://a.vn/",
            10,
            b"",
            {"WARC-Refers-To-Target-URI": "http://a.vn/", "WARC-Refers-To-Date": "2026-11-01T08:00:00Z"},
        ),
    )

    counts = run_day(con, settings, crawl)

    assert (counts["captures"], counts["new"], counts["revisits"], counts["problems"]) == (1, 1, 2, 0)
    rows = con.execute(
        "select hour(fetched_at), http_status, content_type, charset, n_bytes, shard_row from captures order by 1"
    )
    assert rows.fetchall() == [(hour, 200, "text/html", "utf-8", 16, 0) for hour in (8, 9, 10)]
    assert con.execute("select count(*), count(distinct capture_id) from captures").fetchall() == [(3, 3)]


def test_a_revisit_waits_for_its_original_whatever_day_brings_it(settings, tmp_path, con):
    import duckdb

    first, second = tmp_path / "1", tmp_path / "2"
    for folder in (first, second):
        folder.mkdir()
    warc(first / "a.warc.gz", ("response", "http://a.vn/", 8, b"<html>tin</html>", {"WARC-Record-ID": "<urn:uuid:1>"}))
    digest = {"WARC-Payload-Digest": _digest(b"<html>tin</html>"), "WARC-Record-ID": "<urn:uuid:2>"}
    warc(second / "b.warc.gz", ("revisit", "http://b.vn/", 9, b"", digest))
    days = {date(2026, 11, 1): first, date(2026, 11, 2): second}

    for day, folder in reversed(days.items()):
        run_day(con, settings, folder, day=day)
        waiting = con.execute("select reason from source_problems").fetchall()
        assert waiting == ([("revisit: the capture that it refers to is not stored",)] if folder == second else [])
    assert ingest.waiting_days(con) == list(days)

    with duckdb.connect() as other:
        migrate(other)
        for day, folder in days.items():
            run_day(other, settings, folder, day=day)
        assert state(other) == state(con)


def _digest(body):
    return "sha1:" + base64.b32encode(hashlib.sha1(body).digest()).decode()


def test_the_id_of_a_revisit_is_that_of_its_capture_read_directly(con, settings, crawl):
    from neartwin.sources import Capture, capture_id

    warc(
        crawl / "a.warc.gz",
        ("response", "http://a.vn/đ", 8, b"<html>tin</html>", {"WARC-Record-ID": "<urn:uuid:1>"}),
        ("revisit", "http://a.vn/đ", 9, b"", {"WARC-Record-ID": "<urn:uuid:2>", "WARC-Refers-To": "<urn:uuid:1>"}),
    )
    run_day(con, settings, crawl)

    ((stored, url, sha256),) = con.execute(
        "select capture_id, url, source_sha256 from captures where source_id = '<urn:uuid:2>'"
    ).fetchall()
    capture = Capture(
        url, url, "", 200, datetime(2026, 11, 1, 9), "text/html", "utf-8", b"", "", 0, source_id="<urn:uuid:2>"
    )
    assert stored == capture_id(DAY, capture, sha256)


def test_a_kill_before_the_commit_leaves_nothing_and_a_re_run_all(con, settings, crawl, monkeypatch):
    texts(crawl, a="một")
    batches = ingest.plan(settings, DAY, str(crawl), con=con)
    results = [ingest.write_captures(settings, DAY, batch, "r") for batch in batches]

    from neartwin.ingest import committing

    def killed(*args):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(committing, "_enter_days", killed)
        with pytest.raises(KeyboardInterrupt):
            ingest.commit_captures(con, settings, DAY, results, "r")
    assert con.execute("select count(*) from captures").fetchall() == [(0,)]
    assert con.execute("select count(*) from shards").fetchall() == [(0,)]

    assert run_day(con, settings, crawl)["new"] == 1


def test_an_altered_shard_is_refused(con, settings, crawl):
    texts(crawl, a="một")
    batches = ingest.plan(settings, DAY, str(crawl), con=con)
    results = [ingest.write_captures(settings, DAY, batch, "r") for batch in batches]
    (settings.lake / results[0]["shards"][0]["path"]).write_bytes(b"cut")

    with pytest.raises(ShardError, match="partial or altered"):
        ingest.commit_captures(con, settings, DAY, results, "r")


def test_a_changed_file_gets_another_shard(con, settings, crawl):
    texts(crawl, a="một")
    run_day(con, settings, crawl)
    texts(crawl, a="một rưỡi")
    run_day(con, settings, crawl)

    assert con.execute("select count(*) from shards where table_name = 'captures'").fetchall() == [(2,)]
    texts_stored = {json.loads(body)["text"] for body in _all_bodies(con, settings)}
    assert texts_stored == {"một", "một rưỡi"}


def _all_bodies(con, settings):
    for shard, row in con.execute("select shard, shard_row from captures").fetchall():
        ((_, table),) = shards.read_rows(settings, [(shard, row)], ["body"])
        yield table["body"][0].as_py()


def test_a_changed_manifest_is_read_again_with_its_pages(con, settings, crawl):
    (crawl / "a.html").write_bytes(b"<html>")
    (crawl / "pages.jsonl").write_text('{"id": "1", "url": "http://a.vn/", "file": "a.html"}\n')
    run_day(con, settings, crawl)
    (crawl / "pages.jsonl").write_text('{"id": "1", "url": "http://b.vn/", "file": "a.html"}\n')

    assert run_day(con, settings, crawl)["new"] == 1
    assert run_day(con, settings, crawl)["new"] == 0


def test_batches_and_results_are_small_and_hold_no_page_text(con, settings, crawl):
    for n in range(300):
        texts(crawl, f"{n}.jsonl", **{f"bí-mật-{n}": "nội dung bí mật"})

    batches = ingest.plan(settings, DAY, str(crawl), con=con)
    results = [ingest.write_captures(settings, DAY, batch, "r") for batch in batches]

    assert len(json.dumps(batches)) < 1_000
    assert len(json.dumps(results)) < 2_000
    assert "mật" not in json.dumps([batches, results], ensure_ascii=False)


def test_big_pages_are_written_and_read_in_small_pieces(con, settings, crawl):
    for n in range(12):
        (crawl / f"{n:02}.html").write_bytes(bytes([65 + n]) * 5_000_000)
    run_day(con, settings, crawl)

    import pyarrow.parquet as pq

    ((path,),) = con.execute("select path from shards where table_name = 'captures'").fetchall()
    assert pq.ParquetFile(settings.lake / path).metadata.num_row_groups == 3
    assert {url: body[:1] for url, body in bodies(con, settings).items()} == {
        f"file:{n:02}.html": bytes([65 + n]) for n in range(12)
    }


def test_rows_are_found_in_row_groups_of_any_size(settings):
    schema = pa.schema([("n", pa.int64())])
    sizes, batches, n = [1, 1_500, 3, 700], [], 0
    for size in sizes:
        batches.append(pa.record_batch({"n": range(n, n + size)}, schema=schema))
        n += size
    shard = shards.write_shard(settings, "numbers", "2026-11-01", "x", batches, schema)
    rows = [n - 1, 0, 1_001, 1, 1_503, 1_504, 1_000]

    ((_, table),) = shards.read_rows(settings, [(shard.path, row) for row in rows], ["n"])

    assert table["n"].to_pylist() == rows


def test_a_missing_source_and_no_source_are_named(con, settings, tmp_path):
    with pytest.raises(SourceError, match="does not exist"):
        ingest.plan(settings, DAY, str(tmp_path / "nowhere"), con=con)
    with pytest.raises(SourceError, match=r"\[sources.NAME\]"):
        ingest.plan(settings, DAY, None, con=con)


def test_a_file_that_goes_between_plan_and_reading_is_told(con, settings, crawl):
    texts(crawl, a="một")
    texts(crawl, "b.jsonl", b="hai")
    (batch,) = ingest.plan(settings, DAY, str(crawl), con=con)
    (crawl / "a.jsonl").unlink()

    ingest.commit_captures(con, settings, DAY, [ingest.write_captures(settings, DAY, batch, "r")], "r")

    assert con.execute("select url from captures").fetchall() == [("http://a.vn/b",)]
    assert con.execute("select source_file, reason from source_problems").fetchall() == [
        ("a.jsonl", "the file cannot be read: No such file or directory")
    ]


def test_a_truncated_archive_is_told_with_its_offset_and_the_day_goes_on(con, settings, crawl):
    texts(crawl, a="một")
    (crawl / "cut.jsonl.gz").write_bytes(gzip.compress(b'{"text": "x"}\n' * 9_999)[:-20])

    counts = run_day(con, settings, crawl)

    assert counts["problems"] >= 1
    assert con.execute("select count(*) from captures where source_file = 'a.jsonl'").fetchall() == [(1,)]
    assert {name for (name,) in con.execute("select source_file from source_problems").fetchall()} == {"cut.jsonl.gz"}


class TestConfiguredSources:
    """Scheduled days: several sources, their time zones, missing and late ones."""

    @pytest.fixture
    def configured(self, settings, crawl):
        news = SourceSettings(
            path=f"{crawl}/news/{{day}}",
            complete=f"{crawl}/news/{{day}}.done",
            timezone="Asia/Ho_Chi_Minh",
        )
        other = SourceSettings(path=f"{crawl}/other/{{day}}/*.jsonl")
        (crawl / "news" / "2026-11-01").mkdir(parents=True)
        (crawl / "other" / "2026-11-01").mkdir(parents=True)
        return settings.model_copy(update={"sources": {"news": news, "other": other}})

    def states(self, con):
        return dict(con.execute("select source_name, state from source_days").fetchall())

    def test_an_empty_and_a_half_day_are_visible(self, con, configured, crawl):
        texts(crawl / "news" / "2026-11-01", a="một")

        run_day(con, configured, None)

        assert self.states(con) == {"news": "half", "other": "missing"}
        assert con.execute("select fetched_at from captures").fetchall() == [(datetime(2026, 10, 31, 17),)]

    def test_what_comes_later_makes_the_day_late(self, con, configured, crawl):
        texts(crawl / "news" / "2026-11-01", a="một")
        run_day(con, configured, None)
        assert ingest.late_days(con, configured, NOON) == []

        texts(crawl / "other" / "2026-11-01", b="hai")
        (crawl / "news" / "2026-11-01.done").write_text("")
        assert ingest.late_days(con, configured, NOON) == [DAY]
        run_day(con, configured, None)

        assert self.states(con) == {"news": "late", "other": "late"}
        assert ingest.late_days(con, configured, NOON) == []
        before = con.execute("from source_days").fetchall()
        run_day(con, configured, None, run_id="again")
        assert con.execute("from source_days").fetchall() == before

    def test_a_complete_day_stays_complete(self, con, configured, crawl):
        texts(crawl / "news" / "2026-11-01", a="một")
        texts(crawl / "other" / "2026-11-01", b="hai")
        (crawl / "news" / "2026-11-01.done").write_text("")

        for run_id in ("one", "two"):
            run_day(con, configured, None, run_id=run_id)

        assert self.states(con) == {"news": "complete", "other": "complete"}

    def test_the_day_is_ready_when_all_sources_are(self, configured, crawl):
        texts(crawl / "news" / "2026-11-01", a="một")
        morning = datetime(2026, 11, 1, 20, tzinfo=UTC)
        assert not ingest.is_ready(configured, DAY, morning)
        assert ingest.is_ready(configured, DAY, NOON)


def test_the_warehouse_file_tells_what_was_read(settings, crawl):
    from neartwin.warehouse import writer

    texts(crawl, a="một")
    with writer(settings) as con:
        migrate(con)
        run_day(con, settings, crawl)

    (batch,) = ingest.plan(settings, DAY, str(crawl))

    assert batch["n_files"] == 0


def test_the_shared_corpus_is_ingested(con, settings, shared):
    counts = run_day(con, settings, shared / "corpus")
    archives = run_day(con, settings, shared / "corpus" / "warc")

    assert (counts["new"], counts["problems"]) == (519 + 1_958, 0)
    assert (archives["files"], archives["new"], archives["revisits"]) == (18, 46, 2)
    assert con.execute("select count(*) from captures where source_name = 'corpus' and source_id = ''").fetchall() == [
        (0,)
    ]
    assert run_day(con, settings, shared / "corpus")["files"] == 0
