"""The text of a document as methods see it: a function of the document, not of the capture it was read from."""

import unicodedata
from collections.abc import Iterable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from neartwin.fingerprint.normalisation import nfc
from neartwin.methods import Method


def document_text(texts: pa.ChunkedArray, methods: Iterable[Method]) -> pa.ChunkedArray:
    """Return stored main texts in NFC where a method would tell canonical equivalents apart.

    Captures of one document may spell its letters composed or decomposed (identity is over NFC); which of them is
    stored first depends on the order of arrival. Methods with NFC among their steps take the texts as they are.
    """
    if all("nfc" in method.normalise for method in methods):
        return texts
    suspects = np.flatnonzero(~pc.string_is_ascii(texts).fill_null(True).to_numpy())
    suspected = zip(suspects.tolist(), texts.take(pa.array(suspects)).to_pylist(), strict=True)
    odd = {number: nfc(text) for number, text in suspected if not unicodedata.is_normalized("NFC", text)}
    if not odd:
        return texts
    return pa.chunked_array([pa.array([odd.get(n, text) for n, text in enumerate(texts.to_pylist())], texts.type)])
