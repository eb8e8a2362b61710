"""Read amount and currency from a stated price, as an exact decimal: `1.200.000 đ`, `1,299.00 USD`, `￥12.8万`."""

import re
import unicodedata
from decimal import Decimal, InvalidOperation

MAX_PRICE = Decimal(10) ** 14  # what decimal(18, 4) holds
SCALE = Decimal("0.0001")

# Currencies without minor units: a separator before three digits can only group thousands.
WHOLE = frozenset(("VND", "JPY", "KRW", "CLP", "ISK", "IDR", "LAK", "KHR", "MMK", "PYG", "UGX", "XAF", "XOF"))
SYMBOLS = (
    ("US$", "USD"),
    ("HK$", "HKD"),
    ("NT$", "TWD"),
    ("S$", "SGD"),
    ("A$", "AUD"),
    ("C$", "CAD"),
    ("R$", "BRL"),
    ("đ", "VND"),
    ("₫", "VND"),
    ("vnđ", "VND"),
    ("đồng", "VND"),
    ("triệu", "VND"),
    ("nghìn", "VND"),
    ("ngàn", "VND"),
    ("円", "JPY"),
    ("圓", "CNY"),
    ("元", "CNY"),
    ("人民币", "CNY"),
    ("人民幣", "CNY"),
    ("rmb", "CNY"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("₹", "INR"),
    ("₩", "KRW"),
    ("원", "KRW"),
    ("₽", "RUB"),
    ("руб", "RUB"),
    ("฿", "THB"),
    ("¥", "CNY"),
    ("$", "USD"),
)
TIMES = (
    ("tỷ", 10**9),
    ("tỉ", 10**9),
    ("triệu", 10**6),
    ("nghìn", 10**3),
    ("ngàn", 10**3),
    ("亿", 10**8),
    ("億", 10**8),
    ("万", 10**4),
    ("萬", 10**4),
    ("million", 10**6),
)
CODE = re.compile(r"(?<![A-Z])(?!SKU)([A-Z]{3})(?![A-Z])")
OTHER_CODES = "AED CHF CZK DKK HUF ILS MOP MXN MYR NOK NZD PHP PLN SAR SEK TRY UAH ZAR"
CODES = WHOLE | {code for _, code in SYMBOLS} | set(OTHER_CODES.split())
NUMBER = re.compile(r"\d+(?:[.,'\u2019 \u00a0\u202f]\d+)*")


def amount(value: object, currency: str | None) -> Decimal | None:
    """Return the amount that a price states, or None when it states none, more than one, or one out of range.

    Numbers of JSON are taken as written. In text a separator groups thousands when it repeats, when three digits
    follow it in a currency without minor units, or when a later separator of the other kind is the decimal point.
    """
    if isinstance(value, bool) or value is None:
        return None
    text = unicodedata.normalize("NFKC", str(value))
    found = NUMBER.findall(text)
    if len(found) != 1 or "-" in text.partition(found[0])[0]:
        return None
    number = _number(found[0], currency or currency_of(text))
    folded = text.casefold()
    times = next((factor for word, factor in TIMES if word in folded), 1)
    if number is None or number * times >= MAX_PRICE:
        return None
    return (number * times).quantize(SCALE)


def currency_of(value: object) -> str | None:
    """Return the ISO 4217 code that a currency field or a price text names by code or sign."""
    text = unicodedata.normalize("NFC", str(value or "")).strip()
    code = CODE.search(text.upper() if len(text) == 3 else text)
    if code is not None and code[1] in CODES:
        return code[1]
    folded = unicodedata.normalize("NFKC", text).casefold()
    if folded == "vnd" or folded.endswith("vnd"):
        return "VND"
    return next((code for sign, code in SYMBOLS if sign.casefold() in folded), None)


def _number(text: str, currency: str | None) -> Decimal | None:
    text = re.sub(r"['\u2019 \u00a0\u202f]", "", text)
    last = max(text.rfind("."), text.rfind(","))
    if last >= 0:
        sign, other = text[last], "," if text[last] == "." else "."
        after = len(text) - last - 1
        is_grouping = text.count(sign) > 1 or (
            after == 3 and other not in text and (currency in WHOLE or (sign == "," and last <= 3))
        )
        text = text.replace(".", "").replace(",", "") if is_grouping else text.replace(other, "").replace(sign, ".")
    try:
        return Decimal(text)
    except InvalidOperation:
        return None
