"""How much processor time measuring may take: a share of what the day's run costs."""

import time
from datetime import date

import duckdb

from neartwin.methods import proposing
from neartwin.settings import Settings
from neartwin.warehouse import run

SECONDS_PER_DOCUMENT = 2e-4  # fingerprint to decide, measured at 100,000 texts
LEAST_SECONDS = 1.0  # below this a run's own start costs more than any measurement


class Budget:
    """Processor seconds of this process from now on, against what is allowed."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._started = time.process_time()

    @property
    def used(self) -> float:
        """Processor seconds since the start."""
        return time.process_time() - self._started

    def is_spent(self, *, share: float = 1.0) -> bool:
        """Return whether a share of the budget is used up."""
        return self.used >= share * self.seconds


def budget_of(con: duckdb.DuckDBPyConnection, settings: Settings, day: date) -> Budget:
    """Return one method's part of `recall.max_cpu_share` of what the day's run costs."""
    cost = run(con, "recall/select_run_cost", day=day, seconds_per_document=SECONDS_PER_DOCUMENT)[0][0]
    allowed = settings.recall.max_cpu_share * float(cost) / len(proposing(settings))
    return Budget(max(allowed, LEAST_SECONDS))
