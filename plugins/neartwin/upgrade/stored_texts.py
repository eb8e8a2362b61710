"""Stored texts measured anew, pair by pair, in the shingles of a method; nothing of it is kept."""

from collections.abc import Sequence

import numpy as np

from neartwin.fingerprint.document_text import document_text
from neartwin.methods import Method
from neartwin.settings import Settings
from neartwin.verify import Measures, measure
from neartwin.warehouse.shards import read_rows

Place = tuple[str, int]
"""Where a text lies in the lake: shard and row."""


def measure_places(settings: Settings, method: Method, left: Sequence[Place], right: Sequence[Place]) -> Measures:
    """Measure the text at each place of `left` against the one at the same position of `right`."""
    from neartwin.fingerprint import kernel  # loads numba, which nothing else here needs

    numbers = {place: number for number, place in enumerate(dict.fromkeys([*left, *right]))}
    texts, languages = _texts(settings, method, list(numbers))
    sets = kernel.shingle_sets(texts, languages, method, settings.workers)
    number_l, number_r = (np.array([numbers[place] for place in side], dtype=np.int32) for side in (left, right))
    return measure(sets, number_l, number_r, threads=settings.workers)


def _texts(settings: Settings, method: Method, places: Sequence[Place]) -> tuple[list[str], list[str]]:
    """Return main texts and languages at some places, in their order."""
    found: dict[Place, tuple[str, str]] = {}
    for shard, table in read_rows(settings, places, ["main_text", "language"]):
        rows = [row for path, row in places if path == shard]
        texts = document_text(table["main_text"], [method]).to_pylist()
        for row, text, language in zip(rows, texts, table["language"].to_pylist(), strict=True):
            found[shard, row] = (text or "", language or "")
    return [found[place][0] for place in places], [found[place][1] for place in places]
