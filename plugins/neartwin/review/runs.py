"""The runs that left a report, from the files alone: no warehouse is opened while a page is drawn."""

import re
from typing import TypedDict

from neartwin.settings import Settings

RUNS = 200
NAME = re.compile(r"(\d{4}-\d{2}-\d{2})-([A-Za-z0-9-]*?)-?([0-9a-f]{8})\.html")


class Run(TypedDict):
    """One run's page: its day, a name that a person can tell apart, and the file names."""

    day: str
    name: str
    page: str


def listed(settings: Settings) -> list[Run]:
    """Return the runs with a report, newest day first, at most RUNS."""
    folder = settings.reports / "runs"
    names = sorted((path.name for path in folder.glob("*.html")), reverse=True) if folder.is_dir() else []
    found = [(name, NAME.fullmatch(name)) for name in names]
    return [Run(day=known[1], name=known[2] or known[3], page=f"runs/{name}") for name, known in found if known][:RUNS]
