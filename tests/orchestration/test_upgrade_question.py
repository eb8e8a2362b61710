"""The question for a version: what matters first, and nothing crawled that acts."""

from datetime import datetime

from neartwin.orchestration.upgrade_question import write_question
from neartwin.upgrade.comparisons import Comparison
from neartwin.upgrade.detect import Upgrade

EVIL = "<script>alert(1)</script> [go](javascript:x) | a\n# b \u202ec"


def method_told():
    change = {
        "n_pairs": 1,
        "n_documents": 2,
        "samples": [{"document_id_l": "a", "document_id_r": "b", "similarity": 0.7}],
    }
    share = {"old": 0.9, "new": 0.95, "difference": 0.05, "lower": 0.01, "upper": 0.09}
    level = {
        "level": "shown",
        "precision": share,
        "recall": share,
        "mcnemar": {"p": 0.0001, "n_lost": 1, "n_gained": 9},
    }
    return {
        "kind": "method",
        "span": {"n_days": 3},
        "spec": [{"name": "shingle_size", "old": '{"default": 3}', "new": '{"default": 2}'}],
        "documents": {"a": {"title": EVIL, "url": "https://a.example/<b>"}, "b": {"title": "B", "url": ""}},
        "candidates": {name: {"n_pairs": 5, "n_near": 1, "samples": []} for name in ("kept", "gained", "lost")},
        "policies": {"search": {"policy_id": "", "n_merging_strata": 0}},
        "purposes": {
            "search": {
                "levels": [level],
                "change": {"newly merged": change, "released": change | {"samples": []}},
                "merges": {"n_merges": 4, "n_contradicted": 1, "samples": []},
            }
        },
    }


def compared(told, kind="method"):
    return Comparison("f" * 64, Upgrade(kind, "hybrid-words@2", "hybrid-words@1"), "l", told, datetime(2026, 11, 4))


def test_the_question_says_what_would_change_and_holds_no_markup_of_others(settings):
    text = write_question(settings, [compared(method_told())]).read_text()

    assert "`hybrid-words@2` in the place of `hybrid-words@1`?" in text
    assert "no policy allows it to merge" in text
    assert "contradicts 1 of 4 merges in force" in text
    assert "McNemar p &lt; 0.001" in text
    assert "<script" not in text
    assert "](javascript" not in text
    assert "\u202e" not in text
    assert "**Approve**" in text


def test_an_extractor_is_asked_about_by_its_texts(settings):
    sample = {"effect": "text", "title_new": EVIL, "title_old": "", "url": "u", "n_tokens_old": 9, "n_tokens_new": 4}
    told = {
        "kind": "extractor",
        "span": {"n_days": 2},
        "spec": [],
        "texts": {"effects": {"text": {"n_captures": 1}, "same": {"n_captures": 9}}, "samples": [sample]},
        "purposes": {
            "search": {
                "n_labels": 6,
                "n_carried": 5,
                "n_apart": 2,
                "merges": {"n_released": 1, "samples": [["a", "b"]]},
            }
        },
    }
    of_method = method_told()
    told["purposes"]["search"]["change"] = of_method["purposes"]["search"]["change"]
    told |= {"documents": of_method["documents"]}
    told["candidates"] = of_method["candidates"] | {"joined": {"n_pairs": 3}}
    text = write_question(settings, [compared(told, "extractor")]).read_text()

    assert "1 of 10 captures would carry another document" in text
    assert "3 of 6 labels stay as they are; 2 are set apart" in text
    assert "9 → 4" in text
    assert "5 pairs would be proposed that are not now" in text
    assert "3 pairs would be one document" in text
    assert "search: by itself it would merge 2 documents more and release 2, under the policy in force" in text
    assert "search: documents newly merged" in text
    assert "<script" not in text
