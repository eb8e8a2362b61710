"""The rows of a shard of fingerprints: texts of a batch signed under methods, as Arrow record batches."""

from collections.abc import Sequence
from dataclasses import fields

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from neartwin.fingerprint.document_text import document_text
from neartwin.fingerprint.results import Signatures
from neartwin.methods import Method

KEYS = {"main": "document_id", "page": "extraction_key"}
COLUMNS = {"main": ("document_id", "main_text"), "page": ("extraction_key", "full_text")}
WORDS = ("simhash", "simhash_high")


def schema(branch: str) -> pa.Schema:
    """Return the columns of a shard of fingerprints: one row a (method, document) or (method, extraction)."""
    known = [
        ("method_id", pa.string()),
        (KEYS[branch], pa.string()),
        *((word, pa.int64()) for word in WORDS),
        ("minhash", pa.binary()),
        ("n_features", pa.int64()),
    ]
    return pa.schema([*known, ("n_shingles", pa.int64())] if branch == "main" else known)


def columns(methods: Sequence[Method]) -> list[str]:
    """Return the columns of a shard of extractions that signing under these methods reads."""
    return sorted({"language", *(name for method in methods for name in COLUMNS[method.branch])})


def signed_rows(table: pa.Table, methods: Sequence[Method]) -> dict[str, list[pa.RecordBatch]]:
    """Return the rows of each branch that has a method; a text without features has n_features 0, and no signature."""
    signatures = _sign(table, methods)
    branches = list(dict.fromkeys(method.branch for method in methods))
    return {
        branch: [
            _rows(table[KEYS[branch]].combine_chunks(), signatures[method.method_id], method)
            for method in methods
            if method.branch == branch
        ]
        for branch in branches
    }


def _sign(table: pa.Table, methods: Sequence[Method]) -> dict[str, Signatures]:
    """Return the signatures of every text by method id.

    A page that holds nothing but its main text has the signature that a method of main texts with the same features
    has found already: it is not signed twice.
    """
    from neartwin.fingerprint import kernel  # loads numba, which only the worker of this stage needs

    main = [method for method in methods if method.branch == "main"]
    pages = [method for method in methods if method.branch == "page"]
    texts = document_text(table["main_text"], main) if main else None
    found = kernel.sign_all(texts, table["language"], main) if texts is not None else {}
    for page in pages:
        twin = next((method for method in main if kernel.signs_alike(page, method)), None)
        if twin is None or texts is None:
            found[page.method_id] = kernel.sign(table["full_text"], table["language"], page)
            continue
        found[page.method_id] = found[twin.method_id]
        own = np.flatnonzero(~_is_equal(table["full_text"], texts))
        if len(own):
            signed = kernel.sign(table["full_text"].take(pa.array(own)), table["language"].take(pa.array(own)), page)
            found[page.method_id] = _replaced(found[twin.method_id], own, signed)
    return found


def _is_equal(left: pa.ChunkedArray, right: pa.ChunkedArray) -> npt.NDArray[np.bool_]:
    equal = pc.fill_null(pc.equal(left, right), fill_value=False)
    found: npt.NDArray[np.bool_] = equal.combine_chunks().to_numpy(zero_copy_only=False)
    return found


def _replaced(signatures: Signatures, rows: npt.NDArray[np.int64], others: Signatures) -> Signatures:
    """Return the signatures with others in the place of some rows."""
    arrays = {field.name: getattr(signatures, field.name) for field in fields(Signatures)}
    for name, array in arrays.items():
        if array is not None:
            arrays[name] = array.copy()
            arrays[name][rows] = getattr(others, name)
    return Signatures(**arrays)


def _rows(texts: pa.Array, signatures: Signatures, method: Method) -> pa.RecordBatch:
    wanted = schema(method.branch)
    is_signed = signatures.n_features > 0
    minhash = None if signatures.minhash is None else _blobs(signatures.minhash)
    values = {
        "method_id": pa.repeat(pa.scalar(method.method_id), len(texts)),
        KEYS[method.branch]: texts,
        "simhash": _numbers(signatures.simhash, is_signed),
        "simhash_high": _numbers(signatures.simhash_high, is_signed),
        "minhash": pa.nulls(len(texts), pa.binary()) if minhash is None else _where(is_signed, minhash),
        "n_features": pa.array(signatures.n_features),
        "n_shingles": pa.array(signatures.n_shingles),
    }
    return pa.RecordBatch.from_pydict({field.name: values[field.name] for field in wanted}, schema=wanted)


def _numbers(values: npt.NDArray[np.int64] | None, is_signed: npt.NDArray[np.bool_]) -> pa.Array:
    return pa.nulls(len(is_signed), pa.int64()) if values is None else pa.array(values, mask=~is_signed)


def _where(is_signed: npt.NDArray[np.bool_], values: pa.Array) -> pa.Array:
    if is_signed.all():
        return values
    return pc.if_else(pa.array(is_signed), values, pa.scalar(None, values.type))


def _blobs(minhash: npt.NDArray[np.uint32]) -> pa.Array:
    """Return the minima of each text as little-endian bytes, without a copy on most machines."""
    width = minhash.shape[1] * 4
    ends = pa.py_buffer(np.arange(0, (len(minhash) + 1) * width, width, dtype=np.int32))
    data = pa.py_buffer(np.ascontiguousarray(minhash, dtype="<u4"))
    return pa.BinaryArray.from_buffers(pa.binary(), len(minhash), [None, ends, data])
