"""Which records carry which content, and which record speaks for it: the one with the smallest id."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from neartwin.dedup.records import Records

MAX_PRODUCT = 256

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Members:
    """Records by content: those of content c are `rows[offsets[c]:offsets[c + 1]]`, smallest id first.

    A content is a text, or several texts of the same words that no guard keeps apart; it has the number of one of its
    texts. `content_of` (n records) is −1 for a record that repeats another. `rank` (n records) orders ids; it is −1 for
    a record that is in no pair and no copy, where it does not matter.
    """

    content_of: Ints
    rows: Ints
    offsets: Ints
    rank: Ints

    def speakers(self, contents: Ints) -> Ints:
        """Return the record that speaks for each of these contents."""
        return self.rows[self.offsets[contents]]

    def pairs(self, left: Ints, right: Ints, is_spread: npt.NDArray[np.bool_]) -> tuple[Ints, Ints, Ints]:
        """Return (record, record, number of the pair) for pairs of contents, smaller id first.

        Where `is_spread`, all records of both are paired, up to MAX_PRODUCT pairs; else, and beyond, the speakers are.
        """
        counts = np.diff(self.offsets)
        n_left, n_right = counts[left], counts[right]
        is_spread = is_spread & (n_left * n_right <= MAX_PRODUCT)
        n_left, n_right = np.where(is_spread, n_left, 1), np.where(is_spread, n_right, 1)
        n_pairs = n_left * n_right
        pair = np.repeat(np.arange(len(left)), n_pairs)
        place = np.arange(len(pair)) - np.repeat(np.cumsum(n_pairs) - n_pairs, n_pairs)
        first = self.rows[self.offsets[left[pair]] + place // n_right[pair]]
        second = self.rows[self.offsets[right[pair]] + place % n_right[pair]]
        return *self.ordered(first, second), pair

    def copies(self) -> tuple[Ints, Ints]:
        """Return (speaker, record) for every other record of a content."""
        counts = np.diff(self.offsets)
        is_speaker = np.zeros(len(self.rows), dtype=np.bool_)
        is_speaker[self.offsets[:-1][counts > 0]] = True
        speaker = np.repeat(self.rows[self.offsets[:-1][counts > 0]], counts[counts > 0])
        return speaker[~is_speaker], self.rows[~is_speaker]

    def ordered(self, first: Ints, second: Ints) -> tuple[Ints, Ints]:
        """Return two columns of records with the smaller id on the left."""
        swap = self.rank[first] > self.rank[second]
        return np.where(swap, second, first), np.where(swap, first, second)


def members_of(records: Records, content_of_text: Ints, in_pairs: Ints) -> Members:
    """Order the records of each content; `in_pairs` are the contents that are in any pair."""
    content_of = np.where(records.text_of >= 0, content_of_text[records.text_of], -1)
    n_contents = len(content_of_text)
    n_records = np.bincount(content_of[content_of >= 0], minlength=n_contents)
    matters = n_records > 1
    matters[in_pairs] = True
    subset = np.flatnonzero((content_of >= 0) & matters[content_of])
    rank = np.full(len(content_of), -1, dtype=np.int64)
    rank[subset[pc.sort_indices(records.ids.take(pa.array(subset))).to_numpy()]] = np.arange(len(subset))
    present = np.flatnonzero(content_of >= 0)
    rows = present[np.lexsort((rank[present], content_of[present]))]
    return Members(content_of, rows, np.concatenate([[0], np.cumsum(n_records)]), rank)
