"""Values of several numbers: equal forms agree, other values do not, in Vietnamese, Chinese and English."""

import pytest

from neartwin.guards.values import Value, find

EQUAL = [
    (
        "5 ft 10 in",
        "5'10\"",
        "5′10″",
        "5ft 10in",
        "5 feet 10 inches",
        "5-foot-10",
        "5 ft 10 tall",
        "5' 10 in",
        "70 inches",
    ),
    (
        "4h15",
        "4 giờ 15",
        "4 giờ 15 phút",
        "4:15",
        "04:15",
        "4g15",
        "bốn giờ mười lăm phút",
        "4:15 a.m.",
        "4h15'",
        "4h15p",
    ),
    (
        "7h30",
        "7 giờ 30",
        "7 giờ rưỡi",
        "bảy giờ rưỡi",
        "7:30",
        "half past seven",
        "7.30 a.m.",
        "七点半",
        "7点30分",
        "早上七点三十分",
        "bảy giờ ba mươi",
        "half past 7 am",
    ),
    (
        "7h45",
        "8 giờ kém 15",
        "8 giờ kém 15 phút",
        "tám giờ kém mười lăm",
        "a quarter to eight",
        "7:45",
        "差一刻八点",
        "7点45",
        "7点三刻",
        "七点四十五分",
        "15 minutes to eight",
    ),
    ("8h15", "quarter past eight", "八点一刻", "8点过15分", "8:15", "8時15分"),
    ("noon", "12 noon", "12:00", "12 p.m.", "12 giờ trưa", "中午12点", "12h"),
    ("midnight", "0:00", "0 giờ", "12 giờ đêm", "晚上12点"),
    (
        "1:22:09",
        "1 hour 22 minutes 9 seconds",
        "1 hour, 22 minutes and 9 seconds",
        "an hour, 22 minutes and 9 seconds",
        "1h22'09\"",
        "1 giờ 22 phút 9 giây",
        "1小时22分9秒",
        "1h 22m 9s",
        "1 tiếng 22 phút 9 giây",
        "一小时二十二分零九秒",
    ),
    ("22:09", "22 minutes 9 seconds", "22 phút 9 giây", "22分9秒", "22'09\"", "22 min 9 sec"),
    (
        "90 minutes",
        "an hour and a half",
        "one and a half hours",
        "1.5 hours",
        "90 phút",
        "một tiếng rưỡi",
        "1 tiếng 30 phút",
        "1 giờ 30 phút",
        "一个半小时",
        "1小时30分钟",
        "90分钟",
        "1 hour and 30 minutes",
        "1½ hours",
    ),
    ("30 minutes", "half an hour", "nửa tiếng", "nửa giờ", "半小时", "半个小时", "30分钟"),
    ("2.5 hours", "two and a half hours", "2 tiếng rưỡi", "hai giờ rưỡi", "两个半小时", "150 minutes"),
    (
        "18 months",
        "a year and a half",
        "one and a half years",
        "1 year and 6 months",
        "một năm rưỡi",
        "18 tháng",
        "一年半",
        "十八个月",
        "1年6个月",
    ),
    ("1m65", "1,65 m", "1.65 m", "165 cm", "1 mét 65", "1米65", "一米六五", "1.65米", "1m65cm", "1 m 65 cm"),
    ("1m2", "1,2 m", "1.2 m", "120 cm", "1米2", "一米二"),
    ("2m05", "2,05 m", "205cm", "2.05米"),
    ("5 feet 10 inches", "5'10\"", "5 ft 10 inches", "70 inches"),
    ("1m2", "1 m2", "1 mét vuông"),
    ("25m2", "25 m2", "25 m²"),
    ("1kg2", "1,2 kg", "1200 g"),
    ("NT$1,990", "1990元", "新臺幣1990元", "新台币1,990元", "TWD 1,990", "NTD 1990", "$1,990"),
    ("HK$50", "50港元", "港币50元", "50元", "$50"),
    ("US$20", "20 dollars", "$20", "20美元", "USD 20", "20 USD", "美元20"),
    ("¥300", "300元", "人民币300元", "RMB 300", "300块"),
    ("1 tỷ 200 triệu đồng", "1,2 tỷ đồng", "1.200.000.000 đồng", "1.200 triệu đồng"),
    ("2 triệu rưỡi", "2,5 triệu", "hai triệu rưỡi", "2.500.000 đồng", "2tr5", "2 triệu 500 nghìn đồng", "2tr500"),
    ("2亿5000万元", "2.5亿元", "250,000,000元"),
    ("1万2千元", "1.2万元", "12000元"),
    ("half a million", "500,000", "0.5 million"),
    ("three and a half million dollars", "$3.5 million", "3.5 million dollars"),
    ("三点五亿", "3.5亿", "350,000,000"),
    ("八点五公克", "8.5公克"),
    ("9 p.m.", "21h", "9 giờ tối", "21:00", "晚上9点", "21时"),
    ("1 giờ đêm", "01:00", "1h"),
    ("36 giờ", "36 hours", "36 tiếng", "36小时", "三十六小时"),
]

UNLIKE = [
    ("5 ft 10 in", "5'2\""),
    ("5-foot-10", "6 ft 10 in"),
    ("4h15", "4 giờ 50"),
    ("7 giờ 30", "7 giờ 13"),
    ("1:22:09", "1:22:10"),
    ("1:22:09", "1 hour 22 minutes 10 seconds"),
    ("7h30", "half past eight"),
    ("8 giờ kém 15", "8 giờ 15"),
    ("quarter to nine", "quarter past nine"),
    ("1m65", "1m56"),
    ("1m65", "1,56 m"),
    ("1m2", "2,1 m"),
    ("1m2", "1 m3"),
    ("NT$1,990", "1890元"),
    ("US$20", "HK$20"),
    ("US$20", "NT$20"),
    ("20美元", "20元"),
    ("20美元", "20港元"),
    ("¥300", "300美元"),
    ("€20", "20元"),
    ("1 tỷ 200 triệu", "1 tỷ 300 triệu"),
    ("2 triệu rưỡi", "2 triệu"),
    ("2 triệu rưỡi", "3 triệu rưỡi"),
    ("90 minutes", "2 hours"),
    ("half an hour", "an hour and a half"),
    ("一个半小时", "两个半小时"),
    ("八点一刻", "八点三刻"),
    ("差一刻九点", "九点一刻"),
    ("noon", "midnight"),
    ("noon", "1 p.m."),
    ("22'09\"", "22'19\""),
    ("1 giờ 30 phút", "1 giờ 13 phút"),
    ("90 phút", "1 giờ 20 phút"),
    ("1h30", "1h03"),
    ("2小时30分", "2小时13分"),
    ("9 giờ sáng", "9 giờ tối"),
    ("1 year and 6 months", "1 year and 8 months"),
    ("三点五亿", "三点六亿"),
    ("2亿5000万元", "2亿3000万元"),
    ("5 feet 10 inches", "5 feet 11 inches"),
    ("5'10\"", "5'11\""),
    ("1 tiếng rưỡi", "2 tiếng rưỡi"),
    ("2½ hours", "3½ hours"),
    ("1:45", "1:54"),
    ("12 giờ đêm", "12 giờ trưa"),
]


def only(form: str) -> Value:
    (found,) = find(form)
    return found


@pytest.mark.parametrize("forms", EQUAL, ids=lambda forms: forms[0])
def test_forms_of_one_value_agree(forms):
    values = [only(form) for form in forms]
    assert all(a.agrees(b) and b.agrees(a) for a in values[:1] for b in values)


@pytest.mark.parametrize(("left", "right"), UNLIKE)
def test_other_values_do_not_agree(left, right):
    assert not find(left)[-1].agrees(find(right)[-1])
    assert not find(right)[-1].agrees(find(left)[-1])


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("lúc 7 giờ 30 người dân", ["7 giờ 30"]),
        ("chạy 2 giờ 30 km", ["2 giờ", "30 km"]),
        ("cao 1m65, nặng 50kg", ["1m65", "50kg"]),
        ("từ 8h30 đến 9h", ["8h30", "9h"]),
        ("dài 5 km, 3 km và 2 km", ["5 km", "3 km", "2 km"]),
        ("from 9 a.m. to half past six", ["9 a.m.", "half past six"]),
        ("in 2 hours and 90 minutes", ["2 hours", "90 minutes"]),
        ("an hour of rest", []),
        ("三天半夜里", ["三天"]),
        ("八点到九点半", ["八点", "九点半"]),
        ("共两点意见和三条建议", ["两点", "三"]),
    ],
)
def test_where_a_value_ends(text, values):
    assert [text[value.start : value.end] for value in find(text)] == values
