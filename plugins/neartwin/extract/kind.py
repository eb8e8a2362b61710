"""Kind of a page: article, product, listing, documentation, forum or short; from what it states, then its address."""

import re

from neartwin.extract import lexicon
from neartwin.extract.evidence import Evidence
from neartwin.extract.facts import Facts
from neartwin.extract.signs import Signs
from neartwin.extract.tokens import SHORT

KINDS = ("article", "product", "listing", "documentation", "forum", "short")

_FORUM_TYPES = frozenset(("discussionforumposting", "qapage"))
_ARTICLE_TYPES = re.compile(r"article$|^blogposting$|^report$")
_FORUM_GENERATOR = re.compile(
    r"vbulletin|phpbb|discuz|xenforo|discourse|mybb|flarum|smf|invision|nodebb", re.IGNORECASE
)
_DOC_GENERATOR = re.compile(
    r"docbook|sphinx|mkdocs|docusaurus|doxygen|javadoc|gitbook|vuepress|antora|asciidoctor|texinfo|libreoffice"
    r"|mintlify|readme\.io|pdoc|rustdoc|typedoc|jsdoc",
    re.IGNORECASE,
)
_FORUM_URL = re.compile(
    r"://(?:forum|forums|bbs|diendan|community)\.|/(?:forums?|threads?|topics?|viewtopic|showthread|bbs|dien-dan)[./?]"
)
_DOC_URL = re.compile(
    r"://(?:docs?|developer|help|support|wiki|api)\.|/(?:docs?|documentation|manual|javadoc|help|reference|handbook|man)/"
)
_PRODUCT_URL = re.compile(r"/(?:products?|san-pham|item|dp|goods)[/-]")
MIN_CODE_BLOCKS = 8
LOOKED_AT = 20_000  # characters of text
MIN_WORDS = 3  # words of a shop or a forum on one page


def kind_of(page: Evidence, outcome: str) -> str:
    """Return the kind of a page; what it states as data comes before its address, its address before its words."""
    facts, types = page.facts, set(page.facts.types)
    if outcome == "listing":
        return "listing"
    if facts.n_products and (facts.price is not None or facts.sku or facts.gtin):
        return "product"
    if types & _FORUM_TYPES or _FORUM_GENERATOR.search(page.signs.meta.get("generator", "")):
        return "forum"
    if any(_ARTICLE_TYPES.search(name) and name != "techarticle" for name in types):
        return "article"
    by_page = _by_markup(page.signs, facts, page.url) or _by_words(page.url, page.full_text)
    return by_page or ("short" if page.n_tokens < SHORT else "article")


def _by_markup(signs: Signs, facts: Facts, url: str) -> str | None:
    if "techarticle" in facts.types or _DOC_GENERATOR.search(signs.meta.get("generator", "")):
        return "documentation"
    if signs.meta.get("og:type", "").lower() in ("product", "og:product", "product.item"):
        return "product"
    if facts.published or signs.meta.get("og:type", "").lower() == "article":
        return "article"
    if _FORUM_URL.search(url):
        return "forum"
    if _DOC_URL.search(url) or signs.n_sequence_links >= 2 or signs.n_code_blocks >= MIN_CODE_BLOCKS:
        return "documentation"
    return None


def _by_words(url: str, full_text: str) -> str | None:
    groups, text = lexicon.load().groups, lexicon.Folded(full_text[:LOOKED_AT])
    n_shop = len(groups["product"].spans(text))
    if n_shop >= MIN_WORDS or (n_shop and _PRODUCT_URL.search(url)):
        return "product"
    return "forum" if len(groups["forum"].spans(text)) >= MIN_WORDS else None
