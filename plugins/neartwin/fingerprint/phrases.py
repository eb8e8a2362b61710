"""Compiled: neighbouring words that are one, by a list of phrases or as a name."""

# ruff: noqa: ANN001, ANN201, ANN202 (numba infers the types of compiled functions; annotations would be ignored)
# mypy: ignore-errors

from numba import njit

from neartwin.fingerprint.layout import CAPITAL, SPACED, lookup
from neartwin.fingerprint.shingle_hashes import shingle_hash

LONGEST_PHRASE, LONGEST_NAME = 6, 4


@njit(nogil=True, cache=True)
def merge_phrases(phrases, n_tokens, hashes, places):
    """Join neighbours that form a listed phrase, or a name of 2 to 4 capitalised words; return the number of tokens.

    Neighbours have exactly one space between them. The longest phrase wins, from left to right. More than 4 capitalised
    words in a row are a shouted line, not a name.
    """
    n_out, index, shouted = 0, 0, 0
    while index < n_tokens:
        longest = 1
        while longest < LONGEST_PHRASE and _follows(index + longest, n_tokens, places):
            longest += 1
        size = longest
        while size > 1 and lookup(phrases, shingle_hash(hashes, index, size)) < 0:
            size -= 1
        if size == 1 and index >= shouted:
            run = 0
            while places[index + run, 2] & CAPITAL and (run == 0 or _follows(index + run, n_tokens, places)):
                run += 1
                if index + run >= n_tokens:
                    break
            if run > LONGEST_NAME:
                shouted = index + run
            elif run > 1:
                size = run
        hashes[n_out] = shingle_hash(hashes, index, size) if size > 1 else hashes[index]
        places[n_out, 0], places[n_out, 1] = places[index, 0], places[index + size - 1, 1]
        n_out += 1
        index += size
    return n_out


@njit(nogil=True, cache=True)
def _follows(index, n_tokens, places):
    """Tell whether exactly one space stands between a token and the one before it."""
    return index < n_tokens and places[index, 0] == places[index - 1, 1] + 1 and (places[index, 2] & SPACED) != 0
