"""Count the tokens of a text in any script: what "short" means must not depend on how a language spaces its words."""

import re

# A Han or kana character counts one; scripts without spaces (Thai, Lao, Khmer, Burmese) about a word each 4 letters.
_JOINED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
TOKEN = re.compile(rf"[{_JOINED}]|[{_UNSPACED}]{{1,4}}|[^\W{_JOINED}{_UNSPACED}]+")
_LATIN = re.compile(r"\w+")
_NOT_LATIN = re.compile(rf"[{_JOINED}{_UNSPACED}]")

SHORT, MEDIUM = 50, 400  # tokens where the length bands end


def count(text: str, at_most: int | None = None) -> int:
    """Return the number of tokens, looking no further than needed when `at_most` is enough to know."""
    if at_most is not None:
        text = text[: 40 * at_most]
    pattern = TOKEN if _NOT_LATIN.search(text) else _LATIN
    return len(pattern.findall(text))


def length_band(n_tokens: int) -> str:
    """Return short, medium or long."""
    if n_tokens < SHORT:
        return "short"
    return "medium" if n_tokens < MEDIUM else "long"
