"""Charts of a calibration as inline SVG: label histogram, curves over thresholds, confusion heat map, reliability."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from neartwin.report.charts import BOTTOM, HEIGHT, LEFT, TOP, WIDTH, axis_x, axis_y, polyline, svg
from neartwin.spoken import spoken

Row = Mapping[str, Any]
SPAN, PLOT = WIDTH - LEFT - 6, HEIGHT - BOTTOM - TOP
JUDGED = (("same", "ok"), ("different", "error"), ("guarded", "poor"))
LINES = (("precision", "ok"), ("recall", "other"), ("f1", "repeat"), ("action_lower", "wall"))
ACTS = ("merge", "review", "keep")


def label_histogram(bins: Sequence[Mapping[str, int]], merge_at: float | None, measure: str) -> Markup:
    """Return judged pairs by twentieth of similarity, stacked by verdict, guarded ones apart."""
    top = max((sum(part.values()) for part in bins), default=0) or 1
    step = SPAN / max(len(bins), 1)
    shapes = [axis_y(top), axis_x(SPAN)]
    for index, part in enumerate(bins):
        y = float(HEIGHT - BOTTOM)
        for name, class_ in JUDGED:
            height = PLOT * part.get(name, 0) / top
            y -= height
            if height:
                place = f'x="{LEFT + index * step + 0.7:.1f}" width="{step - 1.4:.1f}"'
                shapes.append(f'<rect class="f-{class_}" {place} y="{y:.1f}" height="{height:.1f}"/>')
    shapes.append(_limit(merge_at))
    full = [(index, part) for index, part in enumerate(bins) if part]
    said = "; ".join(
        f"{index / 20:.2f}: " + ", ".join(f"{n:,} {name}" for name, n in part.items()) for index, part in full
    )
    return svg("chart", _box(), f"Judged pairs by {spoken(measure)}", said, "".join(shapes))


def sweep(curve: Sequence[Row], merge_at: float | None) -> Markup:
    """Return precision, recall, F1 and the lower bound of action precision at each threshold value."""
    shapes = [axis_y(100, "%"), axis_x(SPAN), _limit(merge_at)]
    for name, class_ in LINES:
        points = [_at(row["threshold"], row[name]) for row in curve]
        shapes.append(_coloured(points, class_))
    said = "; ".join(f"{row['threshold']:.3f}: precision {row['precision']:.3f}, recall {row['recall']:.3f}"
                     for row in curve[:: max(len(curve) // 10, 1)])  # fmt: skip
    return svg("chart", _box(), "Every threshold value", said, "".join(shapes))


def precision_recall(curve: Sequence[Row]) -> Markup:
    """Return precision over recall, with the band of the 95 % interval of precision."""
    rows = sorted(curve, key=lambda row: row["recall"])
    upper = [_at(row["recall"], row["precision_upper"]) for row in rows]
    lower = [_at(row["recall"], row["precision_lower"]) for row in rows]
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in [*upper, *reversed(lower)])
    shapes = [axis_y(100, "%"), axis_x(SPAN), f'<polygon class="band" points="{corners}"/>']
    shapes.append(_coloured([_at(row["recall"], row["precision"]) for row in rows], "ok"))
    said = "; ".join(f"recall {row['recall']:.2f}: precision {row['precision']:.3f}" for row in _some(rows))
    return svg("chart", _box(), "Precision over recall", said, "".join(shapes))


def roc(curve: Sequence[Row]) -> Markup:
    """Return recall over the share of different pairs that would be merged."""
    rows = sorted(curve, key=lambda row: (row["false_positive_rate"], row["recall"]))
    points = [_at(0, 0), *(_at(row["false_positive_rate"], row["recall"]) for row in rows)]
    chance = [_at(0, 0), _at(1, 1)]
    shapes = [axis_y(100, "%"), axis_x(SPAN), _dashed(chance), _coloured(points, "other")]
    said = "; ".join(f"{row['false_positive_rate']:.3f}: {row['recall']:.3f}" for row in _some(rows))
    return svg("chart", _box(), "Recall over false positive rate, guards applied", said, "".join(shapes))


def reliability(bins: Sequence[Row]) -> Markup:
    """Return the observed share of same pairs over the stated match probability, with 95 % intervals."""
    shapes = [axis_y(100, "%"), axis_x(SPAN), _dashed([_at(0, 0), _at(1, 1)])]
    for row in bins:
        (x, low), (_, high) = _at(row["stated"], row["lower"]), _at(row["stated"], row["upper"])
        shapes.append(f'<line class="whisker" x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}"/>')
        x, y = _at(row["stated"], row["observed"])
        shapes.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>')
    said = "; ".join(f"stated {row['stated']:.2f}, observed {row['observed']:.2f} of {row['n']:,}" for row in bins)
    return svg("chart", _box(), "Match probability: observed over stated", said, "".join(shapes))


def confusion(rows: Sequence[Row]) -> Markup:
    """Return judged verdicts by what would be done with them; the darker, the larger the share of the verdict."""
    width, height, left, top = 92, 34, 84, 22
    shapes = [
        f'<text class="t" x="{left + width * (i + 0.5)}" y="14" text-anchor="middle">{act}</text>'
        for i, act in enumerate(ACTS)
    ]
    for line, row in enumerate(rows):
        total = sum(row[act] for act in ACTS) or 1
        y = top + line * height
        shapes.append(f'<text class="t" x="{left - 8}" y="{y + 21}" text-anchor="end">{escape(row["judged"])}</text>')
        for i, act in enumerate(ACTS):
            share, x = row[act] / total, left + i * width
            wrong = (row["judged"], act) in (("different", "merge"), ("same", "keep"))
            class_ = "error" if wrong else "other"
            place = f'x="{x}" y="{y}" width="{width - 2}" height="{height - 2}"'
            shapes.append(f'<rect class="f-{class_}" fill-opacity="{0.08 + 0.72 * share:.2f}" {place}/>')
            shapes.append(
                f'<text class="cell" x="{x + width / 2 - 1}" y="{y + 21}" text-anchor="middle">{row[act]:,}</text>'
            )
    said = "; ".join(f"judged {row['judged']}: " + ", ".join(f"{row[act]:,} {act}" for act in ACTS) for row in rows)
    box = f"0 0 {left + 3 * width} {top + height * max(len(rows), 1)}"
    return svg("chart", box, "Judged pairs by what would be done", said, "".join(shapes))


def _at(x: float, y: float) -> tuple[float, float]:
    return LEFT + SPAN * x, HEIGHT - BOTTOM - PLOT * y


def _limit(value: float | None) -> str:
    if value is None:
        return ""
    x, anchor = LEFT + SPAN * value, "end" if value > 0.3 else "start"
    return (
        f'<line class="limit" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{HEIGHT - BOTTOM}"/>'
        f'<text class="t" x="{x - 4:.1f}" y="{TOP}" text-anchor="{anchor}">{value:.3f}</text>'
    )


def _coloured(points: Sequence[tuple[float, float]], class_: str) -> str:
    return polyline(points).replace('class="line"', f'class="line s-{class_}"')


def _dashed(points: Sequence[tuple[float, float]]) -> str:
    return polyline(points).replace('class="line"', 'class="limit"')


def _some(rows: Sequence[Row]) -> Sequence[Row]:
    return rows[:: max(len(rows) // 10, 1)]


def _box() -> str:
    return f"0 0 {WIDTH} {HEIGHT}"
