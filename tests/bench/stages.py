"""Processor seconds of the stages of a day, and of a backfill; `python -m tests.bench.stages CORPUS.jsonl` alone."""

import json
import resource
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from neartwin import candidates, cluster, decide, extract, fingerprint, guards, ingest, methods, verify
from neartwin.fingerprint import kernel
from neartwin.fingerprint.batches import locators
from neartwin.fingerprint.document_text import document_text
from neartwin.fingerprint.signed_rows import columns
from neartwin.settings import ROOT, Settings
from neartwin.warehouse import writer
from neartwin.warehouse.migrations import migrate
from neartwin.warehouse.shards import read_rows

DAY, RUN_ID = date(2026, 11, 1), "bench"
TIMED = ("fingerprint", "candidates", "verify", "guards", "decide", "cluster")


def measure(corpus: Path) -> dict[str, float]:
    """Take a file of JSON lines through the stages of one day, in a folder that goes; return CPU-seconds by stage.

    Getting the texts into the lake (ingest, extract) is not counted. Keys that begin with `backfill` are of one method,
    the deciding one, signing the stored texts anew: the kernel alone, with reading, and the whole task.
    """
    spent: dict[str, float] = dict.fromkeys(TIMED, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        file = Settings.load(ROOT / "neartwin.toml").model_copy(update={"data": Path(folder)})
        settings = store(file, corpus)
        with spending(spent, "fingerprint"), writer(file) as con:
            batches = fingerprint.plan(con, settings, DAY, settings.active_methods)
            results = [fingerprint.write_fingerprints(settings, batch) for batch in batches]
            fingerprint.commit_fingerprints(con, settings, results, RUN_ID)
        for name, stage in (("candidates", candidates.propose), ("verify", verify.verify)):
            with spending(spent, name), writer(file) as con:
                for method in methods.proposing(settings):
                    stage(con, settings, method, DAY, RUN_ID)
        with spending(spent, "guards"), writer(file) as con:
            guards.guard(con, settings, DAY, RUN_ID)
        for name, judge in (("decide", decide.decide), ("cluster", cluster.propose_clusters)):
            with spending(spent, name), writer(file) as con:
                for purpose in settings.purposes:
                    judge(con, settings, purpose, DAY, RUN_ID)
        return spent | _backfill(settings, batches)


def told(spent: dict[str, float]) -> str:
    """Return the figures as a Markdown table, and what a backfill is beside the kernel."""
    whole, alone, read = (spent[f"backfill {part}"] for part in ("whole", "kernel", "reading"))
    lines = ["| stage | CPU-seconds |", "|---|---|", *(f"| {name} | {spent[name]:.2f} |" for name in TIMED)]
    lines.append(f"| fingerprint → cluster | {sum(spent[name] for name in TIMED):.2f} |")
    lines.append(
        f"\nBackfill of one method: {whole:.2f} CPU-seconds, at {alone / whole:.0%} of the speed of the kernel alone "
        f"({alone:.2f}) and {(alone + read) / whole:.0%} of the kernel with reading ({alone + read:.2f}).\n"
    )
    return "\n".join(lines)


def store(file: Settings, corpus: Path) -> Settings:
    """Put the texts into the lake and the warehouse; return the resolved settings."""
    captures = [ingest.write_captures(file, DAY, batch, RUN_ID) for batch in ingest.plan(file, DAY, str(corpus))]
    with writer(file) as con:
        migrate(con)
        methods.register(con, file)
        settings = methods.resolve(con, file)
        extract.register(con, settings)
        ingest.commit_captures(con, settings, DAY, captures, RUN_ID)
        texts = [extract.write_extractions(settings, batch) for batch in extract.plan(con, settings, DAY)]
        extract.commit_extractions(con, settings, DAY, texts, RUN_ID)
    return settings


def _backfill(settings: Settings, batches: list[dict[str, Any]]) -> dict[str, float]:
    """Sign the day's documents again under the deciding method: kernel alone, reading alone, the whole task."""
    (method, *_) = methods.proposing(settings)
    of_method = [batch for batch in batches if method.method_id in batch["method_ids"]]
    spent: dict[str, float] = {"backfill kernel": 0.0, "backfill reading": 0.0, "backfill whole": 0.0}
    for batch in of_method:
        with spending(spent, "backfill whole"):
            fingerprint.write_fingerprints(settings, batch | {"method_ids": [method.method_id]})
        with spending(spent, "backfill reading"):
            tables = [table for _, table in read_rows(settings, locators(batch), columns([method]))]
        for table in tables:
            with spending(spent, "backfill kernel"):
                kernel.sign(document_text(table["main_text"], [method]), table["language"], method)
    return spent


@contextmanager
def spending(into: dict[str, float], name: str) -> Iterator[None]:
    started = _clock()
    yield
    into[name] += _clock() - started


def _clock() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


if __name__ == "__main__":
    measured = measure(Path(sys.argv[1]))
    sys.stdout.write(json.dumps(measured) if "--json" in sys.argv else told(measured))
