"""Golden outputs at run time: another library version is let pass exactly when it changes no method's output."""

import json

import pytest

from neartwin import methods
from neartwin.errors import OutputChangedError
from neartwin.fingerprint import golden


@pytest.fixture
def kept(con, settings):
    assert golden.require_unchanged(con, settings) == len(settings.methods)
    return con


def made_with(con, **versions):
    """Say that the kept outputs were made with other library versions."""
    before = json.loads(golden.made_with()) | versions
    con.execute("update golden_outputs set made_with = ?", [json.dumps(before)])


def test_computed_once_and_not_again_with_the_same_libraries(kept, settings):
    assert golden.require_unchanged(kept, settings) == 0


def test_another_library_that_gives_the_same_is_let_pass_and_remembered(kept, settings):
    made_with(kept, numpy="1.0")
    assert golden.require_unchanged(kept, settings) == len(settings.methods)
    assert golden.require_unchanged(kept, settings) == 0


def test_another_output_is_refused_with_the_library_that_moved_and_stays_refused(kept, settings):
    made_with(kept, rjieba="0.0.1")
    kept.execute("update golden_outputs set golden_sha256 = 'x' where method_id like '%segmented%'")

    for _ in range(2):
        with pytest.raises(
            OutputChangedError, match=r"bag-segmented@1.*rjieba 0\.0\.1 → .*next version number"
        ) as told:
            golden.require_unchanged(kept, settings)
        assert set(told.value.method_ids) == {"bag-segmented@1", "minhash128-segmented@1"}


def test_other_golden_texts_of_a_newer_release_are_no_changed_output(kept, settings):
    made_with(kept, texts="of an older release")
    kept.execute("update golden_outputs set golden_sha256 = 'x'")

    assert golden.require_unchanged(kept, settings) == len(settings.methods)


def test_a_changed_token_changes_the_digest(settings, monkeypatch):
    method = methods.load(settings)["hybrid-words@1"]
    before = golden.digest(method)
    monkeypatch.setitem(golden.GOLDEN_TEXTS, "en", golden.GOLDEN_TEXTS["en"].replace("ferry", "boat"))

    assert golden.digest(method) != before
