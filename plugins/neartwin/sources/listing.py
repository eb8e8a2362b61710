"""List what a source holds, in a fixed order: data files with their form, manifest pages, and what cannot be read."""

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from neartwin.errors import SourceError
from neartwin.settings import IngestSettings
from neartwin.sources.detect import UNKNOWN, Form, form_of
from neartwin.sources.html_folder import MANIFEST, TEXTS, manifest_entries
from neartwin.sources.jsonl import first_record
from neartwin.sources.location import Found, Location
from neartwin.sources.problems import Problem, Problems
from neartwin.sources.reading import Reading
from neartwin.sources.unpack import Packing

MAX_DEPTH = 64
NOT_KEPT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|\A\s+|\s+\Z|%(?=[0-9A-Fa-f]{2})")


@dataclass(slots=True)
class Listed:
    """One line of a day's plan: a file to read, a manifest, or a problem met while listing.

    `entry` is what a manifest says of a page; `manifest` the manifest's path. `reason` is set for problems only.
    """

    path: str
    form: Form | Literal["manifest", "problem", "skipped"]
    packing: Packing = ""
    n_bytes: int = 0
    manifest: str = ""
    entry: dict[str, Any] = field(default_factory=dict)
    offset: int = 0
    n_records: int = 1
    reason: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready form without empty fields; `Listed(**listed.as_dict()) == listed`."""
        return {name: value for name, value in asdict(self).items() if value or name == "path"}


def source_file(path: str) -> str:
    """Return a path as tables keep it: every file has another one, and none holds what a table does not take.

    `%XX` stands for each byte of a control character, of a line separator, of white space at either end, for a byte
    that is no text, and for a `%` that would read as such a code.
    """
    return NOT_KEPT.sub(_percent_encoded, path)


def _percent_encoded(found: re.Match[str]) -> str:
    try:
        code = found.group().encode(errors="surrogateescape")
    except UnicodeEncodeError:
        code = found.group().encode(errors="surrogatepass")
    return "".join(f"%{byte:02X}" for byte in code)


def list_source(location: Location, limits: IngestSettings) -> Iterator[Listed]:
    """Yield everything of a source. Raises SourceError for a single file of no known form, and for an empty folder."""
    above = frozenset({location.real("")})
    listed = _named(location, limits) if location.names is not None else _folder(location, "", limits, above, 0)
    n_read, first_reason = 0, ""
    for item in listed:
        n_read += item.form not in ("problem", "skipped")
        first_reason = first_reason or (f"{item.path}: {item.reason}" if item.reason else "")
        yield item
    if n_read == 0:
        detail = f"; the first of its files: {first_reason}" if first_reason else ": it is an empty folder"
        raise SourceError(f"{location.given} holds no file that can be read{detail}")


def _named(location: Location, limits: IngestSettings) -> Iterator[Listed]:
    names = location.names or ()
    for item in names:
        if item.is_folder:
            yield from _folder(location, item.path, limits, frozenset({location.real(item.path)}), 0)
        elif len(names) == 1 and item.n_bytes and _is_manifest(location, item, limits):
            yield from _manifest(location, "", item, limits)
        else:
            yield from _files(location, iter([item]), limits)


def _folder(
    location: Location, folder: str, limits: IngestSettings, above: frozenset[str], depth: int
) -> Iterator[Listed]:
    items = location.folder(folder)
    by_name = {item.path.rsplit("/", 1)[-1]: item for item in items}
    manifest = by_name.get(MANIFEST)
    if manifest is not None and _is_manifest(location, manifest, limits):
        yield from _manifest(location, folder, manifest, limits)
        if (texts := by_name.get(TEXTS)) is not None:
            yield from _files(location, iter([texts]), limits)
        return
    yield from _files(location, iter(item for item in items if not item.is_folder), limits)
    for item in items:
        if item.is_folder:
            yield from _subfolder(location, item, limits, above, depth)


def _subfolder(
    location: Location, item: Found, limits: IngestSettings, above: frozenset[str], depth: int
) -> Iterator[Listed]:
    real = location.real(item.path)
    if real in above or depth >= MAX_DEPTH:
        yield _problem(item.path, "the folder leads back into itself, or lies too deep")
        return
    yield from _folder(location, item.path, limits, above | {real}, depth + 1)


def _files(location: Location, items: Iterator[Found], limits: IngestSettings) -> Iterator[Listed]:
    for item in items:
        if item.fault:
            yield _problem(item.path, item.fault)
        elif not item.is_folder:
            yield _file(location, item, limits)


def _file(location: Location, item: Found, limits: IngestSettings) -> Listed:
    try:
        with location.open(item.path) as file:
            form, packing = form_of(file, item.path, limits)
    except SourceError as error:
        kind: Literal["problem", "skipped"] = "skipped" if str(error) == UNKNOWN else "problem"
        return Listed(item.path, kind, reason=str(error))
    except OSError as error:
        return _problem(item.path, f"the file cannot be read: {error.strerror or type(error).__name__}")
    return Listed(item.path, form, packing, item.n_bytes)


def _is_manifest(location: Location, item: Found, limits: IngestSettings) -> bool:
    if item.fault or item.is_folder:
        return False
    if item.n_bytes == 0:
        return True
    with location.open(item.path) as file:
        record = first_record(file, "", limits)
    return record is not None and "file" in record and "html" not in record and "text" not in record


def _manifest(location: Location, folder: str, item: Found, limits: IngestSettings) -> Iterator[Listed]:
    yield Listed(item.path, "manifest", n_bytes=item.n_bytes)
    problems = Problems(item.path)
    reading = Reading(item.path, datetime(1970, 1, 1), UTC, limits, problems)
    with location.open(item.path) as file:
        for offset, where, path, entry in manifest_entries(file, reading):
            path = f"{folder}/{path}" if folder else path
            page = location.find(path)
            fault = page.fault or ("the path is a folder" if page.is_folder else None)
            if fault is None and location.leaves_root(path):
                fault = "the manifest entry's file leaves the folder: refused"
            if fault is not None:
                problems.add(offset, fault, where=where)
                continue
            packing = location.packing(path)
            yield Listed(path, "html", packing, page.n_bytes, manifest=item.path, entry=entry)
    yield from (_listed(problem) for problem in problems.rows())


def _problem(path: str, reason: str) -> Listed:
    return Listed(path, "problem", reason=reason)


def _listed(problem: Problem) -> Listed:
    return Listed(
        problem.source_file,
        problem.kind,
        offset=problem.source_offset,
        n_records=problem.n_records,
        reason=problem.reason,
    )
