"""Label Studio's JSON export: tasks with two documents in `data`, and choices that annotators made.

Form: https://labelstud.io/guide/export (JSON). A task's place in the file stands for its line.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb

from neartwin.errors import LabelError
from neartwin.label.forms.row import ENDS, Fault, Row
from neartwin.warehouse import statement

ENDS_HERE = (*ENDS, ("document_l", "document_r"), ("id_left", "id_right"), ("left_id", "right_id"))
TEXTS = ("relation", "purpose", "reason", "region")
BATCH = 1_000
MAX_TASK_BYTES = 64 * 1024 * 1024


def read(path: Path) -> Iterator[Row | Fault]:
    """Yield one row an annotation; tasks stream, so that a large export needs little memory."""
    con, number = duckdb.connect(config={"threads": 1}), 0
    try:
        tasks = con.execute(statement("label/select_tasks"), {"path": str(path), "max_bytes": MAX_TASK_BYTES})
        while batch := tasks.fetchmany(BATCH):
            for (text,) in batch:
                number += 1
                yield from _rows(number, text)
    except duckdb.IOException as error:
        raise LabelError(f"{path} cannot be read as a file") from error
    except duckdb.Error as error:
        yield Fault(number + 1, f"is no JSON list of tasks: {str(error).splitlines()[0][:200]}")
    finally:
        con.close()


def _rows(number: int, text: str) -> Iterator[Row | Fault]:
    task = json.loads(text)
    data = task.get("data") if isinstance(task, dict) else None
    if not isinstance(data, dict):
        yield Fault(number, "is no task with `data`: export as JSON, not JSON-MIN")
        return
    named = next((ends for ends in ENDS_HERE if all(data.get(end) for end in ends)), None)
    if named is None:
        yield Fault(number, "data names no documents: it needs document_id_l and document_id_r, or left and right")
        return
    for annotation in task.get("annotations") or []:
        if isinstance(annotation, dict) and not annotation.get("was_cancelled"):
            yield _row(number, str(data[named[0]]), str(data[named[1]]), data, annotation)


def _row(number: int, left: str, right: str, data: dict[str, Any], annotation: dict[str, Any]) -> Row | Fault:
    answers: dict[str, list[str]] = {}
    for result in annotation.get("result") or []:
        value = result.get("value") or {}
        answers[str(result.get("from_name", ""))] = [*(value.get("choices") or value.get("text") or [])]
    verdict = next((said for name in ("verdict", "choice", "same", "label") if (said := answers.get(name))), None)
    if verdict is None:
        return Fault(number, "an annotation has no choice called verdict (same, different or unsure)")
    values: dict[str, object] = {"verdict": verdict[0].strip().lower(), "origin": "label-studio"}
    values |= {name: answers[name][0] for name in TEXTS if answers.get(name)}
    values |= {name: data[name] for name in ("purpose", "method_id", "similarity", "inclusion") if data.get(name)}
    values |= {"annotator": who} if (who := _annotator(annotation.get("completed_by"))) else {}
    values |= {"labelled_at": at} if (at := annotation.get("updated_at") or annotation.get("created_at")) else {}
    return Row(number, left, right, values)


def _annotator(completed_by: object) -> str:
    if isinstance(completed_by, dict):
        return str(completed_by.get("email") or completed_by.get("username") or completed_by.get("id") or "")
    return "" if completed_by is None else f"label-studio user {completed_by}"
