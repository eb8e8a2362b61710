"""Render the report and the trend page: one file each, everything inside, nothing that runs or loads."""

import base64
import functools
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from neartwin.report import charts
from neartwin.report.inert import address, markup
from neartwin.spoken import spoken

TEMPLATES = Path(__file__).parent / "templates"
MAX_BYTES = 2_000_000


def render(told: Mapping[str, Any], root: str = "") -> str:
    """Return the page of one report as HTML, below MAX_BYTES: every list in it is capped where it is gathered.

    `root` leads from the page's folder to that of the page over days.
    """
    return environment().get_template("report.html").render({**told, "root": root})


def render_trend(days: Sequence[Mapping[str, Any]], upgrades: Mapping[str, Any] | None = None) -> str:
    """Return the page over days (newest first) as HTML, with how far upgrades are that are under way."""
    return environment().get_template("trend.html").render(days=days, upgrades=upgrades)


def styled(*names: str) -> dict[str, Any]:
    """Return some style sheets as `style`, for inside the page, and `style_hash`, by which its policy allows them."""
    style = "".join((TEMPLATES / name).read_text(encoding="utf-8") for name in names)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return {"style": Markup(style), "style_hash": digest}


@functools.cache
def environment() -> jinja2.Environment:
    """Return the templates' environment: everything is escaped, an unknown name is an error."""
    found = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals |= {"charts": charts} | styled("report.css")
    found.filters |= {"inert": markup, "address": address, "words": spoken, "number": _number, "percent": _percent}
    found.filters |= {"figure": _figure}
    return found


def _figure(value: float | None, metric: str) -> str:
    """Return a figure of drift as its metric is read: a share, a distance of mixes, or a number."""
    if value is None:
        return "–"
    return (
        f"{value:.1%}" if metric.endswith("_share") else f"{value:.2f}" if metric.endswith("_mix") else f"{value:,.0f}"
    )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,}"


def _percent(part: float, whole: float) -> str:
    return f"{part / whole:.1%}" if whole else "–"
