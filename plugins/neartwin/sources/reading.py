"""What every reader is given beside the file: its name, the day's defaults, the limits, and a place for problems."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from neartwin.settings import IngestSettings
from neartwin.sources.problems import Problems

_DIGITS = re.compile(r"\d{8,18}", re.ASCII)
MILLISECONDS_FROM = 100_000_000_000


@dataclass(frozen=True, slots=True)
class Reading:
    """One file being read. `fetched_at` (UTC without a zone) stands where a record does not say when it was fetched."""

    source_file: str
    fetched_at: datetime
    zone: tzinfo
    limits: IngestSettings
    problems: Problems

    def time_of(self, value: object, offset: int, where: str = "") -> datetime:
        """Read a time: ISO 8601, YYYYMMDDhhmmss, epoch seconds or milliseconds; without a zone it is the source's.

        An unreadable one is a problem, and the day's midnight is taken.
        """
        if value is None or value == "":
            return self.fetched_at
        parsed = parse_time(value, self.zone)
        if parsed is None:
            self.problems.add(offset, "the time of the fetch is not a date: the day's midnight is taken", where=where)
            return self.fetched_at
        return parsed


def parse_time(value: object, zone: tzinfo = UTC) -> datetime | None:
    """Return UTC without a zone, or None for what is no time."""
    try:
        if isinstance(value, datetime):
            return _in_utc(value, zone)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _in_utc(_from_epoch(value), zone)
        if not isinstance(value, str):
            return None
        text = value.strip()
        if _DIGITS.fullmatch(text):
            return _in_utc(_from_digits(text), zone)
        return _in_utc(datetime.fromisoformat(text), zone)
    except (ValueError, OverflowError, OSError):
        return None


def _from_digits(text: str) -> datetime:
    """Read YYYYMMDD and what follows of hhmmss; digits that are no date are an epoch."""
    try:
        return datetime.strptime(text[:14].ljust(14, "0"), "%Y%m%d%H%M%S")
    except ValueError:
        return _from_epoch(int(text))


def _from_epoch(value: float) -> datetime:
    return datetime.fromtimestamp(value / (1000 if value >= MILLISECONDS_FROM else 1), UTC)


def _in_utc(time: datetime, zone: tzinfo) -> datetime:
    aware = time if time.tzinfo else time.replace(tzinfo=zone)
    return aware.astimezone(UTC).replace(tzinfo=None)
