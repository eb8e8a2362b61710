"""Lake shards: complete or absent, checked, and read by locator."""

import dataclasses

import pyarrow as pa
import pytest

from neartwin.errors import ShardError
from neartwin.warehouse import shards

SCHEMA = pa.schema([("n", pa.int64()), ("text", pa.string())])


def write(settings, n_rows=2_500, name="one"):
    batch = pa.record_batch({"n": range(n_rows), "text": [f"text {n}" for n in range(n_rows)]}, schema=SCHEMA)
    return shards.write_shard(settings, "texts", "2026-11-01", name, [batch], SCHEMA)


def test_rows_are_read_by_locator_in_their_order(settings):
    shard = write(settings)
    rows = [2_400, 3, 1_000, 999]

    ((path, table),) = shards.read_rows(settings, [(shard.path, row) for row in rows], ["text"])

    assert path == shard.path
    assert table["text"].to_pylist() == [f"text {row}" for row in rows]


def test_blocks_hold_whole_row_groups_and_all_rows_in_order(settings):
    one, other = write(settings), write(settings, n_rows=1_200, name="other")
    wanted = [(one.path, row) for row in range(0, 2_500, 5)] + [(other.path, row) for row in range(1_100, 1_200)]

    blocks = list(shards.read_rows(settings, wanted, ["n"], block_rows=250))

    assert [(path, len(table)) for path, table in blocks] == [(one.path, 400), (one.path, 100), (other.path, 100)]
    assert [n for _, table in blocks for n in table["n"].to_pylist()] == [row for _, row in wanted]


def test_writing_the_same_rows_again_gives_the_same_file(settings):
    assert write(settings) == write(settings)


def test_registering_twice_is_registering_once(con, settings):
    shard = write(settings)
    shards.register(con, settings, [shard], run_id="a")
    shards.register(con, settings, [shard], run_id="b")

    assert con.execute("select path, n_rows, run_id from shards").fetchall() == [(shard.path, 2_500, "a")]


def test_an_altered_shard_is_refused(con, settings):
    shard = write(settings)
    (settings.lake / shard.path).write_bytes(b"cut off")

    with pytest.raises(ShardError, match="partial or altered"):
        shards.register(con, settings, [shard], run_id="a")


def test_a_missing_shard_is_refused(con, settings):
    shard = dataclasses.replace(write(settings), path="texts/day=2026-11-01/gone.parquet")

    with pytest.raises(ShardError, match="missing"):
        shards.register(con, settings, [shard], run_id="a")


def test_a_failed_write_leaves_nothing(settings):
    def batches():
        yield pa.record_batch({"n": [1], "text": ["a"]}, schema=SCHEMA)
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        shards.write_shard(settings, "texts", "2026-11-01", "broken", batches(), SCHEMA)

    assert [path for path in settings.lake.rglob("*") if path.is_file()] == []


def test_a_shard_travels_through_json(settings):
    shard = write(settings)
    assert shards.Shard(**shard.as_dict()) == shard
