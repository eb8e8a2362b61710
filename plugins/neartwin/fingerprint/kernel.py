"""Tokens, shingle sets and signatures of many texts at once, from Arrow columns to NumPy arrays.

`python -m neartwin.fingerprint.kernel` compiles the numba functions into their cache, so that no run pays for it. On a
machine without numba, or with NEARTWIN_KERNEL=plain, the plain definitions do the same, some hundred times slower.
"""

import logging
import os
import time
from types import ModuleType

from neartwin.fingerprint import plain_batches
from neartwin.fingerprint.results import ShingleSets, Signatures, TokenStreams
from neartwin.fingerprint.texts import Languages, Texts, language_codes, strings
from neartwin.methods import Method, load
from neartwin.settings import Settings

log = logging.getLogger(__name__)

slices: ModuleType | None
try:
    if os.environ.get("NEARTWIN_KERNEL") == "plain":
        raise ImportError("NEARTWIN_KERNEL=plain")
    from neartwin.fingerprint import slices
except ImportError as error:
    log.warning("the compiled kernel is not used (%s): plain Python signs texts some hundred times slower", error)
    slices = None

__all__ = ["ShingleSets", "Signatures", "TokenStreams", "shingle_sets", "sign", "token_streams"]


def token_streams(texts: Texts, languages: Languages, method: Method, threads: int | None = None) -> TokenStreams:
    """Return the tokens of each text with their places in the text as the method normalises it.

    Tokens do not depend on the language given: scripts route themselves.
    """
    if slices is None:
        return plain_batches.token_streams(strings(texts), method)
    streams: TokenStreams = slices.token_streams(texts, method, threads)
    return streams


def shingle_sets(texts: Texts, languages: Languages, method: Method, threads: int | None = None) -> ShingleSets:
    """Return the set of shingle hashes of each text, with the shingle size of its language and length."""
    if slices is None:
        names, codes = language_codes(languages, len(texts))
        return plain_batches.shingle_sets(strings(texts), [names[code] for code in codes], method)
    sets: ShingleSets = slices.shingle_sets(texts, languages, method, threads)
    return sets


def sign(texts: Texts, languages: Languages, method: Method, threads: int | None = None) -> Signatures:
    """Return the signatures of each text under a method; `threads` defaults to the cores that this process may use."""
    if slices is None:
        names, codes = language_codes(languages, len(texts))
        return plain_batches.sign(strings(texts), [names[code] for code in codes], method)
    signatures: Signatures = slices.sign(texts, languages, method, threads)
    return signatures


def main() -> None:
    """Compile every function of the kernel by signing one text under every configured method."""
    started = time.monotonic()
    for method in load(Settings.load()).values():
        sign(["Một văn bản ngắn. 一篇短文。 Short text: e\u0301."], ["vi"], method, 1)
        token_streams(["abc"], None, method, 1)
        shingle_sets(["abc"], None, method, 1)
    log.info("compiled the kernel in %.1f s", time.monotonic() - started)


if __name__ == "__main__":
    main()
