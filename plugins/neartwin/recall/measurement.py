"""The stage: measure a method's candidate recall on a sample and on planted copies, and say what that is worth."""

import json
import logging
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

import duckdb

from neartwin.methods import Method
from neartwin.recall import canaries, sample
from neartwin.recall.budget import Budget, budget_of
from neartwin.recall.canaries import Planted
from neartwin.recall.intervals import Pooled, pool
from neartwin.recall.sample import Sampled
from neartwin.settings import Settings
from neartwin.warehouse import run, transaction

log = logging.getLogger(__name__)

Cell = tuple[str, str, str]
Row = dict[str, Any]


def measure(
    con: duckdb.DuckDBPyConnection,
    settings: Settings,
    method: Method,
    day: date,
    run_id: str,
    cpu_seconds: float | None = None,
) -> dict[str, Any]:
    """Measure and store what share of true pairs the index of a method proposes; return a JSON-ready summary.

    The sample is compared with all stored documents (as far as `cpu_seconds` go: by default a share of what the day's
    run costs), the copies are planted per language and edit kind. Recall and interval are pooled over earlier days of
    the window. Measuring a day again replaces its rows only if they differ. A method without an index has no recall.
    """
    if method.branch != "main" or not method.n_keys:
        return {"is_measured": False, "says": f"{method.method_id} has no index whose recall could be measured"}
    budget = budget_of(con, settings, day) if cpu_seconds is None else Budget(cpu_seconds)
    sampled = sample.look(con, settings, method, day, budget)
    planted = canaries.look(con, settings, method, day)
    n_unlike = run(con, "recall/select_unlike_extractions", day=day)[0][0]
    earlier = _earlier(con, settings, method, day)
    rows = [_sample_row(settings, method, sampled, n_unlike, earlier)]
    rows += [_canary_row(settings, method, cell, earlier) for cell in planted]
    _store(con, method, day, run_id, rows, budget.used)
    summary = _summary(settings, sampled, planted, earlier)
    log.log(
        logging.WARNING if summary["is_below_promise"] else logging.INFO, "%s: %s", method.method_id, summary["says"]
    )
    return summary | {"n_unlike_extractions": n_unlike, "cpu_seconds": round(budget.used, 3)}


def _earlier(
    con: duckdb.DuckDBPyConnection, settings: Settings, method: Method, day: date
) -> dict[Cell, list[tuple[int, int]]]:
    """Return (n_true, n_found) of earlier days of the window by (kind, language, edit kind), the newest first."""
    rows = run(
        con,
        "recall/select_pooled_measurements",
        method_id=method.method_id,
        day=day,
        window_days=settings.recall.window_days,
    )
    found = defaultdict(list)
    for kind, language, edit_kind, _, n_true, n_found in rows:
        found[kind, language, edit_kind].append((n_true, n_found))
    return found


def _sample_row(
    settings: Settings, method: Method, sampled: Sampled, n_unlike: int, earlier: dict[Cell, list[tuple[int, int]]]
) -> Row:
    missed: dict[str, float] = {
        "index": sampled.n_true - sampled.n_found,
        "guard": sampled.n_guarded,
        "extraction": n_unlike,
    }
    if sampled.scanned_share < 1:
        missed["scanned_share"] = round(sampled.scanned_share, 3)
    cell = ("sample", "all", "")
    return _row(settings, method, cell, earlier, (sampled.n_sampled, sampled.n_true, sampled.n_found), missed)


def _canary_row(settings: Settings, method: Method, found: Planted, earlier: dict[Cell, list[tuple[int, int]]]) -> Row:
    missed = {"index": found.n_true - found.n_found, "threshold": found.n_planted - found.n_true}
    cell = ("canary", found.language, found.edit_kind)
    return _row(settings, method, cell, earlier, (found.n_planted, found.n_true, found.n_found), missed)


def _row(
    settings: Settings,
    method: Method,
    cell: Cell,
    earlier: dict[Cell, list[tuple[int, int]]],
    counts: tuple[int, int, int],
    missed: Mapping[str, float],
) -> Row:
    n_sampled, n_true, n_found = counts
    pooled = pool([(n_true, n_found), *earlier.get(cell, [])], settings.recall.min_true_pairs)
    kind, language, edit_kind = cell
    return {
        "kind": kind,
        "language": language,
        "edit_kind": edit_kind,
        "measure": "jaccard" if method.num_perm else "hamming",
        "threshold": method.promise_jaccard if method.num_perm else float(method.max_hamming),
        "n_sampled": n_sampled,
        "n_true": n_true,
        "n_found": n_found,
        "recall": pooled.recall,
        "lower": pooled.interval[0],
        "upper": pooled.interval[1],
        "missed_by": json.dumps({reason: n for reason, n in missed.items() if n}, sort_keys=True),
    }


def _store(
    con: duckdb.DuckDBPyConnection, method: Method, day: date, run_id: str, rows: list[Row], cpu_seconds: float
) -> None:
    """Replace the day's rows of the method, unless they say the same already."""
    key = {"method_id": method.method_id, "day": day}
    wanted = sorted(tuple(row.values()) for row in rows)
    if wanted == sorted(run(con, "recall/select_measurements", **key)):
        return
    common = key | {"run_id": run_id, "cpu_seconds": cpu_seconds, "measured_at": datetime.now(UTC).replace(tzinfo=None)}
    with transaction(con):
        run(con, "recall/undo_recall_measurements", **key)
        for row in rows:
            run(con, "recall/insert_recall_measurements", **row, **common)


def _summary(
    settings: Settings, sampled: Sampled, planted: list[Planted], earlier: dict[Cell, list[tuple[int, int]]]
) -> dict[str, Any]:
    """Return pooled recall of the sample, counts of the copies, and one sentence on what that is worth."""
    enough = settings.recall.min_true_pairs
    pooled = pool([(sampled.n_true, sampled.n_found), *earlier.get(("sample", "all", ""), [])], enough)
    copies = Pooled(sum(cell.n_true for cell in planted), sum(cell.n_found for cell in planted))
    is_below = _is_below(pooled, settings) or _is_below(copies, settings)
    return {
        "is_measured": True,
        "n_true": pooled.n_true,
        "n_found": pooled.n_found,
        "recall": pooled.recall,
        "lower": pooled.interval[0],
        "upper": pooled.interval[1],
        "n_copies": sum(cell.n_planted for cell in planted),
        "n_copies_true": copies.n_true,
        "n_copies_found": copies.n_found,
        "is_enough": pooled.n_true >= enough,
        "is_below_promise": is_below,
        "says": _sentence(pooled, copies, enough, is_below=is_below),
    }


def _is_below(pooled: Pooled, settings: Settings) -> bool:
    """Return whether the promise is broken: its lower bound once there are enough pairs, surely before that."""
    lower, upper = pooled.interval
    return (lower if pooled.n_true >= settings.recall.min_true_pairs else upper) < settings.recall.promise


def _sentence(pooled: Pooled, copies: Pooled, enough: int, *, is_below: bool) -> str:
    planted = f"{copies.n_found} of {copies.n_true} planted copies found"
    if pooled.recall is None:
        said = "no true pair in the sample: nothing can be promised from it"
    elif pooled.n_true < enough:
        said = f"too few pairs to promise: {pooled.n_found} of {pooled.n_true} true pairs found, {enough} are needed"
    else:
        said = f"{pooled.n_found} of {pooled.n_true} true pairs found, at least {pooled.interval[0]:.1%} (95 %)"
    return f"{said}; {planted}{'; BELOW THE PROMISE' if is_below else ''}"
