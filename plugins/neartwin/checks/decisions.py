"""What must hold of the decisions on pairs that touch a day (one row a purpose)."""

from typing import Any

from neartwin.checks.great import gxe

FAULT = "A fault of the decide stage: report it with the purpose. Nothing was merged by it."


def decisions_suite() -> tuple[Any, ...]:
    """Return what must hold before a decision is worth acting on."""
    return (
        gxe.ExpectColumnValuesToBeBetween(
            column="n_merged_without_policy",
            max_value=0,
            severity="critical",
            description="Merging needs a policy that allows it: a small distance makes a candidate, no more.",
            meta={"check": "merges_have_policy", "fact": "merges have no policy that allows them", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_merged_guarded",
            max_value=0,
            severity="warning",
            description="A guarded pair is merged only where an approver adjudicated that guard for that pair.",
            meta={
                "check": "guards_hold",
                "fact": "guarded pairs are merged",
                "hint": "Look at the pairs' guards and at who adjudicated them.",
            },
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_unexplained",
            max_value=0,
            severity="critical",
            description="Every verdict gives its reason in plain words.",
            meta={"check": "reasons_given", "fact": "decisions give no reason", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_unverified",
            max_value=0,
            severity="critical",
            description="Only compared pairs are decided.",
            meta={"check": "decided_pairs_verified", "fact": "decided pairs were not compared", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_repeated",
            max_value=0,
            severity="critical",
            description="A pair has one verdict a purpose.",
            meta={"check": "one_verdict", "fact": "pairs have a second verdict", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_out_of_range",
            max_value=0,
            severity="critical",
            description="The measure that a verdict rests on is a similarity or a number of bits.",
            meta={"check": "measures_in_range", "fact": "decisions rest on a measure out of its range", "hint": FAULT},
        ),
        gxe.ExpectColumnValuesToBeBetween(
            column="n_undecided",
            max_value=0,
            severity="warning",
            description="A compared pair without a verdict waits for nobody.",
            meta={
                "check": "all_decided",
                "fact": "compared pairs have no verdict",
                "hint": "Run the day again; look at the decide task.",
            },
        ),
    )
