"""Patterns of values: the small ones, for texts without Vietnamese and Han, find what the whole one finds."""

from hypothesis import given, settings
from hypothesis import strategies as st

from neartwin.guards.value_patterns import FROM_DIGIT, FROM_LETTER, FROM_MARK, is_eastern, pattern, words

WRITTEN = """
1.200,5 12 7 2024 1400 23:59 3-4 +84 91 ½ half and an a of past noon $ € us$ % km kg m h ° ' . , -
/ x9 iv bn dozen may december café niño über ba hai usd u.s. dollars gmt pm
"""
PARTS = WRITTEN.split()
LISTED = sorted({word.replace("\\", "") for name in ("unit", "number", "month") for word in words()[name].split("|")})


@settings(deadline=None)  # the first example compiles the patterns
@given(st.lists(st.one_of(st.sampled_from(PARTS), st.sampled_from(LISTED)), max_size=6), st.sampled_from(["", " "]))
def test_small_patterns_find_what_the_whole_one_finds(parts, gap):
    text = gap.join(parts)
    for at, character in enumerate(text):
        if is_eastern(text):
            return
        start = FROM_DIGIT if character.isdecimal() else FROM_LETTER if "a" <= character <= "z" else FROM_MARK
        whole, small = pattern().match(text, at), pattern(start).match(text, at)
        assert (whole and (whole.lastgroup, whole.span())) == (small and (small.lastgroup, small.span()))


def test_an_eastern_text_has_a_han_character_or_a_word_of_a_form():
    assert not any(map(is_eastern, ("12 may", "café à la carte, 12 €", "naïve über-rule", "señor")))
    assert all(map(is_eastern, ("12 tháng 5", "5 mét", "lúc 7 giờ", "mùng 3.4", "nửa km", "5 公里", "二〇二五", "5 đ")))
