"""Texts of a few stored documents, and how alike they are exactly."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from neartwin.fingerprint.kernel import shingle_sets
from neartwin.fingerprint.normalisation import nfc
from neartwin.methods import Method
from neartwin.settings import Settings
from neartwin.warehouse.shards import read_rows

Locator = tuple[str, int]


def texts_at(settings: Settings, locators: Iterable[Locator]) -> dict[Locator, tuple[str, str]]:
    """Return (main text in NFC, language) of each locator."""
    wanted = sorted(set(locators))
    found: dict[Locator, tuple[str, str]] = {}
    for path, table in read_rows(settings, wanted, ["main_text", "language"]):
        rows = [row for shard, row in wanted if shard == path]
        texts = (nfc(text) for text in table["main_text"].to_pylist())
        pairs = zip(texts, table["language"].to_pylist(), strict=True)
        found |= {(path, row): pair for row, pair in zip(rows, pairs, strict=True)}
    return found


def jaccards(texts: list[str], languages: list[str], pairs: list[tuple[int, int]], method: Method) -> list[float]:
    """Return the exact Jaccard of the shingle sets of pairs of texts, given as places in the lists."""
    sets = shingle_sets(texts, languages, method)
    parts = [sets.hashes[low:high] for low, high in zip(sets.offsets[:-1], sets.offsets[1:], strict=True)]
    return [_jaccard(parts[left], parts[right]) for left, right in pairs]


def _jaccard(left: npt.NDArray[np.uint64], right: npt.NDArray[np.uint64]) -> float:
    shared = len(np.intersect1d(left, right, assume_unique=True))
    return shared / max(len(left) + len(right) - shared, 1)
