"""Run the shared bench's own scripts (corpus, peers, score) with neartwin as one more system."""

import json
import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from neartwin.settings import ROOT

FOLDER = ROOT / "data" / "bench"
THRESHOLD = 0.7
NEARTWIN = Path(sys.executable).with_name("neartwin")
COMMAND = f"{NEARTWIN} dedup {{corpus}} {{out}} --threshold {{threshold}}"
SYSTEMS = {
    "neartwin": f"{COMMAND} --refused {{out}}.refused.jsonl",
    "neartwin-no-guards": f"{COMMAND} --no-guards",
}


@dataclass(frozen=True, slots=True)
class Corpus:
    """A planted corpus: how many documents, in which language, and where it lies."""

    n_documents: int
    language: str

    @property
    def folder(self) -> Path:
        """Return the folder of the corpus and of what is measured on it."""
        return FOLDER / f"{self.language}{self.n_documents}"


class Bench:
    """The shared bench, with an environment of its own for the peers."""

    def __init__(self, shared: Path) -> None:
        self._scripts = shared / "bench"
        self._python = FOLDER / ".venv" / "bin" / "python"

    def prepare(self) -> None:
        """Make the peers' environment once."""
        wanted = (self._scripts / "peers-requirements.txt").read_text()
        stamp = FOLDER / ".venv" / "requirements.txt"
        if stamp.is_file() and stamp.read_text() == wanted:
            return
        venv.create(FOLDER / ".venv", with_pip=True, clear=True)
        requirements = self._scripts / "peers-requirements.txt"
        subprocess.run([self._python, "-m", "pip", "install", "--quiet", "-r", requirements], check=True)
        stamp.write_text(wanted)

    def build(self, corpus: Corpus) -> None:
        """Make the corpus, seed 7, unless it is there."""
        if not (corpus.folder / "meta.json").is_file():
            self._run("corpus", corpus, "--n", str(corpus.n_documents), "--lang", corpus.language, "--seed", "7")

    def measure(self, corpus: Corpus, peers: list[str]) -> dict[str, Any]:
        """Run the peers and neartwin one after another, score all; return the scores."""
        for file in (corpus.folder / "runs").glob("*"):
            file.unlink()
        external = [part for name, command in SYSTEMS.items() for part in ("--external", f"{name}={command}")]
        self._run("peers", corpus, "--threshold", str(THRESHOLD), "--peers", ",".join(peers), *external)
        self._run("score", corpus, "--threshold", str(THRESHOLD))
        scores: dict[str, Any] = json.loads((corpus.folder / "scores.json").read_text())
        return scores

    def _run(self, script: str, corpus: Corpus, *args: str) -> None:
        env = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
        command = [self._python, self._scripts / f"{script}.py", "--dir", corpus.folder, *args]
        subprocess.run(command, check=script != "peers", env=env)


def fastest(scores: dict[str, Any], n: int) -> list[str]:
    """Return the n peers with most documents a CPU-second; 'floor' is no peer, only what the others share."""
    peers = {
        name: result["run"]["docs_per_cpu_s"]
        for name, result in scores["results"].items()
        if name not in SYSTEMS and name != "floor" and result["run"]["status"] == "ok"
    }
    return sorted(peers, key=lambda name: -peers[name])[:n]
