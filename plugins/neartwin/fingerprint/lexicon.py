"""Word lists and character lists that methods name in their specs: phrases, term weights, Han forms, tone marks."""

import functools
import itertools

import rjieba

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
def term_weights(name: str) -> dict[str, int]:
    """Return the weight of each word of a table; `*` stands for all others.

    A word that two languages list takes the smaller weight, so that a wrong language changes nothing.
    """
    weights: dict[str, int] = {}
    for line in phrase_lines(name):
        _, weight, words = line.split("\t")
        for word in words.split(" "):
            weights[word] = min(int(weight), weights.get(word, 255))
    return weights


def segment_han(text: str) -> str:
    """Put WORD_BREAK between the words that rjieba finds, wherever a neighbouring character is Han."""
    han = unicode.load().kinds["han"]
    if not any(ord(character) in han for character in text):
        return text
    words = rjieba.cut(text)
    out = words[:1]
    for before, after in itertools.pairwise(words):
        is_break = ord(before[-1]) in han or ord(after[0]) in han
        out += [WORD_BREAK, after] if is_break else [after]
    return "".join(out)
