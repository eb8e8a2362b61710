"""Judged pairs as columns: verdict, stratum, measures, guards, and how each came to be judged."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import duckdb
import numpy as np
import numpy.typing as npt

from neartwin.calibrate.intervals import Floats
from neartwin.settings import Purpose, Settings
from neartwin.warehouse import run, statement

MEASURES = ("jaccard", "containment", "minhash_jaccard", "hamming", "aligned")
SAME, DIFFERENT, UNSURE = 1, 0, -1
VERDICTS = {"same": SAME, "different": DIFFERENT, "unsure": UNSURE}
BAD_EXTRACTION = "bad extraction"

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Texts = npt.NDArray[np.str_]
Objects = npt.NDArray[np.object_]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPairs:
    """n judged pairs; every field has one entry a pair, measures are NaN where a pair was not compared.

    verdict is SAME, DIFFERENT or UNSURE; weight is 1 / inclusion (1 for a pair that was chosen, not sampled: it stands
    for itself alone); labelled_at in microseconds; sites are the sites of both documents, site_pair numbers the pair of
    their first ones.
    """

    label_id: Texts
    left: Texts
    right: Texts
    verdict: Ints
    relation: Texts
    language: Texts
    kind: Texts
    length_band: Texts
    is_extracted: Bools
    is_indexed: Bools
    is_important: Bools
    guards: Texts
    sites: Objects
    site_pair: Ints
    weight: Floats
    labelled_at: Ints
    measures: dict[str, Floats]
    guards_ids: tuple[str, ...] = ()

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.label_id)

    @property
    def can_act(self) -> Bools:
        """Pairs that a threshold may merge: found by an index, compared, and held by no guard."""
        return np.asarray(self.is_indexed & self.is_extracted & (self.guards == ""), dtype=np.bool_)

    def take(self, chosen: Bools | Ints) -> Self:
        """Return some of the pairs."""
        columns = {
            name: getattr(self, name)[chosen] for name in self.__slots__ if name not in ("measures", "guards_ids")
        }
        return replace(self, measures={name: values[chosen] for name, values in self.measures.items()}, **columns)

    def snapshot_id(self) -> str:
        """Return the id of the verdicts used: it changes with any label, and with nothing else."""
        return _digest(f"{label}={verdict}" for label, verdict in zip(self.label_id, self.verdict, strict=True))

    def data_id(self) -> str:
        """Return the id of what was measured on the pairs: measures, guards, strata."""
        measured = np.column_stack([np.nan_to_num(self.measures[name], nan=-1) for name in MEASURES])
        rows = zip(self.label_id, self.language, self.kind, self.length_band, self.guards, measured, strict=True)
        return _digest(f"{row[:-1]}{np.round(row[-1], 9).tolist()}" for row in rows)


def load(con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose) -> LabelledPairs:
    """Return the judged pairs of a purpose, measured by its deciding method; leaves `open_pairs` behind in `con`."""
    method_id = settings.purposes[purpose].deciding_method
    run(con, "decide/insert_open_pairs", purpose=purpose, method_id=method_id, day=None)
    run(
        con,
        "calibrate/insert_labelled_pairs",
        purpose=purpose,
        method_id=method_id,
        important_sites=list(settings.gate.important_sites),
    )
    found = con.execute(statement("calibrate/select_labelled_pairs"))
    names = [column[0] for column in found.description or ()]
    rows = found.fetchall()
    return of_columns(dict(zip(names, zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys(names, ()))


def of_columns(columns: dict[str, Sequence[Any]]) -> LabelledPairs:
    """Return pairs from columns as `sql/calibrate/select_labelled_pairs.sql` names them."""

    def texts(name: str) -> Texts:
        return np.array(columns[name], dtype=np.str_) if len(columns[name]) else np.array([], dtype="<U1")

    sites = np.empty(len(columns["label_id"]), dtype=object)
    for place, (left, right) in enumerate(zip(columns["sites_l"], columns["sites_r"], strict=True)):
        sites[place] = (tuple(left), tuple(right))
    return LabelledPairs(
        label_id=texts("label_id"),
        left=texts("document_id_l"),
        right=texts("document_id_r"),
        verdict=np.array([VERDICTS[name] for name in columns["verdict"]], dtype=np.int64),
        relation=texts("relation"),
        language=texts("language"),
        kind=texts("kind"),
        length_band=texts("length_band"),
        is_extracted=np.array(columns["is_extracted"], dtype=np.bool_),
        is_indexed=np.array(columns["is_indexed"], dtype=np.bool_),
        is_important=np.array(columns["is_important"], dtype=np.bool_),
        guards=texts("guards"),
        sites=sites,
        site_pair=_numbered(sites),
        weight=np.array([1 / (share or 1) for share in columns["inclusion"]], dtype=np.float64),
        labelled_at=np.array(columns["labelled_at"], dtype="datetime64[us]").astype(np.int64),
        measures={name: np.array(columns[name], dtype=np.float64) for name in MEASURES},
        guards_ids=tuple(sorted({name for name in columns["guards_id"] if name})),
    )


def _numbered(sites: Objects) -> Ints:
    """Return a number for each pair of sites; documents without a site share none."""
    numbers: dict[object, int] = {}
    keys = (frozenset(side[0] if side else place for side in sides) for place, sides in enumerate(sites))
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)


def _digest(lines: Any) -> str:  # noqa: ANN401 (any iterable of text)
    digest = hashlib.sha256()
    for line in sorted(lines):
        digest.update(line.encode() + b"\n")
    return digest.hexdigest()
