"""Where reports lie: one page and its JSON twin per run under `runs/`, the newest run's again under the day's name."""

import hashlib
import os
import re
from datetime import date
from pathlib import Path

from neartwin.settings import Settings


def of_run(settings: Settings, day: date, run_id: str) -> Path:
    """Return the path of a run's page; a repeated run has the same. The name holds no foreign character."""
    slug = re.sub(r"[^A-Za-z0-9]+", "-", run_id).strip("-")[:60]
    digest = hashlib.sha256(run_id.encode()).hexdigest()[:8]
    return settings.reports / "runs" / f"{day.isoformat()}-{slug}-{digest}.html"


def of_day(settings: Settings, day: date) -> Path:
    """Return the path of a day's newest page."""
    return settings.reports / f"{day.isoformat()}.html"


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        temporary.write_text(text, encoding="utf-8", errors="replace")
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
