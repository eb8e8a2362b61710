"""Values whose parts are several numbers: halves, heights, sums of magnitudes, times in words, how long it lasted."""

import functools
import re
from collections.abc import Callable

from neartwin.guards.numerals import digit_readings, han_number, word_number
from neartwin.guards.readings import (
    NUMBER,
    Reading,
    lasting,
    powers,
    scale,
    time_of_day,
    unit_names,
)
from neartwin.guards.value_patterns import CODES, EN_HOUR, HAN_CURRENCY, HAN_DIGIT, MARKS

HAN = rf"(?:\d+|[{HAN_DIGIT}]+)"
DIGITS = re.compile(r"\d[\d., '’\u00a0]*")
CURRENCY_BEFORE = re.compile(rf"(?:(?:{'|'.join(MARKS)})?[$€£¥₫]|(?:{'|'.join(CODES)})|{HAN_CURRENCY})")
WORDS = re.compile(r"[^\W\d_]+")
PARTS = re.compile(r",?[ \u00a0]?(?:(?:and|và|又|零)[ \u00a0]?)?").fullmatch
MERGED = ("duration", "months", "length", "mass")


def number_of(form: str) -> float | None:
    """Return the number that digits, Han numerals or words are; of ambiguous digits the fraction."""
    form = form.strip()
    if DIGITS.fullmatch(form):
        return min(digit_readings(form.strip(" .,'’\u00a0")))
    return han_number(form) if form[:1] in HAN_DIGIT else word_number(re.split(r"[ -]", form))


def _amount(number: float | None, rest: str) -> set[Reading]:
    """Return a number times the magnitudes in the words after it, with their unit."""
    words = rest.replace("个", "").split()
    power = 0
    while words and words[0] in powers():
        power += powers()[words.pop(0)]
    return {(NUMBER, number * 10.0**power, unit_names().get(" ".join(words), ""))} if number is not None else set()


def _zh_half(form: str, _: str) -> set[Reading]:
    found = re.fullmatch(rf"({HAN})(?:个半(.+)|(.+)半)", form)
    number = number_of(found[1]) if found else None
    if found is None or number is None:
        return set()
    unit = found[2] or found[3]
    return {(NUMBER, number + 0.5, "month" if unit == "月" else unit_names().get(unit, ""))}


def _zh_span(form: str, _: str) -> set[Reading]:
    form = re.sub(r"[ \u00a0]", "", form)
    if form.startswith("半"):
        return {lasting(0.5)}
    longer = re.fullmatch(rf"({HAN})(年|天)零?({HAN})(?:个月|个?小时)", form)
    if longer is not None:
        major, minor = number_of(longer[1]), number_of(longer[3])
        if major is None or minor is None:
            return set()
        return {(NUMBER, major * 12 + minor, "month") if longer[2] == "年" else lasting(24 * major + minor)}
    found = re.fullmatch(rf"(?:({HAN})个?(?:小时|钟头))?零?(?:({HAN})(分钟?|刻钟))?(?:({HAN})秒钟?)?", form)
    if found is None:
        return set()
    hours, minutes, seconds = (number_of(part) if part else 0.0 for part in (found[1], found[2], found[4]))
    if hours is None or minutes is None or seconds is None:
        return set()
    return {lasting(hours, minutes * (15 if found[3] == "刻钟" else 1), seconds)}


def _en_half(form: str, _: str) -> set[Reading]:
    """Return `half an hour`, `two and a half million euros`, `an hour and a half`, `2½ hours`."""
    if form.startswith("half"):
        return _amount(0.5, form.split(" ", 2)[2])
    if "½" in form:
        digits, _, unit = form.partition("½")
        return _amount(float(digits) + 0.5, unit)
    before, _, unit = form.partition(" and a half")
    if unit:
        return _amount(_plus_half(number_of(before)), unit)
    number, _, unit = before.rpartition(" ")
    if not number:
        return _amount(_plus_half(number_of(before)), "")
    return _amount(1.5 if number in ("a", "an") else _plus_half(number_of(number)), unit)


def _plus_half(number: float | None) -> float | None:
    return None if number is None else number + 0.5


def _vi_half(form: str, _: str) -> set[Reading]:
    """Return `nửa tiếng`, `hai tiếng rưỡi`, `2 triệu rưỡi đồng`: the half is one of the last magnitude or unit."""
    if form.startswith("nửa"):
        return _amount(0.5, form.removeprefix("nửa").strip())
    before, _, currency = form.partition(" rưỡi")
    words = before.split(" ")
    for end in range(len(words), 0, -1):
        number = number_of(" ".join(words[:end]))
        if number is not None:
            readings = _amount(_half_more(number, words[:end]), " ".join(words[end:]) + currency)
            return readings if len(words) > end or number >= 100 else set()
    return set()


def _half_more(number: float, words: list[str]) -> float:
    """Return a number and half of its last magnitude: `trăm rưỡi` is 150, `hai triệu rưỡi` 2,500,000."""
    power = powers().get(words[-1], 0)
    return number + 0.5 * 10.0**power


def _en_one(form: str, _: str) -> set[Reading]:
    return _amount(1.0, form.partition(" ")[2])


def _prime(form: str, _: str) -> set[Reading]:
    """Return `22'09"`: minutes and seconds, or feet and inches."""
    major, minor = (int(part) for part in re.findall(r"\d+", form))
    return {lasting(0, major, minor)} | ({(NUMBER, float(12 * major + minor), "inch")} if minor < 12 else set())


def _feet(form: str, _: str) -> set[Reading]:
    """Return `5 ft 10 in`, `5-foot-10`, `5' 10 in` as inches."""
    feet, inches = (int(part) for part in re.findall(r"\d+", form))
    return {(NUMBER, float(12 * feet + inches), "inch")} if inches < 12 else set()


def _jointed(form: str, _: str) -> set[Reading]:
    """Return `1m65`, `1kg2`, `一米六五`, `2 tỷ 5`: what follows the unit is a fraction; `1m2` is an area, too."""
    found = re.fullmatch(rf"({HAN}) ?([^\d{HAN_DIGIT} ]+) ?({HAN})(cm|公分|厘米)?", form)
    whole = number_of(found[1]) if found else None
    if found is None or whole is None:
        return set()
    digits = found[3] if found[3].isdigit() else "".join(str(int(han_number(c) or 0)) for c in found[3])
    part = int(digits) / (100.0 if found[4] else 10.0 ** len(digits))
    readings = _amount(whole + part, found[2])
    area = unit_names().get(found[2] + digits)
    return readings | ({(NUMBER, whole, area)} if area and form.isascii() and not found[4] else set())


def _sum(form: str, _: str) -> set[Reading]:
    """Return `1 tỷ 200 triệu đồng`, `2亿5000万元`: each part with a smaller magnitude than the one before."""
    mark = CURRENCY_BEFORE.match(form)
    total, last = 0.0, 99
    rest = form[mark.end() if mark else 0 :].strip()
    unit = unit_names().get(mark[0].strip() if mark else "", "")
    while rest and (digits := DIGITS.match(rest)) is not None:
        rest = rest[digits.end() :].strip()
        word = next((w for w in _magnitudes() if rest.startswith(w)), None)
        number = number_of(digits[0])
        if word is None or number is None or powers()[word] >= last:
            return set()
        last = powers()[word]
        total, rest = total + number * 10.0**last, rest[len(word) :].strip()
    return {(NUMBER, total, unit or unit_names().get(rest, ""))}


@functools.cache
def _magnitudes() -> list[str]:
    return sorted(powers(), key=len, reverse=True)


def _en_time(form: str, _: str) -> set[Reading]:
    """Return `noon`, `half past seven`, `a quarter to nine`, `20 minutes past 8`."""
    if form.endswith(("noon", "midnight")):
        return time_of_day(12 if form.endswith("noon") else 0, 0, is_padded=True)
    found = re.match(rf"(\w+)(?: minutes)? (past|after|to|before) (\d+|{EN_HOUR})(.*)", form)
    if found is None:
        return set()
    minutes = {"half": 30.0, "quarter": 15.0}.get(found[1]) or number_of(found[1])
    hour = number_of(found[3])
    return set() if minutes is None or hour is None else minutes_of(hour, minutes, found[2], _half(found[4]))


def _half(form: str) -> str:
    return re.sub(r"[^apm]", "", form)


def minutes_of(hour: float, minutes: float, way: str, half: str) -> set[Reading]:
    """Return the time some minutes past an hour, or before the hour (`to`, `before`, `kém`, `差`)."""
    if way in ("to", "before", "kém", "差"):
        hour, minutes = hour - 1 if hour > 0 else 23, 60 - minutes
    return time_of_day(int(hour), minutes, half)


def merged(first: frozenset[Reading], second: frozenset[Reading], between: str) -> set[Reading]:
    """Return the sum of two neighbours of one quantity, the second in a smaller unit: `1 hour 22 minutes`.

    Empty if they are none: each must hold less than one of the unit before it.
    """
    if not PARTS(between):
        return set()
    return {
        (NUMBER, x * scale(unit_x)[1] / scale(unit_y)[1] + y, unit_y)
        for kind_x, x, unit_x in first
        for kind_y, y, unit_y in second
        if kind_x == kind_y == NUMBER
        and isinstance(x, float)
        and isinstance(y, float)
        and unit_x
        and unit_y
        and scale(unit_x)[0] == scale(unit_y)[0] in MERGED
        and y * scale(unit_y)[1] < scale(unit_x)[1]
    }


BUILDERS: dict[str, Callable[[str, str], set[Reading]]] = {
    "zh_half": _zh_half,
    "zh_span": _zh_span,
    "en_half": _en_half,
    "vi_half": _vi_half,
    "en_one": _en_one,
    "en_time": _en_time,
    "feet": _feet,
    "prime": _prime,
    "jointed": _jointed,
    "sum": _sum,
}
