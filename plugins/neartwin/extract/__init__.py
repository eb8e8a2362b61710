"""Extraction: from captured bytes to main text, facts, language, kind, outcome and identity.

The names below are the stage's. They are loaded when asked for, so that a worker process, which starts from this
package, loads neither DuckDB nor Arrow.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from neartwin.extract.contract import Extractor, extractor, is_active, register
    from neartwin.extract.stage import commit_extractions, plan, repoint, write_extractions

__all__ = [
    "Extractor",
    "commit_extractions",
    "extractor",
    "is_active",
    "plan",
    "register",
    "repoint",
    "write_extractions",
]

_HOMES = {
    "Extractor": "contract",
    "commit_extractions": "stage",
    "extractor": "contract",
    "is_active": "contract",
    "plan": "stage",
    "register": "contract",
    "repoint": "stage",
    "write_extractions": "stage",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 (a module's attribute)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
