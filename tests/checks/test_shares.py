"""Shares within groups: equal to counting by hand, silent below the floor, and naming rows by id only."""

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from neartwin.checks.shares import failing_groups

ROWS = st.lists(st.tuples(st.sampled_from("abc"), st.booleans(), st.sampled_from("xyz")), max_size=60)


def frame(rows):
    return pd.DataFrame(
        {
            "id": [f"id{n}" for n in range(len(rows))],
            "site": pd.Series([site for site, _, _ in rows], dtype="str"),
            "flag": pd.Series([flag for _, flag, _ in rows], dtype=bool),
            "value": pd.Series([value for _, _, value in rows], dtype="str"),
        }
    )


@given(ROWS, st.floats(0, 1), st.integers(1, 9))
def test_flagged_groups_are_those_counted_by_hand(rows, max_share, min_rows):
    found = failing_groups(
        frame(rows),
        measure="flagged",
        column="flag",
        by="site",
        id_column="id",
        max_share=max_share,
        min_rows=min_rows,
    )

    expected = set()
    for site in "abc":
        flags = [flag for name, flag, _ in rows if name == site]
        if len(flags) >= min_rows and sum(flags) / len(flags) > max_share:
            expected.add((site, len(flags), sum(flags)))
    assert {(g["group"], g["n_rows"], g["n_failed"]) for g in found["groups"]} == expected


@given(ROWS, st.floats(0, 1))
def test_commonest_value_is_the_one_counted_by_hand(rows, max_share):
    found = failing_groups(
        frame(rows), measure="commonest", column="value", by=None, id_column="id", max_share=max_share, min_rows=1
    )

    largest = max((sum(v == value for _, _, v in rows) for value in "xyz"), default=0)
    share = largest / len(rows) if largest > 1 else 0
    assert [g["n_failed"] for g in found["groups"]] == ([largest] if share > max_share else [])


def test_samples_are_ids_of_failing_rows():
    rows = [("a", n % 2 == 1, "x") for n in range(20)]

    found = failing_groups(
        frame(rows), measure="flagged", column="flag", by="site", id_column="id", max_share=0.1, min_rows=1
    )

    assert found["groups"][0]["sample_ids"] == ["id1", "id3", "id5", "id7", "id9"]


def test_bits_that_never_change_are_stuck():
    rng = np.random.default_rng(7)
    values = rng.integers(0, 2**32, 400).astype(np.int64)  # the upper half of the bits is always 0
    table = pd.DataFrame({"id": [str(n) for n in range(400)], "method_id": "m", "simhash": values})

    found = failing_groups(
        table, measure="stuck_bits", column="simhash", by="method_id", id_column="id", max_share=0.4, min_rows=200
    )

    assert found["worst_share"] == 0.5
    assert found["groups"][0]["sample_ids"] == []


def test_negative_values_use_all_64_bits():
    rng = np.random.default_rng(7)
    values = rng.integers(-(2**63), 2**63 - 1, 400, dtype=np.int64)
    table = pd.DataFrame({"id": [str(n) for n in range(400)], "simhash": values})

    found = failing_groups(
        table, measure="stuck_bits", column="simhash", by=None, id_column="id", max_share=0.0, min_rows=1
    )

    assert found["groups"] == []
