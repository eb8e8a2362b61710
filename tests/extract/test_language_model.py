"""The language model kept unpacked gives the same answers, and a damaged copy is replaced."""

import pytest

from neartwin.extract import language_model

TEXTS = ("Das ist ein ganz gewöhnlicher Satz.", "Le moulin a rouvert ce matin.", "Сегодня открыли мельницу.", "x y z")


@pytest.fixture(autouse=True)
def forgetful(monkeypatch):
    monkeypatch.setattr(language_model, "_folders", [])


def answers():
    identifier = language_model.load()
    return [identifier.classify(text) for text in TEXTS]


def test_a_kept_model_answers_as_the_packed_one(tmp_path):
    packed = answers()
    language_model.keep_in(tmp_path)

    assert answers() == packed  # written
    assert answers() == packed  # read
    assert [len(list(folder.glob("*.npy"))) for folder in tmp_path.iterdir()] == [6]


def test_a_damaged_copy_is_replaced(tmp_path):
    language_model.keep_in(tmp_path)
    packed = answers()
    [folder] = tmp_path.iterdir()
    for name in ("ptc", "nextmove"):
        path = folder / f"{name}.npy"
        path.write_bytes(path.read_bytes()[:1000])

    assert answers() == packed
    assert (folder / "ptc.npy").stat().st_size > 1_000_000


def test_a_folder_that_cannot_be_written_is_survived(tmp_path):
    (tmp_path / "file").write_text("")
    language_model.keep_in(tmp_path / "file")

    assert answers()


def test_labels_are_languages_with_two_letters():
    assert {len(label) for label in language_model.load().labels} == {2}
