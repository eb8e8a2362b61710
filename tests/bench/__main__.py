"""Measure speed and accuracy beside the peers; `python -m tests.bench [--quick]`."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.bench import scale, stages, targets
from tests.bench.peers import FOLDER, SYSTEMS, Bench, Corpus, fastest
from tests.bench.refusals import judge
from tests.bench.results import chart, table

from neartwin.settings import ROOT

PEERS = ["rensa", "gaoya", "datasketch", "simhash"]
SMALL, MIXED, LARGE = Corpus(20_000, "en"), Corpus(6_000, "mix"), Corpus(100_000, "en")
CHARTS = {
    "speed": ("Documents a CPU-second, from JSON lines to pairs", lambda r: r["run"]["docs_per_cpu_s"]),
    "recall": ("Share of pairs with exact Jaccard ≥ 0.7 found", lambda r: r["score"]["recall_j"]),
    "changed": ("Pairs that differ in a number and were joined", lambda r: r["score"]["must_not_merge"]["changed"][0]),
}


def main() -> int:
    """Run the bench, print its tables, write them with charts to data/bench; skip with a reason without ../shared."""
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("--quick", action="store_true", help="leave out the 100,000 documents")
    is_quick = args.parse_args().quick
    shared = Path(os.environ.get("NEARTWIN_SHARED", ROOT.parent / "shared"))
    if not (shared / "bench" / "peers.py").is_file():
        print(f"skipped: no shared bench in {shared}; set NEARTWIN_SHARED to its folder")  # noqa: T201 (a report)
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    bench = Bench(shared)
    bench.prepare()
    measured: dict[Corpus, dict[str, Any]] = {}
    for corpus in (SMALL, MIXED) if is_quick else (SMALL, MIXED, LARGE):
        bench.build(corpus)
        measured[corpus] = bench.measure(corpus, fastest(measured[SMALL], 2) if corpus == LARGE else PEERS)
    _write(measured)
    return 0


def _write(measured: dict[Corpus, dict[str, Any]]) -> None:
    parts = ["# Bench\n"]
    for corpus, scores in measured.items():
        refused, spent, scaled = judge(corpus), _spent("stages", corpus), _spent("scale", corpus)
        best = fastest(scores, 1)[0]
        speeds = {name: result["run"]["docs_per_cpu_s"] for name, result in scores["results"].items()}
        times = ", ".join(f"{name} {speeds[name] / speeds[best]:.1f} × {best}" for name in SYSTEMS if name in speeds)
        parts += [f"## {corpus.n_documents:,} documents, {corpus.language}\n", table(scores)]
        parts += [f"Speed a CPU-second: {times}.\n", f"Guards: `{json.dumps(refused, ensure_ascii=False)}`\n"]
        parts += [f"Stages of a day:\n\n{stages.told(spent)}", scale.told(scaled)]
        parts += ["Targets:\n", targets.table(scores, refused, spent, scaled)]
        for name, (title, value) in CHARTS.items():
            values = {system: value(r) for system, r in scores["results"].items() if "score" in r}
            file = FOLDER / f"{corpus.language}{corpus.n_documents}-{name}.svg"
            file.write_text(chart(f"{title} ({corpus.n_documents:,} {corpus.language})", values), encoding="utf-8")
            parts.append(f"![{title}]({file.name})\n")
    text = "\n".join(parts)
    (FOLDER / "results.md").write_text(text, encoding="utf-8")
    sys.stdout.write(f"{text}\nwritten to {FOLDER / 'results.md'}\n")


def _spent(module: str, corpus: Corpus) -> dict[str, Any]:
    """Return what a module of the bench measures on a corpus, in a process of its own."""
    command = [sys.executable, "-m", f"tests.bench.{module}", corpus.folder / "corpus.jsonl", "--json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured


if __name__ == "__main__":
    sys.exit(main())
