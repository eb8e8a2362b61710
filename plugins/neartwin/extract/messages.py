"""What parent and worker say to each other: requests as pickles from the trusted side, results as plain bytes.

A worker parses hostile pages, so the parent never unpickles what it sends: a result is JSON and two UTF-8 texts.
"""

import json
import pickle
import struct
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from decimal import Decimal
from typing import Any

from neartwin.extract.facts import Facts
from neartwin.extract.page import Extraction, Request

READY = b"ready"


class MessageError(Exception):
    """What a worker sent is no answer to what it was asked: it counts as dead."""


_LENGTHS = struct.Struct("<III")


def pack_requests(requests: Sequence[Request]) -> bytes:
    """Return one message with many pages, so that small pages do not pay for a round trip each."""
    return pickle.dumps(list(requests), protocol=5)


def unpack_requests(message: bytes) -> list[Request]:
    """Return the requests of a message; only the worker calls this, on what its parent sent."""
    requests: list[Request] = pickle.loads(message)
    return requests


def pack_extraction(extraction: Extraction) -> bytes:
    """Return the message of one result."""
    fields = asdict(extraction)
    texts = [fields.pop(name).encode("utf-8", "replace") for name in ("main_text", "full_text")]
    head = json.dumps(fields, default=str).encode()
    return b"".join((_LENGTHS.pack(len(head), *map(len, texts)), head, *texts))


def unpack_extraction(message: bytes, expected_key: str) -> Extraction:
    """Return the result that a message holds; raises MessageError when it holds none of the page that was asked for."""
    try:
        extraction = _unpack(message)
    except (ValueError, KeyError, TypeError, struct.error, ArithmeticError) as error:
        raise MessageError(f"not a result: {type(error).__name__}") from error
    if extraction.extraction_key != expected_key:
        raise MessageError("the result of another page")
    return extraction


def _unpack(message: bytes) -> Extraction:
    n_head, n_main, n_full = _LENGTHS.unpack_from(message)
    if len(message) != _LENGTHS.size + n_head + n_main + n_full:
        raise ValueError("lengths do not add up")
    start = _LENGTHS.size
    fields: dict[str, Any] = json.loads(message[start : start + n_head])
    main = message[start + n_head : start + n_head + n_main].decode()
    full = message[start + n_head + n_main :].decode()
    return Extraction(**{**fields, "facts": _facts(fields["facts"])}, main_text=main, full_text=full)


def _facts(fields: dict[str, Any]) -> Facts:
    price = fields["price"]
    return Facts(
        **{
            **fields,
            "price": None if price is None else Decimal(price),
            "published": tuple(map(date.fromisoformat, fields["published"])),
            "types": tuple(fields["types"]),
        }
    )
