"""Word lists and character lists that methods name in their specs: phrases, term weights, Han forms, tone marks."""

import functools
import itertools
import re

from neartwin.fingerprint import unicode_tables as unicode
from neartwin.fingerprint.normalisation import nfc
from neartwin.fingerprint.unicode_tables import TABLES

WORD_BREAK = "\x1f"
TONED_VOWELS = "aăâeêioôơuưy"
TONE_MARKS = "\u0300\u0301\u0303\u0309\u0323"


@functools.cache
def simplified(name: str = "han-simplified-1.tsv") -> dict[int, int]:
    """Return traditional and variant Han characters with their simplified form."""
    lines = (TABLES / name).read_text(encoding="utf-8").splitlines()
    return {ord(line[0]): ord(line[2]) for line in lines if not line.startswith("#")}


@functools.cache
def tones() -> dict[int, tuple[int, int]]:
    """Return each Vietnamese vowel with a tone mark: the vowel without it, and the tone from 1 to 5.

    `hoá` and `hóa` are one syllable: a fold that takes the tone from its vowel to the token's end makes them equal.
    """
    return {
        ord(nfc(vowel + mark)): (ord(vowel), number)
        for vowel, (number, mark) in itertools.product(TONED_VOWELS, enumerate(TONE_MARKS, start=1))
    }


@functools.cache
def phrase_lines(name: str) -> list[str]:
    """Return the phrases of a list, one a line."""
    lines = (TABLES / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@functools.cache
def term_weights(frequencies: str, emphasis: str) -> dict[str, int]:
    """Return the weight of each listed word, a whole number from 1 to 60.

    A word of d documents in 1,000 weighs 2 × the bit length of 1000 ÷ d: a logarithm that no machine rounds otherwise.
    Furniture words weigh a quarter of that, words of decision and negation three times as much. A word that two
    languages list takes its smallest weight, so that a wrong language changes nothing.
    """
    weights: dict[str, int] = {}
    for _, documents, words in map(_fields, phrase_lines(frequencies)):
        for word in words:
            weights[word] = min(_weight(int(documents)), weights.get(word, UNLISTED_WEIGHT))
    emphasised: dict[str, int] = {}
    for _, kind, words in map(_fields, phrase_lines(emphasis)):
        for word in words:
            plain = weights.get(word, UNLISTED_WEIGHT)
            weight = max(1, plain // 4) if kind == "boilerplate" else plain * 3
            emphasised[word] = min(weight, emphasised.get(word, weight))
    return weights | emphasised


def _fields(line: str) -> tuple[str, str, list[str]]:
    language, value, words = line.split("\t")
    return language, value, [word.replace("_", " ") for word in words.split(" ")]


def _weight(documents: int) -> int:
    return 2 * (1000 // documents).bit_length()


UNLISTED_WEIGHT = _weight(1)


def needs_breaks(text: str) -> bool:
    """Tell whether `segment_han` of the normalised text can differ from what the kernel makes of the text itself."""
    return WORD_BREAK in text or _han_runs().search(text) is not None


def segment_han(text: str) -> str:
    """Put WORD_BREAK around the words that rjieba finds in each run of Han characters."""
    import rjieba  # its dictionary takes a tenth of a second, and most methods need none

    return _han_runs().sub(lambda run: WORD_BREAK + WORD_BREAK.join(rjieba.cut(run[0])) + WORD_BREAK, text)


@functools.cache
def _han_runs() -> re.Pattern[str]:
    return re.compile(f"[{unicode.ranges(unicode.load().kinds['han'])}]+")
