"""Language of a text, from the text alone: scripts that name their language first, then py3langid.

Nothing is restricted to the three languages of the project; a text too short to tell is `und`.
"""

import functools

import numpy as np
from py3langid.langid import LanguageIdentifier

from neartwin.extract import language_model, tokens

UNKNOWN = "und"
SAMPLE = 750  # characters looked at
PLACES = 5  # of a long text that they are taken from
MIN_LETTERS = 12  # fewer say nothing
MIN_SHARE = 0.5  # of letters in one script
MIN_EAST_SHARE = 0.3  # Han and kana: a character of these says as much as a syllable or a word
MIN_KANA = 0.05  # of Japanese letters; Chinese text has none
SURE = 0.5  # probability from which a language is believed
FAIRLY_SURE = 0.3  # the same for a text of at least SURE_TOKENS tokens
SURE_TOKENS = 30

# Code point ranges of scripts that one language (of those in wide use on the web) is written in.
_RANGES = (
    (0x0370, 0x03FF, "el"),
    (0x0530, 0x058F, "hy"),
    (0x0590, 0x05FF, "he"),
    (0x0980, 0x09FF, "bn"),
    (0x0A00, 0x0A7F, "pa"),
    (0x0A80, 0x0AFF, "gu"),
    (0x0B80, 0x0BFF, "ta"),
    (0x0C00, 0x0C7F, "te"),
    (0x0C80, 0x0CFF, "kn"),
    (0x0D00, 0x0D7F, "ml"),
    (0x0D80, 0x0DFF, "si"),
    (0x0E00, 0x0E7F, "th"),
    (0x0E80, 0x0EFF, "lo"),
    (0x1000, 0x109F, "my"),
    (0x10A0, 0x10FF, "ka"),
    (0x1780, 0x17FF, "km"),
    (0x1EA0, 0x1EF9, "vi"),
    (0x3040, 0x30FF, "kana"),
    (0x3400, 0x9FFF, "han"),
    (0xAC00, 0xD7A3, "ko"),
    (0x20000, 0x3FFFF, "han"),
)
_EDGES = np.array([edge for first, last, _ in _RANGES for edge in (first, last + 1)])
_NAMES = [name for _, _, name in _RANGES]
_VIETNAMESE = "ăđơưĂĐƠƯ"
_ENGLISH = (" the ", " of ", " and ", " to ", " is ", " in ", " for ")
MIN_ENGLISH = 0.06  # of words; running text has about 0.2
MIN_KINDS = 3  # different ones, "the" among them
MIN_VIETNAMESE = 0.08  # of letters: marks that only Vietnamese has; real texts have about 0.2


def identify(text: str) -> str:
    """Return the ISO 639-1 code of a text's language, or `und`."""
    sample = _sample(text)
    if not sample:
        return UNKNOWN
    return _by_script(sample) or _by_words(sample) or _by_model(sample)


def _sample(text: str) -> str:
    if len(text) <= SAMPLE:
        return text
    part, last = SAMPLE // PLACES, len(text) - SAMPLE // PLACES
    starts = (place * last // (PLACES - 1) for place in range(PLACES))
    return " ".join(text[start : start + part] for start in starts)


def _by_script(sample: str) -> str | None:
    """Return the language that the letters name, `und` without enough letters, None when the script is shared."""
    codes = np.frombuffer(sample.encode("utf-32-le", "replace"), dtype=np.uint32)
    letters = codes[(codes >= 0xC0) | ((codes | 0x20) >= 97) & ((codes | 0x20) <= 122)]
    foreign = letters[letters >= 0x0370]
    where = np.searchsorted(_EDGES, foreign, side="right")
    counts: dict[str, int] = {}
    for index, n_letters in enumerate(np.bincount(where, minlength=len(_EDGES) + 1)[1::2].tolist()):
        counts[_NAMES[index]] = counts.get(_NAMES[index], 0) + n_letters
    total = len(letters)
    east = counts["han"] + counts["kana"]
    if total < MIN_LETTERS and max(east, counts["ko"]) < MIN_LETTERS // 3:
        return UNKNOWN
    if east >= MIN_EAST_SHARE * total:
        return "ja" if counts["kana"] >= MIN_KANA * east else "zh"
    vietnamese = counts.pop("vi") + sum(map(sample.count, _VIETNAMESE))
    if vietnamese >= MIN_VIETNAMESE * total:
        return "vi"
    name, most = max(counts.items(), key=lambda item: item[1])
    return name if most >= MIN_SHARE * total and name not in ("han", "kana") else None


def _by_words(sample: str) -> str | None:
    """Name English by words that no other language has together: it is most of the web, and the model is slow."""
    text = sample.casefold()
    counts = [text.count(word) for word in _ENGLISH]
    is_english = counts[0] and sum(map(bool, counts)) >= MIN_KINDS and sum(counts) >= MIN_ENGLISH * text.count(" ")
    return "en" if is_english else None


def _by_model(sample: str) -> str:
    language, share = _identifier().classify(sample)
    if share >= SURE or (share >= FAIRLY_SURE and tokens.count(sample, at_most=SURE_TOKENS) >= SURE_TOKENS):
        return str(language)
    return UNKNOWN


@functools.cache
def _identifier() -> LanguageIdentifier:
    return language_model.load()
