"""Publication dates in the forms that pages use."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neartwin.extract.dates import publication, read

DAY = date(2026, 11, 2)


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-02T23:30:00+07:00",
        "2026-11-02 08:30",
        "2026/11/2",
        "20261102",
        "2/11/2026",
        "Thứ hai, 02/11/2026, 08:30 (GMT+7)",
        "Ngày 2 tháng 11 năm 2026",
        "2026年11月2日 08:30",
        "November 2, 2026",
        "2 Nov 2026",
        "Mon, 02 Nov 2026 10:00:00 GMT",
    ],
)
def test_a_day_in_many_forms(text):
    assert read(text) == DAY


@pytest.mark.parametrize(
    "text", ["", "yesterday", "2026-13-40", "1700000000", "0001-01-01", "9999-12-31", None, 5, "x" * 5000]
)
def test_what_names_no_day_is_none(text):
    assert read(text) is None


def test_month_first_is_read_only_where_day_first_is_no_date():
    assert read("03/04/2026") == date(2026, 4, 3)
    assert read("12/31/2026") == date(2026, 12, 31)


def test_days_keep_their_order_and_appear_once():
    assert publication(["2026-11-02", None, "2026-11-01", "2 Nov 2026"]) == [DAY, date(2026, 11, 1)]


@given(st.dates(date(1990, 1, 1), date(2100, 12, 31)))
def test_an_iso_day_comes_back(day):
    assert read(f"{day.isoformat()}T00:00:00Z") == day


@given(st.text(max_size=60))
def test_any_text_is_a_day_or_none(text):
    assert read(text) is None or isinstance(read(text), date)
