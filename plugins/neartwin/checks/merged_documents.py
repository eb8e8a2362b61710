"""What must hold of what is merged (one row a purpose): one survivor, as the ledger says, and no site swallowed."""

from typing import Any

from neartwin.checks.great import gxe
from neartwin.settings import Settings

FAULT = "Stop merging; run `neartwin verify`, then undo the batch that it names or restore the last sound backup."


def merged_documents_suite(settings: Settings) -> tuple[Any, ...]:
    """Return what must hold of the merges that users see now."""
    return (
        gxe.ExpectColumnValuesToBeBetween(
            column="n_without_survivor",
            max_value=0,
            severity="critical",
            description="A merged document is represented by one that is shown itself: else content has vanished.",
            meta={"check": "one_survivor", "fact": "merged documents have nobody who stands for them", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_unknown",
            max_value=0,
            severity="critical",
            description="Only stored documents are merged, into stored documents.",
            meta={"check": "merged_documents_exist", "fact": "merged documents are not stored", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_unlike_ledger",
            max_value=0,
            severity="critical",
            description="What is merged follows from the ledger alone: any difference was made behind its back.",
            meta={
                "check": "merged_as_ledger_says",
                "fact": "merged documents differ from what the ledger says",
                "hint": FAULT,
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="largest_site_share",
            max_value=settings.cluster.alarm_site_share,
            severity="warning",
            description="A large part of one site is hidden behind other documents: a wrong threshold, or a mirror.",
            meta={
                "check": "site_mostly_shown",
                "fact": "one site's documents are hidden behind others",
                "hint": "Look at the site's merges with `neartwin history`; undo a batch that looks wrong.",
            },
        ),
    )
