"""Numbers written with digits, in words or in Han numerals, as numbers."""

import functools
import re

from neartwin.guards import lexicon

ENGLISH_TENS = range(20, 100, 10)


def digit_readings(form: str) -> set[float]:
    """Return what a form of digits may mean: `1.200` is 1200 or 1.2, `1,200.5` is 1200.5 only."""
    groups = re.split(r"[., '’\u00a0]", form)
    marks = re.findall(r"[., '’\u00a0]", form)
    if not marks:
        return {float(form)}
    is_grouped = len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:])
    readings = set()
    if is_grouped and len(set(marks)) == 1:
        readings.add(float("".join(groups)))
    if len(marks) == 1 and marks[0] in ".,":
        readings.add(float(f"{groups[0]}.{groups[1]}"))
    if (
        len(marks) > 1
        and marks[-1] in ".,"
        and marks[-1] != marks[0]
        and all(len(group) == 3 for group in groups[1:-1])
    ):
        readings.add(float(f"{''.join(groups[:-1])}.{groups[-1]}"))
    return readings or {float("".join(groups))}


@functools.cache
def _han() -> tuple[dict[str, float], dict[str, int]]:
    numerals = lexicon.read("zh")["numerals"]
    return numerals["units"], numerals["magnitudes"]


def is_han_numeral(text: str) -> bool:
    """Tell whether every character is a Han numeral."""
    units, magnitudes = _han()
    return bool(text) and all(c in units or c in magnitudes for c in text)


def han_number(text: str) -> float | None:
    """Return the value of a Han numeral: place by place (二〇二五), or with magnitudes (一百二十万六千四百)."""
    units, magnitudes = _han()
    whole, _, part = text.partition("点")
    if not is_han_numeral(whole):
        return None
    digits = part.rstrip("".join(magnitudes))
    if digits and digits != part and (number := han_number(f"{whole}点{digits}")) is not None:
        return float(number * 10.0 ** sum(magnitudes[c] for c in part[len(digits) :]))
    fraction = (
        float("0." + "".join(str(int(units[c])) for c in part)) if part and all(c in units for c in part) else 0.0
    )
    if all(c in units for c in whole):
        if any(units[c] >= 10 for c in whole):
            return float(sum(units[c] for c in whole)) if len(whole) <= 2 else None
        return float("".join(str(int(units[c])) for c in whole)) + fraction
    total = section = 0.0
    current: float | None = None
    last_power = 0
    for c in whole:
        if c in units:
            is_sum = current is not None and current >= 20
            current = units[c] + (current if is_sum and current is not None else 0)
            continue
        power = magnitudes[c]
        if power < 4:
            section += (1 if current is None else current) * 10**power
        elif power > last_power:
            total, section, last_power = (total + section + (current or 0)) * 10**power, 0.0, power
        else:
            total, section, last_power = total + (section + (current or 0)) * 10**power, 0.0, power
        current = None
    return total + section + (current or 0) + fraction


@functools.cache
def _words() -> tuple[dict[str, float], dict[str, int]]:
    units: dict[str, float] = {}
    magnitudes: dict[str, int] = {}
    for name in ("en", "vi"):
        units |= lexicon.read(name)["numerals"]["units"]
        magnitudes |= lexicon.read(name)["numerals"]["magnitudes"]
    return units, magnitudes | {"dozen": 1}


def word_number(words: list[str]) -> float | None:
    """Return the value of a number in English or Vietnamese words: `twenty three`, `hai mươi lăm`, `bảy trăm`.

    Magnitudes alone (`millions`) are no number, nor are two numbers side by side (`ba năm`: three years).
    """
    units, magnitudes = _words()
    if not any(word in units for word in words):
        return None
    total = section = 0.0
    current: float | None = None
    for word in words:
        if word in units:
            value = units[word]
            is_sum = current is not None and (current in ENGLISH_TENS or current == 10) and value < 10
            if current is not None and not is_sum:
                return None
            current = (current or 0) + value
        elif word in magnitudes:
            scale = 12.0 if word == "dozen" else 10.0 ** magnitudes[word]
            if scale < 1000:
                section += (1 if current is None else current) * scale
            else:
                total += ((section + (current or 0)) or 1) * scale
                section = 0.0
            current = None
        else:
            return None
    return total + section + (current or 0)


def is_weak(words: list[str]) -> bool:
    """Tell whether a single word is a number only sometimes: `one`, `một`, `năm`."""
    return len(words) == 1 and any(words[0] in lexicon.read(name)["numerals"]["weak"] for name in ("en", "vi"))
