"""Phrases that mark pages which are no content, per language, as data files; the page's language does not matter."""

import functools
import hashlib
import re
import tomllib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_HAN = "[\u3400-\u9fff]"
_WORD = re.compile(r"\w+")
_HAN_PAIR = re.compile(f"(?=({_HAN}{_HAN}))")
FOLDER = Path(__file__).parent / "lexicons"


class Folded:
    """A text in the form in which phrases are compared, with the heads of words by which phrases are looked up."""

    __slots__ = ("heads", "text")

    def __init__(self, text: str) -> None:
        self.text = "\n".join(map(fold, text.split("\n")))
        self.heads = set(_WORD.findall(self.text))
        self.heads.update(_HAN_PAIR.findall(self.text))


class Phrases:
    """The phrases of one group, found in folded text on word borders; weak ones are said in ordinary sentences too."""

    def __init__(self, phrases: Iterable[str], weak: frozenset[str]) -> None:
        self._by_head: dict[str, list[str]] = {}
        self._weak = weak
        for phrase in sorted(phrases, key=lambda phrase: (-len(phrase), phrase)):
            self._by_head.setdefault(_head(phrase), []).append(phrase)

    def spans(self, folded: Folded) -> list[tuple[int, int]]:
        """Return (start, end) of the phrases in a text, longest first, without overlaps."""
        heads = self._by_head.keys() & folded.heads
        present = [phrase for head in heads for phrase in self._by_head[head] if phrase in folded.text]
        if not present:
            return []
        pattern = _pattern(tuple(sorted(present, key=lambda phrase: (-len(phrase), phrase))))
        return [match.span() for match in pattern.finditer(folded.text)]

    def sure_spans(self, folded: Folded) -> list[tuple[int, int]]:
        """Return the spans when one strong or two different weak phrases are among them, else none."""
        spans = self.spans(folded)
        said = {folded.text[start:end] for start, end in spans}
        return spans if len(said) > 1 or said - self._weak else []


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Phrases by group: captcha, blocked, login, error, redirect, javascript, consent, forum, product.

    `titles` holds whole titles by group: a title is `Đăng nhập`, not only contains it.
    """

    groups: dict[str, Phrases]
    titles: dict[str, frozenset[str]]


def fold(text: str) -> str:
    """Return the form in which phrases are compared: NFKC, no case, plain quotes, single spaces."""
    text = unicodedata.normalize("NFKC", text).replace("\u2019", "'").replace("\u2018", "'")
    return " ".join(text.casefold().split())


@functools.cache
def load() -> Lexicon:
    """Read all languages' files into one lexicon."""
    groups: dict[str, set[str]] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        for group, phrases in tomllib.loads(path.read_text(encoding="utf-8")).items():
            groups.setdefault(group, set()).update(map(fold, phrases))
    titles = {
        group.removesuffix("_title"): frozenset(words) for group, words in groups.items() if group.endswith("_title")
    }
    weak = frozenset(groups.pop("weak", ()))
    phrases = {group: Phrases(words, weak) for group, words in groups.items() if not group.endswith("_title")}
    return Lexicon(phrases, titles)


@functools.cache
def hashes() -> dict[str, str]:
    """Return the SHA-256 of each lexicon file by language: part of the extractor's spec."""
    return {path.stem: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(FOLDER.glob("*.toml"))}


@functools.lru_cache(maxsize=1024)
def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w){re.escape(p)}(?!\w)" if _has_words(p) else re.escape(p) for p in phrases))


def _head(phrase: str) -> str:
    """Return what a text must have among its heads to hold the phrase: its first two Han characters or first word."""
    pair = re.search(f"{_HAN}{_HAN}", phrase)
    return pair.group() if pair else _WORD.findall(phrase)[0]


def _has_words(phrase: str) -> bool:
    return not re.search(_HAN, phrase)
