"""Bytes to text: the declared charset where it holds, else the bytes' own; and where its name came from."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import VI, ZH

from neartwin.extract import mojibake
from neartwin.extract.charset import decode

TCVN_BYTES = {character: bytes([byte]) for byte, character in mojibake._TCVN_BYTES.items()}


def in_tcvn(text):
    return b"".join(TCVN_BYTES.get(character, character.encode("ascii", "replace")) for character in text)


def html(text, charset="", codec="utf-8"):
    meta = f'<meta charset="{charset}">' if charset else ""
    return f"<html><head>{meta}<title>x</title></head><body><p>{text}</p></body></html>".encode(codec)


@pytest.mark.parametrize(
    ("body", "header", "codec", "origin"),
    [
        (html(VI), "utf-8", "utf-8", "header"),
        (html(VI, "utf-8"), "", "utf-8", "meta"),
        (html(VI), "", "utf-8", "utf-8"),
        (b"\xef\xbb\xbf" + html(VI), "windows-1252", "utf-8", "bom"),
        (html(VI, codec="utf-16"), "", "utf-16-le", "bom"),
        (html(VI, codec="utf-16-be"), "", "utf-16-be", "detection"),
        (html(ZH, codec="gb18030"), "gb2312", "gb18030", "header"),
        (html(ZH, "gbk", codec="gb18030"), "", "gb18030", "meta"),
        (html(ZH, codec="gb18030"), "", "gb18030", "detection"),
        (
            html("第一屆水車節今天在柳溪鎮開幕,為期三天,現場展示傳統磨坊。" * 3, codec="big5"),
            "",
            "big5hkscs",
            "detection",
        ),
    ],
)
def test_the_charset_and_where_it_came_from(body, header, codec, origin):
    decoded = decode(body, header)

    assert (decoded.charset, decoded.charset_from, decoded.damage) == (codec, origin, 0.0)


@pytest.mark.parametrize("header", ["utf-8", "UTF8", "iso-8859-1", "windows-1252", ""])
def test_gbk_served_as_something_else_is_still_read(header):
    assert ZH in decode(html(ZH, "utf-8", codec="gbk"), header).text


@pytest.mark.parametrize("header", ["iso-8859-1", "gbk", "shift_jis", "windows-1258"])
def test_utf8_served_as_something_else_is_still_read(header):
    assert VI in decode(html(VI), header).text


def as_windows_1258(text):
    """Vietnamese as windows-1258 writes it: circumflex and horn on the letter, the tone after it."""
    parts = [unicodedata.normalize("NFD", letter) for letter in text]
    tones = "\u0300\u0301\u0303\u0309\u0323"
    return "".join(
        unicodedata.normalize("NFC", "".join(mark for mark in part if mark not in tones))
        + "".join(mark for mark in part if mark in tones)
        for part in parts
    )


def test_windows_1258_comes_out_decomposed_and_normalises_to_the_same_words():
    decoded = decode(html(as_windows_1258(VI), "windows-1258", codec="cp1258"), "")

    assert VI not in decoded.text
    assert VI in unicodedata.normalize("NFC", decoded.text)


@pytest.mark.parametrize("header", ["", "iso-8859-1", "windows-1252", "x-viet-tcvn", "tcvn"])
def test_tcvn_bytes_become_vietnamese(header):
    decoded = decode(html("PLACE").replace(b"PLACE", in_tcvn(VI)), header)

    assert VI in decoded.text
    assert decoded.charset == "tcvn5712"


def test_tcvn_text_in_a_utf8_page_becomes_vietnamese():
    decoded = decode(html(in_tcvn(VI).decode("latin-1")), "utf-8")

    assert VI in decoded.text
    assert decoded.charset_from == "mojibake"


@pytest.mark.parametrize("text", [VI, ZH])
def test_text_encoded_twice_is_put_right(text):
    decoded = decode(html(text.encode().decode("latin-1")), "utf-8")

    assert text in decoded.text
    assert decoded.charset_from == "mojibake"


@pytest.mark.parametrize(
    "text",
    [
        VI,
        ZH,
        "© 2026 Müller & Söhne® – größte Auswahl für 5½ €, naïve façade, ¼ l",
        "L’été dernier, «Le Théâtre» a joué à l’hôtel; où çà ? déjà vu, forêt, Noël",
        "Ångström, smörgås, blåbærsyltetøy og rødgrød med fløde",
    ],
)
def test_right_text_is_left_alone(text):
    assert text in decode(html(text * 5), "utf-8").text


def test_a_few_broken_bytes_do_not_unmake_a_declaration():
    body = html(VI * 3).replace(b"\xe1\xbb\xa7y", b"\xe1\xbby", 1)
    decoded = decode(body, "utf-8")

    assert decoded.charset == "utf-8"
    assert 0 < decoded.damage < 0.1


@given(st.binary(max_size=400), st.sampled_from(["", "utf-8", "gbk", "latin1", "utf-16", "utf-7", "nonsense", "tcvn"]))
def test_any_bytes_under_any_name_give_text(body, header):
    decoded = decode(body, header)

    assert isinstance(decoded.text, str)
    assert decoded.damage >= 0.0
