"""The handover bundle: equal content is an equal file, and whatever was changed in it is found."""

import json
import sys
import zipfile
from pathlib import Path

import pytest

from neartwin.calibrate import calibrate
from neartwin.errors import HandoverError, PlaceError
from neartwin.handover import LABELS, METHODS, SUMS, handover, verify
from neartwin.label.inbox import inbox
from neartwin.label.ingest import ingest_labels
from neartwin.label.verdict import Label

sys.path.insert(0, str(Path(__file__).parent / "label"))
from stored_documents import decide, document_id, warehouse


@pytest.fixture
def bundle(settings, tmp_path):
    """The bundle of an installation with one label and one calibration."""
    with warehouse(settings, "a", "b") as con, inbox(settings) as box:
        decide(con, "a", "b", 0.9)
        pair = document_id("a"), document_id("b")
        box.append([Label.of_pair(*pair, purpose="search", verdict="same", annotator="=mai", reason="cùng bài")])
        ingest_labels(con, settings)
        calibrate(con, settings, "search", "r")
    path = tmp_path / "out.zip"
    handover(settings, path)
    return path


def test_a_bundle_verifies(settings, bundle):
    checks = verify(settings, bundle)
    assert [check for check in checks if not check.is_right] == []
    names = {check.name for check in checks}
    assert {"hybrid-words@1 fingerprints", LABELS} <= names
    assert sum(name.startswith("calibration ") for name in names) == 2


def test_the_same_content_is_the_same_file(settings, bundle, tmp_path):
    handover(settings, tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == bundle.read_bytes()


def rewritten(path, change, *, with_sums=False):
    with zipfile.ZipFile(path) as old:
        members = {name: old.read(name) for name in old.namelist()}
    change(members)
    if with_sums:
        import hashlib

        lines = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in members.items() if name != SUMS]
        members[SUMS] = "".join(lines).encode()
    with zipfile.ZipFile(path, "w") as new:
        for name, data in members.items():
            new.writestr(name, data)
    return path


def wrong(settings, path):
    return {check.name for check in verify(settings, path) if not check.is_right}


def test_a_changed_member_is_found(settings, bundle):
    def change(members):
        members[LABELS] = members[LABELS].replace(b"same", b"different")

    assert wrong(settings, rewritten(bundle, change)) == {LABELS}


def test_a_changed_verdict_under_new_checksums_is_found(settings, bundle):
    def change(members):
        members[LABELS] = members[LABELS].replace(b",same,", b",different,")

    assert {name.split()[0] for name in wrong(settings, rewritten(bundle, change, with_sums=True))} == {"calibration"}


def test_a_changed_fingerprint_under_new_checksums_is_found(settings, bundle):
    def change(members):
        told = json.loads(members[METHODS])
        told["methods"]["hybrid-words@1"]["golden"]["vi"]["n_features"] += 1
        members[METHODS] = json.dumps(told).encode()

    assert wrong(settings, rewritten(bundle, change, with_sums=True)) == {"hybrid-words@1 fingerprints"}


def test_added_and_missing_members_are_found(settings, bundle):
    def change(members):
        members["extra.txt"] = b"x"
        del members[next(name for name in members if name.endswith(".html"))]

    assert len(wrong(settings, rewritten(bundle, change))) == 2


@pytest.mark.parametrize("data", [b"", b"PK no zip"])
def test_what_is_no_bundle_says_so(settings, tmp_path, data):
    path = tmp_path / "none.zip"
    path.write_bytes(data)
    with pytest.raises(HandoverError, match="bundle"):
        verify(settings, path)


def test_a_place_that_cannot_be_written(settings, bundle, tmp_path):
    for out in (tmp_path / "none" / "out.zip", tmp_path):
        with pytest.raises(PlaceError, match="cannot be written"):
            handover(settings, out)
