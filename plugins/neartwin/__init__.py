"""Near-duplicate workflow for crawled web pages."""

import hashlib
import os
from pathlib import Path

PACKAGES_WITH_KERNELS = ("candidates", "cluster", "dedup", "fingerprint", "guards", "recall", "verify")


def _kernel_cache() -> str:
    """Return a folder for compiled kernels that belongs to exactly this state of the code.

    numba looks at the file of a compiled function only, not at those of the functions it calls: after a change there
    it would go on with the old machine code.
    """
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(path for name in PACKAGES_WITH_KERNELS for path in (package / name).rglob("*.py")):
        state = path.stat()
        digest.update(f"{path.relative_to(package)} {state.st_size} {state.st_mtime_ns}\n".encode())
    return str(package / "__pycache__" / f"kernels-{digest.hexdigest()[:16]}")


os.environ.setdefault("NUMBA_CACHE_DIR", _kernel_cache())
