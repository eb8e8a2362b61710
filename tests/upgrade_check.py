"""Which golden outputs would change with newer libraries; `make upgrade-check`, or `python -m tests.upgrade_check`.

The newest release of each group of libraries is installed into a folder of its own, outside the environment, and laid
over it: the environment itself stays as it is. `python -m tests.upgrade_check trafilatura==2.0.0` tries what you name
instead. A changed output means new ids: another extractor, or the next version
number of a method. Needs a package registry; exits with 1 when a group could not be tried.
"""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from neartwin.settings import ROOT

GROUPS = {
    "extraction": ("trafilatura", "htmldate", "courlan", "lxml", "lxml_html_clean", "justext"),
    "language and charset": ("py3langid", "charset-normalizer", "w3lib"),
    "tokenisers": ("rjieba",),
    "arrays": ("numpy", "numba"),
}
GOLDEN = {"page": "neartwin.extract.golden", "method": "neartwin.fingerprint.golden"}


def main() -> int:
    """Try each group, or what the command line names, and print what it would change."""
    groups = {"asked for": tuple(sys.argv[1:])} if sys.argv[1:] else GROUPS
    now = {kind: outputs(module, None) for kind, module in GOLDEN.items()}
    if any(isinstance(found, str) for found in now.values()):
        say(f"the golden outputs cannot be computed here: {now}")
        return 1
    with tempfile.TemporaryDirectory(prefix="neartwin-upgrade-check-") as scratch:
        return max(tried(name, wanted, Path(scratch) / name.split()[0], now) for name, wanted in groups.items())


def tried(name: str, wanted: tuple[str, ...], folder: Path, now: dict) -> int:
    """Install the newest that is wanted, and say what it would change; 1 when that cannot be found out."""
    command = [
        str(Path(sys.executable).parent / "uv"),
        "pip",
        "install",
        "--quiet",
        "--upgrade",
        "--target",
        str(folder),
    ]
    installed = subprocess.run(
        [*command, "--python", sys.executable, *wanted], capture_output=True, text=True, check=False
    )
    if installed.returncode:
        say(f"{name}: cannot be installed: {installed.stderr.strip().splitlines()[-1]}")
        return 1
    moved = [line for line in (move(one, folder) for one in wanted) if line]
    say(f"{name}: {', '.join(moved) or 'what is installed is the newest'}")
    if not moved:
        return 0
    return max(changes(kind, outputs(module, folder), now[kind]) for kind, module in GOLDEN.items())


def changes(kind: str, found: dict | str, before: dict) -> int:
    """Say which outputs of a kind would change; 1 when they cannot be computed."""
    if isinstance(found, str):
        say(f"  {kind}s: cannot be computed: {found}")
        return 1
    names = [name for name in before if found.get(name) != before[name]]
    if not names:
        say(f"  {kind}s: all {len(before)} golden outputs stay the same")
        return 0
    then = "a new extractor id" if kind == "page" else "give each the next version number before you upgrade"
    say(f"  {kind}s: {len(names)} of {len(before)} golden outputs change ({', '.join(names)}): {then}")
    return 0


def outputs(module: str, folder: Path | None) -> dict | str:
    """Return the golden outputs with the libraries of a folder laid over the environment, or why there are none."""
    path = os.pathsep.join([*([str(folder)] if folder else []), str(ROOT / "plugins")])
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "PYTHONPATH": path, "NEARTWIN_DATA": cache, "NUMBA_CACHE_DIR": cache}
        ran = subprocess.run(
            [sys.executable, "-m", module], env=env, cwd=cache, capture_output=True, text=True, check=False
        )
    if ran.returncode:
        return (ran.stderr.strip().splitlines() or ["it ended without a word"])[-1][:200]
    return json.loads(ran.stdout)


def move(requirement: str, folder: Path) -> str:
    """Return `name old → new`, or nothing when it is the same."""
    library = re.split(r"[<>=!~ ]", requirement)[0]
    old = importlib.metadata.version(library)
    new = next(iter(importlib.metadata.distributions(name=library, path=[str(folder)]))).version
    return "" if old == new else f"{library} {old} → {new}"


def say(text: str) -> None:
    """Print one line."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
