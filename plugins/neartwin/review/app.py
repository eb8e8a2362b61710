"""The pages of neartwin inside Airflow: crawl days, runs, calibrations, comparisons, and their JSON for machines.

Nothing of a plugin is protected by default: the guard stands on the app, so every route has it, and no folder is
mounted, because a mount would be outside it. A page runs no script and loads nothing: reports hold crawled text, and
Airflow's session cookie can be read by scripts of this origin.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Annotated, Literal

from airflow.api_fastapi.auth.managers.models.resource_details import AccessView
from airflow.api_fastapi.core_api.security import requires_access_view
from fastapi import Depends, FastAPI, HTTPException, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from neartwin.report import page
from neartwin.report.trend import read_days
from neartwin.review import listing
from neartwin.settings import Settings

POLICY = (
    "default-src 'none'; style-src {style}; base-uri 'none'; form-action 'none'; frame-ancestors 'self';"
    " sandbox allow-same-origin"
)  # no scripts: the origin is kept so that links between pages carry the session
STYLE = re.compile(r"style-src ('sha256-[A-Za-z0-9+/]{43}=')")
HEADERS = {
    "Content-Security-Policy": POLICY.format(style="'none'"),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}
Name = Annotated[str, Path(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[A-Za-z0-9-]{0,80}\.(html|json)$")]
Folder = Literal["runs", "calibrations", "comparisons"]
PageName = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,110}\.(html|json)$")]

app = FastAPI(
    title="neartwin",
    docs_url=None,
    redoc_url=None,
    openapi_url=None,
    dependencies=[Depends(requires_access_view(AccessView.PLUGINS))],
)


@app.middleware("http")
async def harden(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    """Add the headers that keep any answer from running, loading, or being framed elsewhere."""
    response = await call_next(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


@app.get("/", include_in_schema=False)
def home() -> RedirectResponse:
    """Lead to the list of days."""
    return RedirectResponse("reports", status_code=307)


@app.get("/reports")
def list_days() -> HTMLResponse:
    """Show the days with their verdicts, and every page of a run, a calibration or a comparison of versions."""
    settings = Settings.load()
    template = page.environment().get_template("runs.html")
    pages = {folder: listing.titled(settings, folder) for folder in listing.TITLED}
    return _page(template.render(days=read_days(settings), runs=listing.runs(settings), **pages))


@app.get("/reports/index.html")
def trend() -> Response:
    """Show the page over days."""
    return _file("index.html")


@app.get("/reports/{name}")
def day_report(name: Name) -> Response:
    """Show a day's newest report, or its JSON twin."""
    return _file(name)


@app.get("/reports/{folder}/{name}")
def kept_page(folder: Folder, name: PageName) -> Response:
    """Show the page of one run, calibration or comparison, or its JSON twin."""
    return _file(f"{folder}/{name}")


def _file(name: str) -> Response:
    """Answer with a file below the folder of reports, and with nothing outside it."""
    root = Settings.load().reports.resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise HTTPException(404, "no such report")
    text = path.read_text(encoding="utf-8")
    return Response(text, media_type="application/json") if path.suffix == ".json" else _page(text)


def _page(html: str) -> HTMLResponse:
    """Answer with a page that may use the style of its own head, named there by hash, and nothing else."""
    style = STYLE.search(html[:2_000])
    return HTMLResponse(
        html, headers={"Content-Security-Policy": POLICY.format(style=style.group(1) if style else "'none'")}
    )
