"""When a source's crawl day is there: path templates, the day's time zone, completeness marker, deadline."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from neartwin.errors import SourceError
from neartwin.settings import SourceSettings
from neartwin.sources.location import Location, locate

State = Literal["complete", "late", "half", "missing"]


@dataclass(frozen=True, slots=True)
class DayState:
    """What is known of a source's day. `is_ready`: complete, or its deadline has passed."""

    state: State
    reason: str
    is_ready: bool


def resolve(template: str, day: date) -> str:
    """Return the path that a template names for a day: `{day}` is YYYY-MM-DD, `{day:%Y/%m/%d}` any other form."""
    return template.format(day=day)


def midnight(day: date, timezone: str) -> datetime:
    """Return the start of a crawl day in its time zone, as UTC without a zone."""
    return datetime.combine(day, time(), ZoneInfo(timezone)).astimezone(UTC).replace(tzinfo=None)


def day_state(source: SourceSettings, day: date, now: datetime) -> DayState:
    """Look at the source's files and marker; `now` has a zone."""
    zone = ZoneInfo(source.timezone)
    ends = datetime.combine(day + timedelta(days=1), time(), zone)
    is_due = now >= datetime.combine(day + timedelta(days=1), source.deadline, zone)
    path = resolve(source.path, day)
    if _find(path) is None:
        return DayState("missing", f"nothing at {path}", is_due)
    if source.complete is not None:
        marker = resolve(source.complete, day)
        if _find(marker) is None:
            return DayState("half", f"the marker {marker} is not there", is_due)
        return DayState("complete", "the completeness marker is there", True)
    if now < ends:
        return DayState("half", f"the day is not over in {source.timezone}", False)
    return DayState("complete", f"the day is over in {source.timezone} and has files", True)


def is_ready(source: SourceSettings, day: date, now: datetime) -> bool:
    """Whether a source's day can run now: it is complete, or its deadline has passed."""
    return day_state(source, day, now).is_ready


def _find(path: str) -> Location | None:
    try:
        return locate(path)
    except SourceError:
        return None
