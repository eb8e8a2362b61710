"""Quality checks of a day: suites of Great Expectations with reasons, gates for the day and its sites, quarantines.

Great Expectations itself is imported when a check runs, not with this package: it takes two seconds.
"""

from neartwin.checks.gate import Gate, Result
from neartwin.checks.quarantine import answer, reject, release, require_answerable, settle_by_person
from neartwin.checks.stages import check_captures, check_clusters, check_documents, check_fingerprints, check_pairs

__all__ = [
    "Gate",
    "Result",
    "answer",
    "check_captures",
    "check_clusters",
    "check_documents",
    "check_fingerprints",
    "check_pairs",
    "reject",
    "release",
    "require_answerable",
    "settle_by_person",
]
