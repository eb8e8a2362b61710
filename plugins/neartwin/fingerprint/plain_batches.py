"""The kernel's three calls on lists of strings, by the plain definitions: the twin that tests compare with."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from neartwin.fingerprint import plain
from neartwin.fingerprint.results import ShingleSets, Signatures, TokenStreams, offsets
from neartwin.methods import Method


def token_streams(texts: Sequence[str], method: Method) -> TokenStreams:
    """Return the tokens of each text with their places."""
    streams = [plain.tokens(text, method) for text in texts]
    flat = [token for stream in streams for token in stream]
    return TokenStreams(
        offsets([len(stream) for stream in streams]),
        np.array([token.hash for token in flat], dtype=np.uint64),
        np.array([token.start for token in flat], dtype=np.int32),
        np.array([token.end for token in flat], dtype=np.int32),
    )


def shingle_sets(texts: Sequence[str], languages: Sequence[str], method: Method) -> ShingleSets:
    """Return the set of shingle hashes of each text, of which `hash_bits` are kept."""
    runs = [_shingles(_hashes(text, method), language, method) for text, language in zip(texts, languages, strict=True)]
    sets = [np.unique(np.array(run, dtype=np.uint64) >> np.uint64(64 - method.hash_bits)) for run in runs]
    hashes = np.concatenate([np.empty(0, dtype=np.uint64), *sets])
    return ShingleSets(offsets([len(shingles) for shingles in sets]), hashes)


def sign(texts: Sequence[str], languages: Sequence[str], method: Method, *, counts_distinct: bool = True) -> Signatures:
    """Return the signatures of each text."""
    streams = [_hashes(text, method) for text in texts]
    runs = [_shingles(stream, language, method) for stream, language in zip(streams, languages, strict=True)]
    weights, default = plain.weights(method), plain.default_weight(method)
    voters = [plain.voters(stream, method.frequency) for stream in streams]
    low = [plain.simhash(stream, weights, default) for stream in voters]
    high = [plain.simhash(stream, weights, default, plain.HIGH_WORD) for stream in voters]
    minima = np.array([plain.minhash(run, method.num_perm) for run in runs], dtype=np.uint32)
    return Signatures(
        np.array(low, dtype=np.uint64).view(np.int64) if method.bits else None,
        np.array(high, dtype=np.uint64).view(np.int64) if method.bits == 128 else None,
        minima.reshape(len(texts), method.num_perm) if method.num_perm else None,
        _counts(streams, counts_distinct),
        _counts(runs, counts_distinct),
    )


def _counts(hashes: Sequence[Sequence[int]], is_distinct: bool) -> npt.NDArray[np.int64]:
    counts = [min(len(set(part)), plain.DISTINCT_LIMIT) if is_distinct else len(part) for part in hashes]
    return np.array(counts, dtype=np.int64)


def _hashes(text: str, method: Method) -> list[int]:
    return [token.hash for token in plain.tokens(text, method)]


def _shingles(hashes: list[int], language: str, method: Method) -> list[int]:
    return plain.shingles(hashes, method.size(language, len(hashes)))
