"""Numbers, dates, times, codes and amounts of a text as values, whatever their form.

`1.200.000 đ`, `1,200,000 VND` and `1,2 triệu đồng` are one value; so are `120.64万元` and `壹佰贰拾万陆仟肆佰元`,
`22h40` and `10:40 pm`, `28/7` and `28 tháng 7`. A form with several readings (`1.200`, `5/8`) keeps them all. Two
values agree when any two readings do; what one side leaves out (a year, a unit, half of the day) contradicts nothing.
"""

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from neartwin.guards import lexicon
from neartwin.guards.numerals import digit_readings, han_number, is_weak, word_number
from neartwin.guards.value_patterns import HALVES, TAIL, alternatives, amounts, fold, leads, pattern

NUMBER, DATE, TIME, CODE = "number", "date", "time", "code"
HALF_DAY = 720
KEPT_TEXTS = 4096  # copies and forms ask about the same lines again and again
FIRST_REPUBLICAN_YEAR = 1911
DATE_UNITS, HOUR_UNITS = ("", "day", "month", "year"), ("", "hour")
MORNING = ("上午", "早上", "早晨", "清晨", "凌晨", "早", "sáng", "am", "a.m", "a.m.")
WEAK_HAN = ("一", "半", "两", "一一")  # `一一` is mostly `one by one`
IS_ROMAN = re.compile("[ivxlc]{2,6}").fullmatch
IS_VERSION = re.compile(r"v\d+(?:\.\d+)+").fullmatch
IS_DECIMAL = re.compile(r"\d+\.\d+").fullmatch
NUMBER_IN = re.compile(r"\d(?:[\d., '’\u00a0]*\d)?").search
ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}

Content = float | str | tuple[int | None, int | None, int | None]
Reading = tuple[str, Content, str]


@dataclass(frozen=True, slots=True)
class Value:
    """A value in a text: where it stands (code points), what it may mean, and whether it may be a mere word (`một`)."""

    start: int
    end: int
    readings: frozenset[Reading]
    is_weak: bool = False
    digits: str = ""

    def agrees(self, other: "Value") -> bool:
        """Tell whether some reading of each means the same; equal digits are read in the same way on both sides."""
        if self.digits and self.digits == other.digits:
            a, b = (sorted(value.readings, key=str) for value in (self, other))
            return len(a) == len(b) and any(_agree(x, y) or _agree(y, x) for x, y in zip(a, b, strict=True))
        if self.readings & other.readings:
            return True
        return any(_agree(a, b) or _agree(b, a) for a in self.readings for b in other.readings)


@functools.lru_cache(maxsize=KEPT_TEXTS)
def find(text: str) -> Sequence[Value]:
    """Return the values of a text, left to right, without overlap."""
    folded = fold(text)
    places, words = leads()
    values, at = [], 0
    while (place := places.search(folded, at)) is not None:
        at = place.end()
        word = place["word"]
        if word and word not in words and len(word) > 1 and not folded[at : at + 1].isdigit() and not IS_ROMAN(word):
            continue
        match = pattern().match(folded, place.start())
        if match is None:
            continue
        form = str(match.lastgroup)
        readings = BUILDERS[form](match[0], text[match.start() : match.end()])
        if not readings and (amount := amounts().match(folded, place.start())) is not None:
            form, match, readings = "amount", amount, _amount(amount[0], "")  # `7989 GMT` is no time
        if readings:
            at = match.end()
            weak = form in ("word", "han") and (is_weak(match[0].split()) or match[0] in WEAK_HAN)
            found = NUMBER_IN(match[0]) if form == "amount" else None
            values.append(Value(match.start(), at, frozenset(readings), weak, found[0] if found else ""))
    return tuple(values)


def _agree(a: Reading, b: Reading) -> bool:
    (kind_a, x, unit_a), (kind_b, y, unit_b) = a, b
    if kind_a == kind_b == NUMBER and isinstance(x, float) and isinstance(y, float):
        return _amounts_agree(x, unit_a, y, unit_b)
    if kind_a == kind_b == DATE and isinstance(x, tuple) and isinstance(y, tuple):
        shared = [(p, q) for p, q in zip(x, y, strict=True) if p is not None and q is not None]
        return bool(shared) and all(p == q for p, q in shared)
    if kind_a == kind_b == TIME and isinstance(x, float) and isinstance(y, float):
        return not (unit_a and unit_b) and x % HALF_DAY == y % HALF_DAY
    if kind_a == DATE and kind_b == NUMBER and isinstance(x, tuple):
        return unit_b in DATE_UNITS and y in x
    if kind_a == TIME and kind_b == NUMBER and isinstance(x, float) and isinstance(y, float):
        return unit_b in HOUR_UNITS and x % HALF_DAY == y * 60 % HALF_DAY
    if kind_a == kind_b == CODE:
        return x == y
    if kind_a == CODE and kind_b == NUMBER and isinstance(y, float):
        return f"{y:.0f}" in unit_a.split("-") and y == int(y)
    return False


def _amounts_agree(x: float, unit_x: str, y: float, unit_y: str) -> bool:
    if unit_x == unit_y or not unit_x or not unit_y:
        return abs(x - y) <= 1e-9 * max(abs(x), abs(y), 1)
    (quantity_x, factor_x), (quantity_y, factor_y) = _scale(unit_x), _scale(unit_y)
    return quantity_x == quantity_y and abs(x * factor_x - y * factor_y) <= 1e-6 * max(x * factor_x, y * factor_y)


@functools.cache
def _scale(unit: str) -> tuple[str, float]:
    quantity, factor, _ = lexicon.read("units")["units"].get(unit, (unit, 1, ()))
    return quantity, float(factor)


@functools.cache
def _unit_names() -> dict[str, str]:
    units = lexicon.read("units")
    forms = {fold(word): name for name, (_, _, words) in units["units"].items() for word in words}
    for group in ("currencies", "percent"):
        forms |= {fold(word): name for name, words in units[group].items() for word in words}
    return forms | {"us$": "USD", "个百分点": "%"}


@functools.cache
def _powers() -> dict[str, int]:
    powers: dict[str, int] = {}
    for name in lexicon.LANGUAGES:
        powers |= {fold(word): power for word, power in lexicon.read(name)["numerals"]["magnitudes"].items()}
    return powers


# Builders: from a form to its readings; an empty set means that it is no value after all. -----------------------------


def _small(form: str) -> int | None:
    value = float(form) if form.isdigit() else han_number(form)
    return int(value) if value is not None else None


def _date(year: int | None, month: int | None, day: int | None) -> set[Reading]:
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return set()
    if year is not None and year < 100:
        year += 2000 if year < 70 else 1900
    return {(DATE, (year, month, day), "")}


def _zh_date(form: str, _: str) -> set[Reading]:
    form = re.sub(r"[ \u00a0]", "", form)
    found = re.fullmatch(r"(?:(民国)?(.+)年)?(?:(.+)月)?(?:(.+)[日号])?", form)
    if found is None:
        return set()
    republican, year, month, day = found.groups()
    full = _small(year) if year else None
    if full is not None and (republican or 100 <= full < 200):
        full += FIRST_REPUBLICAN_YEAR
    if full is not None and not month and not republican and full < 100:
        return {(NUMBER, float(full), "year")}
    readings = _date(full, _small(month) if month else None, _small(day) if day else None)
    return readings | ({(NUMBER, float(_small(day) or 0), "")} if day and not month else set())


def _split_date(form: str, _: str) -> set[Reading]:
    """Return the dates that three numbers may be; those that are none (`45.13.2024`) are a code."""
    a, b, c = (int(part) for part in re.split(r"[-./]", form))
    dates = _date(a, b, c) if a > 31 else _date(c, b, a) | _date(c, a, b) | (_date(a, b, c) if c <= 31 else set())
    return dates or {_coded(f"{a}-{b}-{c}", keep="-")}


def _vi_date(form: str, _: str) -> set[Reading]:
    found = re.fullmatch(r"(?:(?:ngày|mùng|mồng) )?(?:(\d+) )?tháng (.+?)(?:(?: năm |/|-)(\d{4}))?", form)
    if found is None:
        return set()
    names = _months("vi")
    month = int(found[2]) if found[2].isdigit() else names.get(found[2])
    return _date(int(found[3]) if found[3] else None, month, int(found[1]) if found[1] else None)


def _vi_day(form: str, _: str) -> set[Reading]:
    day, month = (int(number) for number in re.findall(r"\d+", form))
    return _date(None, month, day)


@functools.cache
def _months(language: str) -> dict[str, int]:
    months = lexicon.read(language)["numerals"]["months"]
    return {word: number for number, words in enumerate(months, 1) for word in words.split("|")}


def _en_date(form: str, _: str) -> set[Reading]:
    names = _months("en")
    month = next(names[word] for word in re.findall(r"[a-z]+", form) if word in names)
    numbers = [int(number) for number in re.findall(r"\d+", form)]
    days, years = [n for n in numbers if n <= 31], [n for n in numbers if n > 31]
    if any(year < 1000 for year in years):
        return set()
    return _date(years[0] if years else None, month, days[0] if days else None)


def _time(hour: int, minute: int, half: str, *, is_padded: bool = False) -> set[Reading]:
    if hour > 24 or minute > 59:
        return set()
    if half and half not in MORNING and hour < 12:
        hour += 0 if half in ("中午", "trưa") and hour >= 10 else 12
    if half in MORNING and hour == 12:
        hour = 0
    return {(TIME, float(hour * 60 + minute), "24" if half or hour > 12 or is_padded else "")}


def _zh_time(form: str, _: str) -> set[Reading]:
    form = re.sub(r"[ \u00a0]", "", form)
    found = re.fullmatch(rf"({HALVES})?(.+?)(?:点钟?|时|[:：])(半|整|(.+?)分?)?", form)
    if found is None or (hour := _small(found[2])) is None:
        return set()
    minute = 30 if found[3] == "半" else 0 if found[3] in (None, "整") else _small(found[4])
    return _time(hour, minute or 0, found[1] or "") if minute is not None else set()


def _clock(form: str, _: str) -> set[Reading]:
    numbers = re.findall(r"\d+", form)
    half = re.sub(r"[^apm]", "", re.sub("gmt|utc|hrs|hours", "", form))
    if len(numbers[0]) == 4:
        return _time(int(numbers[0][:2]), int(numbers[0][2:]), "am" if int(numbers[0]) < 1200 else "")
    hour, minute = int(numbers[0]), int(numbers[1]) if len(numbers) > 1 else 0
    readings = _time(hour, minute, half, is_padded=numbers[0].startswith("0"))
    return readings | ({_coded(f"{hour}-{minute}", keep="-")} if not half and len(numbers) == 2 else set())


def _vi_time(form: str, _: str) -> set[Reading]:
    numbers = [int(number) for number in re.findall(r"\d+", form)]
    half = next((word for word in ("sáng", "trưa", "chiều", "tối", "đêm") if form.endswith(word)), "")
    readings = _time(numbers[0], 30 if "rưỡi" in form else numbers[1] if len(numbers) > 1 else 0, half)
    return readings | ({(NUMBER, float(numbers[0]), "hour")} if len(numbers) == 1 and not half else set())


def _pair(form: str, _: str) -> set[Reading]:
    a, mark, b = re.split(r"([-/:])", form)
    readings: set[Reading] = {_coded(f"{int(a)}-{int(re.sub('[.,]', '', b))}", keep="-")}
    if mark == ":":
        return readings
    x, y = int(a), int(b)
    if y >= 1000:
        return readings | (_date(y, x, None) if x <= 12 else set())
    return readings | (_date(None, y, x) if y <= 12 else set()) | (_date(None, x, y) if x <= 12 else set())


def _code(form: str, original: str) -> set[Reading]:
    found = re.fullmatch(r"(\d+(?:[.,]\d+)?)([a-z]+)", form)
    unit = found and found[2]
    if found and unit in _unit_names():
        return {(NUMBER, value, _unit_names()[unit]) for value in digit_readings(found[1])}
    if found and unit in _powers():
        return {(NUMBER, value * 10.0 ** _powers()[unit], "") for value in digit_readings(found[1])}
    bare = form.removeprefix("v") if IS_VERSION(form) else form
    return {_coded(form), _coded(bare)}


def _coded(form: str, keep: str = "") -> Reading:
    """Return a code without the marks that separate its parts, and the numbers in it."""
    return CODE, re.sub(f"[^{re.escape(keep)}\\w]|_", "", form), "-".join(re.findall(r"\d+", form))


def _phone(form: str, _: str) -> set[Reading]:
    """Return a telephone number, or one whose point is a decimal point: `15.12340`."""
    digits = re.sub(r"\D", "", form)
    readings: set[Reading] = {(CODE, digits, digits)}
    return readings | ({(NUMBER, float(form), "")} if IS_DECIMAL(form) else set())


def _amount(form: str, _: str) -> set[Reading]:
    number = NUMBER_IN(form)
    if number is None:
        return set()
    before, after = form[: number.start()].strip(), form[number.end() :].strip(" -–\u00a0")
    power = 0
    while (word := _magnitude().match(after)) is not None:
        power, after = power + _powers()[word[1]], after[word.end() :]
    after = after.strip(" -–\u00a0")
    unit = _unit_names().get(before) or _unit_names().get(after, "")
    readings: set[Reading] = {(NUMBER, value * 10.0**power, unit) for value in digit_readings(number[0])}
    return readings | ({(CODE, number[0], number[0])} if number[0].isdigit() and len(number[0]) >= 7 else set())


@functools.cache
def _magnitude() -> re.Pattern[str]:
    return re.compile(rf"[ \u00a0–-]*({alternatives(list(_powers()))}){TAIL}")


def _zh_percent(form: str, _: str) -> set[Reading]:
    if "成" in form:
        tenths, _, half = form.partition("成")
        value = han_number(tenths) if not tenths[0].isdigit() else float(tenths)
        return {(NUMBER, value * 10 + (5 if half else 0), "%")} if value is not None else set()
    number = form.removeprefix("百分之")
    value = han_number(number) if not number[0].isdigit() else float(number)
    return {(NUMBER, value, "%")} if value is not None else set()


def _han(form: str, _: str) -> set[Reading]:
    found = re.fullmatch(r"第?([零〇○一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅点]+)(.*)", form)
    value = han_number(found[1]) if found else None
    return {(NUMBER, value, _unit_names().get(found[2], ""))} if found and value is not None else set()


def _word(form: str, _: str) -> set[Reading]:
    words = [word for word in re.split(r"[ -]", form) if word not in ("and", "lẻ", "linh", "")]
    for end in range(len(words), 0, -1):
        value = word_number(words[:end])
        if value is not None:
            return {(NUMBER, value, _unit_names().get(" ".join(words[end:]), ""))}
    return set()


def _letter(form: str, original: str) -> set[Reading]:
    return {(CODE, form, "letter")} if original.isupper() and form not in "ai" else set()


def _roman(form: str, original: str) -> set[Reading]:
    if not original.isupper():
        return set()
    values = [ROMAN[c] for c in form]
    total = sum(-v if i + 1 < len(values) and v < values[i + 1] else v for i, v in enumerate(values))
    return {(NUMBER, float(total), ""), (CODE, form, "")}


BUILDERS: dict[str, Callable[[str, str], set[Reading]]] = {
    "zh_date": _zh_date,
    "zh_day": _zh_date,
    "iso": _split_date,
    "dmy": _split_date,
    "vi_date": _vi_date,
    "vi_day": _vi_day,
    "en_date": _en_date,
    "zh_time": _zh_time,
    "clock": _clock,
    "vi_time": _vi_time,
    "dotted": _code,
    "phone": _phone,
    "pair": _pair,
    "zh_percent": _zh_percent,
    "amount": _amount,
    "code": _code,
    "digits": _amount,
    "han": _han,
    "word": _word,
    "letter": _letter,
    "roman": _roman,
}
