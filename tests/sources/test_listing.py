"""Listing: what a path holds is found by content, in a fixed order; hostile names and links are refused or told."""

import gzip
import json
import os
from datetime import datetime

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neartwin.errors import SourceError
from neartwin.settings import IngestSettings
from neartwin.sources import open_source
from neartwin.sources.listing import list_source, source_file
from neartwin.sources.location import locate

LIMITS = IngestSettings()


@pytest.fixture
def crawl(tmp_path):
    folder = tmp_path / "crawl"
    folder.mkdir()
    return folder


def listed(source):
    return [(item.path, item.form) for item in list_source(locate(str(source)), LIMITS)]


def told(source):
    return {item.path: item.reason for item in list_source(locate(str(source)), LIMITS) if item.reason}


def pages(source):
    return {c.url: c.body for c, _ in open_source(str(source), fetched_at=datetime(2026, 11, 1)) if c is not None}


def manifest(folder, *entries):
    (folder / "pages.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries))


def test_forms_are_told_by_content_in_a_fixed_order(crawl, archive):
    (crawl / "z").mkdir()
    (crawl / "b.dat").write_bytes(archive(("http://a.vn/", b"x")).read_bytes())
    (crawl / "c.bin").write_text('{"text": "x"}\n')
    (crawl / "d").write_bytes(gzip.compress(b'{"html": "x"}\n'))
    pq.write_table(pa.table({"text": ["x"]}), crawl / "z" / "e")
    (crawl / "f.html").write_bytes(b"%PDF-1.7 saved under a page's name")
    (crawl / "g").write_text(" <!-- x --> <!DOCTYPE html><p>x")
    (crawl / "readme.md").write_text("notes")
    (crawl / ".hidden.html").write_text("<html>")
    (crawl / "_SUCCESS").write_text("")

    expected = [
        ("b.dat", "warc"),
        ("c.bin", "jsonl"),
        ("d", "jsonl"),
        ("f.html", "html"),
        ("g", "html"),
        ("readme.md", "skipped"),
        ("z/e", "parquet"),
    ]
    assert listed(crawl) == expected
    assert listed(crawl) == expected


def test_a_single_file_a_glob_and_a_url_are_sources(crawl):
    for name in ("a", "b"):
        (crawl / f"{name}.jsonl").write_text(json.dumps({"text": "x", "id": name}))

    assert listed(crawl / "a.jsonl") == [("a.jsonl", "jsonl")]
    assert listed(f"{crawl}/*.jsonl") == [("a.jsonl", "jsonl"), ("b.jsonl", "jsonl")]
    assert listed(f"file://{crawl}") == [("a.jsonl", "jsonl"), ("b.jsonl", "jsonl")]


def test_any_fsspec_file_system_is_a_source():
    memory = fsspec.filesystem("memory")
    memory.pipe("/crawl-x/day/a.jsonl", b'{"text": "x", "id": "1"}\n')
    memory.pipe("/crawl-x/day/deep/b.html", b"<html>b</html>")

    assert listed("memory://crawl-x/day") == [("a.jsonl", "jsonl"), ("deep/b.html", "html")]
    assert set(pages("memory://crawl-x/day")) == {"file:a.jsonl#1", "file:deep/b.html"}


@pytest.mark.parametrize(
    "name", ["hai từ.html", 'it\'s "quoted".html', "[x]*?.html", "100%.html", "-rf.html", "{day}.html"]
)
def test_names_with_spaces_quotes_and_patterns_are_names(crawl, name):
    (crawl / name).write_bytes(b"<html>x</html>")

    assert pages(crawl) == {f"file:{name}": b"<html>x</html>"}
    assert pages(crawl / name) == {f"file:{name}": b"<html>x</html>"}


def test_names_that_are_no_text_are_read_and_shown_as_text(crawl):
    with open(os.fsencode(crawl) + b"/\xff\nx.html", "wb") as file:
        file.write(b"<html>x</html>")

    assert list(pages(crawl)) == ["file:%FF%0Ax.html"]


def test_empty_files_and_nul_bytes(crawl):
    (crawl / "empty.html").write_bytes(b"")
    (crawl / "empty.jsonl").write_bytes(b"")
    (crawl / "nul.html").write_bytes(b"<html>\x00\x00</html>")
    (crawl / "nul.bin").write_bytes(bytes(100))

    assert pages(crawl) == {"file:empty.html": b"", "file:nul.html": b"<html>\x00\x00</html>"}
    assert told(crawl)["empty.jsonl"] == "empty: 0 bytes"


def test_what_cannot_be_opened_is_told_and_the_rest_is_read(crawl):
    (crawl / "good.html").write_text("<html>")
    (crawl / "dangling.html").symlink_to(crawl / "nowhere")
    os.mkfifo(crawl / "pipe.html")
    (crawl / "loop").symlink_to(crawl)

    assert set(pages(crawl)) == {"file:good.html"}
    assert set(told(crawl)) == {"dangling.html", "pipe.html", "loop"}


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("binary.warc", b"\x00\x7fELF" * 50, "named as an archive, but it begins with no WARC or ARC record"),
        ("binary.arc.gz", gzip.compress(b"\x00\x7fELF" * 50), "named as an archive, but it begins with no WARC"),
        ("empty.warc", b"", "empty: 0 bytes"),
        ("empty.warc.gz", gzip.compress(b""), "empty: the gzip data is 0 bytes"),
        (
            "noise.warc.gz",
            b"\x1f\x8b\x08" + bytes(range(255)) * 9,
            "the gzip data is damaged after 0 bytes: fetch or pack",
        ),
        ("cut.gz", gzip.compress(bytes(9_000))[:20], "the gzip data ends early: fetch or pack the file again"),
        ("noise.warc.zst", b"\x28\xb5\x2f\xfd" + bytes(range(255)), "the zstd data is damaged after 0 bytes"),
    ],
)
def test_a_damaged_archive_is_a_problem_and_the_rest_is_read(crawl, name, data, reason):
    """Skipped is what is no crawl; what should have been one and cannot be read is told as a problem."""
    (crawl / "good.html").write_text("<html>")
    (crawl / name).write_bytes(data)

    assert set(pages(crawl)) == {"file:good.html"}
    (problem,) = [item for item in list_source(locate(str(crawl)), LIMITS) if item.reason]
    assert (problem.path, problem.form) == (name, "problem")
    assert reason in problem.reason
    with pytest.raises(SourceError, match=f"{name}: "):
        listed(crawl / name)


@pytest.mark.parametrize("packed", [False, True])
def test_a_page_saved_under_an_archives_name_is_a_page(crawl, packed):
    html = b"<!doctype html><title>Rope walk</title><p>laid forty metres"
    (crawl / "page.warc.gz").write_bytes(gzip.compress(html) if packed else html)

    assert pages(crawl) == {"file:page.warc.gz": html}


def test_a_place_that_is_no_file_is_named(crawl):
    os.mkfifo(crawl / "pipe.warc")
    for place in (crawl / "pipe.warc", "/dev/zero"):
        with pytest.raises(SourceError, match="no regular file"):
            listed(place)
    (crawl / "folder.warc.gz").mkdir()
    with pytest.raises(SourceError, match=r"folder.warc.gz holds no file that can be read: it is an empty folder"):
        listed(crawl / "folder.warc.gz")


def test_a_wrong_table_is_told_with_its_columns(crawl):
    (crawl / "good.jsonl").write_text('{"text": "x"}\n')
    (crawl / "truth.jsonl").write_text('{"id": "x", "articleBody": "y"}\n')
    pq.write_table(pa.table({"link": ["x"]}), crawl / "wrong.parquet")
    (crawl / "cut.parquet").write_bytes(b"PAR1")

    reasons = told(crawl)
    assert "its columns are: articleBody, id" in reasons["truth.jsonl"]
    assert "its columns are: link" in reasons["wrong.parquet"]
    assert "partial or damaged" in reasons["cut.parquet"]
    with pytest.raises(SourceError, match=r"truth.jsonl.*its columns are: articleBody, id"):
        listed(crawl / "truth.jsonl")


@pytest.mark.parametrize("given", ["nowhere", "nowhere/*.html", "foo://x/y", ""])
def test_a_source_that_is_not_there_is_named(tmp_path, given):
    with pytest.raises(SourceError, match=r"does not exist|no file matches|cannot be opened|empty path"):
        locate(f"{tmp_path}/{given}" if given.startswith("nowhere") else given)


def test_an_empty_folder_and_an_unknown_file_are_named(crawl):
    with pytest.raises(SourceError, match="holds no file that can be read"):
        listed(crawl)
    (crawl / "x.png").write_bytes(b"\x89PNG\r\n")
    with pytest.raises(SourceError, match=r"x.png: no known form: expected WARC, ARC, JSON lines, Parquet or HTML"):
        listed(crawl / "x.png")


def test_a_manifest_gives_pages_their_urls_and_covers_its_folders(crawl):
    (crawl / "pages").mkdir()
    (crawl / "other").mkdir()
    (crawl / "pages" / "a b.html").write_bytes(b"<html>a")
    (crawl / "pages" / "unlisted.html").write_bytes(b"<html>u")
    (crawl / "other" / "own.html").write_bytes(b"<html>o")
    (crawl / "texts.jsonl").write_text('{"id": "t", "text": "x"}\n')
    (crawl / "pairs.tsv").write_text("left\tright\n")
    manifest(
        crawl,
        {"id": "1", "url": "http://a.vn/", "file": "pages/a b.html", "locale": "vi", "language": "en"},
        {"id": "2", "url": "", "file": "pages/a b.html"},
    )

    captures = [c for c, _ in open_source(str(crawl), fetched_at=datetime(2026, 11, 1)) if c is not None]

    assert [(c.source_id, c.url, c.variant, c.source_file) for c in captures] == [
        ("1", "http://a.vn/", "vi", "pages/a b.html"),
        ("2", "file:pages/a b.html", "", "pages/a b.html"),
        ("t", "file:texts.jsonl#t", "", "texts.jsonl"),
    ]


def test_manifest_paths_that_leave_the_folder_are_refused(crawl, tmp_path):
    (tmp_path / "secret.html").write_text("secret")
    (crawl / "link.html").symlink_to(tmp_path / "secret.html")
    (crawl / "good.html").write_text("<html>")
    names = [
        "../secret.html",
        str(tmp_path / "secret.html"),
        "a/../../secret.html",
        "link.html",
        ".",
        "a\0b",
        "gone.html",
    ]
    manifest(crawl, *({"id": name, "file": name} for name in names), {"file": 7}, {"file": "./good.html"})

    assert list(pages(crawl)) == ["file:good.html"]
    reasons = [item.reason for item in list_source(locate(str(crawl)), LIMITS) if item.reason]
    assert len([reason for reason in reasons if "leaves the folder: refused" in reason]) == 6
    assert "line 7: the file is missing" in reasons
    assert "line 8: the manifest entry names no file" in reasons


def test_an_empty_manifest_beside_texts_is_one(crawl):
    (crawl / "pages.jsonl").write_text("")
    (crawl / "texts.jsonl").write_text('{"id": "t", "text": "x"}\n')
    (crawl / "pairs.tsv").write_text("x")

    assert [form for _, form in listed(crawl)] == ["manifest", "jsonl"]


def test_pages_jsonl_with_html_is_no_manifest(crawl):
    (crawl / "pages.jsonl").write_text('{"url": "http://a.vn/", "html": "<p>"}\n')

    assert listed(crawl) == [("pages.jsonl", "jsonl")]


def test_a_bomb_saved_as_a_page_is_cut(crawl):
    (crawl / "bomb.html").write_bytes(gzip.compress(b"<html>" + bytes(100_000_000)))

    ((body, problems),) = [
        (c.body, p) for c, p in open_source(str(crawl), fetched_at=datetime(2026, 11, 1)) if c is not None
    ]
    assert body.startswith(b"<html>")
    assert len(body) <= LIMITS.max_page_bytes
    assert "more than 200 times" in problems.rows()[0].reason


def test_the_shared_corpus_is_its_manifest_and_texts(shared):
    forms = [item.form for item in list_source(locate(str(shared / "corpus")), LIMITS)]

    assert (forms.count("html"), forms.count("jsonl"), forms.count("manifest"), len(forms)) == (519, 1, 1, 521)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("tin tức/một.html", "tin tức/một.html"),
        ("a\tb\n.html", "a%09b%0A.html"),
        ("a\u0085.html", "a%C2%85.html"),
        ("a\udcff.html", "a%FF.html"),
        (" a ", "%20a%20"),
        ("100%.html", "100%.html"),
        ("a%09b.html", "a%2509b.html"),
    ],
)
def test_a_file_name_is_kept_without_what_acts(name, kept):
    assert source_file(name) == kept


NAMES = st.text(st.sampled_from("ab09%25AF \t\x85\u3000\udc80\ud800é#"), max_size=6)


@given(NAMES, NAMES)
def test_different_files_stay_different(one, other):
    assert (source_file(one) == source_file(other)) == (one == other)
    source_file(one).encode()


def test_files_whose_names_differ_in_bytes_that_are_no_text_are_two_pages(crawl):
    for name in (b"a\xff.html", b"a\xfe.html", b"a\x01.html", b"a.html", b"a%01#b.html"):
        with open(os.fsencode(crawl) + b"/" + name, "w", encoding="utf-8") as file:
            file.write("<html><body><p>a page</p></body></html>")

    assert set(pages(crawl)) == {f"file:{name}.html" for name in ("a", "a%FF", "a%FE", "a%01", "a%2501%23b")}
