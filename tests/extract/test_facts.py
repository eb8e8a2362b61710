"""Facts that pages state as data, in each of the forms, and in broken ones."""

import json
from datetime import date
from decimal import Decimal

from pages import EN, VI, article, extracted


def json_ld(*values):
    return "".join(f'<script type="application/ld+json">{json.dumps(value)}</script>' for value in values)


def product(**fields):
    return {"@context": "https://schema.org", "@type": "Product", "name": "Kettle", **fields}


def facts(head="", body="", title="Kettle", **options):
    return extracted(article(EN, title=title, head=head, body=body), **options).facts


def test_a_product_in_json_ld():
    offer = {"@type": "Offer", "price": "1.290.000", "priceCurrency": "VND"}
    found = facts(json_ld(product(sku="KT-7", gtin13="8930000000017", offers=offer)))

    assert (found.sku, found.gtin, found.price, found.currency) == ("KT-7", "8930000000017", Decimal(1290000), "VND")


def test_a_product_in_microdata():
    body = (
        '<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Kettle</span><meta itemprop="sku"'
        ' content="KT-7"><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price"'
        ' content="129.50">129,50</span><meta itemprop="priceCurrency" content="EUR"></div></div>'
    )
    found = facts(body=body)

    assert (found.sku, found.price, found.currency) == ("KT-7", Decimal("129.5"), "EUR")


def test_a_price_in_opengraph():
    head = '<meta property="product:price:amount" content="468"><meta property="product:price:currency" content="CNY">'

    assert (facts(head).price, facts(head).currency) == (Decimal(468), "CNY")


def test_a_currency_in_the_price_text():
    assert facts(json_ld(product(offers={"@type": "Offer", "price": "329元"}))).currency == "CNY"


def test_of_several_offers_the_lowest_price_counts():
    offers = [{"@type": "Offer", "price": price, "priceCurrency": "USD"} for price in (30, 25.5, 28)]

    assert facts(json_ld(product(offers=offers))).price == Decimal("25.5")
    assert facts(json_ld(product(offers={"@type": "AggregateOffer", "lowPrice": 20, "highPrice": 40}))).price == 20


def test_among_several_products_the_one_named_by_the_page_counts():
    others = [product(name=f"Pan {number}", sku=f"P-{number}") for number in range(5)]

    assert facts(json_ld(*others, product(sku="KT-7"))).sku == "KT-7"
    assert facts(json_ld(*others)).sku is None


def test_a_newspaper_that_is_part_of_a_product_is_no_product():
    """Subscription markup: the paper, not the article, is the product."""
    news = {"@type": "NewsArticle", "isPartOf": {"@type": ["CreativeWork", "Product"], "productID": "paper:basic"}}

    assert facts(json_ld(news)).sku is None


def test_a_malformed_block_costs_only_itself():
    broken = '<script type="application/ld+json">{"@type": "Product", "sku": </script>'
    found = facts(broken + json_ld(product(sku="KT-7")))

    assert (found.sku, found.broken) == ("KT-7", 1)


def test_json_ld_in_a_comment_with_a_trailing_comma_and_raw_newlines_is_read():
    block = (
        '<script type="application/ld+json"><!-- {"@type": "Product", "name": "Kettle\n", "sku": "KT-7",} --></script>'
    )

    assert facts(block).sku == "KT-7"


def test_json_ld_in_a_graph_is_read():
    assert facts(json_ld({"@graph": [{"@type": "WebSite"}, product(sku="KT-7")]})).sku == "KT-7"


def test_json_of_unexpected_shapes_is_survived():
    for value in (
        None,
        5,
        "text",
        [],
        {"@type": 5},
        {"@type": ["Product"], "offers": [[1]], "sku": {"a": 1}, "name": None},
    ):
        assert facts(json_ld(value)).sku is None


def test_ten_thousand_nested_scopes_are_survived():
    body = '<div itemscope itemtype="https://schema.org/Product" itemprop="x">' * 200 * 2 + "<b itemprop=sku>1</b>"

    assert extracted(article(EN, body=body)).outcome == "ok"
    assert facts(json_ld(json.loads("[" * 500 + "]" * 500))).sku is None


def test_publication_dates_most_trusted_first():
    head = json_ld(
        {"@type": "NewsArticle", "datePublished": "2026-11-02T08:00:00+07:00", "author": {"name": ("Lò Thị Mẩy")}}
    )
    head += '<meta property="article:published_time" content="2026-11-01">'
    found = facts(head, url="https://example.vn/2026/10/31/ket.html")

    assert found.published == (date(2026, 11, 2), date(2026, 11, 1), date(2026, 10, 31))
    assert found.author == "Lò Thị Mẩy"


def test_the_time_element_of_an_article_is_a_publication_date():
    html = article(VI).replace("<h1>", '<time datetime="2026-11-02">hôm qua</time><h1>')

    assert extracted(html).facts.published == (date(2026, 11, 2),)


def test_dates_of_comments_are_none_of_the_article():
    comments = "".join(f'<li><time datetime="2026-11-{day:02}">x</time></li>' for day in range(3, 9))

    assert facts(body=f"<ul>{comments}</ul>").published == ()


def test_facts_as_json_leave_out_what_is_absent():
    assert json.loads(facts().as_json()) == {}
    assert json.loads(facts(json_ld(product(sku="A", offers={"price": "10.50"}))).as_json())["price"] == "10.5"
