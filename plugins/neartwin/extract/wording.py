"""How much of a page's titles and text is made of phrases that mark pages without content."""

import re

from neartwin.extract import lexicon
from neartwin.extract.evidence import Evidence

NEARLY_ALL = 0.6  # of a title
LOOKED_AT = 20_000  # characters of text
SENTENCE = re.compile(r"[^.!?\u3002\uff01\uff1f\n]+[.!?\u3002\uff01\uff1f]?")
TITLE_PART = re.compile(r"\s+[|\u2013\u2014:~/-]+\s+|\s*[|_\uff5c]\s*")


class Wording:
    """How much of a page's titles and text is made of a group's phrases; counted when asked, once."""

    def __init__(self, page: Evidence) -> None:
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
        spans = phrases.sure_spans(self._text)
        if not spans:
            return 0.0
        sentences = [match.span() for match in SENTENCE.finditer(self._text.text)]
        marked = sum(
            end - start for start, end in sentences if any(start < last and first < end for first, last in spans)
        )
        return marked / max(1, sum(end - start for start, end in sentences))


def _covered(phrases: lexicon.Phrases, title: lexicon.Folded) -> float:
    return sum(end - start for start, end in phrases.spans(title)) / max(1, len(title.text))
