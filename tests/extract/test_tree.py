"""One tree for everything, and flat text where no tree holds the page."""

import pytest
from pages import EN, VI, article, extracted

from neartwin.extract import identity, main_text, tree
from neartwin.extract.page import Limits

WIDE = Limits(min_tokens=20, max_page_bytes=20_000_000)


def test_visible_text_has_a_line_a_block_and_keeps_inline_words_whole():
    root = tree.parse(
        "<body><ul><li>Home</li><li>News</li></ul><p>one <b>tw</b>o\n three</p><script>x()</script></body>"
    ).root

    assert tree.visible_text(root) == "Home\nNews\none two three"


def test_hidden_elements_are_not_visible():
    root = tree.parse(
        "<html><head><title>T</title><style>p{}</style></head><body><noscript>N</noscript><p>P</p></body></html>"
    ).root

    assert tree.visible_text(root) == "P"


@pytest.mark.parametrize("depth", [300, 1_500, 50_000])
def test_text_in_deep_nesting_is_not_lost(depth):
    extraction = extracted(
        "<html><body>" + "<div>" * depth + f"<p>{EN}</p>" + "</div>" * depth + f"<p>{VI}</p></body></html>"
    )

    assert extraction.outcome == "ok"
    assert "rope walk" in extraction.main_text
    assert "bến đò cũ" in extraction.main_text


def test_a_page_too_deep_for_any_tree_is_read_flat_and_says_so():
    extraction = extracted("<div>" * 50_000 + f"<p>{EN}</p>")

    assert extraction.text_from == "flat"


def test_flat_text_skips_scripts_and_comments():
    assert tree.flat_text("<p>a</p><script>b < c</script><!-- d --><p>e &amp; f<br>g") == "a\ne & f\ng"


@pytest.mark.parametrize(
    "hostile", ["<u" * 200_000, "<" * 300_000, "<!--" * 50_000, "<script>" * 50_000, "&" * 300_000]
)
def test_flat_text_takes_linear_time(hostile):
    assert len(tree.flat_text(hostile)) <= len(hostile)


def test_a_line_of_five_megabytes_is_kept():
    words = "many words of one line " * 220_000
    extraction = extracted(f"<html><body><p>{words}</p></body></html>", limits=WIDE)

    assert extraction.outcome == "ok"
    assert extraction.n_characters > 5_000_000


def test_nul_bytes_are_dropped():
    extraction = extracted(article(EN).encode().replace(b"rope walk", b"ro\0pe wa\0lk"))

    assert "rope walk" in extraction.main_text
    assert "\0" not in extraction.full_text


def test_a_fragment_without_html_is_read():
    assert extracted(f"<p>{EN}</p>").outcome == "ok"


def test_a_page_above_the_size_limit_is_named_with_size_and_limit():
    extraction = extracted(article(EN * 50), limits=Limits(20, 10_000))

    assert extraction.outcome == "timed_out"
    assert "10000 bytes" in extraction.outcome_reason


def test_the_main_text_leaves_the_menu_out_and_the_full_text_keeps_it():
    extraction = extracted(article(EN))

    assert "Section 1" in extraction.full_text
    assert "Section 1" not in extraction.main_text
    assert 0 < extraction.kept_share < 1
    assert extraction.n_page_tokens > extraction.n_tokens


def test_prose_that_the_extractor_leaves_out_is_taken_from_the_page():
    """A page whose prose stands in a side bar: trafilatura finds the menu alone, and where the text is from is kept."""
    menu = "<nav><ul>" + "".join(f"<li><a href='/{i}'>Section {i}</a></li>" for i in range(9)) + "</ul></nav>"
    prose = "".join(f"<p>{EN}</p>" for _ in range(3))
    body = f"{menu}<article><p>Home | News</p></article><aside class='sidebar'>{prose}</aside>"
    extraction = extracted(f"<html><head><title>The rope walk</title></head><body>{body}</body></html>".encode())

    assert extraction.text_from == "page"
    assert "rope walk" in extraction.main_text
    assert "Section 1" in extraction.full_text
    assert "Section 1" not in extraction.main_text


def test_a_failure_of_the_extractor_costs_nothing_but_its_text(monkeypatch):
    def fail(*args, **kwargs):
        raise RecursionError

    monkeypatch.setattr(main_text, "bare_extraction", fail)

    assert extracted(article(EN * 3)).text_from == "page"


@pytest.mark.parametrize("word", ["x", "được ", "首页", "a\u0301", "&lt;b&gt;", "\u202e"])
def test_a_title_of_a_megabyte_is_cut_and_the_page_kept(word):
    title = word * (1_000_000 // len(word))
    extraction = extracted(article(EN, title=title, h1="A title of its own"), limits=WIDE)

    assert extraction.outcome == "ok"
    assert len(extraction.title) <= identity.MAX_TITLE
    assert extraction.title.startswith("A title of its own")
    assert EN[:40] in extraction.main_text
