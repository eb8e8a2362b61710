"""The committed sample crawl is what its generator writes, and holds the pages that the cases name."""

import gzip
import json
import subprocess
import sys

import pytest

from neartwin.settings import ROOT

DATA = ROOT / "tests" / "data"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    subprocess.run([sys.executable, DATA / "make_sample.py", folder], check=True, stdout=subprocess.DEVNULL)
    return folder


def content(folder):
    """Return every file's bytes; packed ones unpacked, since zlib's packing differs between builds."""
    return {
        path.relative_to(folder).as_posix(): gzip.decompress(path.read_bytes())
        if path.suffix == ".gz"
        else path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.parent != folder
    }


def test_writing_it_again_gives_the_committed_bytes(written):
    assert content(written) == content(DATA / "sample")


def test_it_has_three_days_of_about_forty_pages(written):
    urls = [line for file in written.rglob("pages.jsonl") for line in file.read_text(encoding="utf-8").splitlines()]
    records = b"".join(unpacked for name, unpacked in content(written).items() if name.endswith(".gz"))
    n_pages = len(urls) + records.count(b"WARC-Type: response") + records.count(b"WARC-Type: revisit")

    assert sorted(path.name for path in written.iterdir()) == ["2026-11-01", "2026-11-02", "2026-11-03"]
    assert n_pages == 118


def test_every_case_names_pages_that_were_fetched(written):
    warcs = {
        name: unpacked.decode("utf-8", "replace") for name, unpacked in content(written).items() if ".warc" in name
    }
    manifests = {file.parent.parent.name: file.read_text(encoding="utf-8") for file in written.rglob("pages.jsonl")}
    cases = (DATA / "sample" / "cases.jsonl").read_text(encoding="utf-8").splitlines()

    for case in map(json.loads, cases):
        for page in case["pages"]:
            in_warc = f"WARC-Target-URI: {page['url']}\r\n" in warcs[f"{page['day']}/news.warc.gz"]
            in_folder = f'"url": "{page["url"]}"' in manifests[page["day"]]
            assert in_warc or in_folder, (case["name"], page)
