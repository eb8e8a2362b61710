"""Write the sample crawl: three days of invented sites as WARC files and HTML folders, the same bytes each time.

Texts are in `sample_texts/*.md` (`# slug: title`, then one paragraph a line), page frames in `sample_sites.py`, and
what was fetched when in the list CRAWL below. What each counter-example must lead to is in `sample/cases.jsonl`.

    python tests/data/make_sample.py [FOLDER]
"""

import hashlib
import io
import json
import sys
import unicodedata
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from sample_sites import SITES, listing, page  # noqa: E402

HTML = "text/html; charset=utf-8"
TONES = "\u0300\u0301\u0303\u0309\u0323"  # windows-1258 has the five tone marks as combining characters only


@dataclass(frozen=True)
class Fetch:
    """One fetch of one URL. `body` None makes a revisit record of an earlier fetch of the same URL."""

    day: str
    url: str
    body: bytes | None
    status: int = 200
    content_type: str = HTML
    language: str = ""
    final_url: str = ""
    headers: tuple[tuple[str, str], ...] = field(default=())

    @property
    def host(self) -> str:
        return self.url.split("/")[2]


def texts() -> dict[str, tuple[str, list[str]]]:
    """Return slug → (title, paragraphs) of all Markdown files."""
    found: dict[str, tuple[str, list[str]]] = {}
    for path in sorted((HERE / "sample_texts").glob("*.md")):
        for block in ("\n" + path.read_text(encoding="utf-8")).split("\n# ")[1:]:
            head, *lines = block.strip().splitlines()
            slug, title = head.split(": ", 1)
            found[slug] = (title, [line for line in lines if line])
    return found


TEXTS = texts()
SHOPS = ("bepnha.example", "giadungre.example", "wick.example", "nanxi-shop.example", "docs.kestrel.example", "forum.tinkers.example")


def article(day: str, host: str, path: str, slug: str, *, title: str = "", menu: str = "", **facts) -> Fetch:
    """Return the fetch of a text in its site's frame; the sidebar holds other titles of the same language."""
    own_title, paragraphs = TEXTS[slug]
    html = page(SITES[host], path, title or own_title, paragraphs, menu=menu, related=related(host, path), **facts)
    return Fetch(day, f"https://{host}{path}", html.encode(), language=SITES[host].language)


def related(host: str, path: str) -> list[str]:
    """Return five headlines for a sidebar, chosen by the page's own address."""
    return _headlines(host, path)[:5]


def _headlines(host: str, mark: str) -> list[str]:
    """Return every title of the host's language, in an order that depends on the host and a mark."""
    titles = sorted({title for title, _ in TEXTS.values() if _language(title) == SITES[host].language})
    return sorted(titles, key=lambda title: hashlib.sha256(f"{host}{mark}{title}".encode()).hexdigest())


def _language(title: str) -> str:
    if any("\u4e00" <= letter <= "\u9fff" for letter in title):
        return "zh"
    return "vi" if any(letter in "ăâđêôơưĂÂĐÊÔƠƯ" or ord(letter) > 0x1E9F for letter in title) else "en"


def front(day: str, host: str, *slugs: str) -> Fetch:
    """Return the fetch of a front page with the given texts as teasers."""
    length = 24 if SITES[host].language == "zh" else 70
    teasers = [(TEXTS[slug][0], TEXTS[slug][1][0][:length].rsplit(" ", 1)[0] + " …") for slug in slugs]
    headlines = [title for title in _headlines(host, day) if title not in dict(teasers)]
    return Fetch(day, f"https://{host}/", listing(SITES[host], teasers, headlines).encode(), language=SITES[host].language)


def bare(day: str, url: str, html: str, **http) -> Fetch:
    """Return the fetch of a page that carries no text of ours."""
    return Fetch(day, url, html.encode(), **http)


def respaced(fetch: Fetch, url: str) -> Fetch:
    """Return the same page under another URL with other line breaks, runs of spaces, tabs and no-break spaces."""
    assert fetch.body is not None
    head, article_start, rest = fetch.body.decode().partition("<h1>")
    gaps = (" ", "  ", " ", "\n   ", " ", "\u00a0 ", "\t")
    words = rest.split(" ")
    spaced = "".join(word + gaps[number % len(gaps)] for number, word in enumerate(words))
    return Fetch(fetch.day, url, (head + article_start + spaced).encode(), language=fetch.language)


def recoded(fetch: Fetch, codec: str) -> Fetch:
    """Return the page's bytes in a legacy charset, served without a charset in the header."""
    assert fetch.body is not None
    text = fetch.body.decode()
    if codec == "cp1258":
        text = "".join(_split_tone(letter) for letter in unicodedata.normalize("NFC", text))
    return Fetch(fetch.day, fetch.url, text.encode(codec, "xmlcharrefreplace"), content_type="text/html", language=fetch.language)


def _split_tone(letter: str) -> str:
    parts = unicodedata.normalize("NFD", letter)
    tones = "".join(mark for mark in parts if mark in TONES)
    rest = unicodedata.normalize("NFC", "".join(mark for mark in parts if mark not in TONES))
    whole = unicodedata.normalize("NFC", letter)
    try:
        whole.encode("cp1258")
    except UnicodeEncodeError:
        return rest + tones
    return whole


def decomposed(fetch: Fetch) -> Fetch:
    """Return the page with every accented letter written as base letter and marks (NFD)."""
    assert fetch.body is not None
    return Fetch(fetch.day, fetch.url, unicodedata.normalize("NFD", fetch.body.decode()).encode(), language=fetch.language)


D1, D2, D3 = "2026-11-01", "2026-11-02", "2026-11-03"
NGAM, HOA, LUU, XA = "baosongngam.example", "tinvunghoa.example", "luutru.tinvunghoa.example", "phumoc.example"
GIA, TRUONG = "daugia-sonvi.example", "cumtruong-vanhai.example"
RIBAO, LAO, GOV = "qinghe-ribao.example", "lao.qinghe-ribao.example", "qinghe-gov.example"
POST, WIRE, TIMES = "harbourpost.example", "northwire.example", "islandtimes.example"
BEP, RE, WICK, NANXI, DOCS, FORUM = SHOPS

LOGIN_VI = """<!DOCTYPE html><html lang="vi"><head><meta charset="utf-8"><title>Đăng nhập - Báo Sông Ngầm</title></head>
<body><header><a href="/">Báo Sông Ngầm</a></header><main><h1>Đăng nhập</h1><p>Vui lòng đăng nhập để đọc tiếp bài viết.</p>
<form action="/dang-nhap" method="post"><label>Tên đăng nhập <input name="username"></label>
<label>Mật khẩu <input type="password" name="password"></label><button>Đăng nhập</button></form>
<p><a href="/quen-mat-khau">Quên mật khẩu?</a> <a href="/dang-ky">Đăng ký tài khoản mới</a></p></main></body></html>
"""
LOGIN_EN = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Sign in - Tinkers' Bench</title></head>
<body><header><a href="/">Tinkers' Bench</a></header><main><h1>Sign in</h1><p>You must be signed in to view this topic.</p>
<form action="/login" method="post"><input name="email" type="email"><input name="password" type="password">
<button type="submit">Sign in</button></form><p><a href="/forgot">Forgot your password?</a></p></main></body></html>
"""
BLOCKED = """<!DOCTYPE html><html><head><title>403 Forbidden</title></head><body><h1>Access denied</h1>
<p>You do not have permission to access this page. Your request was blocked by the security service of this site.</p>
<p>Reference 7f3a.19c2</p></body></html>
"""
CAPTCHA = """<!DOCTYPE html><html lang="zh"><head><meta charset="utf-8"><title>安全验证</title>
<script src="/captcha/api.js" async></script></head><body><h1>请完成安全验证</h1>
<p>系统检测到您的访问过于频繁，请拖动滑块完成验证后继续访问。</p>
<div class="g-recaptcha" data-sitekey="sample"></div></body></html>
"""
NOT_FOUND_VI = """<!DOCTYPE html><html lang="vi"><head><meta charset="utf-8"><title>404 - Không tìm thấy trang</title></head>
<body><header><a href="/">Tin Vùng Hoa</a></header><h1>Không tìm thấy trang</h1>
<p>Trang bạn tìm không tồn tại hoặc đã bị xóa. Hãy trở về trang chủ.</p></body></html>
"""
NOT_FOUND_EN = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Page not found</title></head>
<body><header><a href="/">Harbour Post</a></header><h1>Page not found</h1>
<p>The page you are looking for has moved or never existed. Try the front page or the search box.</p></body></html>
"""
UNAVAILABLE = """<!DOCTYPE html><html lang="zh"><head><meta charset="utf-8"><title>503 服务暂时不可用</title></head>
<body><h1>服务暂时不可用</h1><p>服务器正在维护，请稍后再试。</p></body></html>
"""
JS_SHELL = """<!DOCTYPE html><html lang="vi"><head><meta charset="utf-8"><title>Tin Vùng Hoa</title>
<script defer src="/static/js/main.4f2c.js"></script><link rel="stylesheet" href="/static/css/main.css"></head>
<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>
"""
REDIRECT = """<!DOCTYPE html><html><head><meta charset="utf-8"><title>Redirecting</title>
<meta http-equiv="refresh" content="0; url=https://docs.kestrel.example/install.html"></head>
<body><p>Redirecting to <a href="https://docs.kestrel.example/install.html">the new page</a>.</p></body></html>
"""
SHORT = """<!DOCTYPE html><html lang="vi"><head><meta charset="utf-8"><title>{title} - Báo Sông Ngầm</title></head>
<body><header><a href="/">Báo Sông Ngầm</a></header><main><article><h1>{title}</h1>
<p>Chợ phiên Nậm Lanh nghỉ họp sáng mai vì nước lớn.</p></article></main></body></html>
"""
TITLE_ONLY = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Gallery: the seed fair in pictures - Harbour Post</title>
<meta property="og:title" content="Gallery: the seed fair in pictures"></head>
<body><header><a href="/">Harbour Post</a></header><main><article><h1>Gallery: the seed fair in pictures</h1>
<figure><img src="/i/1.jpg" alt=""></figure><figure><img src="/i/2.jpg" alt=""></figure></article></main></body></html>
"""
EMPTY_BODY = """<!DOCTYPE html><html lang="zh"><head><meta charset="utf-8"><title></title></head><body></body></html>
"""


def crawl() -> Iterator[Fetch]:
    """Yield every fetch of the three days, in order of time."""
    seed = article(D1, POST, "/local/seed-bank", "seed-bank", published=D1, author="Lena Marsh")

    # ---- day one
    yield front(D1, NGAM, "cau-ben-tram", "mua-lon-nam-lanh", "gia-ca-phe", "khao-co-go-cat", "bong-da-hoa-lu")
    yield article(D1, NGAM, "/thoi-su/cau-ben-tram-thong-xe.html", "cau-ben-tram", published=D1, author="Hải Đăng")
    yield article(D1, NGAM, "/giao-thong/cau-ben-tram-thong-xe.html", "cau-ben-tram", menu="giao thông", published=D1, author="Hải Đăng")
    yield article(D1, NGAM, "/thoi-su/mua-lon-nam-lanh.html", "mua-lon-nam-lanh", published=D1, author="Vừ A Lềnh")
    yield article(D1, NGAM, "/kinh-te/gia-ca-phe.html", "gia-ca-phe", published=D1, author="Thu Hà")
    yield article(D1, NGAM, "/doi-song/lo-nung-go-cat-trang.html", "khao-co-go-cat", published=D1, author="Minh Tú")
    yield article(D1, NGAM, "/the-thao/thanh-khe-chung-ket.html", "bong-da-hoa-lu", published=D1, author="Quốc Anh")
    yield bare(D1, f"https://{NGAM}/thoi-su/nghi-cho.html", SHORT.format(title="Nghỉ chợ"))
    yield bare(D1, f"https://{NGAM}/dac-biet/ho-so-song-lan.html", LOGIN_VI)
    yield front(D1, HOA, "cau-ben-tram", "xe-buyt-dien", "nuoi-hau", "le-hoi-den")
    yield article(D1, HOA, "/nong-san/cau-ben-tram.html", "cau-ben-tram", published=D1, author="Hải Đăng")
    yield article(D1, HOA, "/thanh-pho/xe-buyt-dien.html", "xe-buyt-dien", published=D1, author="Ngọc Lan")
    yield article(D1, HOA, "/nong-san/phao-nuoi-hau.html", "nuoi-hau", published=D1, author="Ngọc Lan")
    yield bare(D1, f"https://{HOA}/app/", JS_SHELL)
    yield front(D1, RIBAO, "ditie-sihao", "shuiku-fangyu", "yeshi-guiding", "tushuguan-yeban")
    yield article(D1, RIBAO, "/yaowen/ditie-sihao.html", "ditie-sihao", published=D1, author="林舟")
    yield article(D1, RIBAO, "/minsheng/shuiku-fangyu.html", "shuiku-fangyu", published=D1, author="唐小禾")
    yield article(D1, RIBAO, "/minsheng/yeshi-guiding.html", "yeshi-guiding", published=D1, author="林舟")
    yield bare(D1, f"https://{RIBAO}/sousuo?q=ditie", CAPTCHA)
    yield article(D1, GOV, "/pifu/2026-117.html", "pifu-buyu", published=D1, author="规划局")
    yield article(D1, GOV, "/tongzhi/tingshui.html", "tongzhi-tingshui", published=D1, author="供水公司")
    yield front(D1, POST, "ferry-winter", "seed-bank", "council-budget", "storm-log-a", "lighthouse-lens")
    yield article(D1, POST, "/sea/winter-ferry-stays", "ferry-winter", published=D1, author="Callum Reid")
    yield seed
    yield article(D1, POST, "/local/council-budget", "council-budget", published=D1, author="Lena Marsh")
    yield article(D1, POST, "/sea/storm-edda-live-1", "storm-log-a", published=D1, author="Newsdesk")
    yield bare(D1, f"https://{POST}/archive/1931", BLOCKED, status=403)
    yield article(D1, WIRE, "/energy/tidal-turbine-year", "wire-tidal", published=D1, author="Northwire")
    yield article(D1, WIRE, "/culture/morrow-head-lens", "lighthouse-lens", published=D1, author="Northwire")
    yield article(D1, GIA, "/thong-bao/dong-sen-lan-1.html", "dau-gia-lan-1", published=D1, author="Trung tâm đấu giá")
    yield article(D1, TRUONG, "/dap-an/dia-ly-101.html", "de-101", published=D1, author="Ban đề thi")
    yield article(D1, TRUONG, "/dap-an/dia-ly-102.html", "de-101", title=TEXTS["de-101"][0].replace("101", "102"), published=D1, author="Ban đề thi")
    yield Fetch(D1, f"https://{RIBAO}/yaowen/ditie-sihao.html", None, language="zh")
    yield article(D1, BEP, "/bep-tu-doi-hl-620", "bep-tu-doi", sku="HL-620", price="2490000", currency="VND", shown_price="2.490.000 đ")
    yield article(D1, BEP, "/am-sieu-toc-moc-tra", "am-sieu-toc", sku="MT-17", price="690000", currency="VND", shown_price="690.000 đ")
    yield article(D1, WICK, "/lanterns/wick-40-green", "lantern-green", sku="W40-GRN", price="129.00", currency="EUR", shown_price="€129.00")
    yield article(D1, WICK, "/lanterns/wick-40-red", "lantern-green", sku="W40-RED", price="129.00", currency="EUR", shown_price="€129.00")
    yield article(D1, NANXI, "/item/zisha-tingyu.html", "zisha-hu", sku="ZS-220", price="468.00", currency="CNY", shown_price="¥468.00")
    yield article(D1, DOCS, "/install.html", "kestrel-install")
    yield bare(D1, f"https://{DOCS}/setup.html", REDIRECT)
    yield article(D1, FORUM, "/t/treadmill-motor/118", "tinker-belt")

    # ---- day two
    yield front(D2, NGAM, "mua-lon-nam-lanh-cap-nhat", "rung-ngap-man", "thu-vien-luu-dong", "benh-vien-son-vi", "cau-ben-tram")
    yield article(D2, NGAM, "/thoi-su/mua-lon-nam-lanh.html", "mua-lon-nam-lanh-cap-nhat", published=D1, author="Vừ A Lềnh")
    yield article(D2, NGAM, "/doi-song/rung-ngap-man-con-say.html", "rung-ngap-man", published=D2, author="Thu Hà")
    yield article(D2, NGAM, "/doi-song/thuyen-thu-vien.html", "thu-vien-luu-dong", published=D2, author="Minh Tú")
    yield article(D2, NGAM, "/thoi-su/phong-kham-tu-xa.html", "benh-vien-son-vi", published=D2, author="Vừ A Lềnh")
    yield Fetch(D2, f"https://{NGAM}/kinh-te/gia-ca-phe.html", None, language="vi")
    yield bare(D2, f"https://{NGAM}/kinh-te/tin-van.html", SHORT.format(title="Tin vắn"))
    yield bare(D2, f"https://{NGAM}/doi-song/anh-trong-ngay.html", "")
    yield front(D2, HOA, "khao-co-go-cat", "tai-tro-vn", "xe-buyt-dien", "le-hoi-den")
    yield decomposed(article(D2, HOA, "/lang-nghe/lo-nung-go-cat-trang.html", "khao-co-go-cat", published=D2, author="Minh Tú"))
    yield recoded(article(D2, LUU, "/2026/11/xe-buyt-dien.htm", "xe-buyt-dien"), "cp1258")
    yield article(D2, HOA, "/khuyen-hoc/quy-hat-giong.html", "tai-tro-vn", published=D2, author="Ngọc Lan")
    yield article(D2, HOA, "/nong-san/tiem-phong-vu-dong.html", "so-tay-tram", published=D2, author="Ngọc Lan")
    yield bare(D2, f"https://{HOA}/rao-vat/8812.html", NOT_FOUND_VI, status=404)
    yield front(D2, RIBAO, "xuexiao-wucan", "malasong-bisai", "chaye-qiucha", "ditie-sihao")
    yield article(D2, RIBAO, "/jiaoyu/xuexiao-wucan.html", "xuexiao-wucan", published=D2, author="唐小禾")
    yield article(D2, RIBAO, "/tiyu/malasong.html", "malasong-bisai", published=D2, author="邱远")
    yield article(D2, RIBAO, "/minsheng/wuling-qiucha.html", "chaye-qiucha", published=D2, author="林舟")
    yield recoded(article(D2, LAO, "/html/20261101/ditie.htm", "ditie-sihao"), "gbk")
    yield article(D2, GOV, "/pifu/2026-121.html", "pifu-jiyu", published=D2, author="规划局")
    yield article(D2, RIBAO, "/minsheng/shuiku-fangyu.html", "shuiku-fangyu", published=D1, author="唐小禾")
    yield front(D2, POST, "bike-lane", "robotics-club", "ferry-followup", "storm-log-b", "wire-tidal-edited")
    yield article(D2, POST, "/business/bike-lane-longer", "bike-lane", published=D2, author="Callum Reid")
    yield article(D2, POST, "/local/driftwood-robot", "robotics-club", published=D2, author="Lena Marsh")
    yield article(D2, POST, "/sea/ferry-freight", "ferry-followup", published=D2, author="Callum Reid")
    yield article(D2, POST, "/sea/storm-edda-live-2", "storm-log-b", published=D2, author="Newsdesk")
    yield article(D2, POST, "/sea/tidal-turbine-year", "wire-tidal-edited", published=D2, author="Newsdesk")
    yield article(D2, TIMES, "/harbour/turbine-year", "wire-tidal-cut", published=D2, author="Island Times")
    yield article(D2, POST, "/letters/walk-to-the-light", "reorder-one", published=D2, author="A reader")
    yield article(D2, POST, "/sea/winter-ferry-stays", "ferry-winter", published=D1, author="Callum Reid")
    yield respaced(Fetch(D2, seed.url, seed.body, language="en"), f"https://{POST}/print/seed-bank")
    yield bare(D2, f"https://{POST}/local/1999/pier", NOT_FOUND_EN, status=404)
    yield article(D2, WIRE, "/transport/night-bus-trial", "night-bus", published=D2, author="Northwire")
    yield article(D2, GIA, "/thong-bao/dong-sen-lan-2.html", "dau-gia-lan-2", published=D2, author="Trung tâm đấu giá")
    yield article(D2, RE, "/p/hoa-lien-hl-620", "bep-tu-doi", sku="HL-620", price="2290000", currency="VND", shown_price="2.290.000 đ")
    yield article(D2, BEP, "/am-sieu-toc-moc-tra", "am-sieu-toc", sku="MT-17", price="590000", currency="VND", shown_price="590.000 đ")
    yield article(D2, BEP, "/noi-gang-lua-nho-24", "noi-gang", sku="LN-24", price="1150000", currency="VND", shown_price="1.150.000 đ")
    yield article(D2, WICK, "/stoves/ember-2", "camp-stove", sku="EM-2", price="74.00", currency="EUR", shown_price="€74.00")
    yield article(D2, NANXI, "/item/wanfeng-deng.html", "zhu-dengju", sku="ZD-64", price="329.00", currency="CNY", shown_price="¥329.00")
    yield article(D2, DOCS, "/retries.html", "kestrel-retries")
    yield article(D2, DOCS, "/install.html", "kestrel-install")
    yield article(D2, FORUM, "/t/pendulum-clock/131", "tinker-clock")
    yield Fetch(D2, f"https://{FORUM}/t/members-only/77", LOGIN_EN.encode(), language="en", final_url=f"https://{FORUM}/login?next=77")

    # ---- day three
    yield front(D3, NGAM, "le-hoi-den", "benh-vien-son-vi", "thu-vien-luu-dong", "rung-ngap-man")
    yield article(D3, NGAM, "/doi-song/le-hoi-den-dan-may.html", "le-hoi-den", published=D3, author="Minh Tú")
    yield article(D3, NGAM, "/the-thao/thanh-khe-chung-ket.html", "bong-da-hoa-lu", published=D1, author="Quốc Anh")
    yield article(D3, NGAM, "/thoi-su/phong-kham-tu-xa.html", "benh-vien-son-vi", published=D2, author="Vừ A Lềnh")
    yield front(D3, HOA, "tai-tro-vnd", "gia-ca-phe", "nuoi-hau", "xe-buyt-dien")
    yield article(D3, NGAM, "/giao-duc/quy-hoc-bong-hat-giong.html", "tai-tro-vnd", published=D3, author="Thu Hà")
    yield article(D3, HOA, "/nong-san/phao-nuoi-hau.html", "nuoi-hau", published=D1, author="Ngọc Lan")
    yield article(D3, XA, "/tin/cau-ben-tram", "cau-ben-tram", published=D3, author="Ủy ban xã")
    yield english_variant(D3, XA, "/tin/cau-ben-tram", "bridge-ben-tram")
    yield front(D3, RIBAO, "laoqiao-xiufu", "tushuguan-yeban", "tianqi-jiangwen", "chaye-qiucha")
    yield article(D3, RIBAO, "/fukan/yongjiqiao.html", "laoqiao-xiufu", published=D3, author="邱远")
    yield article(D3, RIBAO, "/minsheng/tushuguan.html", "tushuguan-yeban", published=D3, author="唐小禾")
    yield article(D3, RIBAO, "/yaowen/lengkongqi.html", "tianqi-jiangwen", published=D3, author="林舟")
    yield article(D3, RIBAO, "/tiyu/malasong.html", "malasong-bisai", published=D2, author="邱远")
    yield bare(D3, f"https://{RIBAO}/shuzibao/", UNAVAILABLE, status=503)
    yield article(D3, GOV, "/tongzhi/qingyu.html", "tongzhi-jiaoshui", published=D3, author="水利站")
    yield article(D3, GOV, "/tongzhi/tingshui.html", "tongzhi-tingshui", published=D1, author="供水公司")
    yield bare(D3, f"https://{GOV}/zhengji/", EMPTY_BODY)
    yield front(D3, POST, "seagrass", "bakery-heat", "storm-log-c", "night-bus")
    yield article(D3, POST, "/sea/seagrass-bags", "seagrass", published=D3, author="Callum Reid")
    yield article(D3, POST, "/local/bread-oven-heat", "bakery-heat", published=D3, author="Lena Marsh")
    yield article(D3, POST, "/sea/storm-edda-live-3", "storm-log-c", published=D3, author="Newsdesk")
    yield article(D3, POST, "/letters/walk-to-the-light-again", "reorder-two", published=D3, author="A reader")
    yield article(D3, POST, "/culture/morrow-head-lens", "lighthouse-lens", published=D3, author="Northwire")
    yield bare(D3, f"https://{POST}/gallery/seed-fair", TITLE_ONLY)
    yield article(D3, POST, "/business/bike-lane-longer", "bike-lane", published=D2, author="Callum Reid")
    yield article(D3, WIRE, "/energy/tidal-turbine-year", "wire-tidal", published=D1, author="Northwire")
    yield article(D3, WICK, "/blankets/harbour-undyed", "wool-blanket", sku="HB-150", price="210.00", currency="EUR", shown_price="€210.00")
    yield article(D3, WICK, "/stoves/ember-2", "camp-stove", sku="EM-2", price="74.00", currency="EUR", shown_price="€74.00")
    yield article(D3, BEP, "/noi-gang-lua-nho-24", "noi-gang", sku="LN-24", price="1150000", currency="VND", shown_price="1.150.000 đ")
    yield article(D3, NANXI, "/item/zisha-tingyu.html", "zisha-hu", sku="ZS-220", price="468.00", currency="CNY", shown_price="¥468.00")
    yield article(D3, DOCS, "/backup.html", "kestrel-backup")
    yield article(D3, FORUM, "/t/glue-for-waxed-sail/140", "tinker-sails")
    yield article(D3, FORUM, "/t/treadmill-motor/118", "tinker-belt")


def english_variant(day: str, host: str, path: str, slug: str) -> Fetch:
    """Return the English page that the same address serves to readers who ask for English."""
    title, paragraphs = TEXTS[slug]
    html = page(SITES[host], path, title, paragraphs, related=related(host, path), published=day).replace('lang="vi"', 'lang="en"')
    return Fetch(day, f"https://{host}{path}", html.encode(), language="en")


def write_warc(path: Path, fetches: list[tuple[str, Fetch]], first: dict[str, tuple[str, str, str]]) -> None:
    """Write fetches as one WARC file, each record with an id made from its place; `first` remembers payloads by URL."""
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=True)
    info = writer.create_warcinfo_record(path.name, {"software": "neartwin sample crawl", "format": "WARC File Format 1.0"})
    info.rec_headers.replace_header("WARC-Date", fetches[0][0])
    info.rec_headers.replace_header("WARC-Record-ID", record_id(path, "info"))
    writer.write_record(info)
    for number, (at, fetch) in enumerate(fetches):
        headers = {"WARC-Date": at, "WARC-Record-ID": record_id(path, str(number))}
        if fetch.body is None:
            writer.write_record(revisit(writer, fetch, headers, first[fetch.url]))
            continue
        http = StatusAndHeaders(
            f"{fetch.status} {REASONS[fetch.status]}",
            [("Content-Type", fetch.content_type), *([("Content-Language", fetch.language)] if fetch.language else [])],
            protocol="HTTP/1.1",
        )
        record = writer.create_warc_record(
            fetch.url, "response", payload=io.BytesIO(fetch.body), http_headers=http, warc_headers_dict=headers
        )
        writer.write_record(record)
        digest = record.rec_headers.get_header("WARC-Payload-Digest")
        first.setdefault(fetch.url, (headers["WARC-Record-ID"], at, digest))
    path.write_bytes(out.getvalue())


REASONS = {200: "OK", 403: "Forbidden", 404: "Not Found", 503: "Service Unavailable"}


def revisit(writer: WARCWriter, fetch: Fetch, headers: dict[str, str], earlier: tuple[str, str, str]):
    """Return the record of a fetch whose payload was the same as that of an earlier fetch."""
    refers_to, at, digest = earlier
    http = StatusAndHeaders("200 OK", [("Content-Type", HTML), ("Content-Language", fetch.language)], protocol="HTTP/1.1")
    record = writer.create_revisit_record(
        fetch.url, digest=digest, refers_to_uri=fetch.url, refers_to_date=at, http_headers=http, warc_headers_dict=headers
    )
    record.rec_headers.add_header("WARC-Refers-To", refers_to)
    return record


def record_id(path: Path, mark: str) -> str:
    """Return a WARC record id that depends on the record's place only."""
    return f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'https://sample.example/{path.parent.name}/{path.name}/{mark}')}>"


def write_folder(folder: Path, fetches: list[tuple[str, Fetch]]) -> None:
    """Write fetches as HTML files with the manifest `pages.jsonl`."""
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    lines = []
    for at, fetch in fetches:
        host, _, rest = fetch.url.removeprefix("https://").partition("/")
        name = f"{host}-{rest.strip('/').replace('/', '-').removesuffix('.html')}"
        (folder / "pages" / f"{name}.html").write_bytes(fetch.body or b"")
        row = {"id": name, "url": fetch.url, "file": f"pages/{name}.html", "language": fetch.language, "fetched_at": at}
        row |= {"http_status": fetch.status, "content_type": fetch.content_type}
        row |= {"final_url": fetch.final_url} if fetch.final_url else {}
        lines.append(json.dumps(row, ensure_ascii=False))
    (folder / "pages.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_sample(folder: Path) -> int:
    """Write the three days below `folder` and return the number of fetches."""
    first: dict[str, tuple[str, str, str]] = {}
    fetches = list(crawl())
    for day in (D1, D2, D3):
        todays = [fetch for fetch in fetches if fetch.day == day]
        timed = [(f"{day}T{2 + number // 12:02d}:{number % 12 * 5:02d}:00Z", fetch) for number, fetch in enumerate(todays)]
        (folder / day).mkdir(parents=True, exist_ok=True)
        write_warc(folder / day / "news.warc.gz", [item for item in timed if item[1].host not in SHOPS], first)
        write_folder(folder / day / "shop", [item for item in timed if item[1].host in SHOPS])
    return len(fetches)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "sample"
    sys.stdout.write(f"{write_sample(target)} fetches in {target}\n")
