"""Golden pages: the extractor's id follows what our sample pages become, not version numbers."""

import json

import pytest

from neartwin.extract import contract, furniture, golden


@pytest.fixture
def fresh(monkeypatch, tmp_path):
    """A contract that remembers nothing from before."""
    contract._extractor.cache_clear()
    yield tmp_path
    contract._extractor.cache_clear()


def test_every_page_has_an_output_of_its_own():
    found = golden.outputs()

    assert len(found) >= 10
    assert len(set(found.values())) == len(found)


def test_the_same_pages_give_the_same_digest_from_the_folder_and_without_one(tmp_path):
    first = golden.digest(tmp_path / "cache")
    [kept] = (tmp_path / "cache").glob("extractor-*.json")

    assert json.loads(kept.read_text()) == {"golden_sha256": first}
    assert golden.digest(tmp_path / "cache") == first
    assert golden.digest(kept / "no folder") == first


def test_a_file_that_was_cut_is_computed_again(tmp_path):
    first = golden.digest(tmp_path)
    [kept] = tmp_path.glob("extractor-*.json")
    kept.write_text('{"golden')

    assert golden.digest(tmp_path) == first


def test_another_version_number_alone_is_the_same_extractor(fresh, settings, monkeypatch):
    before = contract.extractor(settings)
    contract._extractor.cache_clear()
    monkeypatch.setattr(golden, "_version", lambda name: "99.0")
    after = contract.extractor(settings)

    assert json.loads(after.spec)["made_with"]["trafilatura"] == "99.0"
    assert (after.extractor_id, after.spec_sha256) == (before.extractor_id, before.spec_sha256)


def test_another_output_is_another_extractor(fresh, settings, monkeypatch):
    before = contract.extractor(settings).extractor_id
    contract._extractor.cache_clear()
    monkeypatch.setattr(golden, "_version", lambda name: "98.0")  # as installed: the kept digest is not taken
    monkeypatch.setattr(furniture, "trim", lambda text, signs: text.upper())

    assert contract.extractor(settings).extractor_id != before
