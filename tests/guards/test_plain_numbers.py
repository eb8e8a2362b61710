"""What the screen decides of numbers and sentences by itself is what the rules decide."""

import random

import pytest

from neartwin.guards import judging

# ruff: noqa: SIM905 (word lists read better as text)

NUMBERS = """5 05 12 31 120 368 999 1000 1998 2024 5368 12345678 1.5 1.05 0.005 5.000 34.7 1,265 1,265.50 12,345,678
1.200 1.200.000 12.345.678 1/2 3/4 12/5 5-3 12-15 8:30 14.30 12.5.2024 2024-05-12 $5 $1,200 €7.5 5% 5.5% 12% -5 +5 #5
[9] (5) F-15 v2 A4 3M WH1081 0912 345 678 USD 15 5 USD 5k 5km two twenty-three ba mười năm 一百 三 五十万 5年 12月 5日
3点 第5 5个 5万 Ⅳ IV
4h15 7g30 1m65 1m2 2tr5 1:22:09 22'09" 一米六五 八点一刻 差一刻九点 一个半小时 半小时
1小时22分9秒 2亿5000万元 NT$1,990 港币50元""".split()
PHRASES = [
    "4 giờ 15", "4 giờ kém 15", "bảy giờ rưỡi", "1 giờ 22 phút 9 giây", "hai tiếng rưỡi", "nửa tiếng", "2 triệu rưỡi",
    "1 tỷ 200 triệu", "1 mét 65", "half past seven", "a quarter to nine", "12 noon", "an hour and a half",
    "an hour, 22 minutes and 9 seconds", "1 hour 22 minutes", "two and a half hours", "half a million", "1990 元",
]  # fmt: skip
BEFORE = """price about the of to May March ngày tháng năm giá khoảng số file lot between and at U.S. No. 编号 共 约 达
在 第 USD mln total one hai ¥ $ : , . - ( " một""".split()
AFTER = """euros dlrs mln billion percent pct a share people of May and hours am pm km kg triệu đồng người tháng ngày
giờ năm % 元 个 人 年 月 万 公里 , . : ) ; - / 's th of March years ago in the""".split()
PLAIN_LINES = [
    "Photo: the old hall",
    "Vài người còn ở lại đến tối để bàn thêm chuyện cây cầu, rồi cũng về hết cả.",
]
LINES = {
    "en": [
        "14 comments", "Viewed 1,204 times", "mossy_oak, 2,310 reputation", "128\ncomments", "Related\nRoad closed",
        "This page was last edited on 2 June 2023, at 08:14.", "Posted 5 hours ago", "11 votes",
        "If you value our work, please support us from 2 euros a month and keep this site free to read for everyone.",
    ],
    "vi": [
        "14 bình luận", "1,2 N lượt xem", "5 giờ trước", "Tin liên quan\nMưa lớn chia cắt đường ven biển đêm thứ hai",
        "Trang này được sửa đổi lần cuối vào ngày 2 tháng 6 năm 2023.", "Sổ tang (38 lời chia buồn)", "Trước 17 giờ",
        "Để duy trì trang tin này, hãy ủng hộ chúng tôi từ 20.000 đồng mỗi tháng, bạn đọc thân mến của cây cầu.",
    ],
    "zh": [
        "浏览 1204 次", "评论(35)", "3小时前", "相关阅读\n沿海公路因暴雨连续两晚封闭", "本页面最后修订于2023年6月2日。",
        "点赞 12 收藏 3", "56条评论", "如果您喜欢我们的报道，请打赏支持我们，每月十元即可。",
    ],
}  # fmt: skip
FRAMES = {
    "en": """The council met in the old hall and heard a long report on roads, schools and the new bridge over the river
{} before the members went home. Nobody knew then how the work would end. The paper says {} and nothing more about it.
Others stayed in the yard and talked until the lamps were lit along the street.""",
    "vi": """Hội đồng họp tại hội trường cũ và nghe báo cáo dài về đường sá, trường học và cây cầu mới bắc qua sông {}
rồi mọi người ra về. Chẳng ai biết công việc sẽ đi đến đâu. Báo viết {} và không nói gì thêm về việc ấy. Người khác ở
lại sân trò chuyện đến khi đèn đường bật sáng.""",
    "zh": """委员会在旧礼堂开会，听取了关于道路、学校和河上新桥的长篇报告{}，然后大家各自回家。
当时谁也不知道这项工作会怎样结束。报上说{}，此外没有别的消息，大家都在等待。""",
}
FRAMES = {language: frame.replace("\n", "" if language == "zh" else " ") for language, frame in FRAMES.items()}


def stated(rng, glue):
    """Return a number in words before and after it, or none."""
    words = [
        *rng.choices(BEFORE, k=rng.randint(0, 2)),
        rng.choice(NUMBERS if rng.random() < 0.8 else PHRASES),
        *rng.choices(AFTER, k=rng.randint(0, 3)),
    ]
    return "".join(word + (glue if rng.random() < 0.85 else rng.choice(["", " ", "\n"])) for word in words).strip()


def changed(rng, phrase):
    """Change digits, one mark or one word of a phrase."""
    kind = rng.random()
    digits = [at for at, c in enumerate(phrase) if c.isdigit()]
    if kind < 0.45 and digits:
        at = rng.choice(digits)
        return phrase[:at] + rng.choice(["", "7", "40", "0", "00", "000"]) + phrase[at + 1 :]
    words = phrase.split(" ")
    at = rng.randrange(len(words))
    if kind < 0.7:
        words[at] = rng.choice([*NUMBERS, *BEFORE, *AFTER])
    elif kind < 0.85:
        words.insert(at, rng.choice([*NUMBERS, *AFTER]))
    else:
        del words[at]
    return " ".join(words)


def made(language, seed):
    """Return two texts that differ in or around a number, and perhaps in a sentence."""
    rng = random.Random(seed)
    glue = "" if language == "zh" else " "
    frame = FRAMES[language].replace("{}", rng.choice(["{}", " {} ", " {}. ", "\n{}\n", " ({}) "]))
    first, second = stated(rng, glue), stated(rng, glue)
    texts = [frame.format(first, second)]
    second = changed(rng, second) if rng.random() < 0.3 else second
    texts.append(frame.format(changed(rng, first), second))
    if rng.random() < 0.3:
        lines = LINES[language] if rng.random() < 0.7 else PLAIN_LINES
        texts[1] = rng.choice(lines) + "\n" + texts[1] if rng.random() < 0.5 else texts[1] + "\n" + rng.choice(lines)
    return texts


def verdicts(texts, n_pairs, **how):
    found = judging.judge(texts, range(0, 2 * n_pairs, 2), range(1, 2 * n_pairs, 2), **how)
    return {pair: [one.guard for one in guards] for pair, guards in found.guards.items()}, found.n_examined


def check(language, seeds):
    texts = [text for seed in seeds for text in made(language, seed)]
    screened, n_examined = verdicts(texts, len(seeds))
    exact, n_pairs = verdicts(texts, len(seeds), screened=False)
    differing = {
        pair: texts[2 * pair : 2 * pair + 2] for pair in range(n_pairs) if screened.get(pair) != exact.get(pair)
    }
    assert differing == {}
    assert n_examined < n_pairs
    brief, n_brief = verdicts(texts, len(seeds), is_brief=True)
    assert {pair: guards[0] for pair, guards in brief.items()} == {pair: guards[0] for pair, guards in exact.items()}
    assert n_brief <= n_examined


@pytest.mark.parametrize("language", FRAMES)
def test_the_screen_decides_numbers_as_the_rules_do(language):
    check(language, range(1_000))


@pytest.mark.soak
@pytest.mark.parametrize("language", FRAMES)
@pytest.mark.parametrize("start", range(1_000, 100_000, 10_000))
def test_the_screen_decides_many_numbers_as_the_rules_do(language, start):
    check(language, range(start, start + 10_000))


@pytest.mark.parametrize(
    ("left", "right"),
    [("5368", "3960"), ("1,265.50", "1,300.50"), ("34.7 mln", "134.7 mln"), ("$1,200", "$1,300"), ("5 km", "6 km")],
)
def test_a_plain_number_that_differs_needs_no_second_look(left, right):
    texts = [FRAMES["en"].format(f"with {number} in all", "so") for number in (left, right)]
    found, n_examined = verdicts(texts, 1)
    assert found == {0: ["numbers"]}
    assert n_examined == 0


@pytest.mark.parametrize(
    ("left", "right"),
    [("74.1 mln", "74. mln"), ("199,000 lots", ",000 lots"), ("$5", "5"), ("1.200", "1,200"), ("0.005", "5.000")],
)
def test_a_torn_number_and_another_form_are_no_conflict(left, right):
    texts = [FRAMES["en"].format(f"with {number} in all", "so") for number in (left, right)]
    assert verdicts(texts, 1)[0] == verdicts(texts, 1, screened=False)[0]
