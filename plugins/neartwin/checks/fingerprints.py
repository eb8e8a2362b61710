"""What must hold of a day's fingerprints: whole, registered, and telling unlike texts apart."""

from typing import Any

from neartwin.checks.expectations import (
    ExpectCommonestShareToBeAtMost,
    ExpectFlaggedShareToBeAtMost,
    ExpectStuckBitsShareToBeAtMost,
)
from neartwin.checks.great import gxe
from neartwin.settings import CheckSettings

ROWS_FOR_BITS = 200


def fingerprints_suite() -> tuple[Any, ...]:
    """Return what must hold of each fingerprint."""
    return (
        gxe.ExpectColumnValuesToNotBeNull(
            column="document_id",
            severity="critical",
            description="A fingerprint of no document cannot be compared with one.",
            meta={
                "check": "document_given",
                "fact": "fingerprints belong to no document",
                "hint": "A fault of the fingerprint stage: report it.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_repeated",
            value_set=[False],
            severity="critical",
            description="A document has one fingerprint a method: a second one would make it its own twin.",
            meta={
                "check": "signed_once",
                "fact": "fingerprints share document and method with another one",
                "hint": "A fault of the fingerprint stage: report it with the ids.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_method_unfit",
            value_set=[False],
            severity="critical",
            description="Every fingerprint belongs to a registered method: one of nobody's compares with nothing.",
            meta={
                "check": "method_registered",
                "fact": "fingerprints belong to a method that is not registered",
                "hint": "Register the method in neartwin.toml under its id.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_unsigned",
            value_set=[False],
            severity="critical",
            description="A fingerprint without any signature is equal to every other of its kind.",
            meta={
                "check": "signature_given",
                "fact": "fingerprints have no signature",
                "hint": "A fault of the fingerprint stage: report it with the ids.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_featureless",
            value_set=[False],
            severity="critical",
            description="Texts without features all sign alike: they would merge, whatever they were.",
            meta={
                "check": "features_found",
                "fact": "fingerprints were made of no feature",
                "hint": "A fault of the fingerprint stage: such texts get no row.",
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_minhash_cut",
            value_set=[False],
            severity="critical",
            description="Signatures of one method have one length, or their minima do not belong to each other.",
            meta={
                "check": "minhash_whole",
                "fact": "fingerprints have a cut signature",
                "hint": "A fault of the fingerprint stage: report it with the ids.",
            },
        ),
        ExpectFlaggedShareToBeAtMost(
            column="is_thin",
            by="method_id",
            id_column="document_id",
            max_share=0.25,
            min_rows=20,
            severity="warning",
            description="A fingerprint of fewer than ten features moves far at a small edit.",
            meta={
                "check": "features_enough",
                "fact": "fingerprints were made of fewer than ten features",
                "hint": "See which documents are so short, and whether the tokeniser fits.",
            },
        ),
    )


def signatures_suite(limits: CheckSettings) -> tuple[Any, ...]:
    """Return what must hold of the signatures of unlike texts (one row a method and text)."""
    share = {"by": "method_id", "id_column": "document_id"}
    return (
        ExpectCommonestShareToBeAtMost(
            column="signature",
            max_share=limits.equal_fingerprints,
            min_rows=limits.min_rows,
            severity="critical",
            description="Nearly all unlike texts of the day sign alike: the method sees a template, or nothing.",
            meta={
                "check": "signatures_differ",
                "fact": "unlike texts sign alike",
                "hint": "Look at the samples' texts and at the method's tokeniser.",
            },
            **share,
        ),
        ExpectCommonestShareToBeAtMost(
            column="signature",
            max_share=0.1,
            min_rows=limits.min_rows,
            severity="warning",
            description="Many unlike texts sign alike: each of them will be proposed as the twin of all others.",
            meta={
                "check": "signatures_mostly_differ",
                "fact": "unlike texts sign alike",
                "hint": "Look at the samples' texts: a form, or a notice?",
            },
            **share,
        ),
        ExpectStuckBitsShareToBeAtMost(
            column="simhash",
            max_share=0.9,
            min_rows=limits.min_rows,
            severity="critical",
            description="Bits that never change carry nothing: distances are no longer distances.",
            meta={
                "check": "bits_alive",
                "fact": "bits never change",
                "hint": "A fault of the method or of the day's texts: look at samples.",
            },
            **share,
        ),
        ExpectStuckBitsShareToBeAtMost(
            column="simhash",
            max_share=0.25,
            min_rows=ROWS_FOR_BITS,
            severity="warning",
            description="Words that every text uses decide too many bits: unlike texts come near.",
            meta={
                "check": "bits_balanced",
                "fact": "bits never change",
                "hint": "Compare with another day; consider a method with weights.",
            },
            **share,
        ),
    )


def coverage_suite() -> tuple[Any, ...]:
    """Return what must hold of each active method (one row a method)."""
    return (
        gxe.ExpectColumnValuesToBeInSet(
            column="is_idle",
            value_set=[False],
            severity="warning",
            description="An active method that signed nothing of the day finds no twins in it.",
            meta={
                "check": "active_methods_ran",
                "fact": "it signed nothing",
                "hint": "Run the day again with the active methods.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="unsigned_share",
            max_value=0.5,
            severity="critical",
            description="A document without a fingerprint is never found: most of the day would be without twins.",
            meta={
                "check": "documents_signed",
                "fact": "documents have no fingerprint",
                "hint": "Run the day again; look at the fingerprint tasks.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="unsigned_share",
            max_value=0.05,
            severity="warning",
            description="Documents without a fingerprint are never found.",
            meta={
                "check": "nearly_all_signed",
                "fact": "documents have no fingerprint",
                "hint": "See which documents have no features under the method.",
            },
        ),
    )
