"""What came in on a day: sources, files, problems, outcomes by site and language, pages that gave no document."""

from collections import Counter
from collections.abc import Iterable
from datetime import date

import duckdb

from neartwin.report.rows import Row, rows

FILES = 20
PROBLEMS = 20
SITES = 25
BAD_PAGES = 5  # of each outcome


def sources(con: duckdb.DuckDBPyConnection, day: date) -> Row:
    """Return how the day's sources came, their files, and what became no capture, by reason."""
    files = rows(con, "select_source_files", day=day, top=FILES)
    return {
        "days": rows(con, "select_source_days", day=day),
        "files": files,
        "n_files": files[0]["n_files"] if files else 0,
        "problems": rows(con, "select_source_problems", day=day, top=PROBLEMS),
    }


def outcomes(con: duckdb.DuckDBPyConnection, day: date) -> Row:
    """Return captures by outcome, by site (SITES lines, the rest as one) and by language."""
    counts = rows(con, "select_outcomes", day=day)
    total: Counter[str] = Counter()
    for row in counts:
        total[row["outcome"]] += row["n_captures"]
    by_site = _grouped(counts, "site")
    shown, rest = by_site[:SITES], by_site[SITES:]
    return {
        "by_outcome": [{"outcome": outcome, "n_captures": n} for outcome, n in total.most_common()],
        "by_site": shown,
        "other_sites": _together(rest) if rest else None,
        "by_language": _grouped(counts, "language")[:SITES],
        "bad_pages": rows(con, "select_bad_captures", day=day, per_outcome=BAD_PAGES),
    }


def _grouped(counts: Iterable[Row], key: str) -> list[Row]:
    """Return one line per value of `key`, most captures without content first: name, n_captures, n_ok, outcomes."""
    groups: dict[str, Counter[str]] = {}
    for row in counts:
        groups.setdefault(row[key], Counter())[row["outcome"]] += row["n_captures"]
    lines = [_line(name, counter) for name, counter in groups.items()]
    return sorted(lines, key=lambda line: (line["n_ok"] - line["n_captures"], -line["n_captures"], line["name"]))


def _together(lines: list[Row]) -> Row:
    counter: Counter[str] = Counter()
    for line in lines:
        counter.update(line["outcomes"])
    return _line(f"{len(lines)} more sites", counter)


def _line(name: str, counter: Counter[str]) -> Row:
    n_captures = sum(counter.values())
    return {"name": name, "n_captures": n_captures, "n_ok": counter["ok"], "outcomes": dict(counter.most_common())}
