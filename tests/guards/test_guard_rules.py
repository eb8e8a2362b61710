"""Each guard holds where it must and nowhere else, in Vietnamese, Chinese and English."""

import pytest
from written_pairs import COPIES, HELD_APART
from written_texts import TEXTS, edited

from neartwin.guards import Facts, explain, judge


def guards(left, right, facts_l=Facts(), facts_r=Facts()):  # noqa: B008 (frozen)
    return {found.guard for found in explain(left, right, facts_l, facts_r).guards}


def names(cases):
    return [f"{case[0]}: {case[1][0][0][:30]}" for case in cases]


@pytest.mark.parametrize(("text", "edits", "guard"), HELD_APART, ids=names(HELD_APART))
def test_a_pair_that_says_something_else_is_held_apart(text, edits, guard):
    found = guards(TEXTS[text], edited(text, *edits))
    assert guard in found if guard else not found


@pytest.mark.parametrize(("text", "edits", "guard"), HELD_APART, ids=names(HELD_APART))
def test_the_order_of_a_pair_does_not_matter(text, edits, guard):
    left, right = TEXTS[text], edited(text, *edits)
    assert guards(left, right) == guards(right, left)


@pytest.mark.parametrize(("text", "edits"), COPIES, ids=names(COPIES))
def test_a_copy_is_not_held_apart(text, edits):
    found = explain(TEXTS[text], edited(text, *edits))
    assert found.guards == []
    assert found.aligned > 0.6


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_a_copy_of_itself(text):
    found = explain(TEXTS[text], TEXTS[text].upper())
    assert found.guards == []
    assert found.aligned == found.containment == 1.0
    assert found.hunks == []


@pytest.mark.parametrize("left", TEXTS)
@pytest.mark.parametrize("right", TEXTS)
def test_other_texts_do_not_correspond(left, right):
    if left != right:
        assert explain(TEXTS[left], TEXTS[right]).aligned < 0.5


def test_a_guard_names_both_sides_in_plain_words():
    found = explain(TEXTS["vi notice"], edited("vi notice", ("12 lô", "14 lô")))
    assert [guard.detail for guard in found.guards] == ["numbers differ: 12 and 14"]


def test_details_hold_no_control_characters():
    found = explain(TEXTS["en news"], edited("en news", ("Laura Benson", "Linda\x1b[31m Bartlett\u202e")))
    assert all(c.isprintable() for guard in found.guards for c in guard.detail)


# order ----------------------------------------------------------------------------------------------------------------

PAD = {
    "vi": " Cuộc gặp kéo dài hai giờ và hai bên đồng ý gặp lại vào tháng tới để bàn tiếp những việc còn lại." * 3,
    "en": " The meeting went on for two hours and both sides agreed to meet again next month in the same place." * 3,
    "zh": "会议持续了两个小时，双方同意下个月在原地再次见面，继续讨论没有谈完的问题，并交换了礼物。" * 3,
}


@pytest.mark.parametrize(
    ("language", "left", "right"),
    [
        ("vi", "Chiều nay Minh cho Lan vay tiền.", "Chiều nay Lan cho Minh vay tiền."),
        (
            "en",
            "The court ordered Baxter to pay Collins for the damage.",
            "The court ordered Collins to pay Baxter for the damage.",
        ),
        ("zh", "高速公路由北往南的车道封闭。", "高速公路由南往北的车道封闭。"),
    ],
)
def test_who_did_it_to_whom(language, left, right):
    assert "order" in guards(left + PAD[language], right + PAD[language])


@pytest.mark.parametrize(
    ("language", "left", "right"),
    [
        ("vi", "Chiều nay Minh và Lan ký hợp đồng.", "Chiều nay Lan và Minh ký hợp đồng."),
        (
            "en",
            "Baxter and Collins signed the papers on the same day.",
            "Collins and Baxter signed the papers on the same day.",
        ),
        ("zh", "张伟和李强昨天签了合同。", "李强和张伟昨天签了合同。"),
        (
            "en",
            "On the same evening the two men met in the hotel.",
            "The two men met in the hotel on the same evening.",
        ),
        ("vi", "Hôm qua hai bên đã ký hợp đồng.", "Hai bên đã ký hợp đồng hôm qua."),
        ("zh", "昨天双方签了合同。", "双方昨天签了合同。"),
    ],
)
def test_moving_a_part_is_no_exchange(language, left, right):
    assert guards(left + PAD[language], right + PAD[language]) == set()


# sentences and values elsewhere ---------------------------------------------------------------------------------------

REVIEWS = {
    "vi": (
        "3. Phòng tắm rất bẩn và có mùi lạ cả ngày.",
        "6. Quầy lễ tân không nhận thẻ của bất kỳ ngân hàng nào.",
        "2.",
        "3.",
    ),
    "en": ("3. Bathroom was dirty and smelled all day.", "6. Reception takes no cards of any bank at all.", "2.", "3."),
    "zh": ("3．洗手间很脏，而且整天都有怪味。", "6．前台不接受任何银行的信用卡。", "2．", "3．"),
}
RESULTS = {
    "vi": ("Công ty Sao Mai lãi 12 triệu đồng", "Công ty Bình Minh lãi 18 triệu đồng"),
    "en": ("Net income of Morningside 12.1 mln vs 9,252,000", "Net income of Eastgate 1,358,000 vs 2,476,000"),
    "zh": ("晨星公司净利润12亿元", "东门公司净利润18亿元"),
}


@pytest.mark.parametrize("language", REVIEWS)
def test_a_number_does_not_meet_its_like_in_another_sentence(language):
    first, second, low, high = REVIEWS[language]
    left = f"{first} {PAD[language]} {second} {PAD[language]}"
    right = f"{low}{first[2:]} {PAD[language]} {high}{second[2:]} {PAD[language]}"
    assert "numbers" in guards(left, right)


@pytest.mark.parametrize("language", RESULTS)
def test_lines_that_change_places_take_their_numbers_along(language):
    first, second = RESULTS[language]
    assert guards(f"{first}\n{PAD[language]}\n{second}", f"{second}\n{PAD[language]}\n{first}") == set()


@pytest.mark.parametrize(
    ("language", "left", "right"),
    [
        ("vi", "Nhà thờ cổ được xây lại bằng đá ong.", "Đội bóng huyện vừa thắng trận đầu tiên."),
        ("en", "Old churches were rebuilt with local stone.", "Our football team won its opening match."),
        ("zh", "古塔用本地的石头重新修好。", "村里的球队首战告捷夺冠。"),
    ],
)
def test_a_sentence_in_place_of_another(language, left, right):
    left, right = (f"{PAD[language]} {sentence} {PAD[language]}" for sentence in (left, right))
    assert "sentence_replaced" in guards(left, right)


def test_short_sentences_count_together():
    (a, b), (c, d), pad = ("古塔用石头重修。", "门票全部售完。"), ("球队首战告捷。", "村民种下桃树。"), PAD["zh"]
    assert "sentence_replaced" in guards(a + pad + b + pad, c + pad + d + pad)
    assert "sentence_replaced" not in guards(a + pad, c + pad)


# facts ----------------------------------------------------------------------------------------------------------------

TITLES_APART = [
    ("vi", "Đề thi thử môn Toán mã đề 101", "Đề thi thử môn Toán mã đề 102"),
    ("vi", "Thông báo bán đấu giá lần 1", "Thông báo bán đấu giá lần 2"),
    ("en", "Release notes 2.4", "Release notes 2.5"),
    ("en", "Installation on amd64", "Installation on arm64"),
    ("zh", "2025年度第一批公示", "2025年度第二批公示"),
    ("zh", "春日偶成 林子明", "春日偶成 周德清"),
]
TITLES_ALIKE = [
    ("vi", "Cầu mới thông xe sau 3 năm", "Thông xe cầu mới: ba năm chờ đợi"),
    ("en", "Ferry to restart in spring", "Council brings ferry back"),
    ("en", "Two boats for the island", "Island gets 2 boats"),
    ("zh", "新馆周末开放 - 云溪新闻", "云溪县图书馆新馆开馆"),
    ("zh", "第2批公示", "第二批公示"),
    ("vi", "Lần 1", ""),
]


@pytest.mark.parametrize(("language", "left", "right"), TITLES_APART)
def test_titles_that_name_different_things(language, left, right):
    assert guards(PAD[language], PAD[language], Facts(left), Facts(right)) == {"title_identifier"}


@pytest.mark.parametrize(("language", "left", "right"), TITLES_ALIKE)
def test_titles_in_other_words(language, left, right):
    assert guards(PAD[language], PAD[language], Facts(left), Facts(right)) == set()


def test_titles_that_hold_the_term_that_differs():
    left, right = (f"This package holds the {word} texts of the program." + PAD["en"] for word in ("greek", "welsh"))
    facts = [Facts(f"office suite, {word} package") for word in ("greek", "welsh")]
    assert guards(left, right, *facts) == {"title_identifier"}
    assert guards(left, right, Facts("office suite"), Facts("office suite")) == set()


FACTS_APART = [
    (Facts(sku="AB-100"), Facts(sku="AB-200"), "sku"),
    (Facts(price=120.0, currency="VND"), Facts(price=150.0, currency="VND"), "price"),
    (Facts(price=120.0, currency="USD"), Facts(price=120.0, currency="EUR"), "price"),
]
FACTS_ALIKE = [
    (Facts(sku="AB-100"), Facts(sku="ab 100")),
    (Facts(sku="AB-100"), Facts()),
    (Facts(price=120.0), Facts(price=120.0, currency="VND")),
    (Facts(price=120.0), Facts()),
    (Facts(language="zh"), Facts(language="zh-Hant")),
    (Facts(language="vi"), Facts(language="")),
    (Facts(language="vi"), Facts(language="en")),  # the texts are equal: the detection is wrong
]


@pytest.mark.parametrize(("left", "right", "guard"), FACTS_APART)
def test_facts_that_differ(left, right, guard):
    assert guards(PAD["en"], PAD["en"], left, right) == {guard}


@pytest.mark.parametrize(("price", "shown"), [(2_290_000.0, "2,290,000"), (19.99, "19.99"), (0.05, "0.05"), (0.0, "0")])
def test_prices_are_shown_in_plain_digits(price, shown):
    found = explain(PAD["en"], PAD["en"], Facts(price=price, currency="VND"), Facts(price=7.0, currency="VND"))
    assert [guard.detail for guard in found.guards] == [f"price differs: {shown} VND and 7 VND"]


@pytest.mark.parametrize(("left", "right"), FACTS_ALIKE)
def test_facts_that_agree_or_are_missing(left, right):
    assert guards(PAD["en"], PAD["en"], left, right) == set()


@pytest.mark.parametrize(("left", "right"), [("vi", "en"), ("en", "zh"), ("zh", "vi")])
def test_languages_differ(left, right):
    assert "language" in guards(PAD[left], PAD[right], Facts(language=left), Facts(language=right))


@pytest.mark.parametrize("language", PAD)
def test_a_text_of_less_than_half_the_length(language):
    assert "length_ratio" in guards(PAD[language][: len(PAD[language]) // 3], PAD[language])
    assert "length_ratio" not in guards(PAD[language][: 2 * len(PAD[language]) // 3], PAD[language])


# short texts ----------------------------------------------------------------------------------------------------------

SHORT_APART = [
    ("Ngư dân trả lại chiếc ví cho du khách", "Ngư dân nhặt được chiếc ví của du khách"),
    ("Institute raises its forecast", "Institute reviews its forecast"),
    ("同意延期开工的申请", "同意延期验收的申请"),
]
SHORT_ALIKE = [
    ("Giá 1.200.000 đ một tháng", "Giá 1,2 triệu đồng một tháng"),
    ("Open from 9 a.m. to 5 p.m.", "Open from 09:00 to 17:00"),
    ("关于停水的通知", "關於停水的通知"),
    ("Thông báo nghỉ lễ", "THÔNG BÁO  nghỉ lễ!"),
]


@pytest.mark.parametrize(("left", "right"), SHORT_APART)
def test_a_short_text_that_differs_in_a_word(left, right):
    assert "short_text" in guards(left, right)


@pytest.mark.parametrize(("left", "right"), SHORT_ALIKE)
def test_a_short_text_in_another_form(left, right):
    assert guards(left, right) == set()


# negations, names and terms that are none -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "left", "right"),
    [
        ("vi", "Máy bay của hãng hàng không đã hạ cánh.", "Máy bay của hãng đã hạ cánh."),
        ("vi", "Toà không chấp nhận đơn của công ty.", "Toà bác đơn của công ty."),
        ("en", "Not only the roof but the walls were damaged.", "The roof and the walls were damaged."),
        ("en", "He did not accept the offer of the firm.", "He refused the offer of the firm."),
        ("zh", "他不仅会唱歌，而且会跳舞。", "他会唱歌，而且会跳舞。"),
        ("zh", "法院不同意公司的申请。", "法院驳回公司的申请。"),
    ],
)
def test_a_negation_that_denies_nothing_new(language, left, right):
    assert "decision" not in guards(left + PAD[language], right + PAD[language])


@pytest.mark.parametrize(
    ("language", "left", "right"),
    [
        ("vi", "Ông đến Đà Nẵng vào buổi sáng.", "Ông đến Da Nang vào buổi sáng."),
        ("vi", "Theo UBND tỉnh, việc này đã xong.", "Theo Uỷ ban nhân dân tỉnh, việc này đã xong."),
        ("en", "The Labour Centre opened its doors.", "The Labor Center opened its doors."),
        ("en", "The Chicago Board of Trade agreed.", "The CBT agreed."),
        ("en", "Acme Corporation was founded here.", "Acme Corp. was founded here."),
        ("zh", "他们住在北京的一家酒店。", "他们住在北京的一家宾馆。"),
    ],
)
def test_a_name_in_another_form(language, left, right):
    assert "names" not in guards(left + PAD[language], right + PAD[language])


@pytest.mark.parametrize(
    ("language", "left", "right"),
    [
        ("vi", "Theo Báo Biển\n", "Theo Báo Núi\n"),
        ("en", "By Tom Hale, staff writer\n", "By Ann Cole, staff writer\n"),
        ("zh", "来源：云溪日报 作者：小文\n", "来源：山城晚报 作者：阿强\n"),
        ("vi", "Thứ ba, 12/3/2024, 09:15\n", "Thứ tư, 13/3/2024, 10:20\n"),
        ("en", "Published 2 March 2024\n", "Published 5 March 2024\n"),
        ("zh", "发布时间：2024-03-02\n", "发布时间：2024-03-05\n"),
    ],
)
def test_credits_and_date_lines_are_no_content(language, left, right):
    assert guards(left + PAD[language], right + PAD[language]) == set()


FRACTIONS = [
    ("en", "The rate rose to {} percent in March.", "1.05", "1.5", {"numbers"}),
    ("en", "Install version {} of the tool.", "1.05", "1.5", {"numbers"}),
    ("en", "In all it came to {} dollars.", "1,250.05", "1,250.5", {"numbers"}),
    ("en", "In all it came to {} dollars.", "1,250.50", "1,250.5", set()),
    ("en", "It measured {} in all.", "15.1234", "25.1234", {"numbers"}),
    ("en", "It began on {} in town.", "05.11.2024", "5.11.2024", set()),
    ("en", "It began on {} in town.", "11.05.2024", "11.5.2024", set()),
    ("vi", "Lãi suất tăng lên {} phần trăm.", "1,05", "1,5", {"numbers"}),
    ("vi", "Lãi suất tăng lên {} phần trăm.", "1,50", "1,5", set()),
    ("vi", "Lễ bắt đầu ngày {} tại xã.", "11.05", "11.5", set()),
    ("vi", "Lễ bắt đầu ngày {} tại xã.", "05/11", "5/11", set()),
    ("zh", "重量为{}公斤。", "2.08", "2.8", {"numbers"}),
    ("zh", "重量为{}公斤。", "２．０８", "2.8", {"numbers"}),
    ("zh", "重量为{}公斤。", "2.80", "2.8", set()),
    ("zh", "活动于{}开始。", "2024.05.11", "2024.5.11", set()),
]


@pytest.mark.parametrize(("language", "sentence", "left", "right", "expected"), FRACTIONS)
def test_zeros_behind_a_decimal_point_count(language, sentence, left, right, expected):
    texts = [f"{PAD[language]} {sentence.format(number)} {PAD[language]}" for number in (left, right)]
    assert guards(*texts) == guards(*reversed(texts)) == expected
    assert judge(texts, [0], [1]).guards.keys() == ({0} if expected else set())


def test_a_footnote_mark_is_no_number():
    left, right = (PAD["en"].replace("hours and", f"hours[{mark}] and", 1) for mark in (9, 10))
    assert guards(left, right) == set()
    assert guards(left, right.replace("two hours", "three hours", 1)) == {"numbers"}


@pytest.mark.parametrize(
    ("language", "old", "new"), [("vi", "bên", "phía"), ("en", "meeting", "workshop"), ("zh", "会议", "工程")]
)
def test_one_term_for_another_throughout(language, old, new):
    found = guards(PAD[language], PAD[language].replace(old, new))
    assert "term" in found
    assert "term" not in guards(PAD[language], PAD[language].replace(old, new, 1))


def test_the_direction_of_reading_does_not_hide_an_exchange():
    left = (
        "Visitors find two walks: an indoor one and an open-air one. The indoor walk is offered unless you buy a Map."
    )
    right = "Visitors find two walks: an open-air one and an indoor one. "
    right += "The open-air walk is offered unless you buy an Indoor map."
    assert guards(left + PAD["en"], right + PAD["en"]) == guards(right + PAD["en"], left + PAD["en"]) == {"order"}


@pytest.mark.parametrize(
    ("text", "sentence", "left", "right"),
    [
        ("en news", "Work on the old dam begins in the second week of {}, the board said.", "March", "May"),
        ("en news", "Entry to the museum garden is {} for every visitor this year.", "free", "half-price"),
        ("en news", "The plan was backed by a {} of those who were asked.", "majority", "minority"),
        ("zh news", "旧图书馆的阅览室决定予以{}。", "保留", "取消"),
        ("zh news", "本月市民可以{}乘坐地铁。", "免费", "半价"),
        ("zh news", "{}受访者表示赞成。", "多数", "少数"),
    ],
)
def test_one_member_of_a_closed_class_for_another_is_something_else(text, sentence, left, right):
    sides = [f"{TEXTS[text]}\n{sentence.format(word)}" for word in (left, right)]
    assert guards(*sides) == {"decision"}
    assert guards(sides[0], sides[0]) == set()
