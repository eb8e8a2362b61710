"""The reports page in a running Airflow, in a real browser: signed in it is there, anonymous it is not."""

import shutil

import httpx
import pytest

from made_day import DAY
from made_report import reported_day
from neartwin import report
from neartwin.errors import AirflowHomeError
from neartwin.orchestration import airflow_home, launcher
from neartwin.report import files
from neartwin.report.page import render_trend

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--no-proxy-server"]
STRUCTURE = """() => {
  const named = e => (e.getAttribute('aria-label') || e.textContent || '').trim();
  const levels = [...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1]);
  const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
  return {
    lang: document.documentElement.lang, h1: levels.filter(l => l === 1).length,
    main: document.querySelectorAll('main').length,
    jumps: levels.filter((l, i) => i && l > levels[i - 1] + 1).length, twice: ids.length - new Set(ids).size,
    unnamed: [...document.querySelectorAll('a,button,nav,svg[role=img],[role=region]')].filter(e => !named(e)).length,
    headless: [...document.querySelectorAll('table')].filter(t => !t.querySelector('th[scope]')).length,
    live: document.querySelectorAll('script,img,iframe,object,embed,form').length, title: document.title,
  };
}"""


def calibration_page():
    """A page framed as those of calibrations are."""
    html = render_trend([]).replace("<h1>Crawl days</h1>", "<h1>Thresholds for search</h1>")
    html = html.replace("All days · neartwin reports", "Calibration 0a1b2c3d4e5f · search · neartwin")
    return html.replace("No day has a report yet.", '<a href="../index.html">All days</a>')


@pytest.fixture
def airflow(con, settings, monkeypatch):
    """A local Airflow over a folder with one report that holds hostile text; its address."""
    if CHROMIUM is None:
        pytest.skip("needs chromium: install the package `chromium`")
    monkeypatch.setenv("NEARTWIN_DATA", str(settings.data))
    run_id = reported_day(con, settings, n_pages=4)
    report.write_report(con, settings, DAY, run_id)
    files.write(settings.reports / "calibrations" / "0a1b2c3d4e5f.html", calibration_page())
    try:
        launcher.up(settings, port=0)
    except AirflowHomeError as error:
        launcher.down(settings)
        pytest.skip(f"Airflow did not become healthy on this machine: {error}")
    yield launcher._read(settings).url, files.of_run(settings, DAY, run_id).name
    launcher.down(settings)


def signed_in(page, url, path, password):
    page.goto(url + path)
    page.locator("input[name=username]").wait_for()
    page.fill("input[name=username]", "admin")
    page.fill("input[name=password]", password)
    page.locator("button[type=submit]").click()
    page.wait_for_url(lambda found: "/login" not in found)


def assert_sound(frame):
    found = frame.evaluate(STRUCTURE)
    assert (found["lang"], found["h1"], found["main"]) == ("en", 1, 1)
    assert {found[name] for name in ("jumps", "twice", "unnamed", "headless", "live")} == {0}, found
    assert "owned" not in found["title"]


def test_reports_open_in_airflow_and_only_for_its_users(airflow, settings):
    from playwright.sync_api import sync_playwright

    url, run_page = airflow
    for path in (
        "reports",
        "reports/index.html",
        f"reports/{DAY}.html",
        f"reports/{DAY}.json",
        f"reports/runs/{run_page}",
        "reports/calibrations/0a1b2c3d4e5f.html",
        "reports/comparisons/0a1b2c3d4e5f.html",
    ):
        assert httpx.get(f"{url}/neartwin/{path}", trust_env=False, timeout=30).status_code in (401, 403)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        page = chromium.new_page()
        page.set_default_timeout(45_000)
        dialogs, foreign = [], []
        page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        page.on("request", lambda request: foreign.append(request.url) if "evil" in request.url else None)
        signed_in(page, url, "/plugin/neartwin-reports", airflow_home.passwords(settings)["admin"])

        inner = page.frame_locator("iframe")
        inner.locator("h1", has_text="Reports").wait_for()
        assert page.get_by_role("link", name="Reports").count()
        assert_sound(next(frame for frame in page.frames if frame.parent_frame))
        inner.get_by_role("link", name="Calibration 0a1b").click()
        inner.locator("h1", has_text="Thresholds for search").wait_for()
        inner.get_by_role("link", name="All days").click()
        inner.locator("h1", has_text="Crawl days").wait_for()
        page.goto(f"{url}/plugin/neartwin-reports")
        inner.get_by_role("link", name=str(DAY), exact=True).click()
        inner.locator("h1", has_text=f"Crawl day {DAY}").wait_for()
        assert_sound(next(frame for frame in page.frames if frame.parent_frame))
        inner.get_by_role("link", name="All days").click()
        inner.locator("h1", has_text="Crawl days").wait_for()
        page.goto(f"{url}/neartwin/reports/runs/{run_page}")
        assert_sound(page.main_frame)
        assert page.evaluate("getComputedStyle(document.body).maxWidth") != "none" or page.evaluate(
            "getComputedStyle(document.querySelector('.badge')).borderRadius"
        )
        assert dialogs == foreign == []
        chromium.close()
