"""Words learned from verdicts: bounded, smoothed, with history, as a candidate that nothing uses yet."""

import tomllib

import pytest

from neartwin.calibrate.term_weights import Learned, learned, table, words, write_candidate
from neartwin.errors import CalibrationError
from neartwin.methods import load

METHOD_ID = "simhash64-tfidf@1"


@pytest.fixture
def method(settings):
    return load(settings)[METHOD_ID]


def judged(n):
    """Pairs that differ in `sealed` are different, pairs that differ in `gallery` are the same, both with a number."""
    same = [("en", "The lamp was lit at 7 gallery", "The lamp was lit at 8", True)] * n
    different = [("en", "The door was sealed 7", "The door was 8", False)] * n
    return same + different


def test_words_in_which_different_pairs_differ_decide_and_the_others_are_noise(method):
    assert {(word.word, word.kind) for word in learned(judged(40), method)} == {
        ("sealed", "decision"),
        ("gallery", "boilerplate"),
    }


def test_a_few_verdicts_move_nothing(method):
    assert learned(judged(29), method) == []
    assert learned([], method) == []


def test_words_are_those_of_the_method(method):
    assert "phê duyệt" in words("Hồ sơ được phê duyệt năm 2026", method)
    assert not any("2026" in word for word in words("năm 2026", method))
    assert "批准" in words("申请已批准", method)


def test_a_word_that_moved_has_its_new_kind_alone():
    lines = ["# a note", "en\tboilerplate\tshare reply", "en\tdecision\tnot", "vi\tdecision\tkhông"]
    moved = [Learned("en", "reply", "decision", 9, 9, 0, 9), Learned("en", "photo desk", "boilerplate", 0, 9, 9, 9)]
    assert table(lines, moved) == [
        "# a note",
        "en\tboilerplate\tshare photo_desk",
        "en\tdecision\tnot reply",
        "vi\tdecision\tkhông",
    ]


def test_without_used_labels_no_candidate_is_written(con, settings, tmp_path):
    with pytest.raises(CalibrationError, match="no word moved"):
        write_candidate(con, settings, "search", METHOD_ID, tmp_path)
    with pytest.raises(CalibrationError, match="weighs no words"):
        write_candidate(con, settings, "search", "hybrid-words@1", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_candidate_is_a_new_version_with_its_history(con, settings, tmp_path, monkeypatch):
    monkeypatch.setattr("neartwin.calibrate.term_weights._texts", lambda *_: judged(40))

    write_candidate(con, settings, "search", METHOD_ID, tmp_path)

    section = tomllib.loads((tmp_path / "simhash64-tfidf-2.toml").read_text(encoding="utf-8"))["methods"]
    assert section["simhash64-tfidf@2"]["emphasis"] == "term-emphasis-2.tsv"
    assert "sealed" in (tmp_path / "term-emphasis-2.tsv").read_text(encoding="utf-8")
    assert "n_different" in (tmp_path / "term-history-2.json").read_text(encoding="utf-8")
