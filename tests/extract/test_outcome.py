"""What became of a page: signs must dominate a short page, and an article about such pages stays an article."""

import pytest
from pages import EN, TEXTS, VI, ZH, article, extracted, page

from neartwin.extract.outcome import OUTCOMES
from neartwin.extract.page import Limits

CHALLENGES = {
    "vi": ("Chờ một chút", "Vui lòng xác minh bạn là con người. Nhấn giữ nút bên dưới để tiếp tục vào trang."),
    "zh": ("请稍候", "请完成安全验证后继续访问。请向右拖动滑块完成拼图。"),
    "en": (
        ("Just a moment"),
        "Please verify you are human by completing the action below. This may take a few seconds.",
    ),
}
REFUSALS = {
    "vi": ("Thông báo", "Truy cập của bạn đã bị chặn. Yêu cầu của bạn đã bị chặn bởi tường lửa. Mã sự cố 88120."),
    "zh": ("提示", "访问被拒绝。您的请求已被网站防火墙拦截,请联系管理员。事件编号 88120"),
    "en": ("Notice", "Access denied. You don't have permission to access this resource. Your request was blocked."),
}
LOGINS = {
    "vi": ("Đăng nhập", "Vui lòng đăng nhập để xem tiếp nội dung này.", "Tên đăng nhập", "Quên mật khẩu?"),
    "zh": ("用户登录", "请先登录后继续阅读全文。", "用户名", "忘记密码?"),
    "en": ("Sign in", "Please sign in to read the rest of this page.", "User name", "Forgot your password?"),
}
ERRORS = {
    "vi": ("Không tìm thấy trang", "Rất tiếc, trang bạn tìm không tồn tại hoặc đã bị xóa. Quay lại trang chủ."),
    "zh": ("页面不存在", "抱歉,您访问的页面不存在或已被删除,请返回首页。"),
    "en": (
        "Page not found",
        "Sorry, the page you are looking for does not exist or has been moved. Back to the homepage.",
    ),
}
MOVES = {
    "vi": "Bạn đang được chuyển hướng tới địa chỉ mới. Nếu trình duyệt không tự động chuyển, hãy bấm vào đây.",
    "zh": "页面正在跳转,如果没有自动跳转,请点击这里。",
    "en": "You are being redirected to the new address. If you are not redirected, click here.",
}
LANGUAGES = ("vi", "zh", "en")


def login_page(language):
    title, words, name, forgotten = LOGINS[language]
    return page(
        f"<h1>{title}</h1><p>{words}</p><form method=post><label>{name}</label><input"
        f" name=u><input type='PassWord' name=p>"
        f"<button>{title}</button></form><p><a href='/x'>{forgotten}</a></p>",
        title=title,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_article_is_ok(language):
    extraction = extracted(article(TEXTS[language]))

    assert (extraction.outcome, extraction.language) == ("ok", language)
    assert extraction.document_id is not None
    assert extraction.outcome_reason


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_challenge_is_a_captcha(language):
    title, words = CHALLENGES[language]

    assert extracted(page(f"<h1>{title}</h1><p>{words}</p>", title=title)).outcome == "captcha"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_blocked(language):
    title, words = REFUSALS[language]

    assert extracted(page(f"<p>{words}</p>", title=title)).outcome == "blocked"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_login_form_is_a_login_wall(language):
    assert extracted(login_page(language)).outcome == "login_wall"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_names_an_error_is_an_error_page(language):
    title, words = ERRORS[language]

    assert extracted(page(f"<h1>{title}</h1><p>{words}</p>", title=f"{title} | Example")).outcome == "error_page"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_page_with_much_furniture_is_told_by_its_title(language):
    title, words = ERRORS[language]
    teasers = "".join(f"<p>{sentence}.</p>" for sentence in EN.split(". ")[:3])

    assert (
        extracted(page(f"<h1>404</h1><p>{words}</p><h2>Most read</h2>{teasers}", title=f"404 - {title}")).outcome
        == "error_page"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_page_that_moves_on_is_a_redirect_stub(language):
    assert extracted(page(f"<p>{MOVES[language]}</p>")).outcome == "redirect_stub"


def test_a_refresh_to_another_address_is_a_redirect_stub():
    head = '<meta http-equiv="Refresh" content="0; URL=https://example.vn/new">'

    assert extracted(page("<p>One moment</p>", head=head)).outcome == "redirect_stub"


def test_a_page_that_reloads_itself_every_ten_minutes_is_no_redirect():
    assert extracted(article(EN, head='<meta http-equiv="refresh" content="600">')).outcome == "ok"


@pytest.mark.parametrize("script", ["<script>window.__DATA__ = {}</script>", '<script src="/app.js"></script>'])
def test_scripts_without_text_are_a_js_shell(script):
    html = page(f'<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript>{script}')

    assert extracted(html).outcome == "js_shell"


def test_a_refresh_to_a_challenge_is_a_captcha():
    head = '<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F">'

    assert extracted(page("", head=head)).outcome == "captcha"


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("401", "login_wall"),
        ("403", "blocked"),
        ("404", "error_page"),
        ("4xx", "error_page"),
        ("5xx", "error_page"),
        ("3xx", "redirect_stub"),
    ],
)
def test_the_http_status_needs_no_words(status, outcome):
    assert extracted(article(EN), status=status).outcome == outcome


@pytest.mark.parametrize("status", ["", "2xx"])
def test_a_status_that_says_nothing_decides_nothing(status):
    assert extracted(article(EN), status=status).outcome == "ok"


def test_a_page_without_text_is_empty():
    assert extracted(page("<img src=a.png>")).outcome == "empty"
    assert extracted("").outcome == "empty"
    assert extracted("  \n ").outcome == "empty"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_with_its_title_only_is_title_only(language):
    title = TEXTS[language][:60]

    assert extracted(page(f"<h1>{title}</h1><p>{title}</p>", title=title)).outcome == "title_only"


def test_one_token_below_the_limit_is_too_short():
    words = [f"word{number}" for number in range(20)]

    assert extracted(page(f"<p>{' '.join(words[:19])}.</p>")).outcome == "too_short"
    assert extracted(page(f"<p>{' '.join(words)}.</p>")).outcome == "ok"


def test_the_limit_is_a_setting():
    html = page("<p>Five words are enough here.</p>")

    assert extracted(html, limits=Limits(min_tokens=5, max_page_bytes=10_000)).outcome == "ok"


def test_a_list_of_teasers_is_a_listing():
    teasers = "".join(
        f"<h3><a href='/{n}'>What the council of ward {n} decided on Monday"
        f" night</a></h3><p>A short teaser number {n}.</p>"
        for n in range(30)
    )

    assert extracted(page(teasers), url="https://example.vn/news/").outcome == "listing"


def test_a_product_page_with_a_list_of_other_products_is_no_listing():
    links = "".join(f"<li><a href='/{n}'>Another thing number {n} of our shop</a></li>" for n in range(40))
    head = (
        '<script type="application/ld+json">[{"@type": "Product", "name": "Kettle", "sku": "K1"},'
        ' {"@type": "ItemList", "itemListElement": [{"@type": "Product", "name": "Pan", "sku": "P"}]}]</script>'
    )
    extraction = extracted(article(EN, head=head, body=f"<ul>{links}</ul>"))

    assert (extraction.outcome, extraction.kind, extraction.facts.sku) == ("ok", "product", "K1")


def test_a_home_page_that_carries_the_articles_it_lists_is_a_listing():
    links = "".join(f"<li><a href='/{n}'>Headline number {n} of the day in our town</a></li>" for n in range(60))
    head = (
        '<script type="application/ld+json">{"@type": "Blog", "blogPost": [{"@type": "BlogPosting",'
        ' "datePublished": "2026-11-02"}]}</script>'
    )

    assert extracted(page(f"<ul>{links}</ul>", head=head), url="https://example.vn/").outcome == "listing"


def test_a_home_page_is_a_listing():
    links = "".join(f"<li><a href='/{n}'>Headline number {n} of the day in our town</a></li>" for n in range(60))
    extraction = extracted(page(f"<ul>{links}</ul><p>{EN}</p>"), url="https://www.example.vn/?ref=top")

    assert (extraction.outcome, extraction.kind) == ("listing", "listing")


def test_an_article_among_many_links_is_no_listing():
    links = "".join(f"<li><a href='/{n}'>Headline number {n} of the day in our town</a></li>" for n in range(60))

    assert extracted(article(EN, body=f"<aside><ul>{links}</ul></aside>")).outcome == "ok"


ABOUT = {
    "captcha-vi": (
        "Nhiều trang giả mạo hiện nay yêu cầu người dùng xác minh bạn là con người rồi dụ dán một đoạn lệnh vào máy."
    ),
    "captcha-zh": "近期有不法网站以人机验证为幌子,诱导用户复制命令。专家提醒,真正的人机验证不会要求打开系统窗口。",
    "captcha-en": (
        'Criminals now copy the familiar "verify you are human" box to make people paste a command into their computer.'
    ),
    "login-vi": (
        "Từ tháng sau, người dân phải đăng nhập bằng tài khoản định danh khi nộp hồ sơ; ai quên mật khẩu có thể tới xã."
    ),
    "login-zh": "从下个月起,居民请先登录统一平台再办理业务,忘记密码的可以到窗口重置。",
    "login-en": (
        "From next month residents must sign in to continue with an application, and a clerk"
        " helps whoever forgot a password."
    ),
    "error-vi": (
        "Suốt buổi sáng, cổng thông tin báo lỗi 404 và dòng chữ không tìm thấy trang khiến nhiều phụ huynh lo lắng."
    ),
    "error-zh": "当天上午,报名网站一度显示页面不存在,不少家长反复刷新,技术人员称系统繁忙。",
    "error-en": (
        "All morning the portal answered page not found, and parents who tried again were told an error has occurred."
    ),
    "blocked-en": (
        'Readers abroad reported that the archive answered "access denied"; the editor says'
        " nobody has been blocked on purpose."
    ),
}


@pytest.mark.parametrize("name", ABOUT)
def test_a_news_article_about_such_pages_stays_ok(name):
    subject, language = name.split("-")
    titles = {
        "captcha": "Cảnh báo chiêu lừa mới: xác minh bạn là con người",
        "login": "Đăng nhập một lần cho mọi dịch vụ: người dân cần biết gì",
        "error": "Vì sao cổng tuyển sinh báo lỗi 404 cả buổi sáng",
        "blocked": "Why the archive said access denied to readers abroad",
    }
    body = ABOUT[name] + " " + TEXTS[language]

    assert extracted(article(body, title=titles[subject])).outcome == "ok"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_login_form_beside_an_article_changes_nothing(language):
    form = "<form><input name=u><input type=password name=p><a href='/f'>Forgot password?</a></form>"

    assert extracted(article(TEXTS[language], body=form)).outcome == "ok"


def test_a_short_post_of_a_forum_with_a_login_box_stays_ok():
    post = (
        "Has anyone replaced the drive belt on the old mangle? Mine slips when it is damp,"
        " and the parts list names a size"
        " that nobody sells any more. I tried a belt from a sewing machine and it held for a week."
    )
    form = "<form>User <input name=u> Password <input type=password name=p> <input type=submit value='Log in'></form>"

    assert extracted(page(f"{form}<h1>Drive belt of a mangle</h1><div class=post><p>{post}</p></div>")).outcome == "ok"


def test_a_cookie_notice_in_place_of_an_article_is_blocked():
    notice = (
        "We value your privacy. We and our partners store and/or access information on a"
        " device. By clicking accept you"
        " agree to the use of cookies. You may change your cookie settings at any time."
    )

    assert extracted(page(f"<div><p>{notice}</p><button>Accept all cookies</button></div>")).outcome == "blocked"


def test_reasons_hold_no_page_text():
    secret = "zyxwvutsrq"
    for html in (page(f"<p>{secret}</p>"), login_page("en").replace("Sign in", secret), article(EN + secret)):
        assert secret not in extracted(html).outcome_reason


def test_every_outcome_is_one_of_the_known_words():
    assert len(OUTCOMES) == len(set(OUTCOMES)) == 15
    assert {extracted(article(text)).outcome for text in (VI, ZH, EN)} <= set(OUTCOMES)
