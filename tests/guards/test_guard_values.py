"""Numbers, dates, times, codes and amounts as values: equal forms agree, other values do not."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neartwin.guards.numerals import digit_readings, han_number, word_number
from neartwin.guards.values import Value, find

EQUAL = [
    # amounts
    ("1.200.000 đ", "1,200,000 VND", "1,2 triệu đồng", "１.２００.０００ đồng", "1200000"),
    ("300万元", "三百万元", "叁佰万元", "3,000,000元", "3000000 RMB"),
    ("120.64万元", "1,206,400元", "壹佰贰拾万陆仟肆佰元"),
    ("$38.08", "38.08 dollars", "38,08 USD", "38.08美元"),
    ("150 mln", "150 million", "150,000,000", "1.5亿"),
    ("12,5 %", "12.5 percent", "12.5 pct", "12,5 phần trăm", "百分之十二点五"),
    ("1,5 km", "1.500 m", "1.5公里", "1500米"),
    ("30 xentimét", "30 cm", "0,3 mét", "30厘米"),
    ("£4.2m", "£4.2 million", "£4.2 m", "£4,200,000", "4.2 million pounds sterling", "420万英镑"),
    ("$1.5b", "$1.5bn", "$1.5 billion", "1,5 tỷ đô la", "15亿美元"),
    ("€300m", "300 million euros", "EUR 300m", "300 triệu euro", "3亿欧元"),
    ("£20k", "£20,000", "20,000 pounds"),
    ("4.2m", "4.2 million", "4,200,000"),
    # counts in words
    ("hai mươi lăm", "25", "二十五", "twenty-five"),
    ("bảy trăm", "700", "seven hundred", "七百"),
    ("two hundred and fifty", "250", "二百五十", "hai trăm năm mươi"),
    ("1,50", "1.5", "1.500"),
    ("15.1234", "15.12340", "15,1234"),
    # dates
    ("ngày 11.05", "ngày 11.5", "11/5", "11 tháng 5"),
    ("11.05.2024", "11.5.2024", "2024.05.11", "11 May 2024"),
    ("28/7/2018", "28 tháng 7 năm 2018", "2018-07-28", "28 July 2018", "July 28, 2018", "2018年7月28日"),
    ("28/7", "ngày 28 tháng 7", "28-7", "28 July", "7月28号", "28/7/2018"),
    ("二〇二五年四月七日", "2025.4.7", "民國114年4月7日"),
    ("tháng 8/2018", "tháng 8 năm 2018", "August 2018", "2018年8月"),
    ("20世纪60年代", "二十世纪六十年代", "上世纪六十年代", "1960年代", "20世紀60年代"),
    ("60年代", "六十年代", "20世纪60年代"),
    # times
    ("22h40", "22 giờ 40 phút", "22:40", "10:40 pm", "晚上10点40分", "10 giờ 40 phút tối"),
    ("9 giờ sáng", "9 a.m.", "09:00", "上午9時"),
    ("1400 gmt", "2 pm", "14h", "下午两点"),
    # codes
    ("PNCG2024-G118", "PNCG2024G118", "pncg2024/g118"),
    ("55501207", "5550 1207", "5550-1207"),
    ("DN600", "600毫米"),
    ("第二", "2", "lần 2"),
    ("World War II", "World War 2"),
]

UNLIKE = [
    ("8,8 tỷ", "6,8 tỷ"),
    ("£4.2m", "£4.3m"),
    ("£4.2m", "£4.2bn"),
    ("£4.2m", "$4.2m"),
    ("4.2m", "4.2 km"),
    ("20世纪60年代", "20世纪80年代"),
    ("20世纪60年代", "19世纪60年代"),
    ("60年代", "十九世纪六十年代"),
    ("1960年代", "1970年代"),
    ("六十年代", "七十年代"),
    ("1.150 tỷ", "1.150 triệu"),
    ("1,286万元", "1,268万元"),
    ("235.5", "253.5"),
    ("1.05", "1.5"),
    ("1,05 %", "1,5 %"),
    ("2.08公斤", "2.8公斤"),
    ("v1.05", "v1.5"),
    ("15.1234", "5.1234"),
    ("15.1234", "25.1234"),
    ("1300 GMT", "7989 GMT"),
    ("1/47/87", "4/01/87"),
    ("ngày 11.05", "ngày 12.05"),
    ("three years", "five years"),
    ("hai ngày", "ba ngày"),
    ("五天", "六天"),
    ("5 km", "5 m"),
    ("20%", "30%"),
    ("$20", "20 euros"),
    ("28/7/2018", "28/7/2019"),
    ("28 tháng 7", "29 tháng 7"),
    ("4月7日", "4月8日"),
    ("January 1986", "June 1986"),
    ("17:30", "18:30"),
    ("9 a.m.", "9 p.m."),
    ("上午9点", "下午9点"),
    ("amd64", "arm64"),
    ("LN32A550", "LN40A550"),
    ("v1.3", "v1.4"),
    ("192.168.1.254", "192.168.1.245"),
    ("第一", "第二"),
    ("World War I", "World War II"),
    ("Room B", "Room D"),
    ("0800 551 204", "0800 551 240"),
]


def last(text: str) -> Value:
    found = find(text)
    assert found, text
    return found[-1]


@pytest.mark.parametrize("forms", EQUAL, ids=lambda forms: forms[0])
def test_forms_of_one_value_agree(forms):
    values = [last(form) for form in forms]
    assert all(a.agrees(b) and b.agrees(a) for a in values[:1] for b in values)


@pytest.mark.parametrize(("left", "right"), UNLIKE)
def test_other_values_do_not_agree(left, right):
    if left == "World War I":  # a lone I is no numeral: the name rule sees it
        assert not find(left)
        return
    assert not last(left).agrees(last(right))
    assert not last(right).agrees(last(left))


@pytest.mark.parametrize("text", ["", "no numbers here", "không khí và hàng trăm", "millions of people", "的了着"])
def test_a_text_without_numbers_has_no_values(text):
    assert [value for value in find(text) if not value.is_weak] == []


def test_a_word_that_is_rarely_a_number_is_weak():
    assert [value.is_weak for value in find("một người đàn ông")] == [True]
    assert [value.is_weak for value in find("one of them")] == [True]


def test_what_one_side_leaves_out_contradicts_nothing():
    assert last("28/7").agrees(last("28/7/2018"))
    assert last("25 triệu").agrees(last("25.000.000 đồng"))
    assert last("10 giờ").agrees(last("22h"))


def test_ambiguous_digits_keep_both_readings():
    assert digit_readings("1.200") == {1200.0, 1.2}
    assert digit_readings("1,200.5") == {1200.5}
    assert digit_readings("1.200.000") == {1200000.0}
    assert digit_readings("12.34") == {12.34}


@pytest.mark.parametrize("text", ["15.1234", "123.4567", "45.13.24"])
def test_no_value_begins_within_a_run_of_digits(text):
    assert all(not text[: value.start].endswith(tuple("0123456789")) for value in find(text))


@given(st.integers(1, 10**12))
def test_grouping_marks_do_not_change_a_number(number):
    plain = last(str(number))
    for mark in ",. ":
        assert last(f"{number:,}".replace(",", mark)).agrees(plain)


@given(st.integers(1, 10**9), st.integers(1, 10**9))
def test_numbers_agree_only_with_themselves(a, b):
    assert last(str(a)).agrees(last(str(b))) == (a == b)


@given(st.integers(1, 99_999_999))
def test_han_numerals_are_read_as_numbers(number):
    assert han_number(_han(number)) == number


def _han(number: int) -> str:
    digits = "零一二三四五六七八九"
    out, is_gap = "", False
    for unit, name in ((10**8, "亿"), (10**4, "万"), (1000, "千"), (100, "百"), (10, "十"), (1, "")):
        part, number = divmod(number, unit)
        if part:
            out += ("零" if is_gap else "") + (_han(part) if part >= 10 else digits[part]) + name
            is_gap = False
        elif out:
            is_gap = True
    return out or "零"


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("hai mươi mốt", 21),
        ("một trăm lẻ năm", 105),
        ("ba nghìn hai trăm", 3200),
        ("twenty three", 23),
        ("one thousand two hundred", 1200),
        ("five million", 5e6),
        ("trăm", None),
        ("banana", None),
    ],
)
def test_numbers_in_words(words, number):
    assert word_number([word for word in words.split() if word not in ("lẻ", "and")]) == number


@given(st.text(alphabet="0123456789.,:/-() đgiờhtháng年月日点万元%$IVX \u00a0一二三十百", max_size=60))
def test_any_text_gives_values_in_order(text):
    found = find(text)
    assert all(0 <= value.start < value.end <= len(text) for value in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
