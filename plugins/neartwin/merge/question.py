"""What people see before they answer for a batch: bounds that were exceeded and the evidence, as safe Markdown."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import duckdb

from neartwin.settings import Settings
from neartwin.warehouse import run, statement

N_ROWS = 20
LONGEST = 120
ACTIVE = re.compile(r"([\\`*_{}\[\]()#+.!|~>:@/=-])")


def write_question(con: duckdb.DuckDBPyConnection, settings: Settings, batches: Iterable[Mapping[str, Any]]) -> Path:
    """Write the question for planned batches to `questions/<batch>.md` under the data folder; return its path.

    Crawled words are cut, on one line, without controls or directions, and escaped for Markdown and HTML.
    """
    asked = list(batches)
    path = settings.data / "questions" / f"{asked[0]['batch_id'][:16]}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join(_section(con, batch) for batch in asked) + f"\n\n{AFTER}\n", encoding="utf-8")
    return path


KINDS = {"merge": "Merge", "change_representative": "Change who stands for a cluster"}
AFTER = (
    "**Approve** applies all clusters that have not changed since; it can be undone exactly, as a whole or in part "
    "(DAG `undo_merge`, or `neartwin undo`). **Reject** changes nothing; the same batch is asked again when a decision "
    "in it changes. Nothing is deleted either way."
)


def _section(con: duckdb.DuckDBPyConnection, batch: Mapping[str, Any]) -> str:
    rows = evidence(con, batch["batch_id"])
    reasons = "\n".join(f"* {safe(reason)}" for reason in batch["reasons"])
    table = "\n".join(
        f"| {row['similarity']:.3f} {safe(row['measure'])} | {_side(row, '')} | {_side(row, '_after')} "
        f"| {safe(row['reason'])} |"
        for row in rows
    )
    return (
        f"### {KINDS[batch['kind']]}: {batch['n_documents']:,} documents in {batch['n_clusters']:,} clusters, purpose "
        f"{batch['purpose']}\n\n{_releases(con, batch)}"
        f"Batch `{batch['batch_id'][:16]}`. It waits for an answer because:\n\n{reasons}\n\n"
        f"The {len(rows)} least alike of {batch['n_documents']:,}:\n\n"
        f"| similarity | would be represented | by | why |\n|---|---|---|---|\n{table}"
    )


def _releases(con: duckdb.DuckDBPyConnection, batch: Mapping[str, Any]) -> str:
    n = run(con, "merge/select_releases", batch_id=batch["batch_id"])[0][0]
    return f"{n:,} documents without an edge of their own to the new representative are released.\n\n" if n else ""


def evidence(con: duckdb.DuckDBPyConnection, batch_id: str, n_rows: int = N_ROWS) -> list[dict[str, Any]]:
    """Return the least alike merges of a batch, one a document, with titles and one address of each side."""
    found = con.execute(statement("merge/select_evidence"), {"batch_id": batch_id, "n_rows": n_rows})
    columns = [column[0] for column in found.description or ()]
    return [dict(zip(columns, row, strict=True)) for row in found.fetchall()]


def safe(text: object) -> str:
    """Return crawled text that neither Markdown, HTML nor a terminal acts on: one line, at most LONGEST characters."""
    line = " ".join(str(text or "").split())
    cut = line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
    shown = "".join(c if c.isprintable() else f"‹U+{ord(c):04X}›" for c in cut)
    return ACTIVE.sub(r"\\\1", shown.replace("&", "&amp;").replace("<", "&lt;"))


def _side(row: Mapping[str, Any], suffix: str) -> str:
    document_id = row["representative_after"] if suffix else row["document_id"]
    title, url = safe(row[f"title{suffix}"]) or "(no title)", safe(row[f"url{suffix}"])
    return f"{title}<br>{url}<br>{row[f'n_tokens{suffix}']:,} tokens, `{document_id[:12]}`"
