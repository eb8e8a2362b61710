"""What must hold of the documents that a day's captures carry: real texts, in their language, each its own."""

from typing import Any

from neartwin.checks.expectations import (
    ExpectCommonestShareToBeAtMost,
    ExpectFlaggedShareToBeAtMost,
    ExpectQuantilesToBeBetween,
)
from neartwin.checks.great import gxe
from neartwin.settings import CheckSettings

CHARSET = (
    "Compare the page's HTTP charset, its meta tag and its bytes; correct the crawler or the extractor, run again."
)


def documents_suite(limits: CheckSettings) -> tuple[Any, ...]:
    """Return what must hold of each ok capture's document, of each site, and of the day without sites put aside."""
    return (*_keys(), *_sites(limits), *_site_notices(limits), *_day(limits), *_day_notices(limits))


def normalised_suite() -> tuple[Any, ...]:
    """Return what must hold of texts after normalisation (a sample of those that were stored decomposed)."""
    return (
        gxe.ExpectColumnValuesToBeInSet(
            column="is_composed",
            mostly=0.9,  # a letter newer than the tables of the spec is no fault
            value_set=[True],
            severity="critical",
            description="Two spellings of one letter must end as one, or copies are missed: fingerprints need NFC.",
            meta={
                "check": "normalised_is_nfc",
                "fact": "texts are still decomposed after normalisation",
                "hint": "A fault of normalisation: report it with the ids.",
            },
        ),
    )


def _keys() -> tuple[Any, ...]:
    return (
        gxe.ExpectColumnValuesToNotBeNull(
            column="document_id",
            severity="critical",
            description="A document without a key cannot be compared with anything.",
            meta={
                "check": "document_id_given",
                "fact": "documents have no id",
                "hint": "A fault of extract: report it with the ids.",
            },
        ),
        gxe.ExpectColumnValuesToBeUnique(
            column="capture_id",
            severity="critical",
            description="One capture carries one document: two rows of one document would double its captures.",
            meta={
                "check": "document_stored_once",
                "fact": "captures carry a document that is stored twice",
                "hint": "A fault of extract: report it with the ids.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_shard_unregistered",
            value_set=[False],
            severity="critical",
            description="A text in a file that is not registered does not exist for the warehouse.",
            meta={
                "check": "text_shard_registered",
                "fact": "texts lie in a file that is not registered",
                "hint": "Run the day again, or restore the lake from its backup.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_text_unread",
            value_set=[False],
            severity="critical",
            description="The stored place of a text must lead to that text, or another one is fingerprinted.",
            meta={
                "check": "text_found",
                "fact": "texts are not where they were stored",
                "hint": "Run the day again, or restore the lake from its backup.",
            },
        ),
    )


def _sites(limits: CheckSettings) -> tuple[Any, ...]:
    share = {"by": "site", "id_column": "capture_id", "min_rows": limits.min_rows, "severity": "critical"}
    return (
        ExpectFlaggedShareToBeAtMost(
            column="is_garbled",
            max_share=limits.garbled,
            description="Bytes read in the wrong charset make words that no other copy of the text has.",
            meta={"check": "site_decoded", "fact": "texts are garbled by a wrong charset", "hint": CHARSET},
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_wall_like",
            max_share=limits.wall_texts,
            description="Login, block and consent pages are alike: fingerprinted they become one big false cluster.",
            meta={
                "check": "site_texts_no_wall",
                "fact": "texts speak like a login, block, error or consent page",
                "hint": "Renew the crawler's session; fetch the site again.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_stand_in",
            max_share=limits.equal_texts,
            description="The same few sentences under one title on nearly every page are no content of these pages.",
            meta={
                "check": "site_pages_have_own_words",
                "fact": "pages say the same few sentences under one title, whatever address was asked for",
                "hint": "Open two of the pages in a browser: a login, a refusal, a notice or an error is no content.",
            },
            **share,
        ),
        ExpectCommonestShareToBeAtMost(
            column="text_hash",
            max_share=limits.equal_texts,
            description="One text on nearly every page of a site is its template or a notice, not its content.",
            meta={
                "check": "site_texts_differ",
                "fact": "texts are one and the same text",
                "hint": "Open two of the pages: is their content in the text?",
            },
            **share,
        ),
    )


def _site_notices(limits: CheckSettings) -> tuple[Any, ...]:
    share = {"by": "site", "id_column": "capture_id", "min_rows": limits.min_rows, "severity": "warning"}
    return (
        ExpectCommonestShareToBeAtMost(
            column="text_hash",
            max_share=limits.notice,
            description="One text under many addresses of a site is rarely its content.",
            meta={
                "check": "site_few_equal_texts",
                "fact": "texts are one and the same text",
                "hint": "Look at the text under two of the addresses.",
            },
            **share,
        ),
        ExpectCommonestShareToBeAtMost(
            column="title_hash",
            max_share=limits.site_broken,
            description="One title on nearly every page is the site's name: two pages no longer differ by their title.",
            meta={
                "check": "site_titles_differ",
                "fact": "titles are one and the same title",
                "hint": "See where the site keeps a page's own title.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_template_heavy",
            max_share=limits.notice,
            description="Lines that many pages of a site share outweigh what is their own: template text survived.",
            meta={
                "check": "site_little_template",
                "fact": "texts consist mostly of lines that many pages of the site share",
                "hint": "Compare main and full text of a page; correct the extractor.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_self_repeated",
            max_share=0.1,
            description="A body that stands twice in its own text doubles every weight in its fingerprint.",
            meta={
                "check": "site_bodies_once",
                "fact": "texts hold their body twice",
                "hint": "Compare main and full text of a page; correct the extractor.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_language_unlike",
            max_share=limits.notice,
            description="The text is in another language than the page declares: perhaps the wrong part was kept.",
            meta={
                "check": "site_language_as_declared",
                "fact": "texts are in another language than their page declares",
                "hint": "Look at a page: is its main text in the stored text?",
            },
            **share,
        ),
    )


def _day(limits: CheckSettings) -> tuple[Any, ...]:
    share = {"id_column": "capture_id", "min_rows": limits.min_rows, "severity": "critical"}
    return (
        ExpectFlaggedShareToBeAtMost(
            column="is_garbled",
            max_share=limits.garbled,
            description="Most of the day's texts were read in the wrong charset.",
            meta={"check": "day_decoded", "fact": "texts are garbled by a wrong charset", "hint": CHARSET},
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_wall_like",
            max_share=limits.wall_texts,
            description="Most of the day's texts are login, block or consent pages.",
            meta={
                "check": "day_texts_no_wall",
                "fact": "texts speak like a login, block, error or consent page",
                "hint": "Renew the crawler's session; fetch the day again.",
            },
            **share,
        ),
        ExpectCommonestShareToBeAtMost(
            column="text_hash",
            max_share=limits.equal_texts,
            description="Nearly all texts of the day are one text.",
            meta={
                "check": "day_texts_differ",
                "fact": "texts are one and the same text",
                "hint": "Look at that text; look at the extractor.",
            },
            **share,
        ),
    )


def _day_notices(limits: CheckSettings) -> tuple[Any, ...]:
    share = {"id_column": "capture_id", "min_rows": limits.min_rows, "severity": "warning"}
    return (
        ExpectFlaggedShareToBeAtMost(
            column="is_garbled",
            max_share=0.02,
            description="Some texts were read in the wrong charset: their copies will not be found.",
            meta={"check": "few_garbled", "fact": "texts are garbled by a wrong charset", "hint": CHARSET},
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="has_replacement",
            max_share=0.02,
            description="A replacement character stands where a letter was lost for good.",
            meta={"check": "few_lost_letters", "fact": "texts have lost letters for good", "hint": CHARSET},
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_wall_like",
            max_share=0.02,
            description="Short texts that speak like a login, block, error or consent page passed as content.",
            meta={
                "check": "few_wall_texts",
                "fact": "texts speak like a login, block, error or consent page",
                "hint": "Open the samples; if they are walls, their outcome is wrong.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_little_kept",
            by="language",
            max_share=limits.notice,
            description="Of long pages in a language hardly anything was kept: the body may have been dropped.",
            meta={
                "check": "language_text_kept",
                "fact": "long pages kept hardly anything of their text",
                "hint": "Compare main and full text of a sample.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_yield_odd",
            by="language",
            max_share=limits.notice,
            description="Too few or too many tokens for the length: the tokeniser does not suit the script.",
            meta={
                "check": "language_tokens_plausible",
                "fact": "texts have too few or too many tokens for their length",
                "hint": "See which tokeniser the method uses for the language.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_date_implausible",
            max_share=0.05,
            description="A publication date after the fetch, or before the web, is another number taken for a date.",
            meta={
                "check": "dates_plausible",
                "fact": "documents state a date after their fetch, or before the web",
                "hint": "Look at how the samples state their date.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_price_negative",
            max_share=0.0,
            description="A price below nothing is a discount or a range taken for a price.",
            meta={
                "check": "prices_plausible",
                "fact": "documents state a price below nothing",
                "hint": "Look at how the samples state their price.",
            },
            **share,
        ),
        ExpectQuantilesToBeBetween(
            column="n_tokens",
            quantile_ranges={"quantiles": [0.5], "value_ranges": [[25, 20_000]]},
            severity="warning",
            description="Half of the day's texts are shorter than any article, or longer than any: look what they are.",
            meta={
                "check": "median_length_plausible",
                "fact": "tokens in the median text",
                "hint": "See the report's outcomes by site; open samples.",
            },
        ),
        *_counts(limits),
    )


def _counts(limits: CheckSettings) -> tuple[Any, ...]:
    share = {"id_column": "capture_id", "min_rows": limits.min_rows, "severity": "info"}
    return (
        ExpectFlaggedShareToBeAtMost(
            column="is_short",
            max_share=limits.notice,
            description="Short texts have few features: a small edit moves them far, and unlike ones come near.",
            meta={
                "check": "few_short_texts",
                "fact": "texts are short",
                "hint": "Nothing to do: short texts are never merged by similarity alone.",
            },
            **share,
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_decomposed",
            max_share=limits.notice,
            description="Texts stored with separate accents; they are composed before they are compared.",
            meta={
                "check": "few_decomposed",
                "fact": "texts are stored with separate accents",
                "hint": "Nothing to do by itself.",
            },
            **share,
        ),
    )
