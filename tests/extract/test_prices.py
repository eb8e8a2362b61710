"""Amounts as exact decimals in the forms of three languages."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neartwin.extract.prices import amount, currency_of


@pytest.mark.parametrize(
    ("stated", "currency", "value"),
    [
        ("1.200.000 đ", None, "1200000"),
        ("1,200,000 VND", None, "1200000"),
        ("129.000", "VND", "129000"),
        ("129.000₫", None, "129000"),
        ("1200000.00", "VND", "1200000"),
        ("15 triệu", None, "15000000"),
        ("1,5 tỷ đồng", None, "1500000000"),
        ("￥1,299.00", None, "1299"),
        ("￥12.8万", None, "128000"),
        ("１２９９元", None, "1299"),
        ("1,299.00", "USD", "1299"),
        ("1.299,90 €", None, "1299.9"),
        ("12,5", "EUR", "12.5"),
        ("1 299,90", "EUR", "1299.9"),
        ("$19.99", None, "19.99"),
        (1299.1, "USD", "1299.1"),
        (0.1, "USD", "0.1"),
        (590000, "VND", "590000"),
        ("0", "USD", "0"),
    ],
)
def test_a_stated_price_is_read_exactly(stated, currency, value):
    assert amount(stated, currency) == Decimal(value)


@pytest.mark.parametrize("stated", [None, True, "", "free", "Liên hệ", "$19 - $29", "-5", "9" * 30, "1e400", [], {}])
def test_what_states_no_single_price_is_none(stated):
    assert amount(stated, "USD") is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("VND", "VND"),
        ("usd", "USD"),
        (("1.000 đ"), "VND"),
        ("￥5", "CNY"),
        ("NT$ 5", "TWD"),
        ("HK$5", "HKD"),
        ("5 €", "EUR"),
        ("", None),
    ],
)
def test_the_currency_is_read_from_code_or_sign(text, code):
    assert currency_of(text) == code


@given(st.decimals(min_value=0, max_value=10**9, places=2, allow_nan=False))
def test_a_plain_number_comes_back(number):
    assert amount(f"{number:f}", "USD") == number


@given(st.text(max_size=40))
def test_any_text_is_a_price_or_none(text):
    value = amount(text, currency_of(text))

    assert value is None or value >= 0
