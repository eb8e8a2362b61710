"""Strata with enough labels for a threshold of their own; the others are pooled by length band, then by kind."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from neartwin.calibrate.labelled import BAD_EXTRACTION, DIFFERENT, SAME, Bools, Ints, LabelledPairs

ANY = "*"
SHORT = "short"


@dataclass(frozen=True, slots=True)
class Stratum:
    """A row of the report: which pairs it holds (places), and for which strata a policy row speaks.

    rows are (kind, length_band) of the policy rows that its threshold becomes; none for a row that never merges, whose
    reason says why. pooled names the strata that were too small alone.
    """

    language: str
    kind: str
    length_band: str
    places: Ints
    rows: tuple[tuple[str, str], ...]
    pooled: tuple[str, ...] = ()
    reason: str = ""

    @property
    def name(self) -> str:
        """Language, kind and length band in words."""
        return f"{self.language} / {self.kind} / {self.length_band}"


def strata(pairs: LabelledPairs, chooses: Bools, *, min_labels: int, min_verdicts: int) -> list[Stratum]:
    """Return rows that hold every pair exactly once.

    Never pooled with others: a language, pairs that touch an important site, pairs on a badly extracted page, pairs of
    documents that are not there; short texts only among themselves. `chooses` marks pairs of the calibration side:
    they count towards `min_labels` and, for each verdict, `min_verdicts`.
    """
    is_lost = (pairs.language == "unknown") | ~pairs.is_extracted
    is_bad = (pairs.relation == BAD_EXTRACTION) | is_lost
    aside = {
        "badly extracted or missing pages": (is_bad, "what was extracted is not what the page says: fix that first"),
        "important sites": (pairs.is_important & ~is_bad, "pairs that touch a listed site always ask a person"),
    }
    found = []
    for name, (is_in, reason) in aside.items():
        if is_in.any():
            found.append(Stratum("all", name, ANY, np.flatnonzero(is_in), (), (), reason))
    rest = ~is_bad & ~pairs.is_important

    def enough(places: Ints) -> bool:
        verdicts = pairs.verdict[places][chooses[places]]
        counts = [int(np.sum(verdicts == verdict)) for verdict in (SAME, DIFFERENT)]
        return sum(counts) >= min_labels and min(counts) >= min_verdicts

    for language in sorted(set(pairs.language[rest].tolist())):
        found += _of_language(pairs, language, rest & (pairs.language == language), enough)
    return found


def _of_language(pairs: LabelledPairs, language: str, is_in: Bools, enough: Callable[[Ints], bool]) -> list[Stratum]:
    own: list[Stratum] = []
    left: list[tuple[str, str, Ints]] = []
    short: list[tuple[str, Ints]] = []
    for kind in sorted(set(pairs.kind[is_in].tolist())):
        small = []
        for band in sorted(set(pairs.length_band[is_in & (pairs.kind == kind)].tolist())):
            places = np.flatnonzero(is_in & (pairs.kind == kind) & (pairs.length_band == band))
            if enough(places):
                own.append(Stratum(language, kind, band, places, ((kind, band),)))
            elif band == SHORT:
                short.append((kind, places))
            else:
                small.append((kind, band, places))
        together = _joined([places for _, _, places in small])
        if len(small) > 1 and enough(together):
            names = tuple(f"{kind} {band}" for _, band, _ in small)
            own.append(Stratum(language, kind, ANY, together, ((kind, ANY),), names))
        else:
            left += small
    names = tuple(f"{kind} {band}" for kind, band, _ in left)
    own.append(Stratum(language, ANY, ANY, _joined([places for *_, places in left]), ((ANY, ANY),), names))
    kinds = sorted({row.kind for row in own if row.kind != ANY} | {kind for kind, _ in short})
    has_own = {row.kind for row in own if row.length_band == SHORT}
    rows = ((ANY, SHORT), *((kind, SHORT) for kind in kinds if kind not in has_own))
    names = tuple(f"{kind} {SHORT}" for kind, _ in short)
    own.append(Stratum(language, ANY, SHORT, _joined([places for _, places in short]), rows, names))
    return own


def _joined(parts: list[Ints]) -> Ints:
    return np.sort(np.concatenate(parts)) if parts else np.array([], dtype=np.int64)
