"""Kinds of pages: what a page states comes before its address, its address before its words."""

import pytest
from pages import EN, VI, ZH, article, extracted, page

LD = '<script type="application/ld+json">{}</script>'


@pytest.mark.parametrize(
    ("html", "url", "kind"),
    [
        (article(VI), "https://a.vn/x", "article"),
        (article(VI, head=LD.format('{"@type": "NewsArticle"}')), "https://a.vn/forum/x", "article"),
        (article(EN, head=LD.format('{"@type": "Product", "sku": "1"}')), "https://a.vn/x", "product"),
        (article(EN, head='<meta property="og:type" content="product">'), "https://a.vn/x", "product"),
        (article(VI, body="<p>Thêm vào giỏ hàng</p>"), "https://a.vn/san-pham/noi", "product"),
        (article(ZH, body="<p>加入购物车</p><p>立即购买</p><p>现货</p>"), "https://a.cn/1", "product"),
        (article(EN, head=LD.format('{"@type": "DiscussionForumPosting"}')), "https://a.vn/x", "forum"),
        (article(EN, head='<meta name="generator" content="Discourse 3.2">'), "https://a.vn/x", "forum"),
        (article(EN), "https://forum.a.org/t/rope/9", "forum"),
        (article(EN), "https://a.org/showthread.php?t=9", "forum"),
        (article(ZH, body="<p>楼主</p><p>发表于</p><p>只看该作者</p>"), "https://a.cn/1", "forum"),
        (article(EN, head='<meta name="generator" content="Sphinx 7">'), "https://a.vn/x", "documentation"),
        (article(EN), "https://docs.a.org/x", "documentation"),
        (article(EN), "https://a.org/manual/en/rope.html", "documentation"),
        (article(EN, head='<link rel="prev" href="1"><link rel="next" href="3">'), "", "documentation"),
        (page(f"<p>{' '.join(EN.split()[:30])}.</p>"), "https://a.vn/x", "short"),
    ],
)
def test_the_kind_of_a_page(html, url, kind):
    assert extracted(html, url=url).kind == kind
