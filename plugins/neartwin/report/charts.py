"""Small charts as inline SVG: rectangles and lines with a title and a description, coloured by classes of the page."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

WIDTH, HEIGHT = 420, 190
LEFT, BOTTOM, TOP = 34, 26, 12
OUTCOME_CLASSES = {
    "ok": "ok",
    "login_wall": "wall",
    "blocked": "wall",
    "captcha": "wall",
    "error_page": "error",
    "undecodable": "error",
    "timed_out": "error",
    "repeated_body": "repeat",
    "listing": "other",
    "redirect_stub": "other",
    "not_html": "other",
}  # empty, too_short, title_only, js_shell and what is new: "poor"
VERDICTS = ("merge", "review", "keep")


def outcome_bar(outcomes: Mapping[str, int]) -> Markup:
    """Return one bar of a site or language: its captures by outcome, in shares of the whole."""
    total = sum(outcomes.values())
    parts, x = [], 0.0
    for outcome, n in outcomes.items():
        width = 100 * n / total if total else 0
        parts.append(
            f'<rect class="f-{OUTCOME_CLASSES.get(outcome, "poor")}" x="{x:.2f}" width="{width:.2f}" height="8"/>'
        )
        x += width
    said = ", ".join(f"{outcome.replace('_', ' ')} {n:,}" for outcome, n in outcomes.items())
    return svg("bar", "0 0 100 8", "Outcomes", said, "".join(parts), stretched=True)


def histogram(bins: Sequence[Mapping[str, int]], review_at: float) -> Markup:
    """Return pairs by twentieth of Jaccard, stacked by verdict, with the line from which pairs are reviewed."""
    top = max((sum(part.values()) for part in bins), default=0) or 1
    step = (WIDTH - LEFT - 6) / len(bins)
    plot = HEIGHT - BOTTOM - TOP
    shapes = [axis_y(top), axis_x(step * len(bins))]
    for index, part in enumerate(bins):
        y = float(HEIGHT - BOTTOM)
        place = f'x="{LEFT + index * step + 0.7:.1f}" width="{step - 1.4:.1f}"'
        for verdict in VERDICTS:
            height = plot * part.get(verdict, 0) / top
            y -= height
            if height:
                shapes.append(f'<rect class="f-{verdict}" {place} y="{y:.1f}" height="{height:.1f}"/>')
    x = LEFT + review_at * step * len(bins)
    shapes.append(f'<line class="limit" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{HEIGHT - BOTTOM}"/>')
    shapes.append(f'<text class="t" x="{x - 4:.1f}" y="{TOP}" text-anchor="end">review from {review_at:g}</text>')
    full = [(i, part) for i, part in enumerate(bins) if part]
    said = "; ".join(f"{i / 20:.2f} to {(i + 1) / 20:.2f}: {_words(part)}" for i, part in full)
    return svg("chart", f"0 0 {WIDTH} {HEIGHT}", "Pairs by Jaccard similarity", said, "".join(shapes))


def interval(lower: float | None, value: float | None, upper: float | None) -> Markup:
    """Return a recall between 0.8 and 1 as a point with its 95 % interval; lower values stand at the left edge."""
    if value is None:
        return Markup()
    lower, upper = (value if bound is None else bound for bound in (lower, upper))
    x_low, x, x_high = (100 * max(0.0, share - 0.8) / 0.2 for share in (lower, value, upper))
    shapes = (
        '<line class="axis" x1="0" x2="100" y1="6" y2="6"/>'
        f'<line class="range" x1="{x_low:.1f}" x2="{x_high:.1f}" y1="6" y2="6"/>'
        f'<rect class="f-ink" x="{min(x, 98.5):.1f}" y="1" width="1.5" height="10"/>'
    )
    said = f"{value:.3f}, between {lower:.3f} and {upper:.3f}"
    return svg("bar", "0 0 100 12", "Recall from 0.8 to 1", said, shapes, stretched=True)


def trend(values: Sequence[float | None], labels: Sequence[str], title: str, *, is_share: bool = False) -> Markup:
    """Return a line of one value a day; days without a value leave a gap."""
    known = [value for value in values if value is not None]
    top = 1.0 if is_share else max(known, default=0) or 1
    step = (WIDTH - LEFT - 10) / max(len(values) - 1, 1)
    plot = HEIGHT - BOTTOM - TOP
    points = [
        None if value is None else (LEFT + index * step, HEIGHT - BOTTOM - plot * value / top)
        for index, value in enumerate(values)
    ]
    shapes = [axis_y(100 if is_share else top, "%" if is_share else ""), polyline(points)]
    shapes += [f'<circle class="dot" cx="{p[0]:.1f}" cy="{p[1]:.1f}" r="2.5"/>' for p in points if p]
    if labels:
        y = HEIGHT - 8
        shapes.append(f'<text class="t" x="{LEFT}" y="{y}">{escape(labels[0])}</text>')
        shapes.append(f'<text class="t" x="{WIDTH - 6}" y="{y}" text-anchor="end">{escape(labels[-1])}</text>')
    form = "{:.1%}" if is_share else "{:,.0f}"
    said = "; ".join(
        f"{label}: {form.format(value) if value is not None else 'no value'}"
        for label, value in zip(labels, values, strict=True)
    )
    return svg("chart", f"0 0 {WIDTH} {HEIGHT}", title, said, "".join(shapes))


def polyline(points: Sequence[tuple[float, float] | None]) -> str:
    """Return a line through some points of the picture; None leaves a gap."""
    path, pen = [], "M"
    for point in points:
        if point is not None:
            path.append(f"{pen}{point[0]:.1f} {point[1]:.1f}")
        pen = "L" if point is not None else "M"
    return f'<path class="line" d="{" ".join(path)}"/>' if path else ""


def axis_y(top: float, unit: str = "") -> str:
    """Return the lines across a chart and their labels, from 0 to `top`."""
    parts = []
    for share in (0.0, 0.5, 1.0) if unit or top % 2 == 0 else (0.0, 1.0):
        y = HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share
        value = top * share
        label = f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"
        parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - 6}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="t" x="{LEFT - 5}" y="{y + 3.5:.1f}" text-anchor="end">{label}{unit}</text>')
    return "".join(parts)


def axis_x(width: float) -> str:
    """Return the labels under a chart of this width, from 0 to 1."""
    y = HEIGHT - 10
    marks = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    return "".join(
        f'<text class="t" x="{LEFT + width * m:.1f}" y="{y}" text-anchor="middle">{m:g}</text>' for m in marks
    )


def _words(part: Mapping[str, int]) -> str:
    return ", ".join(f"{n:,} {verdict}" for verdict, n in part.items())


def svg(kind: str, box: str, title: str, said: str, shapes: str, *, stretched: bool = False) -> Markup:
    """Wrap shapes with a title and a description that screen readers say; only these two may hold foreign text."""
    ratio = ' preserveAspectRatio="none"' if stretched else ""
    title, said = str(escape(title)), str(escape(said))
    return Markup(
        f'<svg class="{kind}" viewBox="{box}"{ratio} role="img" aria-label="{title}: {said}">'
        f"<title>{title}</title><desc>{said}</desc>{shapes}</svg>"
    )
