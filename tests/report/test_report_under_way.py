"""Upgrades under way in the report of a day and the page over days: shown as they were kept, or not at all."""

import json

import pytest
from jsonschema import validate

from made_day import DAY, sound_day
from neartwin import report
from neartwin.report import page, trend, under_way
from neartwin.report.gather import gather

SCHEMA = json.loads((page.TEMPLATES.parent / "report.schema.json").read_text())
TABLE = {
    "candidate_id": "hybrid-words@2",
    "replaces_id": "hybrid-words@1",
    "is_complete": False,
    "says": "hybrid-words@2: 1 of 40 days, 16 of 640 texts, 1,200 texts a second, about 5 s left",
    "disk": "about 3.1 MB for 624 texts, 80.0 GB free",
    "cost": "about 12 s and 9.5 CPU-seconds a day, over 1 days",
    "days": [
        {"day": f"2026-{9 + n // 30:02}-{n % 30 + 1:02}", "n_texts": 16, "n_done": 16 * (n < 1), "seconds": 12.0,
         "cpu_seconds": 9.5}
        for n in range(40)
    ],
}  # fmt: skip


def test_an_upgrade_is_in_the_report_its_twin_and_the_page_over_days(con, settings):
    sound_day(con, settings).store("run")
    report.tell_upgrades(settings, [TABLE])
    told = gather(con, settings, DAY, "run")
    validate(told, SCHEMA)
    written = report.write_report(con, settings, DAY, "run").read_text()
    over_days = (settings.reports / "index.html").read_text()

    for shown in (written, over_days):
        assert "Upgrade under way" in shown
        assert all(TABLE[name] in shown for name in ("says", "disk", "cost"))
        assert "31 of 40 days" in shown
    (each,) = told["upgrades"]["upgrades"]
    assert (each["n_days"], len(each["days"]), each["days"][0]["n_done"]) == (40, 31, 0)


def test_without_one_nothing_is_said_and_nothing_written(con, settings):
    sound_day(con, settings).store("run")
    report.tell_upgrades(settings, [])
    assert not settings.reports.exists()
    report.tell_upgrades(settings, [TABLE])
    report.tell_upgrades(settings, [])

    assert gather(con, settings, DAY, "run")["upgrades"] is None
    assert "under way" not in report.write_report(con, settings, DAY, "run").read_text()
    assert "under way" not in trend.write_trend(settings).read_text()


@pytest.mark.parametrize(
    "text", ["", "[]", '{"as_of": 1, "upgrades": []}', '{"as_of": "x", "upgrades": [{"says": "y"}]}']
)
def test_what_cannot_be_read_costs_no_report(settings, text):
    settings.reports.mkdir(parents=True)
    (settings.reports / "upgrades.json").write_text(text)

    assert under_way.under_way(settings) is None
