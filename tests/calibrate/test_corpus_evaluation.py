"""Calibration on the shared labelled pairs, end to end; minutes long, so `make soak` alone runs it."""

import pytest
from evaluate_corpus import evaluate


@pytest.mark.soak
def test_the_shared_pairs_open_nothing_and_the_report_says_why(shared, tmp_path):
    result = evaluate(shared, tmp_path / "data")

    assert result["told"]["labels"]["n"] > 500
    assert all(row["merge_at"] is None for row in result["told"]["strata"])
    assert "189" in " ".join(row["reason"] for row in result["told"]["strata"])
    total = result["rows"][0]
    assert total["tp"] / (total["tp"] + total["fp"]) > 0.95
    assert result["page"].is_file()
