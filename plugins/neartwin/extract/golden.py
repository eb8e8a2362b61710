"""What the installed code and libraries make of our own sample pages: their outputs, and one digest of all of them.

The digest is part of the extractor's id, so that the id changes when a library changes what a page becomes, and does
not change with a version number alone. `python -m neartwin.extract.golden` prints the digest of each page as JSON.
"""

import functools
import hashlib
import json
import logging
import os
import platform
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from lxml import etree

from neartwin.extract import language_model
from neartwin.extract.page import Limits, Request, extract, name_language

log = logging.getLogger(__name__)

FOLDER = Path(__file__).parent / "golden"
LIMITS = Limits(min_tokens=20, max_page_bytes=1_000_000)
LIBRARIES = (
    "trafilatura", "lxml", "lxml_html_clean", "justext", "htmldate", "courlan", "py3langid", "numpy",
    "charset-normalizer", "w3lib",
)  # fmt: skip

# Where the bytes differ from UTF-8 without an HTTP charset: (encoding, HTTP charset, HTTP status class).
SERVED = {
    "news_zh": ("gbk", "", "2xx"),
    "broken_fr": ("windows-1252", "iso-8859-1", "2xx"),
    "tender_vi": ("utf-16", "", "2xx"),
    "not_found": ("utf-8", "", "404"),
}


def outputs() -> dict[str, str]:
    """Return the SHA-256 of what each sample page becomes: texts, outcome, facts, kind, language, identity."""
    return {name: _digest(_output(request)) for name, request in _requests()}


def digest(cache: Path) -> str:
    """Return one SHA-256 over all outputs.

    It is kept in the folder `cache` for as long as neither our code nor a library has another version; without a
    writable folder it is computed again.
    """
    made_of = _digest(_made_of())
    kept = cache / f"extractor-{made_of[:16]}.json"
    try:
        found = json.loads(kept.read_text(encoding="utf-8"))
        return str(found["golden_sha256"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    language_model.keep_in(cache)
    computed = _computed(made_of)
    _keep(kept, computed)
    return computed


def versions() -> dict[str, str]:
    """Return the versions of what extraction is made with, for people: no id depends on them."""
    found = {name: _version(name) for name in LIBRARIES}
    return found | {"libxml2": ".".join(map(str, etree.LIBXML_VERSION)), "python": platform.python_version()}


@functools.cache
def _computed(made_of: str) -> str:
    """Return the digest of all outputs, computed once a process for what the process is made of."""
    return _digest(outputs())


def _requests() -> Iterator[tuple[str, Request]]:
    for path in sorted(FOLDER.glob("*.html")):
        encoding, charset, status = SERVED.get(path.stem, ("utf-8", "", "2xx"))
        body = path.read_text(encoding="utf-8").encode(encoding)
        url = f"https://golden.example/{path.stem}"
        yield path.stem, Request(path.stem, body, url, "text/html", charset, status, len(body))


def _output(request: Request) -> dict[str, Any]:
    extraction = name_language(extract(request, LIMITS))
    told = asdict(extraction) | {"facts": extraction.facts.as_json(), "published": extraction.facts.published}
    return {name: str(value) for name, value in told.items() if name not in ("extraction_key", "n_ms")}


def _made_of() -> dict[str, str]:
    """Return what the outputs can depend on: versions of libraries, and every file of this package."""
    files = sorted(path for path in FOLDER.parent.rglob("*") if path.suffix in (".py", ".toml", ".html"))
    sources = {str(path.relative_to(FOLDER.parent)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    return versions() | sources | {"unicode": unicodedata.unidata_version}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def _digest(told: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _keep(path: Path, computed: str) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(json.dumps({"golden_sha256": computed}), encoding="utf-8")
        temporary.replace(path)
    except OSError:
        log.debug("the digest is not kept: %s cannot be written", path.parent)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(outputs(), indent=1, sort_keys=True) + "\n")
