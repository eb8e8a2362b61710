"""The pages that lie in the folder of reports, from the files alone: no warehouse is opened while a page is drawn."""

import html
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict

from neartwin.settings import Settings

TITLED = ("calibrations", "comparisons")
LISTED = 200
RUN = re.compile(r"(\d{4}-\d{2}-\d{2})-([A-Za-z0-9-]*?)-?([0-9a-f]{8})\.html")
TITLE = re.compile(r"<title>(.{1,300}?)</title>", re.DOTALL)


class Listed(TypedDict):
    """One page: what a person can tell it by, when it was written, and its name below the folder of reports."""

    name: str
    written: str
    page: str


def runs(settings: Settings) -> list[Listed]:
    """Return the pages of runs, newest day first, at most LISTED."""
    found = sorted(_pages(settings, "runs"), key=lambda path: path.name, reverse=True)
    known = [(path, RUN.fullmatch(path.name)) for path in found]
    return [_listed(path, f"{name[1]} {name[2] or name[3]}") for path, name in known if name][:LISTED]


def titled(settings: Settings, folder: str) -> list[Listed]:
    """Return the pages of another folder by their titles, newest first, at most LISTED."""
    found = sorted(_pages(settings, folder), key=lambda path: path.stat().st_mtime, reverse=True)
    return [_listed(path, _title(path)) for path in found[:LISTED]]


def _pages(settings: Settings, folder: str) -> list[Path]:
    place = settings.reports / folder
    return [path for path in place.glob("*.html") if path.is_file()] if place.is_dir() else []


def _listed(path: Path, name: str) -> Listed:
    at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return Listed(name=name, written=f"{at:%Y-%m-%d %H:%M}", page=f"{path.parent.name}/{path.name}")


def _title(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        found = TITLE.search(file.read(2_000))
    return html.unescape(found[1]).removesuffix(" · neartwin") if found else path.stem
