"""Ask the guards about pairs of texts."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin.dedup.contents import Contents
from neartwin.guards import Block, judge_blocks

TEMPLATE = "template"
OTHER_FACTS = ("numbers", "sku", "price", "title_identifier", TEMPLATE)
"""Guards of texts that state different facts: such texts are not even connected through a third one, which may state
neither. The other guards speak of words and sentences: a third text may well stand between."""

BLOCK_PAIRS = 8_000  # the guards keep what they found out of a text as Python objects: some 30 kB each

Ints = npt.NDArray[np.int64]
Words: TypeAlias = list[str | None]


def refusals(contents: Contents, left: Ints, right: Ints, threads: int) -> tuple[Words, Words]:
    """Return a guard that keeps each pair of rows apart, and both sides in words; None where none does."""
    guard: Words = [None] * len(left)
    detail: Words = [None] * len(left)
    facts = pa.table({"title": contents.title.fill_null(""), "language": contents.language.fill_null("")})
    starts = range(0, len(left), BLOCK_PAIRS)
    parts = (slice(start, start + BLOCK_PAIRS) for start in starts)
    blocks = (Block(contents.text, left[part], right[part], facts) for part in parts)
    for start, found in zip(starts, judge_blocks(blocks, threads=threads, is_brief=True), strict=True):
        for pair, guards in found.guards.items():
            first = next((one for one in guards if one.guard in OTHER_FACTS), guards[0])
            guard[start + pair], detail[start + pair] = first.guard, first.detail
    return guard, detail
