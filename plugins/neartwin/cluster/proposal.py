"""The stage: keep the proposed clusters of a purpose true to its decisions and to what is sound."""

import logging
from datetime import date

import duckdb
import numpy as np
import pyarrow as pa

from neartwin.cluster.stars import NOBODY, Stars, stars
from neartwin.settings import Purpose, Settings
from neartwin.warehouse import run, statement, transaction

log = logging.getLogger(__name__)

ROLES = ("representative", "member", "bridged")
COUNTS = ("n_clusters", "n_members", "n_bridged", "largest_cluster", "largest_site_percent")
SITE_DOCUMENTS = 20  # a share of fewer documents says nothing


def propose_clusters(
    con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose, day: date, run_id: str
) -> dict[str, int]:
    """Group sound documents by the merge and review decisions of the purpose's deciding method; return counts.

    The result depends on decisions and sound documents only, whoever changed them. Edges are grouped in memory, and
    only rows that differ are rewritten, in one transaction. Counts: n_clusters, n_members, n_bridged, n_changed rows,
    largest_cluster (documents), largest_site_percent (of the day's sites, hidden behind representatives), and n_alarms
    of the last two.
    """
    method_id = settings.purposes[purpose].deciding_method
    run(con, "cluster/insert_cluster_edges", purpose=purpose, method_id=method_id)
    run(con, "cluster/insert_cluster_documents")
    con.register("cluster_roles", _roles(_group(con, purpose, method_id)))
    run(con, "cluster/insert_wanted_clusters")
    con.unregister("cluster_roles")
    counts = dict(
        zip(COUNTS, run(con, "cluster/select_cluster_counts", day=day, min_documents=SITE_DOCUMENTS)[0], strict=True)
    )
    counts["n_changed"] = _rewrite(con, purpose, method_id, run_id)
    counts["n_alarms"] = _alarms(settings, counts)
    log.info("proposed %d clusters for %s, %d rows changed", counts["n_clusters"], purpose, counts["n_changed"])
    return counts


def _group(con: duckdb.DuckDBPyConnection, purpose: Purpose, method_id: str) -> Stars:
    edges = con.execute(statement("cluster/select_cluster_edges")).fetchnumpy()
    apart = con.execute(
        statement("cluster/select_pairs_apart"), {"purpose": purpose, "method_id": method_id}
    ).fetchnumpy()
    n_documents = con.table("cluster_documents").count("*").fetchall()[0][0]
    return stars(
        n_documents, edges["number_l"], edges["number_r"], edges["is_merge"], (apart["number_l"], apart["number_r"])
    )


def _roles(found: Stars) -> pa.Table:
    return pa.table(
        {
            "document_number": np.arange(len(found.role), dtype=np.int32),
            "representative_number": found.representative,
            "role": pa.array(ROLES).take(pa.array(found.role)),
            "bridge_number": pa.array(found.bridge, mask=found.bridge == NOBODY),
            "kept_from_number": pa.array(found.kept_from, mask=found.kept_from == NOBODY),
        }
    )


def _rewrite(con: duckdb.DuckDBPyConnection, purpose: Purpose, method_id: str, run_id: str) -> int:
    """Replace the rows that differ; return how many were taken back or entered."""
    with transaction(con):
        n_undone = run(con, "cluster/undo_proposed_clusters", purpose=purpose, method_id=method_id)[0][0]
        n_entered = run(con, "cluster/insert_proposed_clusters", purpose=purpose, method_id=method_id, run_id=run_id)[
            0
        ][0]
    return int(n_undone + n_entered)


def _alarms(settings: Settings, counts: dict[str, int]) -> int:
    is_large = counts["largest_cluster"] >= settings.cluster.alarm_documents
    is_hidden = counts["largest_site_percent"] >= 100 * settings.cluster.alarm_site_share
    return is_large + is_hidden
