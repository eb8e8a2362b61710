"""What the outcome and the kind of a page are judged by."""

import re
from dataclasses import dataclass

from neartwin.extract.facts import Facts
from neartwin.extract.signs import Signs

_HAN = re.compile("[\u3400-\u9fff]")
_ARTICLE = re.compile(r"article|posting|report$")


@dataclass(frozen=True, slots=True)
class Evidence:
    """A page as seen: its HTTP status class, address, signs, facts and texts, with their sizes in tokens.

    `marks` names what the parts are called that hold most of a short page: see `marks.read`.
    """

    status: str
    url: str
    signs: Signs
    facts: Facts
    main_text: str
    full_text: str
    n_tokens: int
    n_page_tokens: int
    min_tokens: int
    marks: frozenset[str] = frozenset()

    @property
    def is_stated_article(self) -> bool:
        """Whether the page states a publication date or the type of an article: lists and notices do neither."""
        return bool(self.facts.published) or any(_ARTICLE.search(name) for name in self.facts.types)

    @property
    def n_words(self) -> float:
        """Size of the main text in words; a Han character is a token, and about 0.6 of a word."""
        return self.n_tokens - 0.4 * len(_HAN.findall(self.main_text))

    @property
    def link_share(self) -> float:
        """Share of the visible text that is the words of links."""
        return self.signs.link_characters / max(1, len(self.full_text))
