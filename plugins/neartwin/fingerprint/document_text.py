"""The text of a document as methods see it: a function of the document, not of the capture it was read from."""

import unicodedata
from collections.abc import Iterable

import pyarrow as pa

from neartwin.fingerprint.normalisation import nfc
from neartwin.methods import Method


def document_text(texts: pa.ChunkedArray, methods: Iterable[Method]) -> pa.ChunkedArray:
    """Return stored main texts in NFC where a method would tell canonical equivalents apart.

    Captures of one document may spell its letters composed or decomposed (identity is over NFC); which of them is
    stored first depends on the order of arrival. Methods with NFC among their steps take the texts as they are.
    """
    if all("nfc" in method.normalise for method in methods):
        return texts
    plain = texts.to_pylist()
    odd = [number for number, text in enumerate(plain) if text and not unicodedata.is_normalized("NFC", text)]
    for number in odd:
        plain[number] = nfc(plain[number])
    return pa.chunked_array([pa.array(plain, texts.type)]) if odd else texts
