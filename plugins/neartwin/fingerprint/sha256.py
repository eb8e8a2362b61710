"""Compiled: the first 64 bits of SHA-256 (FIPS 180-4)."""

# ruff: noqa: ANN001, ANN201, ANN202 (numba infers the types of compiled functions; annotations would be ignored)
# mypy: ignore-errors

import numpy as np
from numba import njit


def _root(value: int, degree: int) -> int:
    """Return the whole part of a root of a large whole number."""
    low, high = 0, 1 << (value.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= value else (low, middle - 1)
    return low


PRIMES = [p for p in range(2, 312) if all(p % d for d in range(2, int(p**0.5) + 1))]
SHA_START = np.array([_root(p << 64, 2) & 0xFFFFFFFF for p in PRIMES[:8]], dtype=np.uint32)
SHA_ROUNDS = np.array([_root(p << 96, 3) & 0xFFFFFFFF for p in PRIMES], dtype=np.uint32)


@njit(nogil=True, cache=True, inline="always")
def _turn(value, n):
    return np.uint32((value >> np.uint32(n)) | (value << np.uint32(32 - n)))


@njit(nogil=True, cache=True)
def digest64(message, length):
    """Return the first 8 bytes of SHA-256 over `message[:length]`, big-endian, as uint64."""
    state = SHA_START.copy()
    words = np.empty(64, dtype=np.uint32)
    n_blocks = (length + 9 + 63) // 64
    for block in range(n_blocks):
        for index in range(16):
            word = np.uint32(0)
            for byte in range(4):
                word = np.uint32(
                    (word << np.uint32(8)) | _padded(message, length, n_blocks, block * 64 + index * 4 + byte)
                )
            words[index] = word
        _compress(state, words)
    return np.uint64(state[0]) << np.uint64(32) | np.uint64(state[1])


@njit(nogil=True, cache=True)
def _padded(message, length, n_blocks, at):
    if at < length:
        return np.uint32(message[at])
    if at == length:
        return np.uint32(0x80)
    from_end = n_blocks * 64 - 1 - at
    return np.uint32((length * 8 >> (8 * from_end)) & 0xFF) if from_end < 8 else np.uint32(0)


@njit(nogil=True, cache=True)
def _compress(state, words):
    for index in range(16, 64):
        w, v = words[index - 15], words[index - 2]
        small_0 = _turn(w, 7) ^ _turn(w, 18) ^ (w >> np.uint32(3))
        small_1 = _turn(v, 17) ^ _turn(v, 19) ^ (v >> np.uint32(10))
        words[index] = np.uint32(words[index - 16] + small_0 + words[index - 7] + small_1)
    a, b, c, d, e, f, g, h = state
    for index in range(64):
        big_1 = _turn(e, 6) ^ _turn(e, 11) ^ _turn(e, 25)
        first = np.uint32(h + big_1 + ((e & f) ^ (~e & g)) + SHA_ROUNDS[index] + words[index])
        big_0 = _turn(a, 2) ^ _turn(a, 13) ^ _turn(a, 22)
        second = np.uint32(big_0 + ((a & b) ^ (a & c) ^ (b & c)))
        h, g, f, e = g, f, e, np.uint32(d + first)
        d, c, b, a = c, b, a, np.uint32(first + second)
    for index, value in enumerate((a, b, c, d, e, f, g, h)):
        state[index] = np.uint32(state[index] + value)
