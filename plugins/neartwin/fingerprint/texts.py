"""Read texts from whatever holds them: Arrow string or binary columns, or a list of strings; absent is empty."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.errors import MethodError
from neartwin.fingerprint.normalisation import LONE_SURROGATE

Texts: TypeAlias = "pa.Array | pa.ChunkedArray | Sequence[str]"
Languages: TypeAlias = "pa.Array | pa.ChunkedArray | Sequence[str] | None"


def utf8(texts: Texts) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Return the bytes of all texts and the n + 1 places where each begins, without a copy where Arrow allows it.

    Raises MethodError for a column that holds no texts.
    """
    column = _column(texts)
    if column.null_count:
        column = column.fill_null(b"")
    _, places, data = column.buffers()
    starts = np.frombuffer(places or bytes(8), dtype=np.int64)[column.offset : column.offset + len(column) + 1]
    characters = np.frombuffer(data if data and data.size else bytes(1), dtype=np.uint8)
    # Read-only whoever owns the memory: numba compiles once a kind of array.
    starts.flags.writeable = characters.flags.writeable = False
    return characters, starts


def strings(texts: Texts) -> list[str]:
    """Return the texts as Python strings; invalid UTF-8 becomes U+FFFD."""
    if isinstance(texts, Sequence):
        return list(texts)
    return [text.decode("utf-8", "replace") for text in _column(texts).fill_null(b"").to_pylist()]


def language_codes(languages: Languages, n_texts: int) -> tuple[tuple[str, ...], npt.NDArray[np.int32]]:
    """Return the distinct languages in sorted order, and the place of each text's language among them.

    Raises MethodError when there is not one language a text.
    """
    if languages is None:
        return ("",), np.zeros(n_texts, dtype=np.int32)
    if len(languages) != n_texts:
        raise MethodError(f"{n_texts} texts need {n_texts} languages, not {len(languages)}")
    column = pa.array(languages, pa.string()) if isinstance(languages, Sequence) else languages
    column = (column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column).fill_null("")
    names = tuple(sorted(set(column.unique().to_pylist()))) or ("",)
    encoded = column.dictionary_encode()
    places = np.array([names.index(name) for name in encoded.dictionary.to_pylist()] or [0], dtype=np.int32)
    return names, places[encoded.indices.to_numpy(zero_copy_only=False)].astype(np.int32)


def _column(texts: Texts) -> pa.Array:
    """Return one array of large binary values."""
    if isinstance(texts, Sequence):
        try:
            column = pa.array(texts, pa.large_string())
        except UnicodeEncodeError:
            column = pa.array([LONE_SURROGATE.sub("\ufffd", text) for text in texts], pa.large_string())
    else:
        column = texts
    if not _holds_texts(column.type):
        raise MethodError(f"texts to fingerprint must be a column of strings, not of {column.type}")
    column = column.cast(pa.large_binary())
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _holds_texts(kind: pa.DataType) -> bool:
    is_kind = (
        pa.types.is_string,
        pa.types.is_large_string,
        pa.types.is_binary,
        pa.types.is_large_binary,
        pa.types.is_null,
    )
    return any(test(kind) for test in is_kind)
