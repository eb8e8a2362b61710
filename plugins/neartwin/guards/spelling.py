"""Words that differ in form only: abbreviations, national spellings, names without their marks."""

import functools
import re
import unicodedata
from collections.abc import Sequence

KEPT_WORDS = 8192

# British endings and groups with their American forms, applied to both sides until they meet.
VARIANTS = (
    (r"our(?=s|ed|ing|ite|able|ful|less|er|hood|$)", "or"),
    (r"is(?=e|ed|es|er|ers|ing|ation|ations)(?<!^is)", "iz"),
    (r"ys(?=e|ed|es|ing)", "yz"),
    (r"(?<=[bcdfghkpt])re(?=s|d|$)", "er"),
    (r"ogue(?=s|$)", "og"),
    (r"(?<=[aeou])ll(?=ed|ing|er|ers|or)", "l"),
    (r"(?<=[aeou])pp(?=ed|ing|er)", "p"),
    (r"ll(?=ment|ful|$)", "l"),
    (r"amme(?=s|$)", "am"),
    (r"ence(?=s|$)", "ense"),
    (r"ae|oe", "e"),
    (r"gement", "gment"),
    (r"que(?=s|$)", "ck"),
    (r"ph", "f"),
    (r"grey", "gray"),
    (r"tyre", "tire"),
    (r"plough", "plow"),
    (r"aluminium", "aluminum"),
)

LONGEST_CUT = 5
LONGEST_SYLLABLE = 7  # of Vietnamese: `nghiêng`


def same_spelling(a: str, b: str) -> bool:
    """Tell whether two words are one word: in British and American spelling, or one without its diacritics.

    Two words that both carry marks and differ in them are two words (`Hưng`, `Hùng`).
    """
    a, b = a.casefold(), b.casefold()
    if a == b:
        return True
    plain_a, plain_b = _plain(a), _plain(b)
    if plain_a == plain_b:
        return a == plain_a or b == plain_b
    return a.isascii() and b.isascii() and len(a) > 3 and _american(a) == _american(b)


def abbreviates(long: Sequence[str], short: Sequence[str]) -> bool:
    """Tell whether one run of words is the other with some words cut or put to their initials.

    `UBND Q.` and `Uỷ ban nhân dân Quận`, `CBT` and `Chicago Board of Trade`, `Corp` and `Corporation`.
    """
    return _abbreviates([w.casefold() for w in long], [w.casefold() for w in short])


def is_skeleton(word: str, cut: str) -> bool:
    """Tell whether a short form in Latin letters has its letters in their order in a name: `Fla`, `Penna`, `TX`.

    Many names are so in each other (`Ana`, `Andrea`): it must be written as a short form, too.
    """
    word, cut = word.casefold(), cut.casefold()
    if not (word.isascii() and cut.isascii() and 2 <= len(cut) <= LONGEST_CUT and len(cut) + 2 <= len(word)):
        return False
    places = iter(word[1:])
    return word[0] == cut[0] and all(c in places for c in cut[1:])


def _abbreviates(long: list[str], short: list[str]) -> bool:
    if not short or not long:
        return not short and all(len(word) <= 3 for word in long)
    head = _plain(short[0])
    if (same_spelling(short[0], long[0]) or _is_cut_of(long[0], head)) and _abbreviates(long[1:], short[1:]):
        return True
    letters = 0
    for end, word in enumerate(map(_plain, long), 1):
        if letters < len(head) and word[0] == head[letters]:
            letters += 1
        elif len(word) > 3:
            break
        if letters == len(head) and letters > 1 and _abbreviates(long[end:], short[1:]):
            return True
    return False


def _is_cut_of(word: str, cut: str) -> bool:
    """Tell whether `cut` is a word cut short; a syllable with marks (`Hoài`) is no longer form of another (`Hoa`)."""
    is_syllable = len(word) <= LONGEST_SYLLABLE and not word.isascii()
    return _is_cut(_plain(word), cut) and (len(cut) == 1 or not is_syllable)


def _is_cut(word: str, cut: str) -> bool:
    """Tell whether one word is the other cut short, or with vowels left out: `Corp`, `dlrs`, `Q`."""
    if len(cut) >= len(word) or word[0] != cut[0]:
        return False
    if word.startswith(cut):
        return len(cut) == 1 or len(cut) >= 3 or (len(cut) == 2 and len(word) >= 4)
    places = iter(word)
    return word[-1] == cut[-1] and len(cut) >= 2 and all(c in places for c in cut) and not re.search("[aeiou]", cut[1:])


@functools.lru_cache(maxsize=KEPT_WORDS)
def _plain(word: str) -> str:
    decomposed = unicodedata.normalize("NFD", word.replace("đ", "d").replace("Đ", "D"))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@functools.lru_cache(maxsize=KEPT_WORDS)
def _american(word: str) -> str:
    for pattern, form in VARIANTS:
        word = re.sub(pattern, form, word)
    return word
