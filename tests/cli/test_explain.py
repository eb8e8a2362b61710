"""What `neartwin explain` tells of two files, of stored documents, and of one page; and that page text stays inert."""

import json

import pytest
from typer.testing import CliRunner

from made_day import MadeDay, prose
from neartwin.cli import app
from neartwin.cli.inert import inert
from neartwin.errors import DocumentError
from neartwin.settings import Settings
from neartwin.warehouse import writer
from neartwin.warehouse.migrations import migrate

NOTICE = "The council {} the repair of the old bridge on 12 March 2026. The works cost {} euros and take nine months. "
PAGE = """<html><head><title>Bridge works</title></head><body><nav>Home News Sport Weather Contact</nav><article>
<h1>Bridge works</h1><p>{}</p></article><footer>Copyright 2026 All rights reserved</footer></body></html>"""


@pytest.fixture
def call():
    """Run a command of neartwin and return its result; a known error is raised as itself."""

    def run(*args):
        result = CliRunner().invoke(app, [str(arg) for arg in args], env={"COLUMNS": "200"})
        if isinstance(result.exception, DocumentError):
            raise result.exception
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return run


@pytest.fixture
def notices(tmp_path):
    """Two text files that differ in an amount and a decision."""
    rest = prose("en", "rest", 8)
    left, right = tmp_path / "left.txt", tmp_path / "right.txt"
    left.write_text(NOTICE.format("approved", "1.200.000") + rest, encoding="utf-8")
    right.write_text(NOTICE.format("did not approve", "1,250,000") + rest, encoding="utf-8")
    return left, right


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """An installation with two captures of one document and a page that gave none."""
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "data"))
    settings = Settings.load()
    with writer(settings) as con:
        migrate(con)
        made = MadeDay(con, settings)
        page = made.page("news.example", prose("en", "story"), url="https://news.example/story")
        made.page("news.example", "", outcome="login_wall", url="https://news.example/private", title="")
        made.store()
    return page


def test_two_files_are_compared_without_a_warehouse(call, notices, tmp_path, monkeypatch):
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "nothing"))

    shown = call("explain", *notices).output

    assert "1.200.000 euros and 1,250,000 euros" in shown
    assert "number 1,200,000 EUR ≠ number 1,250,000 EUR" in shown
    assert "minhash128-words@1" in shown
    assert not (tmp_path / "nothing").exists()


def test_a_number_that_only_one_side_has_is_told_as_such(call, tmp_path):
    texts = {"with.txt": prose("en", "story") + " Twelve boats were lost.", "without.txt": prose("en", "story")}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)

    shown = call("explain", *(str(tmp_path / name) for name in texts)).output

    assert "number 12 ≠ none" in shown


def test_json_names_measures_guards_differences_and_shared_passages(call, notices):
    found = json.loads(call("explain", *notices, "--json").output)

    by_method = {row["method"]: row for row in found["methods"]}
    assert 0 < by_method["minhash128-words@1"]["jaccard"] < 1
    assert by_method["simhash64-ref@1"]["hamming"] >= 0
    assert {"numbers", "decision"} <= {row["guard"] for row in found["guards"]}
    assert any(row["right"] == "did not approve" for row in found["differences"])
    assert found["shared_passages"][0]["n_shingles"] > 50


def test_equal_files_have_no_difference_and_no_guard(call, notices):
    found = json.loads(call("explain", notices[0], notices[0], "--json").output)

    assert (found["differences"], found["guards"], found["aligned"]) == ([], [], 1.0)


def test_html_files_are_compared_by_their_main_text(call, tmp_path):
    left, right = tmp_path / "left.html", tmp_path / "right.html"
    text = prose("en", "page", 10)
    left.write_text(PAGE.format(text), encoding="utf-8")
    right.write_text(PAGE.format(text).replace("Home News Sport", "Start Shop Help Login"), encoding="utf-8")

    found = json.loads(call("explain", left, right, "--json").output)

    assert {row["jaccard"] for row in found["methods"] if "page" not in row["method"]} == {1.0}
    assert found["left"]["document_id"] == found["right"]["document_id"]


def test_one_page_is_traced_with_what_was_removed(call, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(PAGE.format(prose("en", "page", 10)), encoding="utf-8")

    shown = call("explain", page).output
    parts = json.loads(call("explain", page, "--json").output)["text"]

    assert "⟦Home News Sport Weather Contact⟧" in shown
    assert any(part["is_removed"] and "All rights reserved" in part["part"] for part in parts)
    assert not any(part["is_removed"] and "Bridge works" in part["part"] for part in parts)


@pytest.mark.parametrize("name", ["document_id", "short id", "url", "capture_id"])
def test_a_stored_document_is_found_by_id_url_or_capture(call, stored, name):
    asked = stored["document_id"][:8] if name == "short id" else stored[name]

    told = json.loads(call("explain", asked, "--json").output)

    assert told["document_id"] == stored["document_id"]
    assert told["url"] == "https://news.example/story"
    assert told["source_sha256"] == stored["source_sha256"]
    assert (told["http_status"], told["outcome"]) == (200, "ok")
    assert [part["is_removed"] for part in told["text"]] == [True, False, True]


def test_a_page_without_a_document_tells_its_outcome(call, stored):
    told = json.loads(call("explain", "https://news.example/private", "--json").output)

    assert (told["outcome"], told["outcome_reason"]) == ("login_wall", "login_wall by its signs")
    with pytest.raises(DocumentError, match="no text to compare: login_wall"):
        call("explain", "https://news.example/private", "https://news.example/story")


def test_a_stored_document_is_compared_with_a_file(call, stored, tmp_path):
    copy = tmp_path / "copy.txt"
    copy.write_text(stored["main_text"], encoding="utf-8")

    found = json.loads(call("explain", stored["document_id"], copy, "--json").output)

    assert found["aligned"] == 1.0


def test_a_name_that_means_nothing_says_so(call, stored, tmp_path):
    with pytest.raises(DocumentError, match="no document id, capture id or URL"):
        call("explain", "ffffffffffff")
    with pytest.raises(DocumentError, match="no document id"):
        call("explain", "x" * 5_000)


def test_page_text_cannot_act_on_the_terminal(call, tmp_path):
    page = tmp_path / "hostile.txt"
    page.write_text("plain \x1b[31mred\x9b2J \u202eesrever\u202c [bold]markup[/bold] \x07" * 3, encoding="utf-8")

    shown = call("explain", page).output
    as_json = call("explain", page, "--json").output

    for text in (shown, as_json):
        assert not any(c in text for c in "\x1b\x9b\x07\u202e")
    assert "[bold]markup[/bold]" in shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[0m", "a␛[0m"),
        ("\x7f", "␡"),
        ("a\u200bb", "a‹U+200B›b"),
        ("a\x00\nb", "a␀␊b"),
        ("được 价格", "được 价格"),
    ],
)
def test_what_would_act_is_shown(text, shown):
    assert inert(text) == shown


def test_long_text_is_cut():
    assert inert("x" * 50, 10) == "x" * 9 + "…"
