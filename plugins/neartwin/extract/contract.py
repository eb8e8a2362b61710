"""The extractor as a contract: an id that names everything which can change what a page becomes, kept with its spec.

Libraries count by what they make of our sample pages (`golden`), not by their version numbers: these stand in the spec
for people alone. One extractor can be installed at a time; the active one is whose texts the stored captures carry.
"""

import functools
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import duckdb

from neartwin.errors import MethodChangedError
from neartwin.extract import golden, identity, lexicon, main_text
from neartwin.settings import Settings
from neartwin.warehouse import run

RULES = 2
"""Version of our own rules: raise it with every change to what a page becomes."""

NAME = "trafilatura"


@dataclass(frozen=True, slots=True)
class Extractor:
    """An extractor's id, its spec as canonical JSON, and the SHA-256 of what of the spec counts."""

    extractor_id: str
    spec: str
    spec_sha256: str


def extractor(settings: Settings) -> Extractor:
    """Return the extractor that these settings, this code and the installed libraries make together."""
    limits = settings.extract
    return _extractor(
        settings.data / "cache",
        limits.min_tokens,
        settings.ingest.max_page_bytes,
        limits.seconds_per_page,
        limits.memory_per_process,
    )


def register(con: duckdb.DuckDBPyConnection, settings: Settings) -> str:
    """Enter the installed extractor in `extractors` and return its id; entering it again changes nothing.

    The first one of a warehouse is active; any other is a candidate until it is promoted. Raises MethodChangedError
    when the id is registered with another spec.
    """
    current = extractor(settings)
    registered = run(con, "extract/select_extractors", extractor_id=current.extractor_id)
    if registered and registered[0][0] != current.spec_sha256:
        raise MethodChangedError(current.extractor_id, registered[0][0], current.spec_sha256)
    run(
        con,
        "extract/insert_extractors",
        extractor_id=current.extractor_id,
        spec=current.spec,
        spec_sha256=current.spec_sha256,
    )
    return current.extractor_id


def is_active(con: duckdb.DuckDBPyConnection, extractor_id: str) -> bool:
    """Whether stored captures carry the texts of this extractor."""
    registered = run(con, "extract/select_extractors", extractor_id=extractor_id)
    return bool(registered) and registered[0][1] == "active"


@functools.cache
def _extractor(cache: Path, min_tokens: int, max_page_bytes: int, seconds_per_page: float, memory: int) -> Extractor:
    contract = {
        "rules": RULES,
        "identity": identity.RULE,
        "golden": golden.digest(cache),
        "trafilatura": main_text.SETTINGS,
        "lexicons": lexicon.hashes(),
        "min_tokens": min_tokens,
        "max_page_bytes": max_page_bytes,
        "seconds_per_page": seconds_per_page,
        "memory_per_process": memory,
    }
    digest = hashlib.sha256(_canonical(contract).encode()).hexdigest()
    spec = _canonical(contract | {"made_with": golden.versions()})
    return Extractor(f"{NAME}-{digest[:8]}@{RULES}", spec, digest)


def _canonical(told: dict[str, object]) -> str:
    return json.dumps(told, sort_keys=True, separators=(",", ":"))
