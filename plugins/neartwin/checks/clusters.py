"""What must hold of the proposed clusters (one row a purpose)."""

from typing import Any

from neartwin.checks.great import gxe
from neartwin.settings import CheckSettings

FAULT = "A fault of the cluster stage: report it with the purpose."


def clusters_suite(limits: CheckSettings) -> tuple[Any, ...]:
    """Return what must hold before a cluster is worth showing."""
    return (
        gxe.ExpectColumnValuesToBeBetween(
            column="n_unrepresented",
            max_value=0,
            severity="critical",
            description="A cluster has exactly one representative: none loses a document, two show it twice.",
            meta={"check": "one_representative", "fact": "clusters have no representative, or several", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_in_two",
            max_value=0,
            severity="critical",
            description="A document is in one cluster a purpose.",
            meta={"check": "one_cluster_per_document", "fact": "documents are in two clusters", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_without_edge",
            max_value=0,
            severity="critical",
            description="A member has its own verified edge to its representative: similarity is not transitive.",
            meta={
                "check": "members_have_own_edge",
                "fact": "members have no verified edge to their representative",
                "hint": FAULT,
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_bridged_by_nothing",
            max_value=0,
            severity="critical",
            description="A document that is reached only through another one names it, and goes to review.",
            meta={"check": "bridges_named", "fact": "documents are joined through nothing", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_methods",
            max_value=1,
            severity="critical",
            description="Clusters of one purpose rest on one method: its deciding method.",
            meta={"check": "one_method", "fact": "methods have made clusters", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_misnamed",
            max_value=0,
            severity="critical",
            description="A cluster is named by its smallest document id, so that its name follows from its content.",
            meta={
                "check": "named_by_smallest_id",
                "fact": "clusters have another name than their smallest id",
                "hint": FAULT,
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_alone",
            max_value=0,
            severity="critical",
            description="A cluster has at least two documents.",
            meta={"check": "clusters_of_two_or_more", "fact": "clusters hold a single document", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="largest_share",
            max_value=limits.max_cluster_share,
            severity="warning",
            description="One cluster with a large part of all documents is a data problem first: a form or a wall.",
            meta={
                "check": "largest_cluster_small",
                "fact": "all documents are in one cluster",
                "hint": "Read the cluster's excerpts in the report before anything.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="largest_site_share",
            max_value=0.5,
            severity="warning",
            description="One cluster with half of a site is the site's template, not as many copies found.",
            meta={
                "check": "site_not_one_cluster",
                "fact": "one site's documents are in one cluster",
                "hint": "Read the cluster's excerpts: is their content in the text?",
            },
        ),
    )
