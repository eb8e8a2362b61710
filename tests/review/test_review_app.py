"""The plugin's pages: each route is guarded, nothing outside the folder of reports is served, nothing may run."""

import base64
import hashlib
import re

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from neartwin.report import files
from neartwin.report.page import render_trend

PATHS = (
    "/",
    "/reports",
    "/reports/index.html",
    "/reports/2026-11-01.html",
    "/reports/2026-11-01.json",
    "/reports/runs/2026-11-01-x-0a1b2c3d.html",
    "/reports/calibrations/0a1b2c3d4e5f.html",
    "/reports/calibrations/0a1b2c3d4e5f.json",
    "/reports/comparisons/0a1b2c3d4e5f.html",
)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The plugin's app, with Airflow's auth manager over a home of its own."""
    import os

    home = tmp_path_factory.mktemp("airflow")
    os.environ.setdefault("AIRFLOW_HOME", str(home))
    pytest.importorskip("airflow")
    from airflow.api_fastapi.app import create_app

    main = create_app(apps="core")
    from neartwin.review.app import app

    app.state.auth_manager = main.state.auth_manager
    return app


@pytest.fixture
def reports(settings, monkeypatch):
    monkeypatch.setenv("NEARTWIN_DATA", str(settings.data))
    page = render_trend([])
    for name in (path.removeprefix("/reports/") for path in PATHS if path.endswith(".html")):
        files.write(settings.reports / name, page)
    for name in ("2026-11-01.json", "calibrations/0a1b2c3d4e5f.json"):
        files.write(settings.reports / name, "{}")
    (settings.data / "secret.html").write_text("secret")
    (settings.data / "2026-11-02.html").write_text("secret")
    return settings


@pytest.fixture
def admitted(app):
    """A client for whom the guard is satisfied."""
    guard = app.router.dependencies[0].dependency
    app.dependency_overrides[guard] = lambda: None
    yield TestClient(app)
    app.dependency_overrides.clear()


def test_anonymous_is_refused_on_every_route(app, reports):
    routes = [route for route in app.routes if isinstance(route, APIRoute)]
    client = TestClient(app, follow_redirects=False)

    assert len(routes) == len(app.routes) >= 5, "a mount or a page of documentation would be outside the guard"
    for route in routes:
        path = route.path.replace("{name}", "2026-11-01.html").replace("{folder}", "calibrations")
        for method in route.methods:
            answer = client.request(method, path)
            assert answer.status_code in (401, 403), f"{method} {path}"
            assert "content-security-policy" in answer.headers
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert client.get(path).status_code == 404


def test_a_forged_token_is_refused(app, reports):
    client = TestClient(app, headers={"Authorization": "Bearer forged"})
    assert {client.get(path).status_code for path in PATHS[1:]} <= {401, 403}


@pytest.mark.parametrize("path", PATHS)
def test_pages_are_served_under_a_policy_of_their_own(admitted, reports, path):
    answer = admitted.get(path)

    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    if "html" in answer.headers["content-type"]:
        style = re.search(r"<style>(.*?)</style>", answer.text, re.DOTALL).group(1)
        assert base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() in policy


@pytest.mark.parametrize(
    "path",
    [
        "/reports/../secret.html",
        "/reports/..%2f2026-11-02.html",
        "/reports/%2e%2e/2026-11-02.html",
        "/reports/runs/..%2f..%2f2026-11-02.html",
        "/reports/runs/%2e%2e%5c2026-11-02.html",
        "/reports/calibrations/..%2f..%2f2026-11-02.html",
        "/reports/calibrations/%2e%2e/2026-11-01.html",
        "/reports/comparisons/.part.html",
        "/reports/lake/0a1b2c3d4e5f.html",
        "/reports/..%2freports/2026-11-01.html",
        "/reports/2026-11-02.html",
        "/reports/2026-11-01.html%00.json",
        "/reports//etc/passwd",
        "/reports/2026-11-01.parquet",
    ],
)
def test_nothing_outside_the_folder_is_served(admitted, reports, path):
    answer = admitted.get(path)
    assert answer.status_code in (404, 422)
    assert "secret" not in answer.text


def test_the_list_names_pages_by_their_titles(admitted, reports):
    hostile = "Calibration 0a1b · search&lt;script&gt;alert(1)&lt;/script&gt; · neartwin"
    files.write(reports.reports / "calibrations/0a1b2c3d4e5f.html", f"<html><title>{hostile}</title></html>")

    html = admitted.get("/reports").text

    assert '<a href="reports/calibrations/0a1b2c3d4e5f.html">Calibration 0a1b · search&lt;script&gt;' in html
    assert 'href="reports/comparisons/0a1b2c3d4e5f.html"' in html
    assert "<script" not in html


def test_a_link_out_of_the_folder_is_not_followed(admitted, reports):
    (reports.reports / "2026-11-03.html").symlink_to(reports.data / "secret.html")
    assert admitted.get("/reports/2026-11-03.html").status_code == 404
