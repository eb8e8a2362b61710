"""A lean process: it loads compiled kernels without the compiler's tables, compiles what is not there, ends whole."""

import os
import subprocess
import sys

TOTAL = """
import numba


@numba.njit(cache=True)
def total(values):
    out = 0
    for value in values:
        out += value
    return out
"""
SCRIPT = """
import sys

from neartwin.cli.lean_start import is_lean, lean_kernels, lean_start, leave_at_once

lean_start()
lean_kernels()
assert is_lean()

import numpy as np
from total import total

print(total(np.arange(5)), "numba.np.arrayobj" in sys.modules)
leave_at_once()
"""


def test_a_kernel_is_compiled_once_and_then_loaded_without_the_compiler(tmp_path):
    (tmp_path / "total.py").write_text(TOTAL, encoding="utf-8")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    said = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT], cwd=tmp_path, env=environment, check=True, capture_output=True, text=True
        ).stdout
        for _ in range(2)
    ]

    assert said == ["10 True\n", "10 False\n"]


def test_only_a_lean_process_leaves_garbage_in_cycles():
    script = "import gc\nfrom neartwin.cli.lean_start import lean_start\n{}print(gc.isenabled())"

    said = [
        subprocess.run([sys.executable, "-c", script.format(start)], check=True, capture_output=True, text=True).stdout
        for start in ("import neartwin.dedup\n", "lean_start()\n")
    ]

    assert said == ["True\n", "False\n"]
