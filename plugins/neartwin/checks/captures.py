"""What must hold of a day's captures: the day is there, its keys are whole, its fetches look like fetches."""

from typing import Any

from neartwin.checks.expectations import ExpectFlaggedShareToBeAtMost
from neartwin.checks.great import gxe
from neartwin.settings import CheckSettings


def day_suite() -> tuple[Any, ...]:
    """Return what must hold of the day as a whole (one row)."""
    return (
        gxe.ExpectColumnValuesToBeInSet(
            column="is_promise_broken",
            value_set=[False],
            severity="critical",
            description="Files were read and said to hold captures: none in the warehouse means they were lost.",
            meta={
                "check": "captures_arrived",
                "fact": "files were read, and none of their captures is stored",
                "hint": "Run the day again; look at the commit task of ingest.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_empty",
            value_set=[False],
            severity="warning",
            description="A day without a single capture is more often a crawler that stopped than a silent web.",
            meta={
                "check": "day_not_empty",
                "fact": "not one capture came",
                "hint": "Look at the crawler and at the path of the source for this day.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_missing",
            max_value=0,
            severity="warning",
            description="A source that did not come leaves its sites without this day.",
            meta={
                "check": "sources_came",
                "fact": "of the sources did not come",
                "hint": "Deliver the source's files, then run the day again.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_half",
            max_value=0,
            severity="warning",
            description="Half a day makes shares and counts that compare with no other day.",
            meta={
                "check": "sources_whole",
                "fact": "of the sources came in part",
                "hint": "Wait for the rest of the files, then run the day again.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_late",
            max_value=0,
            severity="info",
            description="A day that came after its deadline may not be whole.",
            meta={
                "check": "sources_on_time",
                "fact": "of the sources came after their deadline",
                "hint": "Nothing to do; if it repeats, move the source's deadline.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="problem_share",
            max_value=0.05,
            severity="warning",
            description="Records that cannot be read are pages that nobody will miss until they are needed.",
            meta={
                "check": "records_readable",
                "fact": "records cannot be read",
                "hint": "See the report's list of files and reasons; fetch them again.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="repeated_share",
            max_value=0.25,
            severity="warning",
            description="A feed that was delivered twice counts each of its pages twice in every share.",
            meta={
                "check": "records_not_delivered_twice",
                "fact": "records came a second time",
                "hint": "Look for one file under two names in the source.",
            },
        ),
    )


def captures_suite(limits: CheckSettings) -> tuple[Any, ...]:
    """Return what must hold of each capture, of each site, and of the day without the sites put aside."""
    return (*_keys(), *_fetches(limits))


def _keys() -> tuple[Any, ...]:
    return (
        gxe.ExpectColumnValuesToNotBeNull(
            column="capture_id",
            severity="critical",
            description="A capture without a key can be neither counted nor found again.",
            meta={
                "check": "capture_id_given",
                "fact": "captures have no id",
                "hint": "A fault of ingest: report it with the day and source.",
            },
        ),
        gxe.ExpectColumnValuesToBeUnique(
            column="capture_id",
            severity="critical",
            description="A capture that is stored twice doubles everything that is counted on it.",
            meta={
                "check": "capture_id_unique",
                "fact": "captures share their id with another one",
                "hint": "A fault of ingest: report it with the ids.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_origin_missing",
            value_set=[False],
            severity="critical",
            description="Every capture names its URL (or file) and its source: without them no result can be traced.",
            meta={
                "check": "origin_given",
                "fact": "captures name no URL and file, or no source",
                "hint": "See which source writes records without a URL and a file name.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_hash_malformed",
            value_set=[False],
            severity="critical",
            description="The SHA-256 of the bytes is the provenance of all that follows.",
            meta={
                "check": "source_hash_given",
                "fact": "captures have no SHA-256 of their bytes",
                "hint": "A fault of ingest: report it with the ids.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_shard_unregistered",
            value_set=[False],
            severity="critical",
            description="Bytes in a file that is not registered do not exist for the warehouse.",
            meta={
                "check": "shard_registered",
                "fact": "captures lie in a file that is not registered",
                "hint": "Run the day again, or restore the lake from its backup.",
            },
        ),
    )


def _fetches(limits: CheckSettings) -> tuple[Any, ...]:
    share = {"id_column": "capture_id", "min_rows": limits.min_rows}
    return (
        ExpectFlaggedShareToBeAtMost(
            column="is_body_empty",
            by="site",
            max_share=limits.notice,
            severity="warning",
            description="A site that answers with nothing is down, or refuses the crawler.",
            meta={
                "check": "site_bodies_not_empty",
                "fact": "captures hold no bytes",
                "hint": "Open one of its URLs; fetch the site again.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_body_empty",
            max_share=limits.day_broken,
            severity="critical",
            description="Most of the day holds no bytes at all: the crawler or its store failed.",
            meta={
                "check": "bodies_not_empty",
                "fact": "captures hold no bytes",
                "hint": "Look at the crawler's log of the day; fetch the day again.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_refused",
            by="site",
            max_share=limits.notice,
            severity="warning",
            description="HTTP errors over many pages of a site are an outage or a block, not content.",
            meta={
                "check": "site_answers",
                "fact": "captures are HTTP errors",
                "hint": "Open one of its URLs; slow the crawl of that site down.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_repeated_fetch",
            by="site",
            max_share=limits.notice,
            severity="warning",
            description="The same bytes of the same URL, fetched again and again in one day, are no new pages.",
            meta={
                "check": "site_fetched_once",
                "fact": "captures repeat bytes and URL of another one",
                "hint": "Look for a loop or a doubled seed list in the crawl.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_fetched_in_future",
            max_share=0.0,
            severity="warning",
            description="A fetch time after today is a wrong clock, and makes wrong versions of a URL.",
            meta={
                "check": "fetched_not_in_future",
                "fact": "captures say they were fetched after today",
                "hint": "Correct the crawler's clock or its time zone.",
            },
            **share | {"min_rows": 1},
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_fetched_another_day",
            max_share=limits.notice,
            severity="info",
            description="Captures that say they were fetched on another day belong to that day, or to an archive.",
            meta={
                "check": "fetched_that_day",
                "fact": "captures say they were fetched on another day",
                "hint": "Check the source's time zone; an archive is fine as it is.",
            },
            **share,
        ),
    )
