"""What to label next, and why each pair is asked about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

import duckdb
import pyarrow as pa

from neartwin.label.inbox import Inbox
from neartwin.label.verdict import SCHEMA
from neartwin.settings import Purpose, Settings
from neartwin.warehouse import run


class Why(StrEnum):
    """Why a pair is asked about."""

    CHANGED = "changed"
    THRESHOLD = "threshold"
    RANDOM = "random"
    GUARDS = "guards"
    AUDIT = "audit"
    SECOND = "second"
    GOLD = "gold"
    POLICY = "policy"
    DISAGREEMENT = "disagreement"


STATEMENTS = {
    Why.CHANGED: "label/select_queue_changed",
    Why.THRESHOLD: "label/select_queue_threshold",
    Why.RANDOM: "label/select_queue_random",
    Why.GUARDS: "label/select_queue_guards",
    Why.AUDIT: "label/select_queue_audit",
    Why.SECOND: "label/select_queue_second",
    Why.GOLD: "label/select_queue_gold",
    Why.POLICY: "label/select_queue_policy",
    Why.DISAGREEMENT: "label/select_queue_disagreement",
}
MIXED = tuple(why for why in Why if why is not Why.DISAGREEMENT)


@dataclass(frozen=True, slots=True)
class Asked:
    """A pair to judge. `inclusion` is the probability with which it was drawn; None: it was chosen."""

    document_id_l: str
    document_id_r: str
    method_id: str | None
    similarity: float | None
    inclusion: float | None
    note: str
    why: Why


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one person has said of a pair."""

    annotator: str
    verdict: str
    relation: str | None
    reason: str | None


def next_pairs(
    con: duckdb.DuckDBPyConnection,
    settings: Settings,
    box: Inbox,
    *,
    purpose: Purpose,
    annotator: str,
    whys: Sequence[Why] = MIXED,
    n: int = 50,
) -> list[Asked]:
    """Return up to n pairs for one person, the reasons taking turns; what lies in the inbox counts as known.

    Leaves temporary tables behind in `con`, which may be read-only.
    """
    _know(con, settings, box, purpose, annotator)
    queues = [_queue(con, settings, why, purpose, annotator, n) for why in whys]
    return _taking_turns(queues, n)


def opinions(con: duckdb.DuckDBPyConnection, asked: Asked) -> list[Opinion]:
    """Return what people have said of a pair, after `next_pairs`."""
    rows = run(con, "label/select_opinions", document_id_l=asked.document_id_l, document_id_r=asked.document_id_r)
    return [Opinion(*row) for row in rows]


def know(con: duckdb.DuckDBPyConnection, box: Inbox, purpose: Purpose, annotator: str = "") -> None:
    """Make the temporary tables `known_labels` and `opinions` from warehouse and inbox."""
    given = pa.Table.from_pylist([label.model_dump() for label in box.labels()], schema=SCHEMA)
    con.register("new_labels", given)
    try:
        run(con, "label/insert_known_labels", purpose=purpose)
        run(con, "label/insert_opinions", annotator=annotator)
    finally:
        con.unregister("new_labels")


def _know(con: duckdb.DuckDBPyConnection, settings: Settings, box: Inbox, purpose: Purpose, annotator: str) -> None:
    know(con, box, purpose, annotator)
    wanted = settings.purposes[purpose]
    run(
        con,
        "label/insert_queue_pairs",
        purpose=purpose,
        method_id=wanted.deciding_method,
        review_at=wanted.review_at,
        seed=str(settings.labels.seed),
        per_stratum=settings.labels.per_stratum,
    )


def _queue(
    con: duckdb.DuckDBPyConnection, settings: Settings, why: Why, purpose: Purpose, annotator: str, n: int
) -> list[Asked]:
    seed = str(settings.labels.seed)
    params: dict[Why, dict[str, object]] = {
        Why.AUDIT: {
            "purpose": purpose,
            "method_id": settings.purposes[purpose].deciding_method,
            "seed": seed,
            "sample": settings.labels.audit_merges,
        },
        Why.SECOND: {"seed": seed, "share": settings.labels.second_opinions},
        Why.GOLD: {"annotator": annotator},
        Why.CHANGED: {"purpose": purpose},
    }
    rows = run(con, STATEMENTS[why], n=n, **params.get(why, {}))
    return [Asked(left, right, method, likeness, p, note, why) for left, right, method, likeness, p, note in rows]


def _taking_turns(queues: Sequence[Sequence[Asked]], n: int) -> list[Asked]:
    chosen: dict[tuple[str, str], Asked] = {}
    for asked in _alternating(queues):
        chosen.setdefault((asked.document_id_l, asked.document_id_r), asked)
        if len(chosen) == n:
            break
    return list(chosen.values())


def _alternating(queues: Sequence[Sequence[Asked]]) -> Iterator[Asked]:
    for turn in zip_longest(*queues):
        yield from (asked for asked in turn if asked is not None)
