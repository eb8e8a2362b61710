"""The fall-back takes prose from a page, and no menu: neither a list of links nor a row of them."""

import pytest
from pages import TEXTS, extracted, page

from neartwin.extract.main_text import prose_lines

ROWS = {
    "vi": ("Trang chủ", "Thời sự", "Kinh tế", "Chợ phiên", "Đời sống", "Ảnh và phim", "Đặt báo", "Liên hệ tòa soạn"),
    "zh": ("首页", "镇内要闻", "磨坊", "市集", "图片", "投稿须知", "读者来信", "联系我们"),
    "en": ("Front page", "Village news", "Rope walk", "Market days", "Pictures", "Letters to us", "About", "Contact"),
}
HERE = {"vi": "Bạn đang ở: ", "zh": "您在：", "en": "You are here: "}


def beside(language, between):
    """A page whose prose stands in a side bar, under a menu of links in one line."""
    links = between.join(f"<a href='/{number}'>{name}</a>" for number, name in enumerate(ROWS[language]))
    prose = "".join(f"<p>{TEXTS[language]}</p>" for _ in range(3))
    return page(f"<p>{links}</p><article><p>–</p></article><aside class='sidebar'>{prose}</aside>")


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("between", [" ", " | ", "", "&nbsp;&raquo;&nbsp;"])
def test_a_row_of_links_is_no_prose(language, between):
    """It changes under an unchanged text, and stands over every other text of the site."""
    extraction = extracted(beside(language, between))

    assert extraction.text_from == "page"
    assert extraction.main_text == "\n".join([TEXTS[language]] * 3)
    assert ROWS[language][3] in extraction.full_text


@pytest.mark.parametrize("language", TEXTS)
def test_a_word_or_two_beside_the_links_make_no_prose(language):
    row = " › ".join(ROWS[language])

    assert prose_lines(f"{HERE[language]}{row}", ROWS[language]) == ""


@pytest.mark.parametrize("language", TEXTS)
def test_prose_with_links_in_it_stays(language):
    """Also where every link of the menu is named in it: most of its words are no link."""
    text = TEXTS[language]
    links = (*ROWS[language], text[:12], text[20:30], text[-20:])

    assert prose_lines(text, links) == text
    assert prose_lines(f"{text} {' '.join(ROWS[language][:3])}", links).startswith(text)


def test_links_of_one_letter_take_no_prose_apart():
    letters = tuple("abcdefghijklmnopqrstuvwxyz")
    text = TEXTS["en"]

    assert prose_lines(text, letters) == text
    assert prose_lines(" ".join(letters), letters) == ""


def test_a_line_of_few_words_is_no_prose():
    assert prose_lines("Imprint and contact", ()) == ""
    assert prose_lines("", ("", "a")) == ""
