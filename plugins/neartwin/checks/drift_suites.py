"""What must hold of a day's figures beside the days before it; imported when a check runs, as it needs the library."""

from typing import Any

from neartwin.checks.expectations import ExpectFigureNearUsual


def of_documents() -> tuple[Any, ...]:
    """Return what must hold of what came and what extraction made of it."""
    return (*_volume(), *_extraction(), *_mixes())


def of_pairs() -> tuple[Any, ...]:
    """Return what must hold of the groups of candidates."""
    return (
        ExpectFigureNearUsual(
            by="site",
            metric="largest_group",
            direction="high",
            severity="warning",
            description="A sudden large group is a data problem first: a template, a wall or a notice, not copies.",
            meta={
                "check": "no_sudden_large_group",
                "hint": "Read the sample documents: what do they share? Reject the site's day when it is no content.",
            },
        ),
        ExpectFigureNearUsual(
            by="site",
            metric="grouped_share",
            direction="high",
            severity="warning",
            description="Many more documents than usual resemble another one: perhaps they lost what was their own.",
            meta={
                "check": "grouped_share_usual",
                "hint": "Compare the text of two of the documents with their pages; is their content in it?",
            },
        ),
    )


def _volume() -> tuple[Any, ...]:
    return (
        ExpectFigureNearUsual(
            by="site",
            metric="captures",
            direction="low",
            severity="warning",
            description="Far fewer captures than on the same weekdays before: part of the crawl is missing.",
            meta={"check": "volume_not_fallen", "hint": "Look at the crawler's log; deliver the rest, run again."},
        ),
        ExpectFigureNearUsual(
            by="site",
            metric="captures",
            direction="high",
            severity="info",
            description="Far more captures than on the same weekdays before.",
            meta={"check": "volume_not_risen", "hint": "Nothing to do by itself: a new section, or a busy day."},
        ),
        ExpectFigureNearUsual(
            by="site",
            metric="own_share",
            direction="low",
            severity="warning",
            description="Fewer contents under their own address than usual: the same pages came more than once.",
            meta={"check": "own_share_usual", "hint": "Look for a feed delivered twice, or a doubled seed list."},
        ),
    )


def _extraction() -> tuple[Any, ...]:
    fixed = "Open one of its pages beside the stored text; correct the extractor, run the day again."
    return (
        ExpectFigureNearUsual(
            by="site",
            metric="content_share",
            direction="low",
            severity="warning",
            description="A smaller share of the pages than usual gives content.",
            meta={"check": "content_share_usual", "hint": "See the outcomes by site; open sample pages."},
        ),
        ExpectFigureNearUsual(
            by="site",
            metric="empty_share",
            direction="high",
            severity="warning",
            description="More pages than usual are empty or bare titles: the extractor misses a body it used to find.",
            meta={"check": "empty_share_usual", "hint": fixed},
        ),
        ExpectFigureNearUsual(
            by="site",
            metric="tokens",
            severity="warning",
            description="The median length of a text jumped: part of each body is lost, or more of the page is kept.",
            meta={"check": "text_length_usual", "hint": fixed},
        ),
        ExpectFigureNearUsual(
            by="site",
            metric="extraction_ms",
            direction="high",
            severity="info",
            description="Extraction takes far longer than usual: other pages, or a busy machine.",
            meta={"check": "extraction_time_usual", "hint": "Look at the machine first, then at the size of pages."},
        ),
    )


def _mixes() -> tuple[Any, ...]:
    reasons = {
        "outcome": "What becomes of the pages changed as a whole, even if no single share is alarming.",
        "language": "The languages of the texts changed: another edition of the site, or a wrong part was kept.",
        "kind": "The kinds of documents changed: other sections were crawled, or pages are taken for another kind.",
        "tokens": "The lengths of the texts changed as a whole, although their median may be the same.",
    }
    return tuple(
        ExpectFigureNearUsual(
            by="site",
            metric=f"{name}_mix",
            direction="high",
            severity="warning",
            description=reason,
            meta={"check": f"{name}_mix_usual", "hint": "Compare the outcomes and samples of this day and the last."},
        )
        for name, reason in reasons.items()
    )
