"""Lists of links at the ends of a main text go; everything else stays."""

import pytest

from neartwin.extract.furniture import trim
from neartwin.extract.signs import Signs

PROSE = "\n".join(
    [
        "The rope walk reopened this morning after nine years, and two hundred people watched from the gallery.",
        "Three ropemakers laid forty metres of tarred hemp, while the county paid for the repairs to the old shed.",
        "One of the ropemakers is eighty-one and learnt the trade from his aunt, who had worked on the same floor.",
        "It will be open on the first Saturday of every month, and the trust sells what it makes at the door.",
    ]
)
LINKS = ("Ferry strike enters its second week", "Bakery wins regional prize", "School bus gets a new route")
RANKING = "\n".join(
    (f"- {number}{count} {link}") for number, (count, link) in enumerate(zip((4203, 977, 12), LINKS, strict=True), 1)
)


@pytest.mark.parametrize("text", [f"{PROSE}\n{RANKING}", f"{RANKING}\n{PROSE}", f"{RANKING}\n{PROSE}\n- \n{RANKING}"])
def test_a_run_of_links_at_an_end_goes(text):
    assert trim(text, Signs(link_texts=LINKS)).rstrip("\n -") == PROSE


def test_links_inside_the_text_stay():
    text = f"{PROSE}\n{RANKING}\n{PROSE}"

    assert trim(text, Signs(link_texts=LINKS)) == text


def test_two_links_are_no_run():
    text = f"{PROSE}\n{LINKS[0]}\n{LINKS[1]}"

    assert trim(text, Signs(link_texts=LINKS)) == text


def test_the_title_is_no_furniture_though_it_links_to_itself():
    title = "Rope walk reopens"
    text = f"{title}\n{RANKING}\n{PROSE}"

    assert trim(text, Signs(title=title, headings=(title,), link_texts=(title, *LINKS))) == text


def test_a_list_keeps_its_lines():
    assert trim(f"{RANKING}\nshort end", Signs(link_texts=LINKS)) == f"{RANKING}\nshort end"


def test_a_text_without_links_and_an_empty_text_stay():
    assert trim(PROSE, Signs()) == PROSE
    assert trim("", Signs(link_texts=LINKS)) == ""
