"""What the checks of a run said, what is put aside, and the verdict in one sentence with what needs a person."""

import re
from collections.abc import Iterable
from datetime import date

import duckdb

from neartwin.report.rows import Row, rows

SITES_OF_A_CHECK = 20
FAILED_CHECKS = 80
ANSWERS = 40
DRIFT_ROWS = 80
QUARANTINES = 60
SITES_NEEDED = 6


def checks(con: duckdb.DuckDBPyConnection, day: date, run_id: str) -> Row:
    """Return the run's checks: failed ones with the sites they name, and how many passed in each suite."""
    results = _loudest(rows(con, "select_check_results", day=day, run_id=run_id))
    failed: dict[tuple[str, str, str], Row] = {}
    for result in results:
        if not result["is_success"]:
            _gather(failed.setdefault((result["suite"], result["expectation"], result["severity"]), {}), result)
    passed: dict[str, list[str]] = {}
    for result in results:
        if result["is_success"]:
            passed.setdefault(result["suite"], []).append(result["expectation"])
    names = {(result["suite"], result["expectation"]) for result in results}
    return {
        "n_checks": len(names),
        "n_passed": sum(map(len, passed.values())),
        "failed": list(failed.values())[:FAILED_CHECKS],
        "n_failed": {severity: _count(failed.values(), severity) for severity in ("critical", "warning", "info")},
        "passed": passed,
    }


def quarantines(con: duckdb.DuckDBPyConnection, day: date) -> list[Row]:
    """Return the newest entry of the day ('' as site) and of each of its sites that were put aside."""
    return rows(con, "select_quarantines", day=day)


def answers(con: duckdb.DuckDBPyConnection, day: date) -> list[Row]:
    """Return what people said about the warnings of the day ('' as site) and its sites, newest first."""
    return rows(con, "select_answers", day=day, top=ANSWERS)


def drift(con: duckdb.DuckDBPyConnection, day: date) -> list[Row]:
    """Return the day's figures beside the usual ones: of all sites together, and of sites that are out."""
    return rows(con, "select_drift_metrics", day=day, top=DRIFT_ROWS)


def verdict(run: Row, counts: Row, checked: Row, aside: list[Row]) -> Row:
    """Return the verdict: word (trust, look, aside, failed) and one sentence that says why."""
    of_day = next((entry for entry in aside if not entry["site"] and entry["state"] != "released"), None)
    sites = [entry for entry in aside if entry["site"] and entry["state"] != "released"]
    if of_day:
        by = "its checks" if of_day["state"] == "held" else of_day["actor"]
        return {"word": "aside", "sentence": f"The whole day was put aside by {by}: {of_day['reason']}."}
    if run["state"] == "failed":
        return {
            "word": "failed",
            "sentence": f"The run did not finish ({run['reason']}): this is what it left.",
        }
    if not checked["n_checks"]:
        return {"word": "look", "sentence": "No check of this run has been stored: nothing says that the day is sound."}
    if not counts["n_captures"]:
        return {"word": "look", "sentence": "Nothing came in on this day."}
    critical, warnings = checked["n_failed"]["critical"], checked["n_failed"]["warning"]
    if critical or warnings or sites:
        parts = [_plural(critical, "critical check"), _plural(warnings, "warning"), _plural(len(sites), "site")]
        named = [parts[0] + " failed"] * bool(critical) + [parts[1]] * bool(warnings)
        named += [f"{parts[2]} put aside"] * bool(sites)
        return {"word": "look", "sentence": f"{', '.join(named)}: read them before you use the day."}
    return {"word": "trust", "sentence": f"All {checked['n_checks']} checks that matter passed; nothing was put aside."}


def needs(day: date, run: Row, counts: Row, checked: Row, aside: list[Row], waiting: dict[str, int]) -> list[Row]:
    """Return what needs a person, most urgent first: what, why, and how to do it (a command, or #part of the page)."""
    found = []
    if run["state"] == "failed":
        how = f"neartwin run --day {day}"
        found.append({"what": "Look why the run failed, then run the day again", "why": run["reason"], "how": how})
    found += _to_release(day, checked, [entry for entry in aside if entry["state"] == "held"])
    if counts["n_unextracted"]:
        what = f"{_plural(counts['n_unextracted'], 'capture')} without an outcome"
        found.append({"what": what, "why": "extraction did not finish", "how": f"neartwin run --day {day}"})
    for severity in ("critical", "warning"):
        if n := checked["n_failed"][severity]:
            what = f"Read {_plural(n, 'critical check' if severity == 'critical' else 'warning')}"
            found.append({"what": what, "why": "each says what to do", "how": "#checks"})
    if any(waiting.values()):
        why = ", ".join(f"{n:,} for {purpose}" for purpose, n in waiting.items() if n)
        found.append({"what": "Judge pairs", "why": f"{why}: no policy may decide them", "how": "#review"})
    return found


def _to_release(day: date, checked: Row, held: list[Row]) -> list[Row]:
    """Return what is held, the day first, then SITES_NEEDED sites, the rest as one."""
    found = []
    for entry in held[:SITES_NEEDED]:
        what = f"Release or reject {'site ' + entry['site'] if entry['site'] else 'the day'}"
        passes = "" if _is_critical(checked, entry["site"]) else "; its checks pass in this run"
        found.append({"what": what, "why": entry["reason"] + passes, "how": release_command(day, entry["site"])})
    if n_more := len(held) - len(found):
        why = "so many at once have one cause: look for it first"
        found.append({"what": f"Release or reject {_plural(n_more, 'more site')}", "why": why, "how": "#checks"})
    return found


def _loudest(results: list[Row]) -> list[Row]:
    """Leave out what a site fails beside a critical failure of the same suite: it says the same less loudly."""
    broken = {
        (r["suite"], r["site"]) for r in results if not r["is_success"] and r["site"] and r["severity"] == "critical"
    }
    return [r for r in results if r["severity"] == "critical" or (r["suite"], r["site"]) not in broken]


def _gather(into: Row, result: Row) -> None:
    """Add one failing row to the entry of its check."""
    if not into:
        into |= {key: result[key] for key in ("suite", "expectation", "severity", "reason", "hint")}
        into |= {"observed": "", "n_failed": 0, "sites": [], "n_sites": 0, "sample_ids": []}
    into["n_failed"] += result["n_failed"] or 0
    into["sample_ids"] = (into["sample_ids"] + result["sample_ids"])[:5]
    if result["site"]:
        into["n_sites"] += 1
        if len(into["sites"]) < SITES_OF_A_CHECK:
            into["sites"].append({"site": result["site"], "observed": result["observed"]})
    else:
        into["observed"] = result["observed"]


def _is_critical(checked: Row, site: str) -> bool:
    """Tell whether a critical check of this run names a site ('' for the day), or may: its list of sites is cut."""
    critical = [check for check in checked["failed"] if check["severity"] == "critical"]
    named = any(
        not site or check["n_sites"] > len(check["sites"]) or any(place["site"] == site for place in check["sites"])
        for check in critical
    )
    return named or not checked["n_checks"]


def _count(failed: Iterable[Row], severity: str) -> int:
    return sum(check["severity"] == severity for check in failed)


def _plural(n: int, noun: str) -> str:
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def release_command(day: date, site: str) -> str:
    """Return the command that releases a day or a site of it; a site that a shell might read is left to fill in."""
    named = f" --site {site}" if re.fullmatch(r"[a-z0-9.-]+", site) else " --site SITE" if site else ""
    return f"neartwin release {day}{named}"
