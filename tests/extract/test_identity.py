"""Identity of documents: what makes two pages one document, and what does not."""

import unicodedata
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import EN, VI, ZH, article, extracted

from neartwin.extract import identity
from neartwin.extract.facts import Facts
from neartwin.extract.signs import Signs


def document(html, **options):
    found = extracted(html, **options).document_id
    assert found is not None
    return found


def same(left, right, **options):
    return document(left) == document(right, **options)


def test_the_same_article_under_two_urls_is_one_document():
    assert same(article(VI), article(VI), url="https://khac.vn/b?x=1")


@pytest.mark.parametrize("text", [VI, ZH, EN])
def test_white_space_menu_and_markup_make_no_difference(text):
    other = article(text).replace("<p>", "<p>\n\t ").replace("Section", "Khu vực").replace("<p>", '<p class="lead">')

    assert same(article(text), other)


def test_decomposed_letters_make_no_difference():
    assert same(article(VI), unicodedata.normalize("NFD", article(VI)))


def test_a_title_outside_the_main_text_makes_a_difference():
    left, right = (article(VI, title=f"Đề thi thử - Mã đề {code}", h1="Đề thi thử") for code in (101, 102))

    assert not same(left, right)


def test_a_heading_outside_the_main_text_makes_a_difference():
    left, right = (article(VI, title="Đề thi thử", h1=f"Mã đề {code}") for code in (101, 102))

    assert not same(left, right)


def test_one_figure_makes_a_difference():
    assert not same(article(VI), article(VI.replace("tám mươi", "chín mươi")))


@pytest.mark.parametrize("field", ["sku", "gtin13", "price", "priceCurrency"])
def test_one_fact_makes_a_difference(field):
    def page(value):
        offer = {"price": "10", "priceCurrency": "EUR"}
        item = {"sku": "A", "gtin13": "1", **offer, field: value}
        return article(
            EN,
            head=f'<script type="application/ld+json">{{"@type": "Product", {str(item)[1:-1]}}}</script>'.replace(
                "'", '"'
            ),
        )

    assert same(page("USD"), page("USD"))
    assert not same(page("11"), page("12")) or field == "priceCurrency"
    assert not same(page("EUR"), page("USD")) or field == "price"


def test_a_price_is_compared_as_a_value():
    left, right = (identity.document_id("t", "", Facts(price=Decimal(price))) for price in ("10.50", "10.5000"))

    assert left == right


@pytest.mark.parametrize(
    ("title", "headings", "meta", "expected"),
    [
        ("Chợ phiên bên bến đò", (), {}, "Chợ phiên bên bến đò"),
        ("Chợ phiên - Báo Bến Đò", ("Chợ phiên",), {"og:site_name": "Báo Bến Đò"}, "Chợ phiên"),
        ("Chợ phiên | bendo.vn", ("Chợ phiên",), {}, "Chợ phiên"),
        ("Đề thi thử - Mã đề 102", ("Đề thi thử",), {}, "Đề thi thử | Mã đề 102"),
        ("水力磨坊_柳溪新闻网", ("水力磨坊",), {"og:site_name": "柳溪新闻网"}, "水力磨坊"),
        ("Bến Đò", ("Bến Đò",), {"og:site_name": "Bến Đò"}, "Bến Đò"),
        ("", ("Only a heading",), {}, "Only a heading"),
        ("", (), {}, ""),
    ],
)
def test_the_identity_title(title, headings, meta, expected):
    assert identity.page_title(Signs(title=title, headings=headings, meta=meta), "https://www.bendo.vn/a") == expected


def test_parts_are_length_prefixed():
    assert identity.digest(["ab", "c"]) != identity.digest(["a", "bc"])
    assert identity.digest([None]) != identity.digest([""])


@pytest.mark.parametrize(
    ("status", "word"),
    [
        (None, ""),
        (200, "2xx"),
        (204, "2xx"),
        (301, "3xx"),
        (401, "401"),
        (407, "401"),
        (403, "403"),
        (429, "403"),
        (404, "404"),
        (410, "404"),
        (418, "4xx"),
        (503, "5xx"),
    ],
)
def test_status_classes(con, status, word):
    assert identity.status_class(status) == word
    assert con.execute("select status_class(?::smallint)", [status]).fetchone() == (word,)


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)


@given(texts, texts, texts, texts, st.one_of(st.none(), st.integers(100, 599)), texts)
def test_sql_and_python_make_the_same_key(shared_con, source, url, content_type, charset, status, extractor):
    key = identity.extraction_key(source, url, content_type, charset, status, extractor)
    found = shared_con.execute(
        "select extraction_key(?, ?, ?, ?, ?::smallint, ?)", [source, url, content_type, charset, status, extractor]
    ).fetchone()

    assert found == (key,)


@pytest.mark.parametrize("change", ["source_sha256", "url", "content_type", "charset", "http_status", "extractor_id"])
def test_the_key_changes_with_each_of_its_parts(change):
    parts = {
        "source_sha256": "a",
        "url": "u",
        "content_type": "t",
        "charset": "c",
        "http_status": 200,
        "extractor_id": "x",
    }
    other = {**parts, change: 404 if change == "http_status" else "other"}

    assert identity.extraction_key(**parts) != identity.extraction_key(**other)
