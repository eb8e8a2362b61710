"""A crawl day is a day in the source's time zone; it is ready when complete, or when its deadline has passed."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from neartwin.settings import SourceSettings
from neartwin.sources.days import day_state, is_ready, midnight, resolve

DAY = date(2026, 11, 1)
HANOI = ZoneInfo("Asia/Ho_Chi_Minh")


def hanoi(hour, day=2):
    return datetime(2026, 11, day, hour, tzinfo=HANOI)


@pytest.fixture
def source(tmp_path):
    return SourceSettings(
        path=f"{tmp_path}/{{day:%Y/%m/%d}}/*.jsonl",
        complete=f"{tmp_path}/{{day}}.done",
        timezone="Asia/Ho_Chi_Minh",
    )


@pytest.fixture
def files(tmp_path):
    folder = tmp_path / "2026/11/01"
    folder.mkdir(parents=True)
    (folder / "a.jsonl").write_text('{"text": "x"}\n')
    return folder


def test_templates_name_the_day():
    assert resolve("s3://crawl/{day:%Y/%m/%d}/{day}.warc.gz", DAY) == "s3://crawl/2026/11/01/2026-11-01.warc.gz"


def test_the_day_starts_in_its_time_zone():
    assert midnight(DAY, "Asia/Ho_Chi_Minh") == datetime(2026, 10, 31, 17)
    assert midnight(DAY, "UTC") == datetime(2026, 11, 1)


def test_nothing_there_is_missing_and_ready_only_after_the_deadline(source):
    assert day_state(source, DAY, hanoi(5)).state == "missing"
    assert not is_ready(source, DAY, hanoi(5))
    assert is_ready(source, DAY, hanoi(6))
    assert not is_ready(source, DAY, datetime(2026, 11, 1, 22, 59, tzinfo=UTC))


def test_files_without_the_marker_are_half_a_day(source, files):
    state = day_state(source, DAY, hanoi(7))

    assert (state.state, state.is_ready) == ("half", True)
    assert "2026-11-01.done" in state.reason
    assert not is_ready(source, DAY, hanoi(5))


def test_the_marker_makes_the_day_complete_at_once(source, files, tmp_path):
    (tmp_path / "2026-11-01.done").write_text("")

    assert day_state(source, DAY, hanoi(23, day=1)).state == "complete"
    assert is_ready(source, DAY, hanoi(23, day=1))


def test_without_a_marker_the_day_must_be_over(source, files):
    plain = source.model_copy(update={"complete": None})

    assert not is_ready(plain, DAY, hanoi(23, day=1))
    assert is_ready(plain, DAY, hanoi(0))
    assert day_state(plain, DAY, hanoi(0)).state == "complete"


def test_a_template_of_something_else_is_refused():
    with pytest.raises(ValueError, match="no path template"):
        SourceSettings(path="crawl/{date}/x")
