"""Templates of the sample crawl's invented sites: menus, sidebars, footers and structured data around a text."""

import html
import json
from dataclasses import dataclass, field
from string import Template


@dataclass(frozen=True)
class Site:
    """One invented site: how its pages are framed. `menus` maps a section name to the links of its menu."""

    host: str
    name: str
    language: str
    menus: dict[str, tuple[str, ...]]
    aside_title: str
    footer: str
    frame: Template
    kind: str = "article"
    extra: dict[str, str] = field(default_factory=dict)


def page(site: Site, path: str, title: str, paragraphs: list[str], *, menu: str = "", related: list[str] = (), **facts) -> str:
    """Return the HTML of one page; `facts` may hold published, author, sku, price, currency, brand."""
    links = site.menus[menu or next(iter(site.menus))]
    return site.frame.substitute(
        site.extra,
        lang=site.language,
        site=esc(site.name),
        host=site.host,
        url=f"https://{site.host}{path}",
        title=esc(title),
        data=json.dumps(STRUCTURED[site.kind](site, path, title, paragraphs, facts), ensure_ascii=False, indent=1),
        menu="".join(f'<li><a href="/muc/{number}">{esc(link)}</a></li>' for number, link in enumerate(links, 1)),
        byline=esc(f"{facts.get('author', site.name)} · {facts.get('published', '')}"),
        price=esc(facts.get("shown_price", "")),
        body="\n".join(f"<p>{esc(text)}</p>" for text in paragraphs),
        aside_title=esc(site.aside_title),
        related="".join(f'<li><a href="/tin/{number}.html">{esc(text)}</a></li>' for number, text in enumerate(related, 100)),
        footer=esc(site.footer),
    )


def listing(site: Site, teasers: list[tuple[str, str]], headlines: list[str]) -> str:
    """Return a front page: linked headlines with the start of each text, and a column of more headlines."""
    blocks = "\n".join(
        f'<div class="teaser"><h3><a href="/tin/{number}.html">{esc(title)}</a></h3><p>{esc(text)}</p></div>'
        for number, (title, text) in enumerate(teasers, 1)
    )
    menus = "".join(f'<li><a href="/muc/{n}">{esc(link)}</a></li>' for n, link in enumerate(sum(site.menus.values(), ()), 1))
    more = "\n".join(f'<li><a href="/tin/{n}.html">{esc(title)}</a></li>' for n, title in enumerate(headlines, 50))
    most_read = "\n".join(f'<li><a href="/tin/{n}.html">{esc(title)}</a></li>' for n, title in enumerate(headlines[::2], 50))
    archive = "".join(f'<a href="/archive/2026-10-{day:02d}">2026/10/{day}</a> ' for day in range(10, 32))
    return f"""<!DOCTYPE html>
<html lang="{site.language}"><head><meta charset="utf-8"><title>{esc(site.name)}</title></head>
<body class="home"><header><a href="/">{esc(site.name)}</a><nav><ul>{menus}</ul></nav></header>
<div class="teasers">
{blocks}
</div>
<div class="headlines"><ul>
{more}
</ul></div>
<div class="most-read"><h4>{esc(site.aside_title)}</h4><ol>
{most_read}
</ol></div>
<p class="archive">{archive}</p>
<footer>{esc(site.footer)}</footer></body></html>
"""


def esc(text: str) -> str:
    """Escape for HTML."""
    return html.escape(text, quote=True)


def _article(site: Site, path: str, title: str, paragraphs: list[str], facts: dict) -> dict:
    return {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": title,
        "datePublished": facts.get("published", ""),
        "author": {"@type": "Person", "name": facts.get("author", site.name)},
        "mainEntityOfPage": f"https://{site.host}{path}",
    }


def _product(site: Site, path: str, title: str, paragraphs: list[str], facts: dict) -> dict:
    return {
        "@context": "https://schema.org",
        "@type": "Product",
        "name": title,
        "sku": facts["sku"],
        "description": paragraphs[0],
        "offers": {"@type": "Offer", "price": facts["price"], "priceCurrency": facts["currency"], "url": f"https://{site.host}{path}"},
    }


def _page(site: Site, path: str, title: str, paragraphs: list[str], facts: dict) -> dict:
    return {"@context": "https://schema.org", "@type": "WebPage", "name": title, "url": f"https://{site.host}{path}"}


STRUCTURED = {"article": _article, "product": _product, "page": _page}

NEWS = Template("""<!DOCTYPE html>
<html lang="$lang">
<head>
<meta charset="utf-8">
<title>$title - $site</title>
<meta property="og:title" content="$title">
<meta property="og:type" content="article">
<meta property="og:site_name" content="$site">
<link rel="canonical" href="$url">
<script type="application/ld+json">$data</script>
</head>
<body>
<header class="site-header"><a class="logo" href="/">$site</a>
<nav class="main-menu"><ul>$menu</ul></nav></header>
<main>
<article class="post">
<h1>$title</h1>
<div class="byline">$byline</div>
$body
</article>
</main>
<aside class="sidebar"><h4>$aside_title</h4><ul>$related</ul></aside>
<footer class="site-footer"><p>$footer</p></footer>
</body>
</html>
""")

OLD_NEWS = Template("""<html lang="$lang">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=$charset">
<title>$title</title>
</head>
<body bgcolor="#ffffff">
<table width="100%"><tr><td class="top"><a href="/">$site</a> <ul class="menu">$menu</ul></td></tr></table>
<div id="content" class="entry-content">
<h1>$title</h1>
$body
</div>
<div class="related"><h4>$aside_title</h4><ul>$related</ul></div>
<div id="footer">$footer</div>
</body>
</html>
""")

SHOP = Template("""<!DOCTYPE html>
<html lang="$lang">
<head>
<meta charset="utf-8">
<title>$title | $site</title>
<meta property="og:title" content="$title">
<meta property="og:type" content="product">
<script type="application/ld+json">$data</script>
</head>
<body class="product-page">
<header><a href="/">$site</a><nav><ul>$menu</ul></nav></header>
<main>
<div class="product">
<h1>$title</h1>
<div class="price-box"><span class="price">$price</span> <button type="button">$buy</button></div>
<div class="description">
$body
</div>
</div>
</main>
<section class="related"><h4>$aside_title</h4><ul>$related</ul></section>
<footer><p>$footer</p></footer>
</body>
</html>
""")

DOCS = Template("""<!DOCTYPE html>
<html lang="$lang">
<head><meta charset="utf-8"><title>$title — $site</title><meta name="generator" content="Sphinx">
<script type="application/ld+json">$data</script></head>
<body>
<div class="sidebar toctree"><p><a href="/">$site</a></p><ul>$menu</ul></div>
<main class="document" role="main"><article><h1>$title</h1>
$body
</article></main>
<div class="prev-next"><ul>$related</ul></div>
<footer><p>$footer</p></footer>
</body>
</html>
""")

FORUM = Template("""<!DOCTYPE html>
<html lang="$lang">
<head><meta charset="utf-8"><title>$title - $site</title>
<script type="application/ld+json">$data</script></head>
<body class="forum topic">
<header><a href="/">$site</a><nav><ul>$menu</ul></nav></header>
<main><article class="topic"><h1>$title</h1>
<div class="post-content">
$body
</div></article></main>
<aside><h4>$aside_title</h4><ul>$related</ul></aside>
<footer><p>$footer</p></footer>
</body>
</html>
""")

SITES = {
    site.host: site
    for site in (
        Site("baosongngam.example", "Báo Sông Ngầm", "vi",
             {"thời sự": ("Thời sự", "Kinh tế", "Giáo dục", "Thể thao", "Đời sống", "Liên hệ tòa soạn"),
              "giao thông": ("Cầu đường", "Bến bãi", "Vận tải biển", "Biển báo", "Luật giao thông", "Đặt báo", "Quảng cáo", "RSS")},
             "Đọc nhiều", "Báo Sông Ngầm. Giấy phép xuất bản số 12. Ghi rõ nguồn khi trích dẫn.", NEWS),
        Site("tinvunghoa.example", "Tin Vùng Hoa", "vi",
             {"tin": ("Trang nhất", "Làng nghề", "Nông sản", "Khuyến học", "Rao vặt")},
             "Tin cùng chuyên mục", "Tin Vùng Hoa, tiếng nói của các huyện ven sông.", NEWS),
        Site("luutru.tinvunghoa.example", "Tin Vùng Hoa", "vi",
             {"tin": ("Trang chủ", "Lưu trữ", "Tìm kiếm")},
             "Bài khác", "Trang lưu trữ của Tin Vùng Hoa", OLD_NEWS, extra={"charset": "windows-1258"}),
        Site("phumoc.example", "Xã Phú Mộc", "vi",
             {"xã": ("Giới thiệu", "Thủ tục", "Tin tức", "Hỏi đáp")},
             "Thông báo", "Cổng thông tin xã Phú Mộc", NEWS),
        Site("daugia-sonvi.example", "Đấu giá Sơn Vĩ", "vi",
             {"đấu giá": ("Thông báo", "Lịch đấu giá", "Kết quả", "Biểu mẫu", "Hướng dẫn nộp hồ sơ")},
             "Thông báo khác", "Trung tâm dịch vụ đấu giá tài sản tỉnh Sơn Vĩ", NEWS),
        Site("cumtruong-vanhai.example", "Cụm trường Vạn Hải", "vi",
             {"học": ("Lịch thi", "Đáp án", "Tra điểm", "Tài liệu")},
             "Đáp án khác", "Cụm trường trung học phổ thông Vạn Hải", NEWS),
        Site("qinghe-ribao.example", "青河日报", "zh",
             {"新闻": ("要闻", "民生", "教育", "体育", "副刊", "数字报")},
             "热门新闻", "青河日报社版权所有，未经许可不得转载。", NEWS),
        Site("lao.qinghe-ribao.example", "青河日报", "zh",
             {"新闻": ("首页", "旧报", "检索")},
             "相关阅读", "青河日报旧版网站", OLD_NEWS, extra={"charset": "gbk"}),
        Site("qinghe-gov.example", "青河市政务公开", "zh",
             {"公开": ("机构", "批复", "通知公告", "办事指南", "意见征集")},
             "最新公开", "青河市人民政府办公室主办", NEWS),
        Site("harbourpost.example", "Harbour Post", "en",
             {"news": ("Local", "Sea", "Business", "Sport", "Letters", "Tide table")},
             "Most read", "Harbour Post, printed on Quay Street since 1904. Complaints to the editor.", NEWS),
        Site("northwire.example", "Northwire", "en",
             {"wire": ("Latest", "Energy", "Transport", "For editors")},
             "More from Northwire", "Northwire is an agency owned by its member papers.", NEWS),
        Site("islandtimes.example", "Island Times", "en",
             {"paper": ("Home", "Harbour", "Weather", "Notices")},
             "Also today", "Island Times, every day but Sunday.", NEWS),
        Site("bepnha.example", "Bếp Nhà", "vi",
             {"shop": ("Bếp", "Nồi", "Ấm", "Khuyến mãi", "Bảo hành", "Giỏ hàng")},
             "Sản phẩm tương tự", "Bếp Nhà giao hàng toàn quốc, đổi trả trong bảy ngày.", SHOP, "product", {"buy": "Mua ngay"}),
        Site("giadungre.example", "Gia Dụng Rẻ", "vi",
             {"shop": ("Gia dụng", "Điện lạnh", "Giá sốc", "Trả góp")},
             "Có thể bạn thích", "Gia Dụng Rẻ, giá nào cũng có.", SHOP, "product", {"buy": "Thêm vào giỏ"}),
        Site("wick.example", "Wick Lanterns", "en",
             {"shop": ("Lanterns", "Stoves", "Blankets", "Repairs", "Basket")},
             "Goes well with", "Wick Lanterns, Old Tannery, Nether Fold.", SHOP, "product", {"buy": "Add to basket"}),
        Site("nanxi-shop.example", "南溪好物", "zh",
             {"shop": ("茶器", "灯具", "布艺", "售后", "购物车")},
             "猜你喜欢", "南溪好物，慢慢做，慢慢用。", SHOP, "product", {"buy": "加入购物车"}),
        Site("docs.kestrel.example", "Kestrel documentation", "en",
             {"docs": ("Installation", "Retries", "Backups", "Leases", "Command reference")},
             "Pages", "Kestrel documentation, version 3.", DOCS, "page"),
        Site("forum.tinkers.example", "Tinkers' Bench", "en",
             {"forum": ("Workshop", "Clocks", "Boats", "Swap", "Members")},
             "Recent topics", "Be kind. Wear goggles.", FORUM, "page"),
    )
}
