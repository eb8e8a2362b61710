"""Real pages: every one gets an outcome, articles stay articles, and pages that are none are told apart."""

import json
from collections import Counter

import pytest
from pages import extracted

from neartwin.extract.outcome import OUTCOMES
from neartwin.extract.page import Limits

NOT_CONTENT = {
    "blocked/captcha",
    "blocked/403",
    "blocked/waf",
    "404",
    "js-shell",
    "empty",
    "non-html",
    "redirect",
    "listing",
}
LIMITS = Limits(min_tokens=20, max_page_bytes=20_000_000)


@pytest.fixture(scope="module")
def corpus(shared):
    """Outcome by (kind, id) of the shared pages."""
    found = {}
    for line in (shared / "corpus" / "pages.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        body = (shared / "corpus" / entry["file"]).read_bytes()
        found[entry["kind"], entry["id"]] = extracted(body, url=entry["url"], status="", limits=LIMITS).outcome
    return found


def test_every_page_has_a_known_outcome(corpus):
    assert len(corpus) == 519
    assert set(corpus.values()) <= set(OUTCOMES)


def test_articles_and_documentation_are_ok(corpus):
    """Two of 179 are rightly none: a list page filed as article, and a page whose text needs JavaScript."""
    lost = Counter(kind for (kind, _), outcome in corpus.items() if outcome != "ok")

    assert lost["article"] <= 2
    assert lost["documentation"] == lost["documentation/variant"] == 0


def test_pages_without_content_are_caught(corpus):
    missed = {key for key, outcome in corpus.items() if key[0] in NOT_CONTENT and outcome == "ok"}

    assert missed == set()
