"""Five weeks of six sites: natural days stay quiet, and each kind of damage is caught by the right check."""

from datetime import timedelta
from types import SimpleNamespace

import duckdb
import pytest

import made_history as history
from neartwin import checks
from neartwin.checks import drift, looks
from neartwin.methods import resolve
from neartwin.settings import ROOT, PurposeSettings, Settings
from neartwin.warehouse.migrations import migrate

LAST = history.DAYS - 1
DAY = history.day_of(LAST)


@pytest.fixture(scope="module")
def weeks(tmp_path_factory):
    """34 stored days, 7 of them judged, and the gates of those: con, settings, gates."""
    con = duckdb.connect(config={"threads": 2})
    con.execute("set TimeZone = 'UTC'")
    migrate(con)
    decides = PurposeSettings(deciding_method=history.METHOD)
    settings = resolve(None, Settings.load(ROOT / "neartwin.toml")).model_copy(
        update={
            "data": tmp_path_factory.mktemp("data"),
            "active_methods": (history.METHOD,),
            "purposes": {"search": decides, "history": decides},
        }
    )
    con.execute(
        "insert into methods values (?, 'hybrid-words', 1, '{}', 'x', 'active', now()::timestamp)", [history.METHOD]
    )
    gates = []
    for index in range(LAST):
        history.store(history.made_day(con, settings, index))
        if index >= 28:
            gates += judged(con, settings, index)
    yield SimpleNamespace(con=con, settings=settings, gates=gates)
    con.close()


def judged(con, settings, index):
    day = history.day_of(index)
    look = (checks.check_captures, checks.check_documents, checks.check_pairs)
    return [check(con, settings, day, f"run {day}") for check in look]


def damaged(weeks, damage, *, then=lambda made: None):
    """Return the failures of a damaged last day by (suite.expectation, site), and take the day back."""
    con, settings = weeks.con, weeks.settings
    con.begin()
    try:
        made = damage(history.made_day(con, settings, LAST))
        history.store(made)
        then(made)
        found = [
            look(con, settings, DAY, frozenset()) for look in (looks.at_captures, looks.at_documents, looks.at_pairs)
        ]
    finally:
        con.rollback()
    assert all(each.n_evaluated == each.n_declared > 0 for each in found)
    return {(f"{r.suite}.{r.expectation}", r.site): r for each in found for r in each.results if not r.is_success}


def test_natural_days_raise_nothing_critical_and_hardly_a_warning(weeks):
    assert all(gate.n_evaluated == gate.n_declared > 0 for gate in weeks.gates)
    warnings = [(gate.day, f) for gate in weeks.gates for f in gate.failures if f.severity != "info"]
    n_site_days = 6 * len({gate.day for gate in weeks.gates})
    assert len({(day, f.site) for day, f in warnings}) <= 0.02 * n_site_days
    assert [f"{day} {f.site} {f.expectation} {f.observed}" for day, f in warnings] == []
    assert {gate.max_severity for gate in weeks.gates} <= {None, "info"}


def test_the_undamaged_last_day_is_quiet_too(weeks):
    failures = damaged(weeks, lambda made: made)
    assert [name for name, result in failures.items() if result.severity != "info"] == []


@pytest.mark.parametrize(
    ("damage", "name", "site", "severity"),
    [
        (history.template_change, "documents.site_texts_differ", "tin.example.vn", "critical"),
        (history.encoding_break, "documents.site_decoded", "tin.example.vn", "critical"),
        (history.login_wall, "extractions.site_readable", "ban-doc.example.vn", "critical"),
        (history.empty_extractor, "extractions.sites_not_broken_together", "", "critical"),
        (history.outage, "drift.volume_not_fallen", "news.example.com", "warning"),
        (history.duplicated_feed, "captures.site_fetched_once", "shop.example.com", "warning"),
        (history.duplicated_feed, "drift.own_share_usual", "shop.example.com", "warning"),
        (history.half_day, "drift.volume_not_fallen", "", "warning"),
        (history.shortened, "drift.text_length_usual", "xinwen.example.cn", "warning"),
    ],
)
def test_damage_is_caught_at_its_severity(weeks, damage, name, site, severity):
    failures = damaged(weeks, damage)

    assert (name, site) in failures, sorted(failures)
    assert failures[name, site].severity == severity
    assert {r.severity for r in failures.values()} <= {"critical", "warning", "info"}
    if severity == "warning":
        assert not [key for key, r in failures.items() if r.severity == "critical"]


def test_a_sudden_large_group_is_reported_with_samples(weeks):
    failures = damaged(weeks, lambda made: made, then=lambda made: history.group(made, "shop.example.com"))

    found = failures["group_drift.no_sudden_large_group", "shop.example.com"]
    assert found.severity == "warning"
    assert len(found.sample_ids) == 5
    assert "data problem first" in found.reason


def test_too_little_history_says_nothing(weeks):
    """The new site came five days ago: nothing is usual yet."""
    rows = drift.compare(weeks.con, weeks.settings, history.day_of(LAST - 1), "documents").set_index(["site", "metric"])

    assert rows.loc[(history.NEW_SITE, "captures"), "usual"] != rows.loc[(history.NEW_SITE, "captures"), "usual"]
    assert not rows.loc[history.NEW_SITE][["is_low", "is_high"]].any().any()


def test_a_weekend_is_compared_with_weekends(weeks):
    day = next(history.day_of(index) for index in range(28, LAST) if history.day_of(index).isoweekday() == 6)
    rows = drift.compare(weeks.con, weeks.settings, day, "documents").set_index(["site", "metric"])
    monday = drift.compare(weeks.con, weeks.settings, day - timedelta(days=5), "documents").set_index(
        ["site", "metric"]
    )

    assert rows.loc[("", "captures"), "usual"] < 0.8 * monday.loc[("", "captures"), "usual"]


def test_comparing_again_changes_nothing(weeks):
    day = history.day_of(LAST - 1)
    before = weeks.con.execute("select * from day_profiles order by all").fetchall()
    first = drift.compare(weeks.con, weeks.settings, day, "pairs")

    assert drift.compare(weeks.con, weeks.settings, day, "pairs").equals(first)
    assert weeks.con.execute("select * from day_profiles order by all").fetchall() == before


def test_metrics_are_kept_for_the_newest_run_of_a_day(weeks):
    rows = weeks.con.execute(
        "select count(*), count(distinct (site, metric)) from drift_metrics where day = ?", [history.day_of(30)]
    )

    n_rows, n_distinct = rows.fetchone()
    assert n_rows == n_distinct > 0


def test_nothing_stored_gives_nothing(con, settings):
    assert drift.compare(con, settings, DAY, "documents").empty
    gate = checks.check_documents(con, settings, DAY, "r")
    assert gate.n_evaluated == gate.n_declared
