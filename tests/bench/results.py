"""Tables and charts of a bench."""

from html import escape
from typing import Any

HEAD = (
    "system", "wall s", "docs/s", "docs/CPU-s", "peak MB", "recall J", "precision J", "precision clean", "star recall",
    "B3 P", "B3 R", "largest", "changed", "template", "short", "empty",
)  # fmt: skip
BAR, GAP, LABEL, WIDTH = 22, 8, 170, 640


def table(scores: dict[str, Any]) -> str:
    """Return the scorer's rows as a Markdown table, the fastest first."""
    rows = [HEAD, ("---",) * len(HEAD)]
    results = scores["results"].items()
    for name, result in sorted(results, key=lambda item: -item[1]["run"]["docs_per_cpu_s"]):
        rows.append(_row(name, result["run"], result.get("score")))
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in rows) + "\n"


def chart(title: str, values: dict[str, float]) -> str:
    """Return a bar chart as SVG, the highest bar first; neartwin's bars stand out."""
    most = max(values.values(), default=1) or 1
    bars = []
    for number, (name, value) in enumerate(sorted(values.items(), key=lambda item: -item[1])):
        y = 40 + number * (BAR + GAP)
        colour = "#1b6e53" if name.startswith("neartwin") else "#9aa5b1"
        width = (WIDTH - LABEL - 90) * value / most
        bars.append(
            f'<text x="{LABEL - 8}" y="{y + 15}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{LABEL}" y="{y}" width="{width:.1f}" height="{BAR}" fill="{colour}"/>'
            f'<text x="{LABEL + width + 6:.1f}" y="{y + 15}">{value:,.4g}</text>'
        )
    height = 48 + len(values) * (BAR + GAP)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{escape(title)}" font-family="sans-serif" font-size="13">'
        f'<rect width="100%" height="100%" fill="#ffffff"/>'
        f'<text x="8" y="24" font-size="15" font-weight="bold">{escape(title)}</text>{"".join(bars)}</svg>\n'
    )


def _row(name: str, run: dict[str, Any], score: dict[str, Any] | None) -> tuple[str, ...]:
    speed = (name, f"{run['wall_s']:.1f}", f"{run['docs_per_s']:,.0f}", f"{run['docs_per_cpu_s']:,.0f}")
    if score is None:
        return (*speed, f"{run['peak_mb']:,.0f}", run["status"], *[""] * (len(HEAD) - 6))
    measures = (
        score["recall_j"], score["precision_j"], score["precision_clean"], score["star_recall"].get("all"),
        score["b3_precision"], score["b3_recall"], score["largest"],
    )  # fmt: skip
    traps = ("/".join(map(str, score["must_not_merge"].get(kind, (0, 0)))) for kind in ("changed", "template", "short"))
    return (*speed, f"{run['peak_mb']:,.0f}", *map(str, measures), *traps, str(score["empty_docs_merged"]))
