"""Word differences say what differs, in reading order, and stay short."""

from hypothesis import given
from hypothesis import strategies as st

from neartwin.report.differences import SEGMENTS, differences

WORDS = st.lists(st.sampled_from(["một", "hai", "ba", "4", ",", "五"]), max_size=30).map(" ".join)


def test_one_changed_word_is_named_with_its_context():
    before = "Theo nghị quyết mới, kinh phí sửa chữa cầu Bến Thuỷ năm nay là 3,2 tỷ đồng lấy từ quỹ bảo trì"

    assert differences(before, before.replace("3,2", "2,3")) == [
        ("same", "… cầu Bến Thuỷ năm nay là "),
        ("left", "3,2 "),
        ("right", "2,3 "),
        ("same", "tỷ đồng lấy từ quỹ bảo trì"),
    ]


def test_chinese_differs_by_character():
    assert ("left", "不") in differences("不予批准", "给予批准")
    assert ("right", "给") in differences("不予批准", "给予批准")


def test_equal_texts_have_only_what_is_the_same():
    assert {kind for kind, _ in differences("a b c", "a b c")} <= {"same"}


def test_an_empty_text_differs_wholly():
    assert differences("", "một hai") == [("right", "một hai")]


@given(WORDS, WORDS)
def test_each_side_keeps_its_own_words(left, right):
    segments = differences(left, right)

    kinds = {kind for kind, _ in segments}
    assert ("left" in kinds or "right" in kinds) == (left.split() != right.split())
    assert len(segments) <= SEGMENTS + 1


def test_long_unlike_texts_stay_short():
    segments = differences("a b c d e " * 5_000, "v w x y z " * 5_000)

    assert sum(len(text) for _, text in segments) < 2_000
