"""Fingerprints of every method, kept in a file: no machine, version or process may give others under the same id.

A deliberate change is a new method version. To write the file anew, run this file with Python.
"""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from fingerprint_texts import TEXTS, configured

from neartwin.fingerprint import kernel, plain_batches
from neartwin.settings import ROOT

GOLDEN = ROOT / "tests" / "data" / "golden_fingerprints.json"


def fingerprints(method, sign=kernel.sign):
    """Signatures of the test texts in hexadecimal; MinHash and shingle sets as SHA-256 of their bytes."""
    languages = [name[:2] for name in TEXTS]
    found = sign(list(TEXTS.values()), languages, method)
    sets = kernel.shingle_sets(list(TEXTS.values()), languages, method)
    rows = {}
    for index, name in enumerate(TEXTS):
        own = sets.hashes[sets.offsets[index] : sets.offsets[index + 1]]
        row = {"n_features": int(found.n_features[index]), "n_shingles": int(found.n_shingles[index])}
        for word in ("simhash", "simhash_high"):
            if getattr(found, word) is not None:
                row[word] = f"{int(getattr(found, word)[index]) & (1 << 64) - 1:016x}"
        if found.minhash is not None:
            row["minhash_sha256"] = hashlib.sha256(found.minhash[index].astype("<u4").tobytes()).hexdigest()[:32]
        row["shingles_sha256"] = hashlib.sha256(own.astype("<u8").tobytes()).hexdigest()[:32]
        rows[name] = row
    return {"spec_sha256": method.spec_sha256, "fingerprints": rows}


@pytest.mark.parametrize("method_id", sorted(configured()))
def test_fingerprints_are_the_golden_ones(method_id):
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))

    assert fingerprints(configured()[method_id]) == golden[method_id]


@pytest.mark.parametrize("method_id", sorted(configured()))
def test_the_plain_twin_gives_the_golden_ones_too(method_id):
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))

    assert fingerprints(configured()[method_id], plain_batches.sign) == golden[method_id]


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_another_process_with_another_hash_seed_gives_the_same(engine):
    environment = os.environ | {
        "PYTHONHASHSEED": "4711",
        "NEARTWIN_KERNEL": engine,
        "NUMBA_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "plugins"), str(Path(__file__).parent)]),
    }
    command = "import json, test_golden_fingerprints as t; print(json.dumps(t.everything(), sort_keys=True))"
    shown = subprocess.run([sys.executable, "-c", command], env=environment, capture_output=True, check=True, text=True)

    assert json.loads(shown.stdout) == json.loads(GOLDEN.read_text(encoding="utf-8"))


def everything():
    return {method_id: fingerprints(method) for method_id, method in sorted(configured().items())}


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(everything(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
