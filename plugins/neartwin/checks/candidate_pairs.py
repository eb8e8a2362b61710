"""What must hold of the candidate pairs that touch a day, and of their promised recall (one row a method)."""

from typing import Any

from neartwin.checks.great import gxe
from neartwin.settings import CheckSettings, RecallSettings

FAULT = "A fault of the candidates stage: report it with the method."


def candidate_pairs_suite(limits: CheckSettings) -> tuple[Any, ...]:
    """Return what must hold before a pair is worth comparing."""
    return (
        gxe.ExpectColumnValuesToBeBetween(
            column="n_unordered",
            max_value=0,
            severity="critical",
            description="Pairs are unordered: the smaller id is on the left, so that a pair is one row.",
            meta={"check": "pairs_ordered", "fact": "pairs have the larger id on the left", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_repeated",
            max_value=0,
            severity="critical",
            description="A pair is proposed once, whatever number of indexes found it.",
            meta={"check": "pairs_unique", "fact": "pairs stand twice", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_unexplained",
            max_value=0,
            severity="critical",
            description="Every pair says which index found it: recall is measured per index.",
            meta={"check": "found_by_given", "fact": "pairs do not say which index found them", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_ends_unsigned",
            max_value=0,
            severity="critical",
            description="Both ends of a pair are signed under the pair's own method: no pair across methods.",
            meta={
                "check": "pairs_within_method",
                "fact": "ends of pairs are not signed under the pair's method",
                "hint": FAULT,
            },
        ),
        gxe.ExpectColumnValuesToBeInSet(
            column="is_method_unfit",
            value_set=[False],
            severity="critical",
            description="Every pair belongs to a registered method.",
            meta={
                "check": "method_registered",
                "fact": "it has pairs and is not registered",
                "hint": "Register the method in neartwin.toml under its id.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="pairs_per_document",
            max_value=limits.max_pairs_per_document,
            severity="warning",
            description="A blow-up of pairs means template text in the documents, not real duplicates.",
            meta={
                "check": "few_pairs_per_document",
                "fact": "pairs a document",
                "hint": "Look at the largest buckets and what their texts share.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_pairs_skipped",
            max_value=0,
            severity="warning",
            description="Buckets too full to be joined: some pairs in them were not proposed.",
            meta={
                "check": "no_bucket_too_full",
                "fact": "pairs in full buckets were not proposed",
                "hint": "Look at what the bucket's texts share before raising its limit.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_hot_buckets",
            max_value=0,
            severity="info",
            description="Keys that many documents share: usually one form or notice on many pages.",
            meta={
                "check": "few_hot_buckets",
                "fact": "keys are shared by many documents",
                "hint": "Nothing to do while no pair is skipped.",
            },
        ),
    )


def recall_suite(promised: RecallSettings) -> tuple[Any, ...]:
    """Return what must hold of the measured recall (one row a method and kind)."""
    return (
        gxe.ExpectColumnValuesToBeInSet(
            column="is_unmeasured",
            value_set=[False],
            severity="info",
            description="A promise that was never measured is a hope.",
            meta={
                "check": "recall_measured",
                "fact": "its recall was never measured",
                "hint": "The recall task measures it in each run of the day.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="upper",
            min_value=promised.promise,
            severity="warning",
            description="Even at the upper end of its interval, the share of true pairs found is below the promise.",
            meta={
                "check": "recall_promise_kept",
                "fact": "is the upper end of its recall",
                "hint": "See which pairs were missed; take more bands or blocks.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_true",
            min_value=promised.min_true_pairs,
            severity="info",
            description="Few true pairs make a wide interval: the recall is not yet known well.",
            meta={
                "check": "recall_known_well",
                "fact": "true pairs are known",
                "hint": "Wait: measurements of several days are pooled.",
            },
        ),
    )
