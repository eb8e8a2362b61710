"""Arrays that a process leaves for the next one."""

import numpy as np
import pytest

from neartwin.fingerprint.kept_arrays import kept


@pytest.fixture
def source(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "table.tsv"
    path.write_text("a\n")
    return path


def never():
    raise AssertionError("made again")


def test_arrays_are_made_once_and_come_back_with_their_types(source):
    made = kept("tables", "m@1", [source], lambda: (np.arange(3, dtype=np.uint32), np.zeros(0, np.uint8)))
    found = kept("tables", "m@1", [source], never)
    assert [array.dtype for array in found] == [array.dtype for array in made]
    assert all((a == b).all() and a.flags.writeable for a, b in zip(found, made, strict=True))


def test_another_key_or_a_changed_source_is_made_anew(source):
    kept("tables", "m@1", [source], lambda: (np.zeros(1),))
    assert kept("tables", "m@2", [source], lambda: (np.ones(1),))[0][0] == 1
    source.write_text("ab\n")
    assert kept("tables", "m@1", [source], lambda: (np.ones(1),))[0][0] == 1


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 torn"])
def test_a_damaged_file_is_done_without(source, content):
    kept("tables", "m@1", [source], lambda: (np.zeros(1),))
    next((source.parent / "cache").iterdir()).write_bytes(content)
    assert kept("tables", "m@1", [source], lambda: (np.ones(1),))[0][0] == 1


def test_a_folder_that_cannot_be_written_is_done_without(source, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(source / "below a file"))
    assert kept("tables", "m@1", [source], lambda: (np.ones(1),))[0][0] == 1
