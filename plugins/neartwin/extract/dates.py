"""Read the dates that a page states as its publication, in the forms that pages use."""

import re
from collections.abc import Iterable
from datetime import date
from email.utils import parsedate_tz

FIRST_YEAR, LAST_YEAR = 1990, 2100
MAX_DATES = 6

_ISO = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d{2})(\d{2})(\d{2})(?:T?\d{4,6})?(?!\d)")
_HAN = re.compile(r"(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日")
_DAY_FIRST = re.compile(r"(?<!\d)(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4})(?!\d)")
_VIETNAMESE = re.compile(r"ngày\s+(\d{1,2})\s+tháng\s+(\d{1,2})\s+năm\s+(\d{4})", re.IGNORECASE)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_FIRST = re.compile(rf"({'|'.join(_MONTHS)})[a-z]*\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})", re.IGNORECASE)
_DAY_MONTH = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?\s+({'|'.join(_MONTHS)})[a-z]*\.?,?\s+(\d{{4}})", re.IGNORECASE)


def read(text: object) -> date | None:
    """Return the calendar day that a date text names as written, whatever its time zone; None when it names none.

    `03/04/2026` is the third of April, as in Vietnam and most of the world, unless only the other order is a date.
    """
    if not isinstance(text, str) or len(text) > 200:
        return None
    for pattern, order in ((_ISO, "ymd"), (_HAN, "ymd"), (_VIETNAMESE, "dmy"), (_DAY_FIRST, "dmy"), (_COMPACT, "ymd")):
        match = pattern.search(text)
        if match is not None:
            year, month, day = (int(match[order.index(part) + 1]) for part in "ymd")
            return _date(year, month, day) or (_date(year, day, month) if order == "dmy" else None)
    return _by_month_name(text)


def publication(stated: Iterable[object]) -> list[date]:
    """Return the distinct days of date texts in their order, most trusted first, at most MAX_DATES."""
    days = (read(text) for text in stated)
    return list(dict.fromkeys(day for day in days if day is not None))[:MAX_DATES]


def _by_month_name(text: str) -> date | None:
    match = _MONTH_FIRST.search(text)
    if match is not None:
        return _date(int(match[3]), _MONTHS.index(match[1].lower()) + 1, int(match[2]))
    match = _DAY_MONTH.search(text)
    if match is not None:
        return _date(int(match[3]), _MONTHS.index(match[2].lower()) + 1, int(match[1]))
    parts = parsedate_tz(text)
    return _date(*parts[:3]) if parts is not None else None


def _date(year: int, month: int, day: int) -> date | None:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
