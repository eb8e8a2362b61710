"""Ask the guards about pairs of texts."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.dedup.contents import Contents
from neartwin.guards import Facts, judge

TEMPLATE = "template"
OTHER_FACTS = ("numbers", "sku", "price", "title_identifier", TEMPLATE)
"""Guards of texts that state different facts: such texts are not even connected through a third one, which may state
neither. The other guards speak of words and sentences: a third text may well stand between."""

BLOCK_PAIRS = 8_000  # the guards keep what they found out of a text as Python objects: some 30 kB each

Ints = npt.NDArray[np.int64]
Words: TypeAlias = list[str | None]


def refusals(contents: Contents, left: Ints, right: Ints) -> tuple[Words, Words]:
    """Return a guard that keeps each pair of rows apart, and both sides in words; None where none does."""
    guard: Words = [None] * len(left)
    detail: Words = [None] * len(left)
    for start in range(0, len(left), BLOCK_PAIRS):
        block = slice(start, start + BLOCK_PAIRS)
        used, places = np.unique(np.concatenate([left[block], right[block]]), return_inverse=True)
        rows, n_pairs = pa.array(used), len(places) // 2
        texts = contents.text.take(rows).to_pylist()
        found = judge(texts, places[:n_pairs], places[n_pairs:], _facts(contents, rows), is_brief=True)
        for pair, guards in found.guards.items():
            first = next((one for one in guards if one.guard in OTHER_FACTS), guards[0])
            guard[start + pair], detail[start + pair] = first.guard, first.detail
    return guard, detail


def _facts(contents: Contents, rows: pa.Array) -> list[Facts]:
    titles, languages = (column.take(rows).fill_null("").to_pylist() for column in (contents.title, contents.language))
    return [Facts(title=title, language=language) for title, language in zip(titles, languages, strict=True)]
