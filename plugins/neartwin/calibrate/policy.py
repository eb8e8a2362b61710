"""Policies as rows: which row speaks for a pair, what is looser than before, how one comes into force."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime

import duckdb
import pyarrow as pa

from neartwin.calibrate.strata import ANY
from neartwin.errors import CalibrationError
from neartwin.settings import Purpose, Settings
from neartwin.warehouse import ledger, run, transaction
from neartwin.warehouse.ledger import Entry

BANDS = ("short", "medium", "long")
OTHER = "any other kind"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One row of a policy; calibration_id names the calibration that gave merge_at, which may be an earlier one."""

    language: str
    kind: str
    length_band: str
    measure: str
    merge_at: float | None
    review_at: float
    calibration_id: str

    @property
    def place(self) -> tuple[str, str, str]:
        """For which pairs the rule speaks."""
        return self.language, self.kind, self.length_band

    def is_within(self, older: "Rule | None") -> bool:
        """Whether everything that this rule merges was merged by the older one."""
        if self.merge_at is None:
            return True
        if older is None or older.merge_at is None:
            return False
        return self.measure == older.measure and self.merge_at >= older.merge_at


def resolve(rules: Iterable[Rule], language: str, kind: str, length_band: str) -> Rule | None:
    """Return the rule that `decide` applies to a pair: its own row first, then pooled by length band, then by kind."""
    known = {rule.place: rule for rule in rules}
    for place in ((kind, length_band), (kind, ANY), (ANY, length_band), (ANY, ANY)):
        if (language, *place) in known:
            return known[language, *place]
    return None


def loosened(active: Sequence[Rule], candidate: Sequence[Rule]) -> list[str]:
    """Return the strata in which the candidate could merge a pair that the active policy does not."""
    return [
        " / ".join(cell)
        for cell in _cells([*active, *candidate])
        if (rule := resolve(candidate, *cell)) and not rule.is_within(resolve(active, *cell))
    ]


def tightened(active: Sequence[Rule], candidate: Sequence[Rule]) -> list[Rule]:
    """Return the candidate without what it loosens: there the active rule stays; every stratum has a row of its own."""
    rules = []
    for cell in _cells([*active, *candidate]):
        old, new = resolve(active, *cell), resolve(candidate, *cell)
        rule = new if new is None or new.is_within(old) else replace(old or new, merge_at=old.merge_at if old else None)
        if rule:
            language, kind, length_band = cell
            rules.append(replace(rule, language=language, kind=ANY if kind == OTHER else kind, length_band=length_band))
    return rules


def is_equal(one: Sequence[Rule], other: Sequence[Rule]) -> bool:
    """Whether two policies decide every pair alike."""

    def said(rule: Rule | None) -> tuple[str, float | None, float] | None:
        return (rule.measure, rule.merge_at, rule.review_at) if rule else None

    return all(said(resolve(one, *cell)) == said(resolve(other, *cell)) for cell in _cells([*one, *other]))


def active(con: duckdb.DuckDBPyConnection, purpose: Purpose, method_id: str) -> tuple[str | None, list[Rule]]:
    """Return (policy_id, rules) of the policy in force; (None, []) without one."""
    rows = run(con, "calibrate/select_active_policies", purpose=purpose, method_id=method_id)
    return (rows[0][0], [_rule(row) for row in rows]) if rows else (None, [])


def rules_of(con: duckdb.DuckDBPyConnection, policy_id: str) -> list[Rule]:
    """Return the rules of a policy in any state."""
    return [_rule(row) for row in run(con, "calibrate/select_policies", policy_id=policy_id)]


def earned(con: duckdb.DuckDBPyConnection, purpose: Purpose, method_id: str) -> list[Rule]:
    """Return the rules that the newest calibration led to, also when nobody has approved them.

    What held-out labels have let pass stays earned while it waits, and after a rejection: a newer calibration tests it
    again on all labels that did not choose it, and asks again.
    """
    rows = run(con, "calibrate/select_earned_policy", purpose=purpose, method_id=method_id)
    return rules_of(con, rows[0][0]) if rows else []


def write(
    con: duckdb.DuckDBPyConnection, purpose: Purpose, method_id: str, policy_id: str, rules: Sequence[Rule]
) -> None:
    """Insert a policy as a candidate; an id that is there already is left as it is."""
    known = {"policy_id": policy_id, "purpose": purpose, "method_id": method_id}
    now = datetime.now(UTC).replace(tzinfo=None)
    rows = [known | asdict(rule) | {"status": "candidate", "made_at": now} for rule in rules]
    if rows:
        con.register("new_policies", pa.Table.from_pylist(rows, schema=SCHEMA))
        try:
            run(con, "calibrate/insert_policies")
        finally:
            con.unregister("new_policies")


def bring_into_force(
    con: duckdb.DuckDBPyConnection, policy_id: str, *, actor: str, reason: str, waiting: str = ""
) -> None:
    """Make a candidate the active policy in the caller's transaction, retire all but `waiting`, enter the ledger."""
    purpose, method_id = _candidate(con, policy_id)
    before, _ = active(con, purpose, method_id)
    run(
        con,
        "calibrate/upsert_policies_status",
        purpose=purpose,
        method_id=method_id,
        policy_id=policy_id,
        waiting=waiting,
    )
    evidence = {"policy_id": policy_id, "replaces": before or "", "method_id": method_id}
    ledger.append(con, [Entry("set_policy", actor, reason, purpose=purpose, evidence=evidence)])


def approve(
    con: duckdb.DuckDBPyConnection,
    settings: Settings,
    policy_id: str,
    *,
    actor: str,
    reason: str,
    expected: str | None = None,
) -> None:
    """Bring a candidate into force in the name of who approved it.

    `expected` is the policy that was in force when the question was asked ('' for none): raises CalibrationError when
    another is by now, or when the policy does not wait for an answer. Who may approve is the caller's business.
    """
    before = active(con, *_candidate(con, policy_id))[0]
    if expected is not None and (before or "") != expected:
        raise CalibrationError(f"another policy is in force since {policy_id} was shown: calibrate again")
    with transaction(con):
        bring_into_force(con, policy_id, actor=actor, reason=reason)
    ledger.export_tip(con, settings)


def require_waiting(con: duckdb.DuckDBPyConnection, policy_id: str) -> None:
    """Raise CalibrationError unless the policy is a candidate that nobody has answered for."""
    _candidate(con, policy_id)


def is_waiting(con: duckdb.DuckDBPyConnection, policy_id: str) -> bool:
    """Whether a policy is a candidate that nobody has answered for."""
    rows = run(con, "calibrate/select_policy_status", policy_id=policy_id)
    return bool(rows) and rows[0][0] == "candidate"


def reject(con: duckdb.DuckDBPyConnection, policy_id: str) -> None:
    """Retire a candidate that was not approved; the same calibration does not ask again."""
    _candidate(con, policy_id)
    run(con, "calibrate/upsert_policies_retired", policy_id=policy_id)


def _candidate(con: duckdb.DuckDBPyConnection, policy_id: str) -> tuple[Purpose, str]:
    rows = run(con, "calibrate/select_policy_status", policy_id=policy_id)
    if not rows or rows[0][0] != "candidate":
        raise CalibrationError(f"{policy_id} does not wait for an answer: see `neartwin policies`")
    return rows[0][1], rows[0][2]


def _rule(row: tuple[object, ...]) -> Rule:
    return Rule(**dict(zip(Rule.__slots__, row[1:], strict=True)))  # type: ignore[arg-type]


def _cells(rules: Sequence[Rule]) -> list[tuple[str, str, str]]:
    kinds = [*sorted({rule.kind for rule in rules if rule.kind != ANY}), OTHER]
    languages = sorted({rule.language for rule in rules})
    return [(language, kind, band) for language in languages for kind in kinds for band in BANDS]


SCHEMA = pa.schema(
    [(name, pa.string()) for name in ("policy_id", "purpose", "method_id", "language", "kind", "length_band")]
    + [("measure", pa.string()), ("merge_at", pa.float64()), ("review_at", pa.float64())]
    + [("calibration_id", pa.string()), ("status", pa.string()), ("made_at", pa.timestamp("us"))]
)
