"""Unpacking: whole streams come through, bombs and damage end early with a reason, memory stays bounded."""

import gzip
import io
import zlib

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from neartwin.sources.unpack import Unpacked, packing_of, read_unpacked

PACK = {"gzip": gzip.compress, "deflate": zlib.compress, "zstd": zstandard.compress}
TEXT = b"".join(b"line %d of a page\n" % n for n in range(20_000))


def unpack(data, packing, limit=10_000_000, max_ratio=1_000):
    return read_unpacked(io.BytesIO(data), packing, limit=limit, max_ratio=max_ratio)


@settings(deadline=None)
@given(st.binary(max_size=5_000), st.sampled_from(sorted(PACK)))
def test_what_was_packed_comes_back(data, packing):
    assert unpack(PACK[packing](data), packing) == (data, None)


@pytest.mark.parametrize("packing", ["gzip", "zstd"])
def test_several_members_are_one_stream(packing):
    assert unpack(PACK[packing](TEXT) + PACK[packing](b"end"), packing) == (TEXT + b"end", None)


@pytest.mark.parametrize("packing", sorted(PACK))
def test_a_cut_stream_gives_what_came_before_and_says_so(packing):
    data, fault = unpack(PACK[packing](TEXT)[:-40], packing)

    assert TEXT.startswith(data)
    assert len(data) > len(TEXT) // 2
    assert fault == f"the {packing} data ends early"


def test_damage_in_the_middle_loses_only_what_follows():
    packed = bytearray(gzip.compress(TEXT))
    packed[len(packed) // 2] ^= 0xFF

    data, fault = unpack(bytes(packed), "gzip")

    assert TEXT[:1_000] == data[:1_000]
    assert len(data) > len(TEXT) // 4
    assert "damaged" in fault


@pytest.mark.parametrize("packing", sorted(PACK))
def test_a_bomb_ends_at_the_ratio(packing):
    data, fault = unpack(PACK[packing](bytes(80_000_000)), packing, limit=10**9, max_ratio=50)

    assert "more than 50 times" in fault
    assert len(data) < 40_000_000


def test_a_page_over_the_limit_is_cut():
    assert unpack(gzip.compress(TEXT), "gzip", limit=100) == (
        TEXT[:100],
        "larger than ingest.max_page_bytes: cut at 100 bytes",
    )


def test_padding_after_the_data_is_no_fault_but_other_data_is():
    assert unpack(gzip.compress(TEXT) + bytes(512), "gzip") == (TEXT, None)
    assert unpack(gzip.compress(TEXT) + b"<html>", "gzip") == (TEXT, "other data follows the gzip data")


def test_deflate_comes_with_and_without_header():
    raw = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    assert unpack(raw.compress(TEXT) + raw.flush(), "deflate") == (TEXT, None)


def test_brotli_is_bounded():
    brotli = pytest.importorskip("brotli")

    assert unpack(brotli.compress(TEXT), "br") == (TEXT, None)
    data, fault = unpack(brotli.compress(bytes(300_000_000)), "br", limit=10**9, max_ratio=50)
    assert "more than 50 times" in fault
    assert len(data) < 10_000_000


@settings(deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["", *sorted(PACK)]))
def test_no_bytes_at_all_break_it(data, packing):
    stream = Unpacked(io.BytesIO(data), packing, max_ratio=10, slack=1_000)
    while stream.read(64):
        pass
    assert packing or stream.n_unpacked == len(data)


def test_packing_is_told_by_content():
    assert [packing_of(head) for head in (gzip.compress(b"x"), zstandard.compress(b"x"), b"<html>")] == [
        "gzip",
        "zstd",
        "",
    ]
