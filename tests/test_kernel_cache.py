"""Compiled kernels belong to one state of the code."""

import os
import re
import shutil
import subprocess
import sys

import pytest

import neartwin
from neartwin.settings import ROOT

PACKAGE = ROOT / "plugins" / "neartwin"


def cache_folder(plugins):
    """Return where a fresh process that imports the library from `plugins` keeps its kernels."""
    env = {**os.environ, "PYTHONPATH": str(plugins)}
    env.pop("NUMBA_CACHE_DIR", None)
    code = "import neartwin, os; print(os.environ['NUMBA_CACHE_DIR'])"
    return subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True).stdout


def test_every_package_with_kernels_is_listed():
    found = {
        path.relative_to(PACKAGE).parts[0]
        for path in PACKAGE.rglob("*.py")
        if re.search(r"^(import|from) numba", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert found == set(neartwin.PACKAGES_WITH_KERNELS)


def test_a_changed_kernel_is_compiled_again(tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "neartwin", ignore=shutil.ignore_patterns("__pycache__"))
    before = cache_folder(tmp_path)
    changed = tmp_path / "neartwin" / "verify" / "measures.py"
    changed.write_text(changed.read_text(encoding="utf-8") + "\n", encoding="utf-8")

    assert cache_folder(tmp_path) != before


MISSES = """
import gc
from neartwin.compile import main
from numba.core.dispatcher import Dispatcher
main()
print([d.__name__ for d in gc.get_objects() if isinstance(d, Dispatcher) and d.stats.cache_misses])
"""

LETTERS = """
import json
from pathlib import Path
from neartwin.dedup import Options, dedup
frame = " ".join(f"part{number} of the form" for number in range(40))
own = [" ".join(f"word{number}{place}" for place in range(20)) for number in range(12)]
texts = [f"{frame} {words}" for words in [*own, own[0] + " more"]]
lines = [json.dumps({"id": f"{number:02}", "text": text}) for number, text in enumerate(texts)]
Path("letters.jsonl").write_text("\\n".join(lines))
assert dedup(Path("letters.jsonl"), Path("out.jsonl"), Options(threshold=0.5)).refused["template"]
"""


@pytest.mark.soak
def test_setup_compiles_what_the_stages_call(tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "plugins" / "neartwin", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "sql", tmp_path / "sql")
    shutil.copy(ROOT / "neartwin.toml", tmp_path)
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "plugins")}
    env.pop("NUMBA_CACHE_DIR", None)
    subprocess.run([sys.executable, "-m", "neartwin.compile"], cwd=tmp_path, env=env, check=True)
    judging = "from neartwin.guards import judge; judge(['one a', 'two a'], [0], [1])\n"

    for code in (MISSES, judging + MISSES, LETTERS + MISSES):
        output = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, check=True, capture_output=True)
        assert output.stdout.decode().strip().endswith("[]")
