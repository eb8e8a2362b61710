"""The language of a text, whatever the page says about itself."""

import unicodedata

import pytest
from pages import EN, VI, ZH, article, extracted

from neartwin.extract.language import identify


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (VI, "vi"),
        (ZH, "zh"),
        (EN, "en"),
        ("Hôm nay trời mưa to ở miền núi phía bắc", "vi"),
        ("水車小屋は今日から毎週土曜日に公開されます。", "ja"),
        ("물레방아가 오늘 다시 문을 열었습니다.", "ko"),
        ("โรงสีน้ำเปิดให้เข้าชมอีกครั้งในวันนี้", "th"),
        ("Η υδρόμυλος άνοιξε ξανά σήμερα το πρωί.", "el"),
        ("טחנת המים נפתחה שוב הבוקר", "he"),
        ("Сегодня утром в посёлке снова открыли водяную мельницу, которую чинили три года.", "ru"),
        ("Die Wassermühle im Dorf wurde heute nach neun Jahren wieder geöffnet und mahlt samstags.", "de"),
        ("Le moulin à eau du village a rouvert ce matin après neuf ans de silence et de travaux.", "fr"),
        ("El molino de agua del pueblo reabrió esta mañana tras nueve años de silencio y obras.", "es"),
        ("Kincir air di desa itu dibuka kembali pagi ini setelah sembilan tahun ditutup untuk umum.", "id"),
    ],
)
def test_a_text_in_its_language(text, language):
    assert identify(text) == language


@pytest.mark.parametrize("text", ["", "12345 67890", "Lần 2", "OK", "iPhone 15 Pro Max", "!!! ???", "\n\n"])
def test_a_text_too_short_to_tell_is_und(text):
    assert identify(text) == "und"


def test_the_lang_attribute_decides_nothing():
    extraction = extracted(article(VI).replace("<html>", '<html lang="en-GB">'))

    assert (extraction.language, extraction.declared_language) == ("vi", "en-GB")


def test_decomposed_letters_make_no_difference():
    extraction = extracted(article(unicodedata.normalize("NFD", VI)))

    assert extraction.language == "vi"


def test_long_text_is_sampled_from_three_places():
    assert identify(EN + VI * 20 + EN) == "vi"
