"""One document, whichever capture's spelling of it is stored: one fingerprint."""

import unicodedata

import pyarrow as pa
import pytest

from neartwin.fingerprint.document_text import document_text
from neartwin.fingerprint.kernel import sign
from neartwin.methods import load
from neartwin.settings import Settings

TEXT = "Hội đồng nhân dân xã họp phiên thường kỳ sáng thứ hai, bàn việc sửa con đường ven sông."
METHODS = load(Settings.load())


def signed(text, method):
    stored = pa.chunked_array([pa.array([text, "plain words only"], pa.large_string())])
    return sign(document_text(stored, [method]), ["vi", "en"], method)


@pytest.mark.parametrize("method_id", [m for m, method in METHODS.items() if method.bits and method.branch == "main"])
def test_composed_and_decomposed_letters_give_one_fingerprint(method_id):
    method = METHODS[method_id]
    composed, decomposed = (signed(unicodedata.normalize(form, TEXT), method) for form in ("NFC", "NFD"))
    assert composed.simhash.tolist() == decomposed.simhash.tolist()


def test_texts_that_need_nothing_are_handed_on_as_they_are():
    stored = pa.chunked_array([pa.array([TEXT], pa.large_string())])
    assert document_text(stored, list(METHODS.values())) is stored
