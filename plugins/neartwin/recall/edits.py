"""Edits that a copy goes through on its way to another page: what canaries are made by.

Each edit keeps the sense of a text: whatever it returns is a true copy. An edit that has nothing to change in a text
returns it as it is. The small word lists are ours.
"""

import re
import unicodedata
from collections.abc import Callable

SYNONYMS: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("also", "as well"),
        ("big", "large"),
        ("begin", "start"),
        ("buy", "purchase"),
        ("but", "yet"),
        ("about", "around"),
        ("help", "assist"),
        ("people", "persons"),
        ("said", "stated"),
        ("show", "present"),
        ("use", "employ"),
        ("while", "whereas"),
    ),
    "vi": (
        ("cũng", "đồng thời"),
        ("nhưng", "song"),
        ("khoảng", "chừng"),
        ("rất", "hết sức"),
        ("nhiều", "đông đảo"),
        ("giúp", "hỗ trợ"),
        ("hiện nay", "hiện tại"),
        ("bắt đầu", "khởi đầu"),
        ("cho biết", "nói rõ"),
        ("và", "cùng"),
        ("vì", "bởi"),
        ("xem", "coi"),
    ),
    "zh": (
        ("但是", "然而"),
        ("因为", "由于"),
        ("现在", "目前"),
        ("开始", "着手"),
        ("帮助", "协助"),
        ("非常", "十分"),
        ("许多", "不少"),
        ("使用", "采用"),
        ("表示", "指出"),
        ("大约", "约莫"),
        ("和", "与"),
        ("也", "亦"),
    ),
}
FILLERS = {"en": "indeed", "vi": "thật", "zh": "确"}
FURNITURE = {
    "en": (
        "Home | News | Weather | Sport | Contact us. Sign up for our morning letter and never miss a story.",
        "Share this page. Terms of use. Privacy. All rights reserved by the publisher of this site.",
    ),
    "vi": (
        "Trang chủ | Tin tức | Thời tiết | Thể thao | Liên hệ. Đăng ký nhận bản tin buổi sáng của chúng tôi.",
        "Chia sẻ trang này. Điều khoản sử dụng. Quyền riêng tư. Giữ mọi bản quyền đối với nội dung của trang.",
    ),
    "zh": (
        "首页 | 新闻 | 天气 | 体育 | 联系我们。欢迎订阅我们的早间快讯，不错过任何消息。",
        "分享本页。使用条款。隐私声明。本站内容版权所有，转载请注明出处。",
    ),
}
SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？\n]*\s*")


def verbatim(text: str, language: str) -> str:
    """Copy the text."""
    return text


def layout(text: str, language: str) -> str:
    """Put no-break spaces, double spaces and blank lines where single spaces were."""
    spaces = ("\u00a0", "  ", " \n\n", "\t")
    places = iter(range(len(text)))
    return re.sub(" ", lambda _: spaces[next(places) % len(spaces)], text) + "\n"


def one_word(text: str, language: str) -> str:
    """Replace the word nearest the middle that holds no digit; in Chinese, one character."""
    words = list(re.finditer(r"[\u4e00-\u9fff]" if language == "zh" else r"[^\W\d_]+", text))
    if not words:
        return text
    word = words[len(words) // 2]
    return text[: word.start()] + FILLERS.get(language, FILLERS["en"]) + text[word.end() :]


def synonyms(text: str, language: str) -> str:
    """Replace each listed word by another of the same sense."""
    for word, other in SYNONYMS.get(language, ()):
        pattern = word if language == "zh" else rf"(?<!\w){word}(?!\w)"
        text = re.sub(pattern, other, text)
    return text


def reorder(text: str, language: str) -> str:
    """Put the second half of the sentences first."""
    sentences = SENTENCE.findall(text)
    half = len(sentences) // 2
    return " ".join(part.strip() for part in (*sentences[half:], *sentences[:half]))


def cut_tail(text: str, language: str) -> str:
    """Drop the last tenth."""
    return text[: len(text) - len(text) // 10]


def furniture(text: str, language: str) -> str:
    """Put another site's menu before the text and its footer behind."""
    head, foot = FURNITURE.get(language, FURNITURE["en"])
    return f"{head}\n{text}\n{foot}"


def decomposed(text: str, language: str) -> str:
    """Write letters and their marks as separate code points (NFD)."""
    return unicodedata.normalize("NFD", text)


def full_width(text: str, language: str) -> str:
    """Write ASCII letters, digits and signs in their full-width forms."""
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


EDITS: dict[str, Callable[[str, str], str]] = {
    "verbatim": verbatim,
    "layout": layout,
    "one word": one_word,
    "synonyms": synonyms,
    "reordered": reorder,
    "tail cut": cut_tail,
    "furniture added": furniture,
    "NFD": decomposed,
    "full width": full_width,
}


def copies(text: str, language: str) -> list[tuple[str, str]]:
    """Return (edit kind, edited text) for every edit that changes the text, and the verbatim copy."""
    edited = [(kind, edit(text, language)) for kind, edit in EDITS.items()]
    return [(kind, copy) for kind, copy in edited if kind == "verbatim" or copy != text]
