"""Tokens are counted so that "short" means the same in every script; SQL and Python agree on the bands."""

import pytest

from neartwin.extract.tokens import count, length_band


@pytest.mark.parametrize(
    ("text", "n_tokens"),
    [
        ("", 0),
        ("one two-three", 3),
        ("không một dấu phẩy nào", 5),
        ("“Lần 2” – mã: 0102…", 4),
        ("今天开放", 4),
        ("今天 open 2 次", 5),
        ("สวัสดีครับ", 3),
        ("ひらがな", 4),
        ("a_b 1.5", 3),
    ],
)
def test_tokens_in_many_scripts(text, n_tokens):
    assert count(text) == n_tokens


def test_counting_may_stop_early():
    assert count("word " * 10_000, at_most=20) >= 20


@pytest.mark.parametrize(
    ("n_tokens", "band"), [(0, "short"), (49, "short"), (50, "medium"), (399, "medium"), (400, "long")]
)
def test_bands_end_where_they_say(con, n_tokens, band):
    assert length_band(n_tokens) == band
    assert con.execute("select length_band(?)", [n_tokens]).fetchone() == (band,)
