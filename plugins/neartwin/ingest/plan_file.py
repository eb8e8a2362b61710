"""Keep the lines of a plan in a file beside the lake, so that batches travel as a few numbers."""

import contextlib
import hashlib
import itertools
import json
import os
import time
from collections.abc import Iterable
from datetime import date
from typing import Any

from neartwin.errors import SourceError
from neartwin.settings import Settings
from neartwin.sources.listing import Listed

SECONDS_A_DAY = 86_400


def write(settings: Settings, day: date, listed: Iterable[Listed]) -> str:
    """Write a plan and return its path relative to the data folder; the name is its content's digest."""
    data = "".join(json.dumps(item.as_dict(), sort_keys=True) + "\n" for item in listed).encode()
    path = f"plans/day={day}/{hashlib.sha256(data).hexdigest()[:32]}.jsonl"
    target = settings.data / path
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    temporary.write_bytes(data)
    os.replace(temporary, target)
    return path


def prune(settings: Settings, *, keep_days: int) -> int:
    """Remove plans written more than `keep_days` days ago; return how many. A day that is run again is planned anew."""
    before = time.time() - keep_days * SECONDS_A_DAY
    old = [path for path in (settings.data / "plans").glob("day=*/*") if path.stat().st_mtime < before]
    for path in old:
        path.unlink(missing_ok=True)
    for folder in {path.parent for path in old}:
        with contextlib.suppress(OSError):  # a newer plan of the day lies there
            folder.rmdir()
    return len(old)


def read(settings: Settings, batch: dict[str, Any]) -> list[Listed]:
    """Return the lines of a batch. Raises SourceError when the plan is gone: plan the day again."""
    try:
        with (settings.data / batch["plan"]).open(encoding="utf-8") as file:
            lines = itertools.islice(file, batch["first"], batch["last"])
            return [Listed(**json.loads(line)) for line in lines]
    except FileNotFoundError as error:
        raise SourceError(
            f"the plan {batch['plan']} is gone: clear the task ingest.plan to plan the day again"
        ) from error
