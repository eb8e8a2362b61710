"""Compile every kernel into numba's cache, so that the first run does not pay: `python -m neartwin.compile`."""

import json
import tempfile
from pathlib import Path

import numpy as np

from neartwin.cluster import stars
from neartwin.dedup import Options, dedup
from neartwin.dedup.families import Families, templates
from neartwin.fingerprint import kernel
from neartwin.fingerprint.results import ShingleSets, Signatures
from neartwin.guards import judge
from neartwin.methods import load
from neartwin.recall.scan import near_bits, near_minima
from neartwin.settings import Settings
from neartwin.verify import measure

TEXTS = [
    "The ferry to the island leaves at nine and comes back at five, every day but Sunday, in summer and in winter.",
    "The ferry to the island leaves at nine and comes back at six, every day but Sunday, in summer and in winter.",
    "Chuyến phà ra đảo rời bến lúc chín giờ sáng và quay về lúc năm giờ chiều, mỗi ngày trừ chủ nhật.",
    "渡船每天早上九点离开码头，下午五点返回，星期日停航，冬夏皆同。",
]


def main() -> None:
    """Run each kernel once on a few short texts."""
    for method in load(Settings.load()).values():
        kernel.sign(TEXTS, None, method)
    judge(TEXTS, [0], [1])
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "texts.jsonl")
        lines = (json.dumps({"id": str(number), "text": text}) for number, text in enumerate(TEXTS))
        source.write_text("\n".join(lines), encoding="utf-8")
        dedup(source, Path(folder, "out.jsonl"), Options(threshold=0.7))
    stored = np.zeros((1, 128), np.uint32)
    stored.flags.writeable = False  # as stored signatures are
    near_minima(stored, stored, 0.7)
    ends = np.zeros(1, np.int64)
    templates(Families(n_third=np.full(1, np.inf), held_share=np.zeros(1)), ends, ends)
    near_bits(np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64), 3)
    numbers, hashes = np.zeros(1, np.int32), np.zeros(1, np.uint64)
    hashes.flags.writeable = False  # as on disk
    measure(ShingleSets(np.array([0, 1]), hashes), numbers, numbers, Signatures(None, None, stored, ends, ends))
    stars(1, numbers, numbers, np.ones(1, np.bool_), (numbers, numbers))


if __name__ == "__main__":
    main()
