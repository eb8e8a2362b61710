"""Ask the guards about pairs of texts."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from neartwin.dedup.contents import Contents
from neartwin.guards.difference import Facts
from neartwin.guards.judging import judge

TEMPLATE = "template"
OTHER_FACTS = ("numbers", "sku", "price", "title_identifier", TEMPLATE)
"""Guards of texts that state different facts: such texts are not even connected through a third one, which may state
neither. The other guards speak of words and sentences: a third text may well stand between."""

Ints = npt.NDArray[np.int64]
Words: TypeAlias = list[str | None]


def refusals(contents: Contents, left: Ints, right: Ints) -> tuple[Words, Words]:
    """Return a guard that keeps each pair of rows apart, and both sides in words; None where none does."""
    guard: Words = [None] * len(left)
    detail: Words = [None] * len(left)
    judgement = judge(contents.text.to_pylist(), left, right, _facts(contents))
    for pair, guards in judgement.guards.items():
        first = next((one for one in guards if one.guard in OTHER_FACTS), guards[0])
        guard[pair], detail[pair] = first.guard, first.detail
    return guard, detail


def _facts(contents: Contents) -> list[Facts]:
    titles, languages = contents.title.fill_null("").to_pylist(), contents.language.to_pylist()
    return [Facts(title=title, language=language) for title, language in zip(titles, languages, strict=True)]
