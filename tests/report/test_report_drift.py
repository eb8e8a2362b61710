"""The report and the page over days show how a day compares with those before, and what people answered."""

import json

from made_day import DAY
from made_report import RUN, reported_day
from neartwin import checks, report
from neartwin.report.gather import gather

HOSTILE = "<script>alert(1)</script>\u202e"


def drifted_day(con, settings):
    reported_day(con, settings, n_pages=4)
    con.execute(
        "insert into drift_metrics values (?, 'r', '', 'tokens', 180, 90, 28, 200, 0.1, false, false),"
        " (?, 'r', '', 'captures', 90, 90, 28, 210, 0.1, true, false),"
        " (?, 'r', '', 'language_mix', 0.04, 90, 28, 0.02, 0.02, false, false),"
        " (?, 'r', 'tin.example.vn', 'empty_share', 0.4, 30, 28, 0.02, 0.01, false, true),"
        " (?, 'r', 'news.example.com', 'tokens', 180, 30, 3, null, null, false, false)",
        [DAY] * 5,
    )


def test_a_day_is_shown_beside_the_usual(con, settings):
    drifted_day(con, settings)
    path = report.write_report(con, settings, DAY, RUN)
    page, told = path.read_text(), json.loads(path.with_suffix(".json").read_text())

    assert "Against the days before" in page
    assert "40.0%" in page
    assert {(row["site"], row["metric"]) for row in told["drift"]} == {
        ("", "tokens"),
        ("", "captures"),
        ("", "language_mix"),
        ("tin.example.vn", "empty_share"),
    }
    trend = (settings.reports / "index.html").read_text()
    assert "Median tokens of a text" in trend
    assert "Largest group of candidates" not in trend


def test_answers_are_shown_and_inert(con, settings):
    drifted_day(con, settings)
    checks.settle_by_person(con, settings, "waive", DAY, "", actor="ann", reason=HOSTILE)
    checks.settle_by_person(con, settings, "acknowledge", DAY, "tin.example.vn", actor="binh", reason="a busy day")
    page = report.write_report(con, settings, DAY, RUN).read_text()

    assert "waived" in page
    assert "a busy day" in page
    assert "<script" not in page
    assert con.execute("select count(*) from ledger_entries where action = 'acknowledge'").fetchone() == (2,)


def test_a_run_page_leads_to_the_page_over_days(con, settings):
    drifted_day(con, settings)
    report.write_report(con, settings, DAY, RUN)
    page = next((settings.reports / "runs").glob("*.html"))

    assert 'href="../index.html"' in page.read_text()
    assert 'href="index.html"' in (settings.reports / f"{DAY}.html").read_text()


def test_a_held_site_that_passes_after_a_fix_says_so(con, settings):
    reported_day(con, settings, n_pages=4)
    checks.check_documents(con, settings, DAY, "before")
    before = gather(con, settings, DAY, "before")["needs"]
    con.execute("update captures set outcome = 'listing' where site = 'ban-doc.example.vn'")
    checks.check_documents(con, settings, DAY, RUN)
    after = gather(con, settings, DAY, RUN)["needs"]

    assert [need["why"].endswith("pass in this run") for need in before if need["what"].startswith("Release")] == [
        False
    ]
    assert [need["why"].endswith("pass in this run") for need in after if need["what"].startswith("Release")] == [True]
