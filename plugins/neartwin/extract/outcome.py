"""What became of a capture, with a reason in plain words: ok, or one of the reasons why there is no document.

Words decide only where they make up most of a short page, or the whole title: an article about captchas, logins or
error pages is an article. Structure (HTTP status, forms, refresh, scripts, links) needs no language.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from neartwin.extract import lexicon
from neartwin.extract.evidence import Evidence
from neartwin.extract.listing import listing_reason
from neartwin.extract.wording import Wording

OUTCOMES = (
    "ok",
    "empty",
    "too_short",
    "title_only",
    "login_wall",
    "blocked",
    "captcha",
    "error_page",
    "js_shell",
    "redirect_stub",
    "listing",
    "not_html",
    "undecodable",
    "timed_out",
    "repeated_body",
)

# Limits in tokens of main text (or of the visible page where it says so), chosen wide of real pages on both sides:
# block pages have up to about 150, the shortest real articles about 60.
BARE_PAGE = 40  # visible page: nothing but a message
NOTICE = 120  # a message with its explanation
LONG_NOTICE = 300  # with a site's furniture around it, when the title says what it is
MUCH = 0.3  # of a text below BARE_PAGE
MOST = 0.4  # of the text is made of sentences with such phrases
NEARLY_ALL = 0.6
QUICK_REFRESH = 30  # seconds
FEW_LINKS = 8

CHALLENGE = re.compile(r"captcha|cdn-cgi/challenge|challenge-platform|challenges\.|geetest|turnstile", re.IGNORECASE)
FIREWALL = re.compile(r"incapsula|imperva|datadome|perimeterx|/px/|ddos-guard|sucuri|_sec/|akam/|kasada|firewall", re.I)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One of OUTCOMES and the reason for it in plain words, without page text."""

    outcome: str
    reason: str


def decide(page: Evidence) -> Outcome:
    """Return the outcome of a parsed page: the first rule that holds."""
    words = Wording(page)
    for outcome, rule in _RULES:
        reason = rule(page, words)
        if reason is not None:
            return Outcome(outcome, reason)
    return Outcome("ok", f"main text of {page.n_tokens} tokens")


def _says(page: Evidence, words: Wording, group: str) -> str | None:
    """Say that a page is made of a group's phrases: a short page mostly, or a longer one or a list named so."""
    most = MUCH if page.n_tokens < BARE_PAGE else MOST
    if page.n_tokens < NOTICE and words.share(group) >= (NEARLY_ALL if page.is_stated_article else most):
        return "a short page of such phrases"
    if page.is_stated_article or not words.name_it(group):
        return None
    is_notice = page.n_tokens < LONG_NOTICE or listing_reason(page) is not None
    return "its title or heading says so" if is_notice else None


def _is_built_as(page: Evidence, group: str) -> bool:
    """Whether a short page is, by the names in its markup, such a page: no word of any language is needed."""
    return group in page.marks and page.n_words < NOTICE and not page.is_stated_article


def _captcha(page: Evidence, words: Wording) -> str | None:
    if page.n_page_tokens < BARE_PAGE and CHALLENGE.search(" ".join((*page.signs.sources, page.signs.refresh_url))):
        return "almost no text, and a challenge is loaded"
    if _is_built_as(page, "captcha"):
        return "a short page whose markup calls it a challenge"
    said = _says(page, words, "captcha")
    return said and f"asks for a proof of being human: {said}"


def _blocked(page: Evidence, words: Wording) -> str | None:
    if page.status == "403":
        return "the server refused the request (HTTP 403, 429 or 451)"
    if page.n_page_tokens < BARE_PAGE and FIREWALL.search(" ".join(page.signs.sources)):
        return "almost no text, and a firewall's script is loaded"
    if _is_built_as(page, "blocked"):
        return "a short page whose markup calls it a refusal"
    if _is_built_as(page, "consent"):
        return "a short page whose markup calls it a notice about cookies or consent"
    said = _says(page, words, "blocked")
    if said is None and page.n_tokens < NOTICE and words.share("consent") >= NEARLY_ALL:
        return "only a notice about cookies or consent"
    return said and f"says that access is refused: {said}"


def _login_wall(page: Evidence, words: Wording) -> str | None:
    if page.status == "401":
        return "the server asks for a login (HTTP 401 or 407)"
    is_named = not page.is_stated_article and words.name_it("login")
    if page.signs.has_password and page.n_tokens < NOTICE and (is_named or words.share("login") >= MOST / 2):
        return "a password field on a short page about logging in"
    if page.signs.has_password and page.n_tokens < page.min_tokens and page.n_page_tokens < NOTICE:
        return "a password field and hardly any text"
    if _is_built_as(page, "login"):
        return "a short page whose markup calls it a login"
    is_alone = page.signs.n_links <= FEW_LINKS and not page.is_stated_article
    if page.signs.has_password and page.n_words < BARE_PAGE and is_alone:
        return "a password field on a bare page that leads hardly anywhere"
    if page.n_tokens < BARE_PAGE and words.share("login") >= MOST:
        return "a short text that asks to log in"
    return "its title or heading is a login" if is_named and page.n_tokens < BARE_PAGE else None


def _error_page(page: Evidence, words: Wording) -> str | None:
    if page.status == "404":
        return "the server found nothing there (HTTP 404 or 410)"
    if page.status in ("4xx", "5xx"):
        return f"the server answered with an error (HTTP {page.status})"
    if _is_built_as(page, "error"):
        return "a short page whose markup calls it an error"
    said = _says(page, words, "error")
    return said and f"says that something went wrong or is gone: {said}"


def _redirect_stub(page: Evidence, words: Wording) -> str | None:
    if page.status == "3xx":
        return "the server redirected the request (HTTP 3xx)"
    is_quick = page.signs.refresh_seconds is not None and page.signs.refresh_seconds <= QUICK_REFRESH
    if is_quick and page.signs.refresh_url and page.n_tokens < BARE_PAGE:
        return "a short page with a refresh to another address"
    if page.signs.has_script_move and page.n_page_tokens < BARE_PAGE:
        return "almost no text, and a script that moves to another address"
    if page.n_tokens < BARE_PAGE and words.share("redirect") >= MOST:
        return "a short text that says the page moves on"
    return None


def _js_shell(page: Evidence, words: Wording) -> str | None:
    if not page.signs.n_scripts and not page.signs.sources:
        return None
    if page.n_page_tokens < page.min_tokens and page.n_tokens < page.min_tokens:
        return "scripts and hardly any visible text" if page.signs.script_characters or page.signs.sources else None
    notice = lexicon.load().groups["javascript"]
    if page.n_page_tokens < 2 * BARE_PAGE and notice.spans(lexicon.Folded(page.signs.noscript)):
        return "little visible text, and a notice that JavaScript is needed"
    if page.n_tokens < 2 * BARE_PAGE and words.share("javascript") >= NEARLY_ALL:
        return "only a notice that JavaScript or another browser is needed"
    return None


def _empty(page: Evidence, _: Wording) -> str | None:
    if not page.n_page_tokens and not page.n_tokens:
        return "no visible text"
    return None if page.n_tokens else "no main text"


def _title_only(page: Evidence, _: Wording) -> str | None:
    named = " ".join((page.signs.title, *page.signs.headings))
    if not named or len(page.main_text) > 2 * len(named) + BARE_PAGE:
        return None
    named = lexicon.fold(named)
    is_title = all(line in named for line in map(lexicon.fold, page.main_text.split("\n")))
    return "the main text is the title and nothing else" if is_title else None


def _too_short(page: Evidence, _: Wording) -> str | None:
    if page.n_tokens >= page.min_tokens:
        return None
    return f"main text of {page.n_tokens} tokens: fewer than {page.min_tokens} are not enough features"


def _listing(page: Evidence, _: Wording) -> str | None:
    return listing_reason(page)


Rule = Callable[[Evidence, Wording], str | None]
_RULES: tuple[tuple[str, Rule], ...] = (
    ("captcha", _captcha),
    ("blocked", _blocked),
    ("login_wall", _login_wall),
    ("error_page", _error_page),
    ("redirect_stub", _redirect_stub),
    ("js_shell", _js_shell),
    ("empty", _empty),
    ("title_only", _title_only),
    ("too_short", _too_short),
    ("listing", _listing),
)
