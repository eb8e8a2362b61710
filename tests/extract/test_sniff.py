"""What is no page is told by its bytes; what is a page stays one under a wrong name."""

import gzip

import pytest
from pages import EN, LIMITS, article, extracted

from neartwin.extract.page import Limits


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"%PDF-1.7\n" + b"x" * 900, "text/html"),
        (b"\x89PNG\r\n\x1a\n" + bytes(900), "text/html"),
        (b"GIF89a" + bytes(100), ""),
        (b"\xff\xd8\xff\xe0" + bytes(100), ""),
        (b"RIFF\x10\0\0\0WEBPVP8 " + bytes(100), ""),
        (b"PK\x03\x04" + bytes(100), "text/html"),
        (b'{"title": "A page", "body": "<p>text</p>"}', "text/html"),
        (b'[{"a": 1}]', "application/json"),
        (b'<?xml version="1.0"?><rss version="2.0"><channel><title>x</title></channel></rss>', "text/html"),
        (b'<?xml version="1.0"?>\n<!-- c --><feed xmlns="http://www.w3.org/2005/Atom"><title>x</title></feed>', ""),
        (b'<rdf:RDF xmlns:rdf="x"><channel></channel></rdf:RDF>', "text/html"),
        (b'<?xml version="1.0"?><urlset><url><loc>https://a.vn/</loc></url></urlset>', "text/xml"),
        (b'<?xml version="1.0"?><catalog><book/></catalog>', "application/xml"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"><text>words</text></svg>', ""),
        (b"body { color: red }", "text/css"),
        (b"var a = 1;", "application/javascript"),
        (b"anything", "image/png"),
    ],
)
def test_other_content_is_not_html(body, content_type):
    extraction = extracted(body, content_type=content_type)

    assert extraction.outcome == "not_html"
    assert extraction.document_id is None


@pytest.mark.parametrize(
    "content_type", ["", "text/plain", "application/octet-stream", "application/xhtml+xml", "image/png"]
)
def test_a_page_under_another_type_is_a_page(content_type):
    assert extracted(article(EN), content_type=content_type).outcome == "ok"


def test_xhtml_with_an_xml_declaration_is_a_page():
    html = '<?xml version="1.0" encoding="UTF-8"?>' + article(EN).replace("<!doctype html>", "")

    assert extracted(html).outcome == "ok"


def test_a_text_that_starts_with_a_bracket_is_no_json():
    assert extracted("[Update] " + EN, content_type="text/plain").outcome == "ok"


def test_plain_text_is_its_own_main_text():
    extraction = extracted(EN, content_type="text/plain")

    assert (extraction.outcome, extraction.main_text, extraction.text_from) == ("ok", EN, "plain")


def test_a_gzip_body_is_unpacked():
    assert extracted(gzip.compress(article(EN).encode())).outcome == "ok"


def test_a_gzip_bomb_is_not_unpacked():
    extraction = extracted(gzip.compress(bytes(5_000_000)), limits=Limits(20, 100_000))

    assert extraction.outcome == "not_html"
    assert "gzip" in extraction.outcome_reason


def test_binary_data_and_wrong_charsets_are_undecodable():
    assert extracted(b"<html><p>" + bytes(range(1, 9)) * 200).outcome == "undecodable"
    assert extracted(bytes(range(128, 256)) * 20, limits=LIMITS).outcome == "undecodable"
