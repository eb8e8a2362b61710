"""The extractor as a contract: an id that names everything which can change what a page becomes, kept with its spec."""

import functools
import hashlib
import json
from dataclasses import dataclass
from importlib.metadata import version

import duckdb
from lxml import etree

from neartwin.errors import MethodChangedError
from neartwin.extract import identity, lexicon, main_text
from neartwin.settings import Settings
from neartwin.warehouse import run

RULES = 1
"""Version of our own rules: raise it with every change to what a page becomes."""

NAME = "trafilatura"
LIBRARIES = ("trafilatura", "lxml", "justext", "py3langid", "charset-normalizer", "w3lib")


@dataclass(frozen=True, slots=True)
class Extractor:
    """An extractor's id, its spec as canonical JSON, and the spec's SHA-256."""

    extractor_id: str
    spec: str
    spec_sha256: str


def extractor(settings: Settings) -> Extractor:
    """Return the extractor that these settings, this code and the installed libraries make together."""
    limits = settings.extract
    return _extractor(
        limits.min_tokens, settings.ingest.max_page_bytes, limits.seconds_per_page, limits.memory_per_process
    )


def register(con: duckdb.DuckDBPyConnection, settings: Settings) -> str:
    """Enter the extractor in `extractors` and return its id; entering it again changes nothing.

    Raises MethodChangedError when the id is registered with another spec.
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


@functools.cache
def _extractor(min_tokens: int, max_page_bytes: int, seconds_per_page: float, memory: int) -> Extractor:
    contract = {
        "rules": RULES,
        "identity": identity.RULE,
        "libraries": {name: version(name) for name in LIBRARIES},
        "libxml2": ".".join(map(str, etree.LIBXML_VERSION)),
        "trafilatura": main_text.SETTINGS,
        "lexicons": lexicon.hashes(),
        "min_tokens": min_tokens,
        "max_page_bytes": max_page_bytes,
        "seconds_per_page": seconds_per_page,
        "memory_per_process": memory,
    }
    spec = json.dumps(contract, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(spec.encode()).hexdigest()
    return Extractor(f"{NAME}-{digest[:8]}@{RULES}", spec, digest)
