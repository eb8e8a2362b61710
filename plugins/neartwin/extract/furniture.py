"""Take lists of links off the ends of a main text: "read also" and rankings that an extractor kept with an article.

Such lists change under an unchanged article, and are shared by unlike ones. Only runs at an end go, and only where most
of the text stays: a page that is a list keeps its lines, for its outcome to be seen.
"""

import re
from collections.abc import Iterable

from neartwin.extract.signs import Signs

MIN_RUN = 3  # link lines together: one or two may be a source or a title
MIN_LETTERS = 4  # of a line that says anything
MIN_LEFT = 0.5  # of the characters
_BULLET = re.compile(r"^[\s\-\u2022*|\u00b7\u00bb>\d.:]+")


def trim(text: str, signs: Signs) -> str:
    """Return the text without runs of link lines at its ends; the page's own titles are never taken for links."""
    links, titles = "\n".join(signs.link_texts), "\n".join((signs.title, *signs.headings))
    lines = text.split("\n")
    end = len(lines) - _run(reversed(lines), links, titles)
    start = _run(lines[:end], links, titles)
    left = "\n".join(lines[start:end])
    return left if len(left) >= MIN_LEFT * len(text) else text


def _run(lines: Iterable[str], links: str, titles: str) -> int:
    """Return how many lines to take off: up to the last link line before the first line that is none."""
    n_links = n_lines = 0
    for number, line in enumerate(lines, start=1):
        words = _BULLET.sub("", " ".join(line.split())).rstrip(" |")
        if len(words) < MIN_LETTERS:
            continue
        if words not in links or words in titles:
            break
        n_links, n_lines = n_links + 1, number
    return n_lines if n_links >= MIN_RUN else 0
