"""How far people agree: Cohen's kappa, pairs on which they differ, and annotators against pairs of known verdict.

Cohen, J. (1960), A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import duckdb

from neartwin.label.inbox import Inbox
from neartwin.label.queue import know
from neartwin.settings import Purpose
from neartwin.warehouse import run

VERDICT = "verdict"


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two people on the pairs that both judged: `about` is the verdict, or one relation against all others.

    kappa is None where chance alone would make them agree (both gave one answer throughout).
    """

    one: str
    other: str
    about: str
    n_pairs: int
    n_equal: int
    kappa: float | None


@dataclass(frozen=True, slots=True)
class GoldCheck:
    """One annotator against gold pairs: unsure counts as not right."""

    annotator: str
    n_pairs: int
    n_right: int


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A pair on which people differ; `verdicts` as "name: verdict"; decided is the adjudicated verdict, if any."""

    document_id_l: str
    document_id_r: str
    verdicts: list[str]
    decided: str | None


def agreements(con: duckdb.DuckDBPyConnection, box: Inbox, purpose: Purpose) -> list[Agreement]:
    """Return agreement on verdicts and on each relation, for every two people with common pairs."""
    know(con, box, purpose)
    judged: dict[str, dict[str, tuple[str, str]]] = {}
    for annotator, pair, verdict, relation in run(con, "label/select_independent_labels"):
        judged.setdefault(annotator, {})[pair] = (verdict, relation)
    found: list[Agreement] = []
    for one, other in combinations(sorted(judged), 2):
        common = sorted(judged[one].keys() & judged[other].keys())
        if common:
            found += _of_two(one, other, [judged[one][p] for p in common], [judged[other][p] for p in common])
    return found


def gold_checks(con: duckdb.DuckDBPyConnection, box: Inbox, purpose: Purpose) -> list[GoldCheck]:
    """Return how each annotator did on the gold pairs."""
    know(con, box, purpose)
    return [GoldCheck(*row) for row in run(con, "label/select_gold_checks")]


def disagreements(con: duckdb.DuckDBPyConnection, box: Inbox, purpose: Purpose) -> list[Disagreement]:
    """Return the pairs on which people differ, undecided ones first."""
    know(con, box, purpose)
    return [Disagreement(*row) for row in run(con, "label/select_disagreements")]


def _of_two(one: str, other: str, mine: list[tuple[str, str]], theirs: list[tuple[str, str]]) -> Iterator[Agreement]:
    verdicts = [verdict for verdict, _ in mine], [verdict for verdict, _ in theirs]
    yield _agreement(one, other, VERDICT, *verdicts)
    both = [(a, b) for (_, a), (_, b) in zip(mine, theirs, strict=True) if a and b]
    for relation in sorted({name for pair in both for name in pair}):
        yield _agreement(one, other, relation, [a == relation for a, _ in both], [b == relation for _, b in both])


def _agreement(
    one: str, other: str, about: str, mine: list[str] | list[bool], theirs: list[str] | list[bool]
) -> Agreement:
    from sklearn.metrics import cohen_kappa_score

    n_equal = sum(a == b for a, b in zip(mine, theirs, strict=True))
    is_constant = len({*mine, *theirs}) < 2
    kappa = math.nan if is_constant else float(cohen_kappa_score(mine, theirs))
    return Agreement(one, other, about, len(mine), n_equal, None if math.isnan(kappa) else kappa)
