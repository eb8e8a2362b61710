"""Tokens, shingle sets and signatures of many texts at once, from Arrow columns to NumPy arrays.

`python -m neartwin.fingerprint.kernel` compiles the numba functions into their cache, so that no run pays for it. On a
machine without numba, or with NEARTWIN_KERNEL=plain, the plain definitions do the same, some hundred times slower.
"""

import logging
import os
import time
from collections.abc import Sequence
from types import ModuleType

from neartwin.fingerprint import plain_batches
from neartwin.fingerprint.results import ShingleSets, Signatures, TokenStreams
from neartwin.fingerprint.texts import Languages, Texts, language_codes, strings
from neartwin.methods import Method, Spec, load
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

__all__ = [
    "ShingleSets",
    "Signatures",
    "TokenStreams",
    "shingle_sets",
    "sign",
    "sign_all",
    "signs_alike",
    "token_streams",
]


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


def sign(
    texts: Texts, languages: Languages, method: Method, threads: int | None = None, *, counts_distinct: bool = True
) -> Signatures:
    """Return the signatures of each text under a method; `threads` defaults to the cores that this process may use.

    Without `counts_distinct`, what repeats in a text counts each time in `n_features` and `n_shingles`: that is faster.
    """
    if slices is None:
        names, codes = language_codes(languages, len(texts))
        languages = [names[code] for code in codes]
        return plain_batches.sign(strings(texts), languages, method, counts_distinct=counts_distinct)
    signatures: Signatures = slices.sign(texts, languages, method, threads, counts_distinct=counts_distinct)
    return signatures


def sign_all(texts: Texts, languages: Languages, methods: Sequence[Method]) -> dict[str, Signatures]:
    """Return the signatures under several methods by id; those that read the same features share one pass."""
    signatures: dict[str, Signatures] = {}
    for shared in _passes(methods):
        found = sign(texts, languages, _combined(shared))
        for method in shared:
            signatures[method.method_id] = Signatures(
                found.simhash if method.bits else None,
                found.simhash_high if method.bits == 128 else None,
                found.minhash if method.num_perm else None,
                found.n_features,
                found.n_shingles,
            )
    return signatures


def signs_alike(method: Method, other: Method) -> bool:
    """Return whether two methods that have SimHashes alone give one text the same signature and n_features."""
    alone = {"max_hamming", "blocks", "min_features", "promise_jaccard", "promise_recall", "shingle_size"}
    telling = set(Spec.model_fields) - alone - {"about", "branch", "extractor"}
    return method.algorithm == "simhash" and all(getattr(method, name) == getattr(other, name) for name in telling)


def _passes(methods: Sequence[Method]) -> list[list[Method]]:
    """Group methods of equal features; a group has at most one with votes and one with permutations."""
    passes: list[list[Method]] = []
    for method in methods:
        for shared in passes:
            same = {_features(other) for other in (*shared, method)}
            n_votes = sum(other.bits > 0 for other in (*shared, method))
            n_minima = sum(other.num_perm > 0 for other in (*shared, method))
            if len(same) == 1 and n_votes <= 1 and n_minima <= 1:
                shared.append(method)
                break
        else:
            passes.append([method])
    return passes


def _features(method: Method) -> str:
    names = {"normalise", "fold", "tokeniser", "shingle_size", "hash", "phrases", "document_frequencies", "emphasis"}
    return method.model_dump_json(include=names)


def _combined(shared: Sequence[Method]) -> Method:
    if len(shared) == 1:
        return shared[0]
    voting = next((method for method in shared if method.bits), shared[0])
    return voting.model_copy(
        update={
            "method_id": "+".join(method.method_id for method in shared),
            "spec_sha256": "+".join(method.spec_sha256 for method in shared),
            "num_perm": max(method.num_perm for method in shared),
        }
    )


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
