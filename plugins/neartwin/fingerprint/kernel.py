"""Tokens, shingle sets and signatures of many texts at once, from Arrow columns to NumPy arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from neartwin.fingerprint import plain
from neartwin.methods import Method

if TYPE_CHECKING:
    import pyarrow as pa

Texts: TypeAlias = "pa.Array | pa.ChunkedArray | Sequence[str]"
Languages: TypeAlias = "Sequence[str] | None"


@dataclass(frozen=True, slots=True)
class TokenStreams:
    """Tokens of n texts: those of text i are `offsets[i]:offsets[i + 1]` of the other arrays.

    `starts` and `ends` count code points of the text as the method normalises it.
    """

    offsets: npt.NDArray[np.int64]
    hashes: npt.NDArray[np.uint64]
    starts: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class ShingleSets:
    """Sorted distinct shingle hashes of n texts: those of text i are `hashes[offsets[i]:offsets[i + 1]]`."""

    offsets: npt.NDArray[np.int64]
    hashes: npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Signatures:
    """Signatures of n texts. A text without a feature (`n_features` 0) has no signature: its row means nothing.

    `simhash` is the first 64 bits seen as signed, `simhash_high` the second 64 bits; `minhash` has num_perm columns.
    """

    simhash: npt.NDArray[np.int64] | None
    simhash_high: npt.NDArray[np.int64] | None
    minhash: npt.NDArray[np.uint32] | None
    n_features: npt.NDArray[np.int64]
    n_shingles: npt.NDArray[np.int64]


def token_streams(texts: Texts, languages: Languages, method: Method) -> TokenStreams:
    """Return the tokens of each text with their places in the normalised text."""
    streams = [plain.tokens(text, method) for text in _strings(texts)]
    flat = [token for stream in streams for token in stream]
    return TokenStreams(
        _offsets(len(stream) for stream in streams),
        np.array([token[0] for token in flat], dtype=np.uint64),
        np.array([token[1] for token in flat], dtype=np.int32),
        np.array([token[2] for token in flat], dtype=np.int32),
    )


def shingle_sets(texts: Texts, languages: Languages, method: Method) -> ShingleSets:
    """Return the set of shingle hashes of each text."""
    sets = [np.unique(np.array(s, dtype=np.uint64)) for s in _shingles(texts, languages, method)]
    hashes = np.concatenate(sets) if sets else np.empty(0, dtype=np.uint64)
    return ShingleSets(_offsets(len(s) for s in sets), hashes)


def sign(texts: Texts, languages: Languages, method: Method) -> Signatures:
    """Return the signatures of each text under a method."""
    streams = [[token[0] for token in plain.tokens(text, method)] for text in _strings(texts)]
    shingles = [
        plain.shingles(stream, method.size(language, len(stream)))
        for stream, language in zip(streams, _languages(languages, len(streams)), strict=True)
    ]
    low = high = minima = None
    if method.bits:
        low = np.array([plain.simhash(s, [1] * len(s)) for s in streams], dtype=np.uint64).view(np.int64)
    if method.bits == 128:
        seconds = [[plain.mix(h ^ plain.HIGH_WORD) for h in stream] for stream in streams]
        high = np.array([plain.simhash(s, [1] * len(s)) for s in seconds], dtype=np.uint64).view(np.int64)
    if method.num_perm:
        minima = np.array([plain.minhash(s, method.num_perm) for s in shingles], dtype=np.uint32)
        minima = minima.reshape(len(streams), method.num_perm)
    n_features = np.array([len(set(stream)) for stream in streams], dtype=np.int64)
    return Signatures(low, high, minima, n_features, np.array([len(set(s)) for s in shingles], dtype=np.int64))


def _shingles(texts: Texts, languages: Languages, method: Method) -> list[list[int]]:
    streams = [[token[0] for token in plain.tokens(text, method)] for text in _strings(texts)]
    return [
        plain.shingles(stream, method.size(language, len(stream)))
        for stream, language in zip(streams, _languages(languages, len(streams)), strict=True)
    ]


def _strings(texts: Texts) -> list[str]:
    return list(texts) if isinstance(texts, Sequence) else texts.to_pylist()


def _languages(languages: Languages, n_texts: int) -> Sequence[str]:
    return languages if languages is not None else [""] * n_texts


def _offsets(lengths: object) -> npt.NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(list(lengths), dtype=np.int64)]).astype(np.int64)  # type: ignore[call-overload]


if __name__ == "__main__":
    pass
