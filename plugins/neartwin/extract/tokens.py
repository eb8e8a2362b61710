"""Count the tokens of a text in any script: what "short" means must not depend on how a language spaces its words."""

import re

# A Han or kana character counts one; scripts without spaces (Thai, Lao, Khmer, Burmese) about a word each 4 letters.
JOINED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
TOKEN = re.compile(rf"[{JOINED}]|[{UNSPACED}]{{1,4}}|[^\W{JOINED}{UNSPACED}]+")
_NOT_SPACED = re.compile(rf"[{JOINED}{UNSPACED}]")
# What is no part of a word becomes a space: so counted, words take a third of the time of a pattern.
_SIGNS = "\u00a0\u00ab\u00b7\u00bb\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u3001\u3002\uff0c"
_SPACED = bytes(byte if byte >= 128 or chr(byte).isalnum() or byte == ord("_") else 32 for byte in range(256))

SHORT, MEDIUM = 50, 400  # tokens where the length bands end


def count(text: str, at_most: int | None = None) -> int:
    """Return the number of tokens, looking no further than needed when `at_most` is enough to know."""
    if at_most is not None:
        text = text[: 40 * at_most]
    if not text.isascii():
        if _NOT_SPACED.search(text):
            return len(TOKEN.findall(text))
        for sign in _SIGNS:
            text = text.replace(sign, " ")
    return len(text.encode("utf-8", "replace").translate(_SPACED).split())


def length_band(n_tokens: int) -> str:
    """Return short, medium or long."""
    if n_tokens < SHORT:
        return "short"
    return "medium" if n_tokens < MEDIUM else "long"
