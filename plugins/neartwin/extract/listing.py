"""Tell lists of links and teasers from pages with a text of their own."""

import re

from neartwin.extract import tokens
from neartwin.extract.evidence import Evidence

MIN_PAGE_LINKS = 0.3  # of the visible text: below, a page is no list
HOME_LINKS = 0.4  # of a home page's visible text
MIN_HOME_LINKS = 40
MIN_LISTED = 10  # links whose words are in the main text
LISTED_SHARE = 0.2  # of the main text, when no paragraph is longer than a teaser
LISTED_MOST = 0.6  # of the main text, whatever its paragraphs
MAX_TEASER = 95  # tokens of the longest paragraph of a list of teasers
MIN_HEADINGS = 12  # linked headings
TOKENS_A_HEADING = 40
MIN_WORDS, MIN_CHARACTERS = 5, 10  # of a link that may be a headline: names and numbers are links in any text
LINKS_LOOKED_AT = 800

LIST_TYPES = frozenset(("collectionpage", "searchresultspage", "itemlist"))
HOME = re.compile(r"^[a-z]+://[^/]+/?(?:index\.\w+|home|trang-chu)?/?(?:[?#].*)?$", re.IGNORECASE)


def listing_reason(page: Evidence) -> str | None:
    """Say why a page is a list of other pages, or None; what states an article or a product is none."""
    facts = page.facts
    if page.is_stated_article or facts.sku or facts.gtin or facts.price is not None:
        return None
    signs = page.signs
    if page.link_share < MIN_PAGE_LINKS:
        return None
    if HOME.match(page.url) and signs.n_links >= MIN_HOME_LINKS and page.link_share >= HOME_LINKS:
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


def _listed(page: Evidence) -> tuple[int, float]:
    """Return how many links have their words in the main text, and the share of it that these make up."""
    text = " ".join(page.main_text.split())
    links = [link for link in dict.fromkeys(page.signs.link_texts) if len(link) >= MIN_CHARACTERS]
    words = [link for link in links[:LINKS_LOOKED_AT] if tokens.count(link) >= MIN_WORDS]
    found = [len(link) for link in words if link in text]
    return len(found), sum(found) / max(1, len(text))
