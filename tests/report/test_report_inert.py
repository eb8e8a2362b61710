"""Hostile text becomes one harmless line with its invisible parts shown."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from neartwin.report.inert import address, markup, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Đóng cầu Bến Thuỷ", "Đóng cầu Bến Thuỷ"),
        ("不予批准", "不予批准"),
        ("a\n\tb\u00a0c", "a b c"),
        ("\u202egnp.exe", "⟨U+202E⟩gnp.exe"),
        ("zero\u200bwidth", "zero⟨U+200B⟩width"),
        ("\x1b[31mred", "⟨U+001B⟩[31mred"),
        ("nul\x00", "nul⟨U+0000⟩"),
        ("\u3164blank", "⟨U+3164⟩blank"),
        ("tag\U000e0041", "tag⟨U+E0041⟩"),
        ("lone\ud800", "lone⟨U+D800⟩"),
        (None, ""),
    ],
)
def test_invisible_characters_are_shown(text, shown):
    assert visible(text) == shown


def test_towers_of_marks_are_cut_and_vietnamese_is_not():
    assert visible("Z" + "\u0351" * 40) == "Z" + "\u0351" * 3
    decomposed = unicodedata.normalize("NFD", "Việt")
    assert visible(decomposed) == decomposed


@given(st.text(st.characters(), max_size=400), st.integers(1, 300))
@example("\U00100000" * 2, 1)
def test_any_text_is_one_printable_line_within_its_limit(text, limit):
    line = visible(text, limit)

    assert line.isprintable()
    assert line == line.strip(" ")
    assert len(line) <= len("⟨U+10FFFF⟩") * limit + len("…")


@given(st.text(st.characters(), max_size=400))
def test_markup_holds_no_element_but_marks(text):
    html = str(markup(text)).replace("</abbr>", "")

    assert html.count("<") == html.count('<abbr class="mark" title="')
    assert '"on' not in html.replace('title="', "")


def test_a_megabyte_line_is_cheap_and_short():
    assert len(visible("A" * 1_000_000)) == 301


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "data:text/html,x", "http://", "https://a/\u202e", "file:x.html", "https://" + "a" * 3_000],
)
def test_only_plain_web_addresses_are_linked(url):
    assert address(url) is None


def test_a_web_address_is_linked():
    assert address("https://tin.example.vn/a?b=c") == "https://tin.example.vn/a?b=c"
