"""What the kernel returns for n texts: token streams, shingle sets, signatures, all as flat NumPy arrays."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class TokenStreams:
    """Tokens of n texts: those of text i are `offsets[i]:offsets[i + 1]` of the other arrays.

    `starts` and `ends` count code points of the text as the method normalises it.
    """

    offsets: npt.NDArray[np.int64]
    hashes: npt.NDArray[np.uint64]
    starts: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class ShingleSets:
    """Sorted distinct shingle hashes of n texts: those of text i are `hashes[offsets[i]:offsets[i + 1]]`."""

    offsets: npt.NDArray[np.int64]
    hashes: npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Signatures:
    """Signatures of n texts. A text without a feature (`n_features` 0) has no signature: its row means nothing.

    `simhash` is the first 64 bits seen as signed, `simhash_high` the second 64 bits; `minhash` has num_perm columns.
    `n_features` and `n_shingles` count distinct tokens and shingles, up to 1,048,576.
    """

    simhash: npt.NDArray[np.int64] | None
    simhash_high: npt.NDArray[np.int64] | None
    minhash: npt.NDArray[np.uint32] | None
    n_features: npt.NDArray[np.int64]
    n_shingles: npt.NDArray[np.int64]


def offsets(lengths: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return where each of the parts with these lengths begins, and where the last ends."""
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths, dtype=np.int64)])
