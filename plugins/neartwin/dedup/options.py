"""What a deduplication of a file may be asked for, refused where it makes no sense."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from neartwin.errors import DedupError

UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
LEAST_MEMORY, MOST_MEMORY = 500_000_000, 2**50


@dataclass(frozen=True, slots=True)
class Options:
    """How one file is deduplicated.

    A pair is joined from `threshold` (Jaccard over the method's shingles) on, unless a guard keeps it apart; refused
    pairs go to the file `refused`. `jobs` are threads (0: one a core), `memory` bytes that the run aims to stay within.
    """

    threshold: float = 0.7
    method_id: str = "minhash128-words"
    has_guards: bool = True
    refused: Path | None = None
    jobs: int = 0
    memory: int = 4 * 10**9
    checkpoint_seconds: float = 10.0

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if not 0 <= self.threshold <= 1:
            raise DedupError(
                f"a threshold lies between 0 and 1 (shared part of all shingles), not at {self.threshold:g}"
            )
        if self.jobs < 0:
            raise DedupError(f"{self.jobs} threads cannot work: give 1 or more, or 0 for one a core")
        if self.memory < LEAST_MEMORY:
            raise DedupError(f"{self.memory:,} bytes are too few: give at least 500M")
        if self.memory > MOST_MEMORY:
            raise DedupError(f"{self.memory:,} bytes are more than a machine has: give what may be used, such as 4G")

    @property
    def threads(self) -> int:
        """Return how many threads work."""
        if self.jobs:
            return self.jobs
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def parse_memory(text: str) -> int:
    """Return bytes from a size such as 800M or 4G; raises DedupError for anything else."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmg]?)i?b?", text.strip().lower())
    if not found:
        raise DedupError(f"{text!r} is not a size: write it as 800M or 4G")
    return int(float(found.group(1)) * UNITS[found.group(2)])
