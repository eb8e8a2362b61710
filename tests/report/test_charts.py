"""Charts are numbers drawn, with words for those who do not see them."""

import xml.etree.ElementTree as ET

import pytest

from neartwin.report import charts


def drawn(markup):
    return ET.fromstring(str(markup))


def test_a_bar_is_as_wide_as_its_shares():
    svg = drawn(charts.outcome_bar({"ok": 30, "login_wall": 10}))

    assert [float(rect.get("width")) for rect in svg.iter("rect")] == [75, 25]
    assert svg.find("title").text == "Outcomes"
    assert svg.find("desc").text == "ok 30, login wall 10"
    assert svg.get("role") == "img"


def test_a_histogram_names_its_bins_and_its_limit():
    bins = [{} for _ in range(20)]
    bins[17] = {"review": 4, "keep": 1}
    svg = drawn(charts.histogram(bins, 0.5))

    assert svg.find("desc").text == "0.85 to 0.90: 4 review, 1 keep"
    assert len(list(svg.iter("rect"))) == 2
    assert "review from 0.5" in [text.text for text in svg.iter("text")]


def test_no_value_draws_nothing():
    assert charts.interval(None, None, None) == ""


@pytest.mark.parametrize("values", [[], [5.0], [None, 3.0, None, 4.0], [0.0, 0.0]])
def test_a_trend_takes_any_days(values):
    labels = [f"2026-11-{n + 1:02}" for n in range(len(values))]
    svg = drawn(charts.trend(values, labels, "Captures"))

    assert len(list(svg.iter("circle"))) == sum(v is not None for v in values)


def test_foreign_words_are_escaped():
    assert "<b>" not in charts.outcome_bar({"<b>": 1, '"x': 2})


def test_no_chart_has_inline_style():
    assert "style=" not in charts.trend([1, 2], ["a", "b"], "t") + charts.outcome_bar({"ok": 1})
