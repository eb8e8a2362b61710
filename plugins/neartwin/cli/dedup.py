"""`neartwin dedup`: near-duplicates of a file of texts, without Airflow."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from neartwin.cli.lean_start import is_lean, lean_kernels
from neartwin.spoken import spoken


def add_commands(app: typer.Typer) -> None:
    """Add the command `dedup`."""
    app.command()(dedup)


def dedup(  # noqa: PLR0913 (one parameter an option)
    source: Annotated[Path, typer.Argument(metavar="INPUT", help="JSON lines (also .gz, .zst) or Parquet: id, text")],
    out: Annotated[Path, typer.Argument(metavar="OUTPUT", help="JSON lines to write: pairs, then documents")],
    threshold: Annotated[float, typer.Option(help="Join pairs from this Jaccard on (0 to 1)")] = 0.7,
    method: Annotated[str, typer.Option(help="Method name or id; `neartwin methods list` shows them")] = (
        "minhash128-words"
    ),
    refused: Annotated[
        Path | None, typer.Option(help="Write pairs that a guard keeps apart here, with the guard")
    ] = None,
    no_guards: Annotated[bool, typer.Option("--no-guards", help="Join on the threshold alone")] = False,
    jobs: Annotated[int, typer.Option(help="Threads; 0: one a core")] = 0,
    memory: Annotated[str, typer.Option(help="Memory to aim to stay within, such as 800M or 4G")] = "4G",
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON")] = False,
) -> None:
    """Find near-duplicates in a file of texts and write joined pairs and clusters as JSON lines.

    INPUT has an `id` and a `text` a record, and may have `url`, `title` and `lang` (guessed from the script where it is
    missing). OUTPUT has one line a joined pair (`left`, `right`, `jaccard`, `containment`, `reason`) and one line a
    document (`id`, `cluster`). Every two documents of a cluster were compared and joined; a pair line may also lead
    from one cluster to another. Two documents that a guard keeps apart (other numbers, a negation, another form letter)
    are neither a pair nor in one cluster, whatever their similarity: `--refused FILE` lists them.
    OUTPUT.phases.json, written beside, tells the seconds that each phase took.

    A run that was killed goes on where it stopped when it is started again.

    Example: `neartwin dedup texts.jsonl.gz twins.jsonl --refused apart.jsonl`
    """
    if is_lean():
        lean_kernels()
    from neartwin.dedup import Options, parse_memory
    from neartwin.dedup import dedup as find

    options = Options(
        threshold=threshold,
        method_id=method,
        has_guards=not no_guards,
        refused=refused,
        jobs=jobs,
        memory=parse_memory(memory),
    )
    summary = find(source, out, options)
    if as_json:
        fields = ("n_documents", "n_clusters", "n_joined", "refused", "seconds")
        sys.stdout.write(json.dumps({name: getattr(summary, name) for name in fields}, indent=2) + "\n")
        return
    guards = ", ".join(f"{spoken(guard)} {n:,}" for guard, n in summary.refused.items()) or "none"
    sys.stderr.write(
        f"{summary.n_documents:,} documents: {summary.n_joined:,} pairs joined, {summary.n_clusters:,} clusters of two "
        f"or more; refused pairs: {guards}; {sum(summary.seconds.values()):.1f} s\n"
    )
