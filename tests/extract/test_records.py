"""Captured text records pass through without a parser, by the same rules of outcome and identity."""

import json
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import EN, LIMITS, TEXTS, VI

from neartwin.extract.page import Request, name_language
from neartwin.extract.records import TEXT_TYPE, extract


def recorded(status="", body=None, **fields):
    data = json.dumps(fields).encode() if body is None else body
    return name_language(extract(Request("key", data, "https://a.vn/x", TEXT_TYPE, "utf-8", status, len(data)), LIMITS))


@pytest.mark.parametrize("language", TEXTS)
def test_text_and_title_pass_through(language):
    extraction = recorded(text=TEXTS[language], title="A  title", language="xx")

    assert (extraction.outcome, extraction.language, extraction.title) == ("ok", language, "A title")
    assert extraction.main_text == extraction.full_text == TEXTS[language]
    assert (extraction.declared_language, extraction.text_from, extraction.kept_share) == ("xx", "record", 1.0)


def test_facts_of_a_record_count():
    extraction = recorded(text=EN, sku="A-1", price="1.290.000 đ", published_at="2026-11-02", author="Ann")

    assert (extraction.facts.sku, extraction.facts.price, extraction.facts.currency) == ("A-1", Decimal(1290000), "VND")
    assert extraction.facts.published == (date(2026, 11, 2),)
    assert extraction.kind == "product"


def test_titles_tell_records_apart_and_white_space_does_not():
    assert recorded(text=VI, title="101").document_id != recorded(text=VI, title="102").document_id
    assert recorded(text=VI).document_id == recorded(text=VI.replace(" ", "\n ")).document_id


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({"text": ""}, "empty"),
        ({"text": "   \n"}, "empty"),
        ({"title": "no text at all"}, "empty"),
        ({"text": "four words are few"}, "too_short"),
        ({"text": "The rope walk reopens", "title": "The rope walk reopens"}, "title_only"),
        ({"text": "Please verify you are human by completing the action below.", "title": "Just a moment"}, "captcha"),
    ],
)
def test_outcomes_of_records(fields, outcome):
    assert recorded(**fields).outcome == outcome


def test_a_refused_record_is_no_document():
    assert recorded(status="404", text=EN).outcome == "error_page"


@pytest.mark.parametrize("body", [b"", b"not json", b"[1]", b'"text"', b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_record_is_undecodable(body):
    assert recorded(body=body).outcome == "undecodable"


@given(
    st.dictionaries(
        st.sampled_from(["text", "title", "price", "currency", "sku", "language", "date"]),
        st.one_of(st.none(), st.integers(), st.text(max_size=30), st.lists(st.integers(), max_size=2)),
    )
)
def test_fields_of_any_kind_are_survived(fields):
    assert recorded(**fields).outcome
