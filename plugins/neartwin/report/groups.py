"""Documents that stand together: proposed clusters, one document at many addresses, versions, boilerplate."""

from collections.abc import Iterable
from datetime import date

import duckdb

from neartwin.methods import load
from neartwin.report.rows import Row, rows
from neartwin.settings import Settings

CLUSTERS = 8
MEMBERS = 4
ADDRESSES = 3
EXACT = 15
VERSIONS = 15
SITES = 15
NEAR = 6  # bits of 64
PAGES = 300  # of one site, compared each with each


def clusters(con: duckdb.DuckDBPyConnection, day: date, purpose: str) -> Row:
    """Return how many proposed clusters of a purpose touch the day, and the largest with some of their documents."""
    counts = {row["purpose"]: row for row in rows(con, "select_cluster_counts", day=day)}
    shown = rows(con, "select_clusters", day=day, purpose=purpose, clusters=CLUSTERS, members=MEMBERS)
    largest: dict[str, Row] = {}
    for row in shown:
        entry = {"cluster_id": row["cluster_id"], "n_documents": row["n_documents"], "documents": []}
        largest.setdefault(row["cluster_id"], entry)["documents"].append(row)
    return {"purpose": purpose, "counts": counts.get(purpose), "largest": list(largest.values())}


def exact_duplicates(con: duckdb.DuckDBPyConnection, day: date) -> Row:
    """Return documents of the day that several addresses carry: they are one document, and every address is kept."""
    found = rows(con, "select_exact_duplicates", day=day, top=EXACT)
    return {
        "n_documents": found[0]["n_documents"] if found else 0,
        "n_addresses": found[0]["n_all_addresses"] if found else 0,
        "largest": found,
    }


def versions(con: duckdb.DuckDBPyConnection, day: date) -> list[Row]:
    """Return addresses of the day whose content changed since they were captured before."""
    return rows(con, "select_version_links", day=day, top=VERSIONS)


def boilerplate(con: duckdb.DuckDBPyConnection, settings: Settings, day: date) -> Row | None:
    """Return, per site, pairs of pages that come near by the whole page beside those near by the main text.

    None where no active method signs whole pages, or none signs main texts in the same way.
    """
    active = [
        method for name, method in load(settings).items() if name in settings.active_methods and method.bits == 64
    ]
    for whole in (method for method in active if method.branch == "page"):
        for main in (m for m in active if m.branch == "main" and m.algorithm == whole.algorithm):
            if main.tokeniser == whole.tokeniser:
                used = {"page_method": whole.method_id, "main_method": main.method_id, "near": NEAR}
                sites = rows(con, "select_boilerplate", day=day, pages=PAGES, top=SITES, **used)
                return {**used, "sites": sites}
    return None


def addresses(con: duckdb.DuckDBPyConnection, day: date, document_ids: Iterable[str]) -> dict[str, list[Row]]:
    """Return up to ADDRESSES addresses of each document, those of the day first, with how many there are."""
    wanted = sorted(set(document_ids))
    found: dict[str, list[Row]] = {}
    for row in rows(con, "select_addresses", document_ids=wanted, day=day, top=ADDRESSES) if wanted else []:
        found.setdefault(row["document_id"], []).append(row)
    return found
