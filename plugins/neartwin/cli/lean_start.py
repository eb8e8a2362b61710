"""Start and end faster, in a process that only deduplicates; not in a shared one.

pyarrow asks for pandas when it makes its first array, numba asks for scipy's BLAS, cffi and yaml when it loads its
first function: half a second of every start, and nothing of them is used. numba loads all that it could compile, even
where it only loads what was compiled before: a tenth of a second. To take apart at the end what the system takes back
anyway: a quarter. To look for garbage in cycles, of which a run makes next to none: a tenth. And numpy's BLAS starts
threads that wait for matrices, of which there are none.
"""

import gc
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import NoReturn

UNUSED = ("cffi", "pandas", "scipy", "yaml")


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
    """Keep the unused libraries out of this process, unless they are in already, and look for no cycles."""
    gc.disable()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if not any(name in sys.modules for name in UNUSED):
        sys.meta_path.insert(0, _Absent())


def is_lean() -> bool:
    """Tell whether this process has started lean."""
    return any(isinstance(finder, _Absent) for finder in sys.meta_path)


def lean_kernels() -> None:
    """Load a compiled kernel from numba's cache without what compiling needs; compiling still finds it by itself."""
    from numba.core.caching import Cache
    from numba.core.runtime import rtsys

    def load_overload(cache: Cache, signature: object, target_context: object) -> object:
        rtsys.initialize(target_context)
        with cache._guard_against_spurious_io_errors():
            return cache._load_overload(signature, target_context)

    Cache.load_overload = load_overload


def leave_at_once() -> NoReturn:
    """End this process, which has written all that it had to write."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
