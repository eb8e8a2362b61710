"""Start faster: keep two large libraries out that pyarrow and numba import only to see whether they are there.

pyarrow asks for pandas when it makes its first array, numba asks scipy for BLAS when it loads its first function: half
a second of every start, and nothing of either is used. For a process that only deduplicates; not for a shared one.
"""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

UNUSED = ("pandas", "scipy")


class _Absent(MetaPathFinder):
    """Answers that the libraries in UNUSED are not installed."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Raise ModuleNotFoundError for an unused library; leave any other to the other finders."""
        if name.partition(".")[0] in UNUSED:
            raise ModuleNotFoundError(f"{name} is kept out of this process", name=name)
        return None


def lean_start() -> None:
    """Keep the unused libraries out of this process, unless they are in already."""
    if not any(name in sys.modules for name in UNUSED):
        sys.meta_path.insert(0, _Absent())
