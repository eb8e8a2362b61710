"""Main text of a page by trafilatura on the shared tree, with recorded fall-backs where it has nothing to say."""

import logging
import re
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
MAX_LINK = 100  # characters of a link in a menu; also bounds what is tried at each word of a line
MIN_JOINED = 2  # letters of a link that another may follow without a space: an index of letters spells every word
MAX_OUTSIDE = 0.2  # of a line's tokens outside its links: a separator word, "you are here"
_SPACED = re.compile(rf"[^\W{tokens.JOINED}{tokens.UNSPACED}]")


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
    """Return the lines of a page's visible text that are long enough for prose and are no link and no row of links."""
    links = frozenset(link_texts)
    lines = (line for line in full_text.split("\n") if line not in links and tokens.count(line) >= MIN_LINE_TOKENS)
    lengths = sorted({len(link) for link in links if 0 < len(link) <= MAX_LINK}, reverse=True)
    return "\n".join(line for line in lines if not _is_row_of_links(line, links, lengths))


def _is_row_of_links(line: str, links: frozenset[str], lengths: list[int]) -> bool:
    """Whether a line is little else than texts of the page's links, as a menu whose links stand side by side."""
    n_outside, n_all = (len(tokens.TOKEN.findall(text)) for text in (_outside_links(line, links, lengths), line))
    return n_outside <= MAX_OUTSIDE * n_all


def _outside_links(line: str, links: frozenset[str], lengths: list[int]) -> str:
    """Return what is left of a line without its links, each taken as long as it fits.

    A link stands between words, or right beside another link: menus are often written without a space between.
    """
    left, at, is_after_link = [], 0, False
    while at < len(line):
        n = _link_length(line, at, links, lengths) if is_after_link or not _is_inside_word(line, at) else 0
        left.append(" " if n else line[at])
        at, is_after_link = at + (n or 1), n > 0
    return "".join(left)


def _link_length(line: str, at: int, links: frozenset[str], lengths: list[int]) -> int:
    """Return the length of the longest link that stands here, 0 without one."""
    fits = (n for n in lengths if line[at : at + n] in links)
    return next((n for n in fits if n >= MIN_JOINED or not _is_inside_word(line, at + n)), 0)


def _is_inside_word(line: str, at: int) -> bool:
    return 0 < at < len(line) and _SPACED.match(line, at) is not None and _SPACED.match(line, at - 1) is not None


def _by_trafilatura(tree: HtmlElement) -> str:
    try:
        document = bare_extraction(tree, options=_OPTIONS)
    except Exception as error:  # noqa: BLE001 (another's code over hostile input: the fall-backs take over)
        log.warning("trafilatura failed with %s", type(error).__name__)
        return ""
    text: str = document.text if document is not None and document.text else ""
    return text.strip()
