"""Drift on weeks that its rules were not written beside: other sizes, weeks, trends, noise, newcomers; then damage."""

from types import SimpleNamespace

import duckdb
import pytest

import made_history as history
from made_weeks import Weeks, again
from neartwin import checks
from neartwin.checks import looks
from neartwin.settings import ROOT, PurposeSettings, Settings
from neartwin.warehouse.migrations import migrate

DAYS, QUIET = 33, 26
LOOKS = (checks.check_captures, checks.check_documents, checks.check_pairs)


def installed(folder):
    con = duckdb.connect(config={"threads": 2})
    con.execute("set TimeZone = 'UTC'")
    migrate(con)
    decides = PurposeSettings(deciding_method=history.METHOD)
    settings = Settings.load(ROOT / "neartwin.toml").model_copy(
        update={
            "data": folder,
            "active_methods": (history.METHOD,),
            "purposes": {"search": decides, "history": decides},
        }
    )
    con.execute(
        "insert into methods (method_id, name, version, spec, spec_sha256, status, registered_at)"
        " values (?, 'hybrid-words', 1, '{}', 'x', 'active', now()::timestamp)",
        [history.METHOD],
    )
    return con, settings


def lived(folder, seed, n_sites):
    """Return the weeks of a seed, stored but for the last day, the later ones judged."""
    con, settings = installed(folder)
    weeks, gates, n_site_days = Weeks(seed, n_sites), [], 0
    for index in range(DAYS - 1):
        made = weeks.made_day(con, settings, index)
        history.store(made)
        if index >= QUIET:
            n_site_days += len({page["site"] for page in made.pages})
            gates += [look(con, settings, made.day, f"run {index}") for look in LOOKS]
    return SimpleNamespace(con=con, settings=settings, weeks=weeks, gates=gates, n_site_days=n_site_days)


@pytest.fixture(scope="module")
def life(tmp_path_factory):
    found = lived(tmp_path_factory.mktemp("data"), 3, 6)
    yield found
    found.con.close()


def damaged(life, damage):
    """Return the failures of a damaged last day by (suite.expectation, site), and take the day back."""
    con, settings = life.con, life.settings
    con.begin()
    try:
        made = damage(life.weeks.made_day(con, settings, DAYS - 1))
        history.store(made)
        found = [
            look(con, settings, made.day, frozenset())
            for look in (looks.at_captures, looks.at_documents, looks.at_pairs)
        ]
    finally:
        con.rollback()
    return {(f"{r.suite}.{r.expectation}", r.site): r for each in found for r in each.results if not r.is_success}


def loud(gates):
    return {
        (gate.day, f.site, f.expectation, f.severity) for gate in gates for f in gate.failures if f.severity != "info"
    }


def biggest(life):
    """Return the site with most pages a day that has been there all the time."""
    return max((site for site in life.weeks.sites if not site.starts), key=lambda site: site.size).name


def test_natural_days_are_quiet(life):
    found = loud(life.gates)

    assert [row for row in found if row[3] == "critical"] == []
    assert len({row[:2] for row in found}) <= 0.02 * life.n_site_days


def frame(life, site):
    text = life.weeks.pool["vi"][0]
    return {"main_text": lambda page: text if page["outcome"] == "ok" else ""}


DAMAGES = {
    "template change": (frame, "documents.site_texts_differ", "critical"),
    "encoding break": (
        lambda life, site: {"main_text": lambda page: page["main_text"].encode().decode("latin-1")},
        "documents.site_decoded",
        "critical",
    ),
    "login wall": (lambda life, site: {"outcome": "login_wall"}, "extractions.site_readable", "critical"),
    "first lines only": (
        lambda life, site: {"main_text": lambda page: page["main_text"][:70]},
        "drift.text_length_usual",
        "warning",
    ),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_site_is_caught(life, name):
    values, check, severity = DAMAGES[name]
    site = "trang0.example" if name == "encoding break" else biggest(life)
    site = next((s.name for s in life.weeks.sites if s.language == "vi" and s.size > 40), site)

    failures = damaged(life, lambda made: history.changed(made, site, **values(life, site)))

    assert failures[check, site].severity == severity


def test_a_site_that_does_not_come_is_a_warning(life):
    site = biggest(life)

    def silent(made):
        made.pages = [page for page in made.pages if page["site"] != site]
        return made

    assert damaged(life, silent)["drift.volume_not_fallen", site].severity == "warning"


def test_a_feed_delivered_twice_is_a_warning(life):
    site = biggest(life)
    assert damaged(life, lambda made: again(made, site))["drift.own_share_usual", site].severity == "warning"


def test_a_day_of_empty_pages_is_critical(life):
    failures = damaged(life, lambda made: history.changed(made, "", outcome="empty"))
    assert failures["extractions.sites_not_broken_together", ""].severity == "critical"


def test_a_fifth_of_a_day_is_a_warning_for_the_sites_that_are_steady(life):
    def cut(made):
        made.pages = made.pages[::5]
        return made

    fallen = {site for name, site in damaged(life, cut) if name == "drift.volume_not_fallen"}
    assert len(fallen) >= 3


@pytest.mark.soak
def test_natural_days_of_many_seeds_are_quiet(tmp_path):
    rows, n_site_days = set(), 0
    for seed in range(20, 26):
        life = lived(tmp_path / str(seed), seed, 8)
        rows |= {(seed, *row) for row in loud(life.gates)}
        n_site_days += life.n_site_days
        life.con.close()

    assert [row for row in rows if row[4] == "critical"] == []
    assert len({row[:3] for row in rows}) <= 0.02 * n_site_days, rows
