"""Tokens of many texts for the guards: folded keys, flags and places, made in one compiled pass over code points.

The guards' tokens belong to no fingerprint method: a pair of contents is guarded alike whatever method found it. Keys
fold what is equal in value: width, case, Han variants, the place of a Vietnamese tone mark (`hoà`, `hòa`), final `y`
and `i` (`lý`, `lí`), leading zeros but those of a fraction (`1.05`). Line breaks are kept, because where a difference
stands matters.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from neartwin.guards import code_points as cp
from neartwin.guards.scanning import scan, sentences

Flags = tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint16]]


NO_FLAGS: Flags = (np.zeros(1, np.uint64), np.zeros(1, np.uint16))


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of n texts: those of text i are `offsets[i]:offsets[i + 1]` of `keys`, `flags`, `gaps`, `starts`,
    `ends`; a gap says what stands between a token and the next one or the end.

    `starts` and `ends` count code points of the text in NFC. Sentences of text i are
    `sentence_offsets[i]:sentence_offsets[i + 1]` of `sentence_starts` (first token, counted within the text) and
    `sentence_keys`, and by key in the order `sentence_order`; each holds at least four tokens, so that a cell or a
    heading stays with what follows it.
    """

    offsets: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    flags: npt.NDArray[np.uint16]
    gaps: npt.NDArray[np.uint16]
    starts: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]
    sentence_offsets: npt.NDArray[np.int64]
    sentence_starts: npt.NDArray[np.int32]
    sentence_keys: npt.NDArray[np.uint64]
    sentence_order: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts in NFC, in UTF-8 one behind the other; each becomes a string where it is asked for."""

    data: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]

    def __getitem__(self, number: int) -> str:
        """Return one text."""
        return self.data[self.offsets[number] : self.offsets[number + 1]].tobytes().decode("utf-8", "surrogatepass")


def composed_texts(texts: Sequence[str] | pa.Array) -> Texts:
    """Return texts in the form that token places refer to; an Arrow column that has it already is not copied."""
    if isinstance(texts, pa.Array):
        column = texts.cast(pa.large_string()).fill_null("")
        odd = column.filter(pc.invert(pc.string_is_ascii(column))).to_pylist()
        if all(unicodedata.is_normalized("NFC", text) for text in odd):
            _, places, data = column.buffers()
            ends = np.frombuffer(places, np.int64)[column.offset : column.offset + len(column) + 1]
            characters = np.frombuffer(data or b"", dtype=np.uint8)
            characters.flags.writeable = False  # whoever owns the memory: numba compiles once a kind of array
            return Texts(characters, ends.copy())
        texts = column.to_pylist()
    return _packed([composed(text) for text in texts])


def _packed(texts: Sequence[str]) -> Texts:
    parts = [text.encode("utf-8", "surrogatepass") for text in texts]
    sizes = np.fromiter(map(len, parts), dtype=np.int64, count=len(parts))
    return Texts(np.frombuffer(b"".join(parts), dtype=np.uint8), _offsets(sizes))


def composed(text: str) -> str:
    """Return the text in NFC: the form that token places refer to."""
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text
    return unicodedata.normalize("NFC", text)


def tokenise(texts: Sequence[str], flags: Flags) -> Tokens:
    """Return the tokens of texts already in NFC; `flags` is an open-addressing table of key to lexicon flags."""
    return scanned(_packed(texts), flags)


def scanned(texts: Texts, flags: Flags) -> Tokens:
    """Return the tokens of packed texts."""
    counts, keys, marks, gaps, starts, ends = scan(texts.data, texts.offsets, cp.classes(), cp.folds(), *flags)
    offsets = _offsets(counts)
    n_sentences, first_tokens, sentence_keys, order = sentences(offsets, keys, marks)
    return Tokens(offsets, keys, marks, gaps, starts, ends, _offsets(n_sentences), first_tokens, sentence_keys, order)


def _offsets(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
