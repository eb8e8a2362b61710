"""Run the compiled kernel over slices of nearly equal bytes, on threads: the results do not depend on their number."""

import itertools
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from neartwin.fingerprint import arrays, compiled, layout, lexicon, plain, reference_tokens
from neartwin.fingerprint.results import ShingleSets, Signatures, TokenStreams, offsets
from neartwin.fingerprint.texts import Languages, Texts, language_codes, strings, utf8
from neartwin.methods import Method

SMALLEST_SLICE, LARGEST_SLICE = 1_000_000, 64_000_000
Result = TypeVar("Result")
_caches: list[layout.TokenCache] = []  # of the threads of this process, between two slices


def token_streams(texts: Texts, method: Method, threads: int | None) -> TokenStreams:
    """Return the tokens of each text with their places."""
    batch, names = _batch(texts, None, method)
    tables, choices = arrays.tables(method, names), arrays.choices(method)
    lengths = np.zeros(len(batch.languages), dtype=np.int64)
    found = _map(
        batch,
        choices,
        threads,
        lambda cache, *part: compiled.tokens_slice(batch, *part, tables, choices, cache, lengths),
    )
    places = np.concatenate([np.empty((0, 2), dtype=np.int32), *(part[1] for part in found)])
    hashes = np.concatenate([np.empty(0, dtype=np.uint64), *(part[0] for part in found)])
    return TokenStreams(offsets(lengths), hashes, places[:, 0].copy(), places[:, 1].copy())


def shingle_sets(texts: Texts, languages: Languages, method: Method, threads: int | None) -> ShingleSets:
    """Return the set of shingle hashes of each text."""
    batch, names = _batch(texts, languages, method)
    tables, choices = arrays.tables(method, names), arrays.choices(method)
    lengths = np.zeros(len(batch.languages), dtype=np.int64)
    found = _map(
        batch, choices, threads, lambda cache, *part: compiled.sets_slice(batch, *part, tables, choices, cache, lengths)
    )
    return ShingleSets(offsets(lengths), np.concatenate([np.empty(0, dtype=np.uint64), *found]))


def sign(
    texts: Texts, languages: Languages, method: Method, threads: int | None, *, counts_distinct: bool
) -> Signatures:
    """Return the signatures of each text."""
    batch, names = _batch(texts, languages, method)
    tables, choices = arrays.tables(method, names), arrays.choices(method, counts_distinct=counts_distinct)
    n = len(batch.languages)
    words = np.zeros((2, n if method.bits else 0), dtype=np.uint64)
    minhash = np.empty((n, method.num_perm), dtype=np.uint32)
    output = layout.Output(words[0], words[1], minhash, np.zeros((n, 2), dtype=np.int64))
    _map(
        batch, choices, threads, lambda cache, *part: compiled.sign_slice(batch, *part, tables, choices, cache, output)
    )
    return Signatures(
        words[0].view(np.int64) if method.bits else None,
        words[1].view(np.int64) if method.bits == 128 else None,
        minhash if method.num_perm else None,
        output.counts[:, 0].copy(),
        output.counts[:, 1].copy(),
    )


def _batch(texts: Texts, languages: Languages, method: Method) -> tuple[layout.Batch, tuple[str, ...]]:
    data, starts = utf8(_segmented(texts, method))
    names, codes = language_codes(languages, len(starts) - 1)
    return layout.Batch(data, starts, codes), names


def _segmented(texts: Texts, method: Method) -> Texts:
    """Return the texts with breaks between Han words where the method wants words, else as they are."""
    if method.tokeniser != "segmented":
        return texts
    return [plain.segmented_text(text, method) if lexicon.needs_breaks(text) else text for text in strings(texts)]


def _map(
    batch: layout.Batch, choices: layout.Choices, threads: int | None, work: Callable[..., Result]
) -> list[Result]:
    """Call `work(cache, first, last + 1)` for slices of texts, in order."""
    n_threads = threads or _cores()
    edges = _edges(batch.starts, n_threads)

    def call(low: int, high: int) -> Result:
        with _token_cache(choices) as cache:
            return work(cache, low, high)

    if n_threads == 1 or len(edges) == 2:
        return [call(low, high) for low, high in itertools.pairwise(edges)]
    with ThreadPoolExecutor(n_threads) as pool:
        return list(pool.map(call, edges[:-1], edges[1:]))


@contextmanager
def _token_cache(choices: layout.Choices) -> Iterator[layout.TokenCache]:
    """Lend one slice at a time a cache; the reference method's outlive their slice, as its digests are always true."""
    is_kept = choices.tokeniser == layout.REFERENCE
    try:
        cache = _caches.pop() if is_kept else _empty_cache(choices)
    except IndexError:
        cache = _empty_cache(choices)
    try:
        yield cache
    finally:
        if is_kept:
            _caches.append(cache)


def _empty_cache(choices: layout.Choices) -> layout.TokenCache:
    """Return a cache for the reference method, and for any other one without room."""
    is_used = choices.tokeniser == layout.REFERENCE
    n_slots, n_bytes, n_packed = reference_tokens.CACHE_SIZES if is_used else (1, 1, 1)
    return layout.TokenCache(
        np.empty(n_slots, dtype=np.uint64),
        np.zeros((n_slots, 2), dtype=np.int32),
        np.empty(n_bytes, dtype=np.uint8),
        np.zeros(1, dtype=np.int64),
        np.zeros((n_packed, 3), dtype=np.uint64),
    )


def _edges(starts: npt.NDArray[np.int64], n_threads: int) -> list[int]:
    """Return the first text of each slice, and the end. A slice holds at least one text."""
    n_bytes = int(starts[-1] - starts[0])
    size = min(max(n_bytes // (4 * n_threads), SMALLEST_SLICE), LARGEST_SLICE)
    wanted = int(starts[0]) + np.arange(size, n_bytes, size)
    return sorted({0, *np.searchsorted(starts, wanted).tolist(), len(starts) - 1})


def _cores() -> int:
    """Return how many cores this process may use; not every system tells."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
