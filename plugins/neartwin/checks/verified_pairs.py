"""What must hold of the verified pairs that touch a day (one row a method)."""

from typing import Any

from neartwin.checks.great import gxe

FAULT = "A fault of the verify stage: report it with the method."


def verified_pairs_suite() -> tuple[Any, ...]:
    """Return what must hold before a pair is worth deciding."""
    return (
        gxe.ExpectColumnValuesToBeBetween(
            column="n_repeated",
            max_value=0,
            severity="critical",
            description="A pair is compared once a method.",
            meta={"check": "pairs_unique", "fact": "pairs were compared twice", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_unproposed",
            max_value=0,
            severity="critical",
            description="Only proposed pairs are compared: a pair from nowhere has no provenance.",
            meta={"check": "pairs_proposed", "fact": "compared pairs were not proposed", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_out_of_range",
            max_value=0,
            severity="critical",
            description="Similarities lie between 0 and 1, distances between 0 and the number of bits.",
            meta={"check": "measures_in_range", "fact": "pairs have a measure out of its range", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_contradictory",
            max_value=0,
            severity="critical",
            description="Containment is never below Jaccard: both come from the same two sets.",
            meta={"check": "measures_agree", "fact": "pairs have a containment below their Jaccard", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_uncompared",
            max_value=0,
            severity="warning",
            description="A proposed pair that was not compared can be neither decided nor counted.",
            meta={
                "check": "all_compared",
                "fact": "proposed pairs were not compared",
                "hint": "Run the day again; look at the verify task.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="mean_estimate_error",
            max_value=0.15,
            severity="warning",
            description="The signature's estimate and the exact Jaccard drift apart: signatures or shingles changed.",
            meta={
                "check": "estimate_near_exact",
                "fact": "lie between estimated and exact Jaccard on average",
                "hint": "Compare the method's spec with the registered one.",
            },
        ),
    )
