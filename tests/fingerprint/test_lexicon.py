"""The lists that methods name: whole, free of repetition, and read as their headers say."""

import pytest
from fingerprint_texts import configured

from neartwin.fingerprint import lexicon, normalise, plain

TFIDF = "simhash64-tfidf@1"


def test_phrases_are_normal_lower_case_and_listed_once():
    phrases = lexicon.phrase_lines("vietnamese-phrases-1.txt")

    assert len(phrases) == len(set(phrases)) > 500
    assert [one for one in phrases if one != normalise(one).lower() or not 2 <= len(one.split(" ")) <= 6] == []


@pytest.mark.parametrize("name", ["document-frequency-1.tsv", "term-emphasis-1.tsv"])
def test_every_language_has_its_words_once_a_line(name):
    rows = [line.split("\t") for line in lexicon.phrase_lines(name)]

    assert {row[0] for row in rows} == {"en", "vi", "zh"}
    assert [row for row in rows if len(set(row[2].split(" "))) < len(row[2].split(" "))] == []


def test_common_and_furniture_words_weigh_little_and_decisions_much():
    weights = lexicon.term_weights("document-frequency-1.tsv", "term-emphasis-1.tsv")

    assert weights["the"] == 2
    assert weights["cookie"] < lexicon.UNLISTED_WEIGHT < weights["approved"]
    assert weights["不予"] == weights["批准"] == 60
    assert weights["chia sẻ"] < lexicon.UNLISTED_WEIGHT < weights["phê duyệt"]
    assert weights["not"] > weights["the"]
    assert all(1 <= weight <= 60 for weight in weights.values())


def test_every_listed_word_is_a_token_or_a_phrase_that_the_tokeniser_joins():
    method = configured()[TFIDF]
    words = lexicon.term_weights(method.document_frequencies, method.emphasis)

    assert [one for one in words if " " in one and plain.phrase_hash(one, method) not in plain.phrases(method)] == []


def test_a_flipped_decision_moves_the_weighted_fingerprint_further():
    kept = "Uỷ ban xem xét hồ sơ và phê duyệt dự án xây cầu qua sông trong tháng tới theo kế hoạch."
    flipped, edited = kept.replace("phê duyệt", "từ chối"), kept.replace("tháng", "tuần")

    def distance(other, method_id):
        found = [hashes_of(text, method_id) for text in (kept, other)]
        return (found[0] ^ found[1]).bit_count()

    assert distance(flipped, TFIDF) > distance(edited, TFIDF)
    assert distance(flipped, TFIDF) > distance(flipped, "simhash64-words@1")


def hashes_of(text, method_id):
    method = configured()[method_id]
    voters = plain.voters([token.hash for token in plain.tokens(text, method)], method.frequency)
    return plain.simhash(voters, plain.weights(method), plain.default_weight(method))


def test_traditional_characters_have_one_simplified_form():
    simplified = lexicon.simplified()

    assert chr(simplified[ord("國")]) == "国"
    assert chr(simplified[ord("爲")]) == chr(simplified[ord("為")]) == "为"
    assert not set(simplified.values()) & set(simplified)


def test_tones_are_taken_from_sixty_vowels():
    assert len(lexicon.tones()) == 60
    assert lexicon.tones()[ord("ậ")] == (ord("â"), 5)


def test_words_of_han_are_broken_from_their_neighbours():
    assert lexicon.segment_han("清华大学abc").split(lexicon.WORD_BREAK) == ["", "清华大学", "abc"]
    assert lexicon.segment_han("no Han") == "no Han"
