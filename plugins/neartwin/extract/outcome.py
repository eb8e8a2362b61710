"""What became of a capture, with a reason in plain words: ok, or one of the reasons why there is no document.

Words decide only where they make up most of a short page, or the whole title: an article about captchas, logins or
error pages is an article. Structure (HTTP status, forms, refresh, scripts, links) needs no language.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from neartwin.extract import lexicon, tokens
from neartwin.extract.facts import Facts
from neartwin.extract.signs import Signs

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

MIN_LISTED = 10  # links whose words are in the main text
LISTED_SHARE = 0.2  # of the main text
LISTED_MOST = 0.6
MAX_TEASER = 95  # tokens of the longest paragraph of a list of teasers
MIN_PAGE_LINKS = 0.3  # of the visible text
MIN_HOME_LINKS = 40
MIN_HEADINGS = 12  # linked headings
TOKENS_A_HEADING = 40
LINKS_LOOKED_AT = 400
LOOKED_AT = 20_000  # characters of text

CHALLENGE = re.compile(r"captcha|cdn-cgi/challenge|challenge-platform|challenges\.|geetest|turnstile", re.IGNORECASE)
FIREWALL = re.compile(r"incapsula|imperva|datadome|perimeterx|/px/|ddos-guard|sucuri|_sec/|akam/|kasada|firewall", re.I)
STATED_ARTICLE = re.compile(r"article|posting|report$")
LIST_TYPES = frozenset(("collectionpage", "searchresultspage", "itemlist"))
SENTENCE = re.compile(r"[^.!?\u3002\uff01\uff1f\n]+[.!?\u3002\uff01\uff1f]?")
TITLE_PART = re.compile(r"\s+[|\u2013\u2014:~/-]+\s+|\s*[|_\uff5c]\s*")
HOME = re.compile(r"^[a-z]+://[^/]+/?(?:index\.\w+|home|trang-chu)?/?(?:[?#].*)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Page:
    """What the outcome of a parsed page depends on."""

    status: str
    url: str
    signs: Signs
    facts: Facts
    main_text: str
    full_text: str
    n_tokens: int
    n_page_tokens: int
    min_tokens: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """One of OUTCOMES and the reason for it in plain words, without page text."""

    outcome: str
    reason: str


def decide(page: Page) -> Outcome:
    """Return the outcome of a parsed page: the first rule that holds."""
    words = _Words(page)
    for outcome, rule in _RULES:
        reason = rule(page, words)
        if reason is not None:
            return Outcome(outcome, reason)
    return Outcome("ok", f"main text of {page.n_tokens} tokens")


class _Words:
    """How much of a page's titles and text is made of a group's phrases; counted when asked, once."""

    def __init__(self, page: Page) -> None:
        self._lexicon = lexicon.load()
        self._page = page
        self._titles: list[lexicon.Folded] | None = None
        self._text: lexicon.Folded | None = None
        self._shares: dict[str, float] = {}

    def name_it(self, group: str) -> bool:
        """Whether a part of the title or a heading is nothing but such a phrase."""
        if self._titles is None:
            signs = self._page.signs
            parts = [part for text in (signs.title, *signs.headings) for part in (text, *TITLE_PART.split(text))]
            self._titles = [lexicon.Folded(part.strip(" .!:-")) for part in dict.fromkeys(parts)]
        whole, phrases = self._lexicon.titles.get(group, frozenset()), self._lexicon.groups[group]
        return any(title.text in whole or _covered(phrases, title) >= NEARLY_ALL for title in self._titles)

    def share(self, group: str) -> float:
        """Share of the text (main text, or the visible page without one) in sentences with such a phrase."""
        if group not in self._shares:
            self._shares[group] = self._share(self._lexicon.groups[group])
        return self._shares[group]

    def _share(self, phrases: lexicon.Phrases) -> float:
        if self._text is None:
            text = self._page.main_text if self._page.n_tokens else self._page.full_text
            self._text = lexicon.Folded(text[:LOOKED_AT])
        spans = phrases.spans(self._text)
        if not spans:
            return 0.0
        sentences = [match.span() for match in SENTENCE.finditer(self._text.text)]
        marked = sum(
            end - start for start, end in sentences if any(start < last and first < end for first, last in spans)
        )
        return marked / max(1, sum(end - start for start, end in sentences))


def _covered(phrases: lexicon.Phrases, title: lexicon.Folded) -> float:
    return sum(end - start for start, end in phrases.spans(title)) / max(1, len(title.text))


def _is_stated_article(page: Page) -> bool:
    return bool(page.facts.published) or any(STATED_ARTICLE.search(name) for name in page.facts.types)


def _says(page: Page, words: _Words, group: str) -> str | None:
    """Say that a page is made of a group's phrases: a short page mostly, or a longer one or a list named so."""
    most = MUCH if page.n_tokens < BARE_PAGE else MOST
    if page.n_tokens < NOTICE and words.share(group) >= (NEARLY_ALL if _is_stated_article(page) else most):
        return "a short page of such phrases"
    if _is_stated_article(page) or not words.name_it(group):
        return None
    is_notice = page.n_tokens < LONG_NOTICE or _listing(page, words) is not None
    return "its title or heading says so" if is_notice else None


def _captcha(page: Page, words: _Words) -> str | None:
    if page.n_page_tokens < BARE_PAGE and CHALLENGE.search(" ".join((*page.signs.sources, page.signs.refresh_url))):
        return "almost no text, and a challenge is loaded"
    said = _says(page, words, "captcha")
    return said and f"asks for a proof of being human: {said}"


def _blocked(page: Page, words: _Words) -> str | None:
    if page.status == "403":
        return "the server refused the request (HTTP 403, 429 or 451)"
    if page.n_page_tokens < BARE_PAGE and FIREWALL.search(" ".join(page.signs.sources)):
        return "almost no text, and a firewall's script is loaded"
    said = _says(page, words, "blocked")
    if said is None and page.n_tokens < NOTICE and words.share("consent") >= NEARLY_ALL:
        return "only a notice about cookies or consent"
    return said and f"says that access is refused: {said}"


def _login_wall(page: Page, words: _Words) -> str | None:
    if page.status == "401":
        return "the server asks for a login (HTTP 401 or 407)"
    is_named = not _is_stated_article(page) and words.name_it("login")
    if page.signs.has_password and page.n_tokens < NOTICE and (is_named or words.share("login") >= MOST / 2):
        return "a password field on a short page about logging in"
    if page.signs.has_password and page.n_tokens < page.min_tokens and page.n_page_tokens < NOTICE:
        return "a password field and hardly any text"
    if page.n_tokens < BARE_PAGE and words.share("login") >= MOST:
        return "a short text that asks to log in"
    return "its title or heading is a login" if is_named and page.n_tokens < BARE_PAGE else None


def _error_page(page: Page, words: _Words) -> str | None:
    if page.status == "404":
        return "the server found nothing there (HTTP 404 or 410)"
    if page.status in ("4xx", "5xx"):
        return f"the server answered with an error (HTTP {page.status})"
    said = _says(page, words, "error")
    return said and f"says that something went wrong or is gone: {said}"


def _redirect_stub(page: Page, words: _Words) -> str | None:
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


def _js_shell(page: Page, words: _Words) -> str | None:
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


def _empty(page: Page, _: _Words) -> str | None:
    if not page.n_page_tokens and not page.n_tokens:
        return "no visible text"
    return None if page.n_tokens else "no main text"


def _title_only(page: Page, _: _Words) -> str | None:
    named = " ".join((page.signs.title, *page.signs.headings))
    if not named or len(page.main_text) > 2 * len(named) + BARE_PAGE:
        return None
    named = lexicon.fold(named)
    is_title = all(line in named for line in map(lexicon.fold, page.main_text.split("\n")))
    return "the main text is the title and nothing else" if is_title else None


def _too_short(page: Page, _: _Words) -> str | None:
    if page.n_tokens >= page.min_tokens:
        return None
    return f"main text of {page.n_tokens} tokens: fewer than {page.min_tokens} are not enough features"


def _listing(page: Page, _: _Words) -> str | None:
    if _is_stated_article(page):
        return None
    signs = page.signs
    page_share = signs.link_characters / max(1, len(page.full_text))
    if page_share < MIN_PAGE_LINKS:
        return None
    if HOME.match(page.url) and signs.n_links >= MIN_HOME_LINKS and page_share >= MOST:
        return "a home page that is mostly links"
    if LIST_TYPES & set(page.facts.types):
        return "the page says that it is a list, and is mostly links"
    longest = max(map(tokens.count, page.main_text.split("\n")))
    n_listed, share = _listed(page)
    if n_listed >= MIN_LISTED and (share >= LISTED_MOST or (share >= LISTED_SHARE and longest < MAX_TEASER)):
        return f"the words of {n_listed} links make up the main text"
    n_headings = signs.n_linked_headings
    if n_headings >= MIN_HEADINGS and page.n_tokens < TOKENS_A_HEADING * n_headings and longest < MAX_TEASER:
        return f"{n_headings} linked headings with teasers"
    return None


def _listed(page: Page) -> tuple[int, float]:
    """Return how many links have their words in the main text, and the share of it that these make up."""
    text = " ".join(page.main_text.split())
    words = sorted({link for link in page.signs.link_texts if len(link) >= 8})[:LINKS_LOOKED_AT]
    found = [len(link) for link in words if link in text]
    return len(found), sum(found) / max(1, len(text))


Rule = Callable[[Page, _Words], str | None]
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
