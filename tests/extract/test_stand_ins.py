"""Walls, notices and errors in words that are in no lexicon are told by how they are built; content is left alone."""

import pytest
from pages import EN, TEXTS, article, extracted, page

from stand_ins import MARKED, filled

EXPECTED = {
    "login": "login_wall",
    "consent": "blocked",
    "captcha": "captcha",
    "error": "error_page",
    "blocked": "blocked",
    "shell": "js_shell",
}


@pytest.mark.parametrize("name", MARKED)
def test_unseen_words_are_told_by_the_markup(name):
    assert extracted(filled(MARKED[name], 12)).outcome == EXPECTED[name.split()[0]]


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize(
    "names", ["not-logged-in cookie-consent-open", "has-cookie-banner login", "challenge-cup-2026 waf", "page-4045"]
)
def test_the_state_of_a_reader_in_the_body_is_no_sign(language, names):
    html = article(TEXTS[language][:160]).replace("<body>", f'<body class="{names}">')

    assert extracted(html).outcome == "ok"


@pytest.mark.parametrize("name", ["consent-banner", "login-box", "g-recaptcha", "error-page"])
def test_a_named_part_beside_the_text_is_no_sign(name):
    assert extracted(article(EN, body=f'<div class="{name}"><p>A word or two about this.</p></div>')).outcome == "ok"


def test_a_stated_article_inside_a_paywall_is_content():
    head = '<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": "2026-11-01"}</script>'
    html = page(f'<div class="paywall"><h1>A title</h1><p>{EN}</p></div>', head=head)

    assert extracted(html).outcome == "ok"


def test_a_long_text_in_a_part_of_such_a_name_is_content():
    assert extracted(page(f'<div id="login-help"><h1>Help</h1>{f"<p>{EN}</p>" * 9}</div>')).outcome == "ok"


def test_a_short_post_with_a_login_box_among_a_forums_links_stays_ok():
    links = "".join(f"<a href='/{n}'>Board {n}</a> " for n in range(9))
    form = "<form>User <input name=u> <input type=password name=p> <input type=submit></form>"
    post = "The drive belt of my old mangle slips when it is damp, and nobody sells the size any more. What do you use?"

    assert extracted(page(f"{links}{form}<h1>Drive belt</h1><div class=post><p>{post}</p></div>")).outcome == "ok"
