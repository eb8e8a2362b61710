"""Tokens of many texts for the guards: folded keys, flags and places, made in one compiled pass over code points.

The guards' tokens belong to no fingerprint method: a pair of contents is guarded alike whatever method found it. Keys
fold what is equal in value: width, case, Han variants, the place of a Vietnamese tone mark (`hoà`, `hòa`), final `y`
and `i` (`lý`, `lí`), leading zeros. Line breaks are kept, because where a difference stands matters.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from neartwin.guards import code_points as cp
from neartwin.guards.kernel import scan, sentences

CHUNK_CODE_POINTS = 4_000_000

Flags = tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint16]]


NO_FLAGS: Flags = (np.zeros(1, np.uint64), np.zeros(1, np.uint16))


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of n texts: those of text i are `offsets[i]:offsets[i + 1]` of `keys`, `flags`, `starts`, `ends`.

    `starts` and `ends` count code points of the text in NFC. Sentences of text i are
    `sentence_offsets[i]:sentence_offsets[i + 1]` of `sentence_starts` (first token, counted within the text) and
    `sentence_keys`, and by key in the order `sentence_order`; each holds at least four tokens, so that a cell or a
    heading stays with what follows it.
    """

    offsets: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    flags: npt.NDArray[np.uint16]
    starts: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]
    sentence_offsets: npt.NDArray[np.int64]
    sentence_starts: npt.NDArray[np.int32]
    sentence_keys: npt.NDArray[np.uint64]
    sentence_order: npt.NDArray[np.int32]


def composed(text: str) -> str:
    """Return the text in NFC, lone surrogates replaced: the form that token places refer to."""
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text
    return unicodedata.normalize("NFC", text)


def tokenise(texts: Sequence[str], flags: Flags) -> Tokens:
    """Return the tokens of texts already in NFC; `flags` is an open-addressing table of key to lexicon flags."""
    tables = (cp.classes(), cp.folds(), *flags)
    parts = [scan(codes, offsets, *tables) for codes, offsets in _chunks(texts)]
    parts = parts or [scan(np.empty(0, np.uint32), np.zeros(1, np.int64), *tables)]
    counts, keys, marks, starts, ends = (np.concatenate(column) for column in zip(*parts, strict=True))
    offsets = _offsets(counts)
    n_sentences, first_tokens, sentence_keys, order = sentences(offsets, keys, marks)
    return Tokens(offsets, keys, marks, starts, ends, _offsets(n_sentences), first_tokens, sentence_keys, order)


def _offsets(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])


def _chunks(texts: Sequence[str]) -> Iterator[tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]]:
    start, size = 0, 0
    for end, text in enumerate(texts, 1):
        size += len(text)
        if size >= CHUNK_CODE_POINTS or end == len(texts):
            chunk = texts[start:end]
            codes = np.frombuffer("".join(chunk).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
            lengths = np.fromiter(map(len, chunk), dtype=np.int64, count=len(chunk))
            yield codes, np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
            start, size = end, 0
