"""What a form may mean: numbers with their unit, dates, times of day, codes; and which of them mean the same."""

import functools

from neartwin.guards import lexicon
from neartwin.guards.value_patterns import fold

NUMBER, DATE, TIME, CODE = "number", "date", "time", "code"
LONE_LETTER, ARTICLE = "letter", "article"  # `A` differs from other letters only: `Bên A`, `Bên B`, but `A few`
HALF_DAY = 720
DATE_UNITS, HOUR_UNITS = ("", "day", "month", "year"), ("", "hour")
MORNING = ("上午", "早上", "早晨", "清晨", "凌晨", "早", "sáng", "am", "a.m", "a.m.")
NIGHT, NOON = ("đêm", "夜间", "夜里", "晚上"), ("中午", "trưa")
SMALL_HOUR = 5  # nights begin and end in two days: `1 giờ đêm` is no afternoon

Content = float | str | tuple[int | None, int | None, int | None]
Reading = tuple[str, Content, str]


def agree(a: Reading, b: Reading) -> bool:
    """Tell whether one reading means what another does, the first kind of both being the more special one."""
    (kind_a, x, unit_a), (kind_b, y, unit_b) = a, b
    if kind_a == kind_b == NUMBER and isinstance(x, float) and isinstance(y, float):
        return _amounts_agree(x, unit_a, y, unit_b)
    if kind_a == kind_b == DATE and isinstance(x, tuple) and isinstance(y, tuple):
        shared = [(p, q) for p, q in zip(x, y, strict=True) if p is not None and q is not None]
        return bool(shared) and all(p == q for p, q in shared)
    if kind_a == kind_b == TIME and isinstance(x, float) and isinstance(y, float):
        return not (unit_a and unit_b) and _are_one_time(x % HALF_DAY, y % HALF_DAY)
    if kind_a == DATE and kind_b == NUMBER and isinstance(x, tuple):
        return unit_b in DATE_UNITS and y in x
    if kind_a == TIME and kind_b == NUMBER and isinstance(x, float) and isinstance(y, float):
        return unit_b in HOUR_UNITS and x % HALF_DAY == y * 60 % HALF_DAY
    if unit_a == ARTICLE:
        return kind_b != CODE or unit_b != LONE_LETTER
    if kind_a == kind_b == CODE:
        return x == y
    if kind_a == CODE and kind_b == NUMBER and isinstance(y, float):
        return f"{y:.0f}" in unit_a.split("-") and y == int(y)
    return False


def _are_one_time(x: float, y: float) -> bool:
    """Tell whether minutes of a day are equal, or one has no seconds."""
    return x == y or (int(x) == int(y) and (x == int(x) or y == int(y)))


def _amounts_agree(x: float, unit_x: str, y: float, unit_y: str) -> bool:
    if unit_x == unit_y or not unit_x or not unit_y or unit_y in alike().get(unit_x, ()):
        return abs(x - y) <= 1e-12 * max(abs(x), abs(y), 1)
    (quantity_x, factor_x), (quantity_y, factor_y) = scale(unit_x), scale(unit_y)
    return quantity_x == quantity_y and abs(x * factor_x - y * factor_y) <= 1e-6 * max(x * factor_x, y * factor_y)


@functools.cache
def scale(unit: str) -> tuple[str, float]:
    """Return the quantity of a unit and its factor; of a currency itself and 1."""
    quantity, factor, _ = lexicon.read("units")["units"].get(unit, (unit, 1, ()))
    return quantity, float(factor)


@functools.cache
def alike() -> dict[str, frozenset[str]]:
    """Return for each currency those that a mark of several regions (`$`, `元`) may stand for, or the marks for it."""
    pairs = {(mark, own) for mark, names in lexicon.read("units")["alike"].items() for own in names}
    pairs |= {(own, mark) for mark, own in pairs}
    return {name: frozenset(own for mark, own in pairs if mark == name) for name, _ in pairs}


@functools.cache
def unit_names() -> dict[str, str]:
    """Return canonical names of units, currencies and percent by their folded words."""
    units = lexicon.read("units")
    forms = {fold(word): name for name, (_, _, words) in units["units"].items() for word in words}
    for group in ("currencies", "percent"):
        forms |= {fold(word): name for name, words in units[group].items() for word in words}
    return forms | {"个百分点": "%", "u.s. dollar": "USD", "u.s. dollars": "USD"}


@functools.cache
def powers() -> dict[str, int]:
    """Return powers of ten by folded magnitude."""
    found: dict[str, int] = {}
    for name in lexicon.LANGUAGES:
        found |= {fold(word): power for word, power in lexicon.read(name)["numerals"]["magnitudes"].items()}
    return found


def time_of_day(hour: int, minute: float, half: str = "", *, is_padded: bool = False) -> set[Reading]:
    """Return a time as minutes of the day, marked where the half of the day is known; none where it is no time."""
    if hour > 24 or minute >= 60:
        return set()
    if half in NIGHT and (hour <= SMALL_HOUR or hour == 12):
        hour %= 12
    elif half and half not in MORNING and hour < 12:
        hour += 0 if half in NOON and hour >= 10 else 12
    if half in MORNING and hour == 12:
        hour = 0
    return {(TIME, float(hour * 60 + minute), "24" if half or hour > 12 or is_padded else "")}


def lasting(hours: float, minutes: float = 0.0, seconds: float = 0.0) -> Reading:
    """Return how long something lasts."""
    return NUMBER, float(hours * 3600 + minutes * 60 + seconds), "second"
