"""Main text of a page by trafilatura on the shared tree, with recorded fall-backs where it has nothing to say."""

import logging
from dataclasses import dataclass

from lxml.html import HtmlElement
from trafilatura import bare_extraction
from trafilatura.settings import Extractor

from neartwin.extract import furniture, tokens
from neartwin.extract.signs import Signs

log = logging.getLogger(__name__)
logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # it would name pages, and there is an outcome for each

# Balanced, with tables, without reader comments (they change under an unchanged article). `deduplicate` stays off: its
# process-wide cache makes the text of a page depend on the pages before it.
SETTINGS = {"fast": False, "comments": False, "tables": True, "dedup": False, "links": False, "images": False}
_OPTIONS = Extractor(output_format="python", formatting=False, **SETTINGS)

FEW = 3  # times `min_tokens`: a text below that is checked against the page's prose
MIN_LINE_TOKENS = 8  # of a line that is taken for prose
MANY_TIMES = 4  # as much prose as main text: then trafilatura took a menu or nothing


@dataclass(frozen=True, slots=True)
class MainText:
    """The text and what gave it: trafilatura, page (lines of prose that trafilatura left out), flat, plain, record."""

    text: str
    text_from: str


def main_text(tree: HtmlElement, full_text: str, signs: Signs, min_tokens: int) -> MainText:
    """Return the main text of a parsed page; the tree may be changed.

    Where trafilatura finds next to nothing and the page visibly holds several times that as prose outside links, that
    prose is taken instead.
    """
    text = furniture.trim(_by_trafilatura(tree), signs)
    few = FEW * min_tokens
    n_tokens = tokens.count(text, at_most=few)
    if n_tokens >= few:
        return MainText(text, "trafilatura")
    prose = prose_lines(full_text, signs.link_texts)
    if tokens.count(prose) >= MANY_TIMES * max(n_tokens, min_tokens):
        return MainText(prose, "page")
    return MainText(text, "trafilatura")


def prose_lines(full_text: str, link_texts: tuple[str, ...]) -> str:
    """Return the lines of a page's visible text that are long enough for prose and are no link."""
    links = set(link_texts)
    return "\n".join(
        line for line in full_text.split("\n") if line not in links and tokens.count(line) >= MIN_LINE_TOKENS
    )


def _by_trafilatura(tree: HtmlElement) -> str:
    try:
        document = bare_extraction(tree, options=_OPTIONS)
    except Exception as error:  # noqa: BLE001 (another's code over hostile input: the fall-backs take over)
        log.warning("trafilatura failed with %s", type(error).__name__)
        return ""
    text: str = document.text if document is not None and document.text else ""
    return text.strip()
