"""What was aimed at beside what was measured on one planted corpus, as a Markdown table."""

from dataclasses import dataclass
from typing import Any

from tests.bench.peers import fastest
from tests.bench.stages import TIMED

NEARTWIN = "neartwin"
AIMED_AT = 100_000
MB_PER_GB = 1_000


@dataclass(frozen=True, slots=True)
class Target:
    """One line: a figure, the least or the most that it should be, and its unit."""

    what: str
    measured: float
    least: float | None = None
    most: float | None = None
    unit: str = ""

    def line(self) -> str:
        """Return the line of the table."""
        is_reached = (self.least is None or self.measured >= self.least) and (
            self.most is None or self.measured <= self.most
        )
        wanted = f"≥ {self.least:,g}" if self.most is None else f"≤ {self.most:,g}"
        said = "reached" if is_reached else "**missed**"
        return f"| {self.what} | {wanted} {self.unit} | {self.measured:,.6g} | {said} |"


def table(scores: dict[str, Any], refused: dict[str, Any], stages: dict[str, float], scale: dict[str, Any]) -> str:
    """Return the table for what the scorer, the refused pairs, the stages and the join at scale gave.

    Times and memory were aimed at for AIMED_AT documents, so a smaller corpus has lines of accuracy only.
    """
    speed = _speed(scores, stages, scale) if scores["docs"] >= AIMED_AT else []
    targets = [*speed, *_accuracy(scores, refused, scale)]
    head = ["| what | target | measured | |", "|---|---|---|---|"]
    return "\n".join([*head, *(target.line() for target in targets)]) + "\n"


def _speed(scores: dict[str, Any], stages: dict[str, float], scale: dict[str, Any]) -> list[Target]:
    peer = fastest(scores, 1)[0]
    own, other = (scores["results"][name]["run"] for name in (NEARTWIN, peer))
    propose = scale["propose"]
    return [
        Target("fingerprint kernel alone", scale["texts_per_cpu_s"], least=40_000, unit="texts / CPU-s"),
        Target(f"`dedup`, CPU, times {peer}", own["docs_per_cpu_s"] / other["docs_per_cpu_s"], least=5),
        Target(f"`dedup`, wall, times {peer}", own["docs_per_s"] / other["docs_per_s"], least=5),
        Target("`dedup`, peak memory", own["peak_mb"] / MB_PER_GB, most=1.2, unit="GB"),
        Target("DAG stages, fingerprint → cluster", sum(stages[name] for name in TIMED), most=20, unit="CPU-s"),
        Target("a day against ten times as many", propose["against stored"] / propose["against none"], most=2),
    ]


def _accuracy(scores: dict[str, Any], refused: dict[str, Any], scale: dict[str, Any]) -> list[Target]:
    score = scores["results"][NEARTWIN]["score"]
    rivals = [
        result["score"]["star_recall"]["all"]
        for name, result in scores["results"].items()
        if not name.startswith(NEARTWIN) and "score" in result
    ]
    traps = score["must_not_merge"]
    planted = {kind: value for kind in ("zh:edit1", "nfd") if (value := score["star_recall"].get(kind)) is not None}
    return [
        Target("pairs with J ≥ 0.7 joined or refused by name", refused["found_or_refused"], least=0.99),
        Target("joined pairs that are exact", score["precision_j"], least=0.9999),
        Target("true copies refused", refused["copies_refused"], most=0.01),
        *(Target(f"{kind} copies found", value, least=0.99) for kind, value in planted.items()),
        *(Target(f"`{kind}` joined of {traps[kind][1]:,}", traps[kind][0], most=0) for kind in ("changed", "short")),
        Target("`empty` documents joined", score["empty_docs_merged"], most=0),
        Target(f"`template` joined of {traps['template'][1]:,}", traps["template"][0], most=traps["template"][1] / 19),
        Target("copies linked to their origin, best peer", score["star_recall"]["all"], least=max(rivals)),
        *(
            Target(
                f"{row['method_id']}: pairs within {row['max_hamming']} missed", row["n_true"] - row["n_found"], most=0
            )
            for row in scale["exactness"]
        ),
    ]
