"""What must hold of what extraction made of a day's captures: all are done, and most pages can be read."""

from typing import Any

from neartwin.checks.expectations import ExpectFlaggedShareToBeAtMost
from neartwin.checks.great import gxe
from neartwin.settings import CheckSettings

FIXED_EXTRACTOR = (
    "Open one of its pages beside the stored text. A new template: correct the extractor, run again, release."
)


def extractions_suite(limits: CheckSettings) -> tuple[Any, ...]:
    """Return what must hold of each capture's outcome, of each site, and of the day without the sites put aside."""
    return (*_keys(), *_sites(limits), *_day(limits))


def _keys() -> tuple[Any, ...]:
    return (
        gxe.ExpectColumnValuesToBeInSet(
            column="is_unextracted",
            value_set=[False],
            severity="critical",
            description="Every capture has an outcome: one without it was lost on the way, not looked at.",
            meta={
                "check": "outcome_given",
                "fact": "captures have no outcome",
                "hint": "Run the day again; look at the commit task of extract.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_document_missing",
            value_set=[False],
            severity="critical",
            description="A capture that is ok carries a document that exists: anything else points into nothing.",
            meta={
                "check": "ok_has_document",
                "fact": "ok captures carry no stored document",
                "hint": "A fault of extract: report it with the ids.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_document_unfit",
            value_set=[False],
            severity="critical",
            description="A page that is not ok must not carry a document, or menus and walls become twins.",
            meta={
                "check": "only_ok_has_document",
                "fact": "captures carry a document although they are not ok",
                "hint": "A fault of extract: report it with the ids.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_extraction_missing",
            value_set=[False],
            severity="critical",
            description="An ok capture names a stored extraction: without it its text cannot be found again.",
            meta={
                "check": "ok_has_extraction",
                "fact": "ok captures name no stored extraction",
                "hint": "A fault of extract: report it with the ids.",
            },
        ),
    )


def _sites(limits: CheckSettings) -> tuple[Any, ...]:
    share = {"by": "site", "id_column": "capture_id", "min_rows": limits.min_rows}
    return (
        ExpectFlaggedShareToBeAtMost(
            column="is_broken",
            max_share=limits.site_broken,
            severity="critical",
            description="Nearly nothing of the site can be read; what still passes for text is likely its template.",
            meta={"check": "site_readable", "fact": "pages give no content", "hint": FIXED_EXTRACTOR},
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_broken",
            max_share=limits.notice,
            severity="warning",
            description="Many of the site's pages give no content.",
            meta={"check": "site_mostly_readable", "fact": "pages give no content", "hint": FIXED_EXTRACTOR},
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_poor",
            max_share=limits.notice,
            severity="warning",
            description="Empty pages, bare titles and scripts instead of text say that the extractor misses the body.",
            meta={"check": "site_not_poor", "fact": "pages are empty, bare titles or scripts", "hint": FIXED_EXTRACTOR},
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_walled",
            max_share=limits.notice,
            severity="warning",
            description="Login, block and captcha pages in a big group tell of the crawl, not of copies.",
            meta={
                "check": "site_not_walled",
                "fact": "pages are a login, a block or a captcha",
                "hint": "Renew the crawler's session, or slow it down; fetch again.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_error",
            max_share=limits.notice,
            severity="warning",
            description="Error pages over many URLs are an outage of the site or dead links in the seed list.",
            meta={
                "check": "site_few_errors",
                "fact": "pages are error pages",
                "hint": "Open one of its URLs; fetch the site again later.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_repeated_body",
            max_share=limits.notice,
            severity="warning",
            description="One text under many unlike addresses is a page that stands for others, not a found twin.",
            meta={
                "check": "site_texts_own",
                "fact": "pages show one text that stands for others",
                "hint": "Look at the text: a notice, a consent page or a soft error?",
            },
            **share,
        ),
    )


def _day(limits: CheckSettings) -> tuple[Any, ...]:
    share = {"id_column": "capture_id", "min_rows": limits.min_rows}
    return (
        ExpectFlaggedShareToBeAtMost(
            column="is_broken",
            max_share=limits.day_broken,
            severity="critical",
            description="Most of the day is empty, walled or unreadable: the little that is left says nothing.",
            meta={
                "check": "day_readable",
                "fact": "pages give no content",
                "hint": "Look at the outcomes by site: one cause over all sites is the crawler or the extractor.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_broken",
            max_share=limits.notice,
            severity="warning",
            description="More than a few pages of the day give no content.",
            meta={
                "check": "day_mostly_readable",
                "fact": "pages give no content",
                "hint": "Look at the outcomes by site and at sample pages.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_broken",
            by="language",
            max_share=limits.site_broken,
            severity="warning",
            description="Nearly nothing in a language can be read: its charset or its segmenter may be wrong.",
            meta={
                "check": "language_readable",
                "fact": "pages give no content",
                "hint": "Look at sample pages of that language.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_unreadable",
            max_share=0.05,
            severity="warning",
            description="Pages that cannot be decoded, or take longer than the limit, are lost without a word.",
            meta={
                "check": "pages_decodable",
                "fact": "pages cannot be decoded, or took too long",
                "hint": "Look at their charset and size; the report names them.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_poor",
            max_share=limits.notice,
            severity="info",
            description="The share of pages without enough text, for comparison from day to day.",
            meta={
                "check": "day_not_poor",
                "fact": "pages are empty, bare titles or scripts",
                "hint": "Nothing to do by itself.",
            },
            **share,
        ),
    )


def lost_suite(limits: CheckSettings) -> tuple[Any, ...]:
    """Return what must hold of the sites that this stage puts aside, together (one row)."""
    return (
        gxe.ExpectColumnValuesToBeBetween(
            column="lost_share",
            max_value=limits.day_lost,
            severity="critical",
            description="When sites that make up the day break together, the crawler or the extractor broke, not they.",
            meta={
                "check": "sites_not_broken_together",
                "fact": "captures lie in sites that broke together",
                "hint": "Look for what they share: extractor, proxy, login.",
            },
        ),
    )
