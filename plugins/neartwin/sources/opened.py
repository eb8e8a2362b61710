"""Read listed files with the reader of their form."""

import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from neartwin.errors import SourceError
from neartwin.settings import IngestSettings
from neartwin.sources import html_folder, jsonl, parquet, warc
from neartwin.sources.capture import Capture, Revisit
from neartwin.sources.listing import Listed, list_source, source_file
from neartwin.sources.location import Near, locate, near
from neartwin.sources.problems import Problems
from neartwin.sources.reading import Reading


def read_file(listed: Listed, file: Near, reading: Reading) -> Iterator[Capture | Revisit]:
    """Yield the captures of one listed file; whatever of it cannot be read goes to `reading.problems`.

    Raises SourceError when the file changes while it is read: the day then has to be run again.
    """
    try:
        with file.path.open("rb") as opened:
            if listed.form == "warc":
                yield from warc.read(opened, listed.packing, reading)
            elif listed.form == "jsonl":
                yield from jsonl.read(opened, listed.packing, reading)
            elif listed.form == "parquet":
                yield from parquet.read(opened, reading)
            elif listed.form == "html":
                yield from html_folder.read(opened, listed.packing, listed.entry, reading)
    except OSError as error:
        reading.problems.add(0, f"the file cannot be read: {error.strerror or type(error).__name__}")
    except SourceError as error:
        reading.problems.add(0, str(error))
    if file.has_changed():
        raise SourceError(f"{listed.path} changed while it was read: run the day again when it is written")


def open_source(
    given: str, *, fetched_at: datetime, zone: tzinfo = UTC, limits: IngestSettings | None = None
) -> Iterator[tuple[Capture | Revisit | None, Problems]]:
    """Yield (capture, problems of its file) of a whole source, and (None, problems) at the end of each file.

    For tools that need no warehouse; the stages of a day read by batches. Raises SourceError as `locate` does.
    """
    limits = limits or IngestSettings()
    location = locate(given)
    with tempfile.TemporaryDirectory() as scratch:
        for listed in list_source(location, limits):
            problems = Problems(source_file(listed.path))
            if listed.form == "problem":
                problems.add(listed.offset, listed.reason)
            elif listed.form == "skipped":
                problems.skip(listed.offset, listed.reason)
            elif listed.form != "manifest":
                reading = Reading(problems.source_file, fetched_at, zone, limits, problems)
                with near(location, listed.path, Path(scratch)) as file:
                    yield from ((capture, problems) for capture in read_file(listed, file, reading))
            yield None, problems
