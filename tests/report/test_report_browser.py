"""The report in a real browser: offline, wide and narrow, light and dark, with hostile text in it."""

import shutil

import pytest

from made_day import DAY
from made_report import RUN, reported_day
from neartwin import checks, report

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--no-proxy-server"]


@pytest.fixture(scope="module")
def browser():
    """Headless Chromium; skips where there is none."""
    if CHROMIUM is None:
        pytest.skip("needs chromium: install the package `chromium`")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        yield chromium
        chromium.close()


def opened(browser, path, *, width, scheme):
    """Return (page, requests, messages) of a file opened offline."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True)
    page, requests, messages = context.new_page(), [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: messages.append(message.text))
    page.on("dialog", lambda dialog: messages.append(dialog.message))
    page.goto(path.as_uri())
    page.wait_for_timeout(50)
    return page, requests, messages


def test_reports_load_nothing_run_nothing_and_fit(con, settings, browser):
    reported_day(con, settings)
    checks.check_documents(con, settings, DAY, RUN)
    path = report.write_report(con, settings, DAY, RUN)
    for page_path in (path, settings.reports / "index.html"):
        for width in (1280, 390):
            for scheme in ("light", "dark"):
                page, requests, messages = opened(browser, page_path, width=width, scheme=scheme)
                assert requests == [page_path.as_uri()]
                assert messages == []
                assert "owned" not in page.title()
                assert page.evaluate("document.documentElement.scrollWidth") == width
                assert page.evaluate("document.querySelectorAll('script, img, iframe, object, form').length") == 0
                page.context.close()


def test_a_keyboard_reaches_every_section_and_wide_table(con, settings, browser):
    reported_day(con, settings)
    path = report.write_report(con, settings, DAY, RUN)
    page, _, _ = opened(browser, path, width=390, scheme="light")

    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    names = page.evaluate(
        "[...document.querySelectorAll('.scroll')].map(e => [e.tabIndex, e.getAttribute('role'), e.ariaLabel])"
    )
    assert names
    assert all(index == 0 and role == "region" and label for index, role, label in names)
    targets = page.evaluate(
        "[...document.querySelectorAll('nav a[href^=\"#\"]')].map(a => !!document.querySelector(a.hash))"
    )
    assert targets
    assert all(targets)
    unnamed = page.evaluate("[...document.querySelectorAll('svg[role=img]')].filter(s => !s.ariaLabel).length")
    assert unnamed == 0
