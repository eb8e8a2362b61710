"""Captures: a sound day passes, and each damage fails the expectation that names it, at its severity."""

import pytest

VI = "site = 'tin.example.vn'"
FIRST = "capture_id = (select min(capture_id) from captures)"


def test_a_sound_day_has_no_failure(stored):
    assert stored.look("captures") == {}


@pytest.mark.parametrize(
    ("damage", "expectation", "severity"),
    [
        ("delete from captures", "captures_arrived", "critical"),
        ("delete from captures", "day_not_empty", "warning"),
        ("update source_days set state = 'missing'", "sources_came", "warning"),
        ("update source_days set state = 'half'", "sources_whole", "warning"),
        ("update source_days set state = 'late'", "sources_on_time", "info"),
        (
            "insert into source_problems select '2026-11-01', 'made', 'made.warc.gz', range, 'cut', 'r', 'problem', 1"
            " from range(10)",
            "records_readable",
            "warning",
        ),
        ("update source_files set n_repeated = n_captures", "records_not_delivered_twice", "warning"),
        (f"insert into captures select * from captures where {FIRST}", "capture_id_unique", "critical"),
        (f"update captures set url = '' where {FIRST}", "origin_given", "critical"),
        (f"update captures set source_sha256 = 'xyz' where {FIRST}", "source_hash_given", "critical"),
        (f"update captures set shard = 'lost.parquet' where {FIRST}", "shard_registered", "critical"),
        ("update captures set n_bytes = 0 where site <> 'tin.example.vn'", "bodies_not_empty", "critical"),
        ("update captures set fetched_at = '2099-01-01' where " + FIRST, "fetched_not_in_future", "warning"),
        ("update captures set fetched_at = '2026-10-01'", "fetched_that_day", "info"),
    ],
)
def test_damage_of_the_day_is_named(stored, damage, expectation, severity):
    failure = stored.look("captures", damage)[f"captures.{expectation}", ""]

    assert failure.severity == severity
    assert failure.reason.endswith(".")
    assert failure.hint.endswith((".", "?"))


@pytest.mark.parametrize(
    ("damage", "expectation"),
    [
        (f"update captures set n_bytes = 0 where {VI}", "site_bodies_not_empty"),
        (f"update captures set http_status = 503 where {VI}", "site_answers"),
        (
            f"update captures set url = 'https://tin.example.vn/', source_sha256 = '{'a' * 64}' where {VI}",
            "site_fetched_once",
        ),
    ],
)
def test_damage_of_one_site_is_that_sites_warning(stored, damage, expectation):
    failures = stored.look("captures", damage)

    assert failures[f"captures.{expectation}", "tin.example.vn"].severity == "warning"
    assert {site for _, site in failures} == {"tin.example.vn"}


def test_a_failure_names_rows_by_id_and_counts_them(stored):
    failure = stored.look("captures", f"update captures set url = '' where {FIRST}")["captures.origin_given", ""]

    assert (failure.n_failed, failure.observed) == (1, "1 of 90 captures name no URL and file, or no source")
    assert len(failure.sample_ids) == 1


def test_an_empty_day_that_promised_nothing_is_a_warning(stored):
    failures = stored.look("captures", "delete from captures", "delete from source_files")

    assert {failure.severity for failure in failures.values()} == {"warning"}


def test_capture_id_must_be_given(stored):
    damage = ("alter table captures alter column capture_id drop not null", "update captures set capture_id = null")

    assert stored.look("captures", *damage)["captures.capture_id_given", ""].severity == "critical"


def test_a_measure_of_the_day_is_said_with_its_value(stored):
    failures = stored.look(
        "captures", "update source_days set state = 'half'", "update source_files set n_repeated = 90"
    )

    assert failures["captures.sources_whole", ""].observed == "1 of the sources came in part"
    assert failures["captures.records_not_delivered_twice", ""].observed == "50.0% of the records came a second time"
