"""What a file held that did not become a capture: every problem with its place, everything skipped with its count."""

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["problem", "skipped"]

MAX_ROWS_PER_REASON = 50
MAX_SKIP_REASONS = 200


@dataclass(slots=True)
class Problem:
    """One reason at one place of a file; `n_records` counts all records of that reason when rows were folded."""

    source_file: str
    source_offset: int
    kind: Kind
    reason: str
    n_records: int = 1


@dataclass(slots=True)
class Problems:
    """Collect the problems of one file in bounded memory. Reasons never quote the file's content."""

    source_file: str
    n_problems: int = 0
    n_skipped: int = 0
    _rows: list[Problem] = field(default_factory=list)
    _detailed: dict[str, int] = field(default_factory=dict)
    _folded: dict[tuple[Kind, str], Problem] = field(default_factory=dict)

    def add(self, offset: int, reason: str, *, where: str = "") -> None:
        """Record a record that could not be read, or only in part; `where` is its place in words (`line 3`)."""
        self.n_problems += 1
        seen = self._detailed[reason] = self._detailed.get(reason, 0) + 1
        if seen > MAX_ROWS_PER_REASON:
            self._fold(offset, "problem", f"{reason} (further records)")
        else:
            self._rows.append(Problem(self.source_file, offset, "problem", f"{where}: {reason}" if where else reason))

    def skip(self, offset: int, reason: str) -> None:
        """Count a sound record that is no page; one row per reason, at its first place."""
        self.n_skipped += 1
        known = ("skipped", reason) in self._folded or len(self._folded) < MAX_SKIP_REASONS
        self._fold(offset, "skipped", reason if known else "no page, for other reasons")

    def _fold(self, offset: int, kind: Kind, reason: str) -> None:
        row = self._folded.get((kind, reason))
        if row is None:
            self._folded[kind, reason] = Problem(self.source_file, offset, kind, reason)
        else:
            row.n_records += 1

    def rows(self) -> list[Problem]:
        """Return all rows in a stable order."""
        return sorted([*self._rows, *self._folded.values()], key=lambda row: (row.source_offset, row.kind, row.reason))
