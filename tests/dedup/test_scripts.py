"""Languages by script, where nobody has said them."""

import unicodedata

import pyarrow as pa
import pytest

from neartwin.dedup.scripts import languages_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The river rose again last night.", "en"),
        ("Mực nước sông lại dâng cao trong đêm qua.", "vi"),
        (unicodedata.normalize("NFD", "Mực nước sông lại dâng cao trong đêm qua."), "vi"),
        ("昨夜河水再次上涨。", "zh"),
        ("昨夜、川の水位がまた上がった。", "ja"),
        ("어젯밤 강물이 다시 불었다.", "ko"),
        ("Ночью вода в реке снова поднялась.", "ru"),
        ("น้ำในแม่น้ำขึ้นอีกเมื่อคืนนี้", "th"),
        ("12,5 — 40 %", ""),
        ("", ""),
    ],
)
def test_the_script_tells_the_language(text, language):
    texts = pa.array(["padding", text], pa.large_string())[1:]

    assert languages_of(texts, pa.array([None], pa.string())).to_pylist() == [language]


def test_what_is_stated_wins_by_its_primary_part():
    texts = pa.array(["昨夜河水再次上涨。"] * 3, pa.large_string())

    assert languages_of(texts, pa.array(["ZH-hans_CN", "en", None])).to_pylist() == ["zh", "en", "zh"]
