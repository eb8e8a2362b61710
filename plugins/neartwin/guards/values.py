"""Numbers, dates, times, codes and amounts of a text as values, whatever their form.

`1.200.000 đ`, `1,200,000 VND` and `1,2 triệu đồng` are one value; so are `120.64万元` and `壹佰贰拾万陆仟肆佰元`,
`22h40` and `10:40 pm`, `28/7` and `28 tháng 7`, `1m65` and `1.65 m`, `1:22:09` and `1 hour
22 minutes 9 seconds`. A form with several readings (`1.200`, `5/8`) keeps them all. Two values agree when any two
readings do; what one side leaves out (a year, a unit, half of the day) contradicts nothing.
"""

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from neartwin.guards import compounds, lexicon
from neartwin.guards.compounds import merged, minutes_of, number_of
from neartwin.guards.numerals import digit_readings, han_number, is_weak, word_number
from neartwin.guards.readings import (
    ARTICLE,
    CODE,
    DATE,
    LONE_LETTER,
    NUMBER,
    Reading,
    agree,
    lasting,
    powers,
    time_of_day,
    unit_names,
)
from neartwin.guards.value_patterns import (
    FROM_DIGIT,
    FROM_LETTER,
    FROM_MARK,
    HALVES,
    LETTERS,
    TAIL,
    alternatives,
    amounts,
    fold,
    is_eastern,
    leads,
    pattern,
)

KEPT_TEXTS, KEPT_FORMS = 4096, 16384  # copies and forms ask about the same lines again and again
CASED = ("letter", "roman")  # forms of which the original is looked at
FIRST_REPUBLICAN_YEAR, LAST_CENTURY = 1911, 1900
WEAK_HAN = ("一", "半", "两", "一一")  # `一一` is mostly `one by one`
IS_ROMAN = re.compile("[ivxlc]{2,6}").fullmatch
IS_VERSION = re.compile(r"v\d+(?:\.\d+)+").fullmatch
IS_DECIMAL = re.compile(r"\d+\.\d+").fullmatch
PARTS_OF_TIME = "giờ|h|g|kém|phút|minutes?|mins?|m|p|giây|seconds?|secs?|s|rưỡi"
VI_PARTS = re.compile(rf"(?<![{LETTERS}])(?:{PARTS_OF_TIME})(?![{LETTERS}])|['’′\"”″]")
NUMBER_IN = re.compile(r"\d(?:[\d., '’\u00a0]*\d)?").search
SHORT_POWERS = {"m": 6, "b": 9, "tn": 12, "tr": 6}
ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


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
            return len(a) == len(b) and any(agree(x, y) or agree(y, x) for x, y in zip(a, b, strict=True))
        if self.readings & other.readings:
            return True
        return any(agree(a, b) or agree(b, a) for a in self.readings for b in other.readings)


@functools.lru_cache(maxsize=KEPT_TEXTS)
def find(text: str) -> Sequence[Value]:
    """Return the values of a text, left to right, without overlap."""
    folded = fold(text)
    hopeless, words = leads()
    has_eastern = is_eastern(folded)
    found, at = [], 0
    while (skipped := hopeless.match(folded, at)) is not None and skipped.end() < len(folded):
        at = skipped.end()
        forms = pattern() if has_eastern else pattern(_start(folded[at]))
        value = _value(text, folded, forms.match(folded, at))
        if value is not None:
            found.append(value)
            at = value.end
        else:
            word = words.match(folded, at)
            at = word.end() if word is not None else at + 1
    return tuple(_summed(found, folded))


def _start(character: str) -> str:
    return FROM_DIGIT if character.isdecimal() else FROM_LETTER if "a" <= character <= "z" else FROM_MARK


def _value(text: str, folded: str, match: re.Match[str] | None) -> Value | None:
    """Return the value that a form is, if it is one."""
    if match is None:
        return None
    form, written = str(match.lastgroup), match[0]
    readings = _readings(form, written, text[match.start() : match.end()] if form in CASED else "")
    if not readings and (amount := amounts().match(folded, match.start())) is not None:
        form, match, written = "amount", amount, amount[0]  # `7989 GMT` is no time
        readings = _readings(form, written, "")
    if not readings:
        return None
    is_word = form in ("word", "han") and (is_weak(written.split()) or written in WEAK_HAN)
    found = NUMBER_IN(written) if form == "amount" else None
    return Value(match.start(), match.end(), readings, is_word, found[0] if found else "")


@functools.lru_cache(maxsize=KEPT_FORMS)
def _readings(form: str, folded: str, original: str) -> frozenset[Reading]:
    """Return what one form may mean; the original tells capitals, where they count."""
    return frozenset(BUILDERS[form](folded, original))


def _summed(values: list[Value], folded: str) -> Iterator[Value]:
    """Yield values, neighbours that are parts of one (`1 hour 22 minutes`) as one."""
    last: Value | None = None
    for value in values:
        readings = merged(last.readings, value.readings, folded[last.end : value.start]) if last else set()
        if last and readings:
            last = Value(last.start, value.end, frozenset(readings))
            continue
        if last:
            yield last
        last = value
    if last:
        yield last


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


def _zh_decade(form: str, _: str) -> set[Reading]:
    """Return the first year of a decade; without a century it is one of the last, or of no known one: 60年代."""
    found = re.fullmatch(r"(?:(.+?)世纪)?(.+?)年代", re.sub(r"[ \u00a0]", "", form))
    years = _small(found[2]) if found else None
    if found is None or years is None:
        return set()
    if years >= 100:
        return _date(years, None, None)
    if not found[1]:
        return _date(LAST_CENTURY + years, None, None) | {(NUMBER, float(years), "year")}
    century = {"上": 20, "上个": 20, "本": 21}.get(found[1]) or _small(found[1])
    return _date((century - 1) * 100 + years, None, None) if century else set()


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


def _zh_time(form: str, _: str) -> set[Reading]:
    form = re.sub(r"[ \u00a0]", "", form)
    before = re.fullmatch(r"差(.+?)(分钟?|刻)(.+?)点钟?", form)
    if before is not None:
        minutes, hour = number_of(before[1]), number_of(before[3])
        if minutes is None or hour is None:
            return set()
        return minutes_of(hour, minutes * (15 if before[2] == "刻" else 1), "差", "")
    found = re.fullmatch(rf"({HALVES})?(.+?)(?:点钟?|时|[:：])(?:(半|整)|过?(.+?)(分|刻)?(?:(.+?)秒)?)?", form)
    if found is None or (hour := number_of(found[2])) is None:
        return set()
    minutes = 30.0 if found[3] == "半" else number_of(found[4]) if found[4] else 0.0
    seconds = number_of(found[6]) if found[6] else 0.0
    if minutes is None or seconds is None:
        return set()
    minutes *= 15 if found[5] == "刻" else 1
    readings = time_of_day(int(hour), minutes + seconds / 60, found[1] or "")
    return readings | ({lasting(hour, minutes, seconds)} if found[6] and not found[1] else set())


def _clock(form: str, _: str) -> set[Reading]:
    """Return a time of the day; colons may part minutes and seconds, too, or the numbers of a result."""
    numbers = [int(number) for number in re.findall(r"\d+", form)]
    half = re.sub(r"[^apm]", "", re.sub("gmt|utc|hrs|hours", "", form))
    if re.match(r"\d{4}", form):
        return time_of_day(numbers[0] // 100, numbers[0] % 100, "am" if numbers[0] < 1200 else "")
    hour, minute, second = (*numbers, 0, 0)[:3]
    readings = time_of_day(hour, minute + second / 60, half, is_padded=form.startswith("0"))
    if half or len(numbers) == 1:
        return readings
    if len(numbers) == 3:
        return readings | {lasting(hour, minute, second)}
    return readings | {lasting(hour, minute), lasting(0, hour, minute), _coded(f"{hour}-{minute}", keep="-")}


def _vi_time(form: str, _: str) -> set[Reading]:
    half = next((word for word in ("sáng", "trưa", "chiều", "tối", "đêm") if form.endswith(word)), "")
    parts = [part for part in VI_PARTS.split(form.removesuffix(half)) if part.strip()]
    numbers = [number for part in parts if (number := number_of(part)) is not None]
    if not numbers:
        return set()
    if "kém" in form and len(numbers) > 1:
        return minutes_of(numbers[0], numbers[1], "kém", half)
    hour, minute, second = (*numbers, 0.0, 0.0)[:3]
    minute = 30.0 if "rưỡi" in form else minute
    readings = time_of_day(int(hour), minute + second / 60, half)
    return readings | ({lasting(hour, minute, second)} if not half else set())


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
    if found and unit in unit_names():
        return {(NUMBER, value, unit_names()[unit]) for value in digit_readings(found[1])}
    if found and unit in powers():
        return {(NUMBER, value * 10.0 ** powers()[unit], "") for value in digit_readings(found[1])}
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
        power, after = power + powers()[word[1]], after[word.end() :]
    after = after.strip(" -–\u00a0")
    unit = unit_names().get(before) or unit_names().get(after, "")
    readings: set[Reading] = {(NUMBER, value * 10.0**power, unit) for value in digit_readings(number[0])}
    return readings | ({(CODE, number[0], number[0])} if number[0].isdigit() and len(number[0]) >= 7 else set())


def _money(form: str, _: str) -> set[Reading]:
    """Return an amount whose magnitude is a letter, as behind a currency only: `£4.2m`, `$1.5b`."""
    number = NUMBER_IN(form)
    if number is None:
        return set()
    unit = unit_names().get(form[: number.start()].strip(), "")
    power = SHORT_POWERS[form[number.end() :].strip(" \u00a0")]
    return {(NUMBER, value * 10.0**power, unit) for value in digit_readings(number[0])}


def _mega(form: str, _: str) -> set[Reading]:
    """Return what `4.2m` is: metres, or millions of what follows."""
    value = float(form[:-1])
    return {(NUMBER, value, "m"), (NUMBER, value * 1e6, "")}


@functools.cache
def _magnitude() -> re.Pattern[str]:
    return re.compile(rf"[ \u00a0–-]*({alternatives(list(powers()))}){TAIL}")


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
    return {(NUMBER, value, unit_names().get(found[2], ""))} if found and value is not None else set()


def _word(form: str, _: str) -> set[Reading]:
    words = [word for word in re.split(r"[ -]", form) if word not in ("and", "lẻ", "linh", "")]
    for end in range(len(words), 0, -1):
        value = word_number(words[:end])
        if value is not None:
            return {(NUMBER, value, unit_names().get(" ".join(words[end:]), ""))}
    return set()


def _letter(form: str, original: str) -> set[Reading]:
    if form == "a" and original == "A":
        return {(CODE, form, ARTICLE)}
    return {(CODE, form, LONE_LETTER)} if original.isupper() and form not in "ai" else set()


def _roman(form: str, original: str) -> set[Reading]:
    if not original.isupper():
        return set()
    values = [ROMAN[c] for c in form]
    total = sum(-v if i + 1 < len(values) and v < values[i + 1] else v for i, v in enumerate(values))
    return {(NUMBER, float(total), ""), (CODE, form, "")}


BUILDERS: dict[str, Callable[[str, str], set[Reading]]] = {
    **compounds.BUILDERS,
    "zh_decade": _zh_decade,
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
    "money": _money,
    "mega": _mega,
    "amount": _amount,
    "code": _code,
    "digits": _amount,
    "han": _han,
    "word": _word,
    "letter": _letter,
    "roman": _roman,
}
