"""Colours of the pages: text is readable on every ground, in light and in dark; paper is printed light."""

import re

import pytest

from neartwin.report.page import TEMPLATES

STYLE = (TEMPLATES / "report.css").read_text(encoding="utf-8")
TEXTS = {
    "ink": ("paper", "panel", "tint-trust", "tint-look", "tint-aside", "del", "ins"),
    "muted": ("paper", "panel"),
    "link": ("paper", "panel"),
    "trust": ("paper", "tint-trust"),
    "look": ("paper", "tint-look"),
    "aside": ("paper", "panel", "tint-aside"),
}
MARKS = ("ok", "wall", "error", "poor", "repeat", "other")


def palette(block):
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6})", block))


LIGHT = palette(STYLE.split("@media")[0])
DARK = LIGHT | palette(re.search(r"@media screen and \(prefers-color-scheme: dark\) \{(.*?)\n\}", STYLE, re.DOTALL)[1])
PRINT = LIGHT | palette(re.search(r"@media print \{(.*?)\n\}", STYLE, re.DOTALL)[1])


def luminance(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """WCAG 2.2, contrast ratio."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK, PRINT], ids=["light", "dark", "print"])
def test_text_is_readable_on_every_ground(colours):
    weak = [
        (text, ground) for text in TEXTS for ground in TEXTS[text] if contrast(colours[text], colours[ground]) < 4.5
    ]
    assert weak == []


@pytest.mark.parametrize("colours", [LIGHT, DARK, PRINT], ids=["light", "dark", "print"])
def test_marks_stand_out_from_the_paper(colours):
    assert [mark for mark in MARKS if contrast(colours[mark], colours["paper"]) < 2.5] == []


def test_the_dark_palette_is_for_screens_alone():
    assert STYLE.count("prefers-color-scheme") == STYLE.count("screen and (prefers-color-scheme") == 1
