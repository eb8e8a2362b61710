"""The page and JSON twin of a comparison: an old and a new version side by side, for the people who answer."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from neartwin.report import files
from neartwin.report.charts import BOTTOM, HEIGHT, LEFT, TOP, WIDTH, axis_x, axis_y, svg
from neartwin.report.page import environment, styled
from neartwin.settings import Settings

SPAN, PLOT = WIDTH - LEFT - 6, HEIGHT - BOTTOM - TOP
SIDES = (("old", "poor"), ("new", "other"))
EFFECTS = {
    "same": "nothing changed",
    "described": "same text, other language or kind",
    "facts": "same text, other title or facts",
    "text": "other text",
    "lost": "no content any more",
    "gained": "content now",
    "outcome": "no content, for another reason",
}
LEVELS = {
    "found": "an index proposes the pair",
    "shown": "people see it, or it merges",
    "merged": "it merges by itself",
}


def write_comparison(settings: Settings, comparison_id: str, told: Mapping[str, Any]) -> Path:
    """Write the page of a comparison and its JSON twin; return the page's path. Writing again is the same."""
    path = comparison_path(settings, comparison_id)
    files.write(path, render(comparison_id, told))
    files.write(
        path.with_suffix(".json"), json.dumps({"comparison_id": comparison_id, **told}, indent=1, sort_keys=True)
    )
    return path


def comparison_path(settings: Settings, comparison_id: str) -> Path:
    """Return where the page of a comparison lies."""
    return settings.reports / "comparisons" / f"{comparison_id[:12]}.html"


def render(comparison_id: str, told: Mapping[str, Any]) -> str:
    """Return the page as HTML."""
    shown = {
        **styled("report.css", "evaluation.css"),
        "comparison_id": comparison_id,
        "effects": EFFECTS,
        "levels": LEVELS,
        "histogram": histogram,
        "bits": bits,
        "alike": alike,
        "differences": differences,
        "chance": chance,
    }
    return environment().get_template("comparison.html").render({**told, **shown, "summary": summary(told)})


def summary(told: Mapping[str, Any]) -> list[str]:
    """Return what matters most, in plain sentences: the same for the page, the question and the command line."""
    return _of_texts(told) if told["kind"] == "extractor" else _of_methods(told)


def _of_texts(told: Mapping[str, Any]) -> list[str]:
    effects = told["texts"]["effects"]
    n = sum(part["n_captures"] for part in effects.values())
    n_changed = sum(part["n_captures"] for name, part in effects.items() if name in ("text", "facts", "lost", "gained"))
    lines = [f"{n_changed:,} of {n:,} captures would carry another document."]
    for name in ("lost", "gained"):
        if name in effects:
            lines.append(f"{EFFECTS[name].capitalize()}: {effects[name]['n_captures']:,} of these captures.")
    lines += _of_pairs(told["candidates"])
    for purpose, part in told["purposes"].items():
        lines.append(
            f"{purpose}: {part['n_carried'] - part['n_apart']:,} of {part['n_labels']:,} labels stay as they are; "
            f"{part['n_apart']:,} are set apart and offered again; {part['merges']['n_released']:,} merges lapse."
        )
        lines.append(f"{purpose}: {_of_change(part['change'])}, under the policy in force.")
    return lines


def _of_pairs(found: Mapping[str, Any]) -> list[str]:
    lines = [
        f"{found['gained']['n_pairs']:,} pairs would be proposed that are not now, {found['lost']['n_pairs']:,} would "
        f"be no more, {found['kept']['n_pairs']:,} stay."
    ]
    if n_joined := found.get("joined", {}).get("n_pairs"):
        lines.append(f"{n_joined:,} pairs would be one document.")
    return lines


def _of_change(change: Mapping[str, Any]) -> str:
    return (
        f"by itself it would merge {change['newly merged']['n_documents']:,} documents more and release "
        f"{change['released']['n_documents']:,}"
    )


def _of_methods(told: Mapping[str, Any]) -> list[str]:
    lines = _of_pairs(told["candidates"])
    for purpose, part in told["purposes"].items():
        policy = told["policies"][purpose]
        merging = (
            f"policy {policy['policy_id']} merges in {policy['n_merging_strata']} strata"
            if policy["n_merging_strata"]
            else "no policy allows it to merge: everything it would decide goes to people at most"
        )
        lines.append(f"{purpose}: {merging}.")
        lines.append(
            f"{purpose}: {_of_change(part['change'])}; it contradicts {part['merges']['n_contradicted']:,} of "
            f"{part['merges']['n_merges']:,} merges in force, which stay until people have looked at them."
        )
        lines += [f"{purpose}: {_level(row)}." for row in part["levels"]]
    return lines


def _level(row: Mapping[str, Any]) -> str:
    said = []
    for name in ("precision", "recall"):
        part = row[name]
        if part["difference"] is not None:
            said.append(f"{name} {part['old']:.3f} → {part['new']:.3f} ({part['lower']:+.3f} to {part['upper']:+.3f})")
    return f"{LEVELS[row['level']]}: {', '.join(said) or 'no judged pair'}; McNemar p {chance(row['mcnemar']['p'])}"


def chance(p: float) -> str:
    """Return a p-value as a test's result is read."""
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"


def histogram(found: Mapping[str, Any]) -> Markup:
    """Return compared pairs by twentieth of Jaccard, both versions side by side."""
    return _paired({side: found[side]["jaccard"] for side, _ in SIDES}, "Compared pairs by Jaccard similarity", 20, 1.0)


def bits(found: Mapping[str, Any]) -> Markup:
    """Return compared pairs by Hamming distance, both versions side by side; four bits a bar."""
    top = max((int(bit) for side, _ in SIDES for bit in found[side]["hamming"]), default=0)
    n_bins = top // 4 + 1
    bins = {side: [0] * n_bins for side, _ in SIDES}
    for side, _ in SIDES:
        for bit, n_pairs in found[side]["hamming"].items():
            bins[side][int(bit) // 4] += n_pairs
    return _paired(bins, "Compared pairs by differing bits", n_bins, 4.0 * n_bins)


def alike(bins: Sequence[int]) -> Markup:
    """Return changed texts by tenth of Jaccard between the old and the new text."""
    return _paired({"new": bins}, "Changed texts by similarity of old and new text", len(bins), 1.0)


def differences(rows: Sequence[Mapping[str, Any]]) -> Markup:
    """Return the difference of precision and of recall at each level with its 95 % interval, around no difference."""
    shown = [
        (f"{row['level']}: {name}", row[name])
        for row in rows
        for name in ("precision", "recall")
        if row[name]["difference"] is not None
    ]
    reach = max((abs(part[bound]) for _, part in shown for bound in ("lower", "upper")), default=0.0) or 0.01
    left, width, height = 110, 300, 22
    middle = left + width / 2
    shapes = [f'<line class="limit" x1="{middle}" x2="{middle}" y1="2" y2="{height * len(shown) + 4}"/>']
    for line, (name, part) in enumerate(shown):
        y = height * line + 14
        low, at, high = (middle + width / 2 * part[key] / reach for key in ("lower", "difference", "upper"))
        shapes.append(f'<text class="t" x="{left - 10}" y="{y + 4}" text-anchor="end">{name}</text>')
        shapes.append(f'<line class="whisker" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>')
        shapes.append(f'<circle class="dot" cx="{at:.1f}" cy="{y}" r="4"/>')
    y = height * len(shown) + 18
    for x, anchor, value in ((left, "start", -reach), (middle, "middle", 0.0), (left + width, "end", reach)):
        shapes.append(f'<text class="t" x="{x}" y="{y}" text-anchor="{anchor}">{value:+.3f}</text>')
    said = "; ".join(
        f"{name} {part['difference']:+.3f}, between {part['lower']:+.3f} and {part['upper']:+.3f}"
        for name, part in shown
    )
    return svg("chart", f"0 0 {left + width + 10} {y + 6}", "New minus old, with 95 % intervals", said, "".join(shapes))


def _paired(bins: Mapping[str, Sequence[int]], title: str, n_bins: int, end: float) -> Markup:
    top = max((n for own in bins.values() for n in own), default=0) or 1
    step = SPAN / max(n_bins, 1)
    shapes = [axis_y(top), axis_x(SPAN) if end == 1 else _axis_bits(end)]
    shown = [(side, class_) for side, class_ in SIDES if side in bins]
    width = (step - 1.4) / len(shown)
    for number, (side, class_) in enumerate(shown):
        for index, n in enumerate(bins[side]):
            if n:
                x, height = LEFT + index * step + 0.7 + number * width, PLOT * n / top
                place = f'x="{x:.1f}" width="{width:.1f}" y="{HEIGHT - BOTTOM - height:.1f}" height="{height:.1f}"'
                shapes.append(f'<rect class="f-{class_}" {place}/>')
    said = "; ".join(
        f"{end * index / n_bins:g}: " + ", ".join(f"{side} {own[index]:,}" for side, own in bins.items() if own[index])
        for index in range(n_bins)
        if any(own[index] for own in bins.values())
    )
    return svg("chart", f"0 0 {WIDTH} {HEIGHT}", title, said, "".join(shapes))


def _axis_bits(end: float) -> str:
    marks = [end * part / 4 for part in range(5)]
    return "".join(
        f'<text class="t" x="{LEFT + SPAN * mark / end:.1f}" y="{HEIGHT - 10}" text-anchor="middle">{mark:.0f}</text>'
        for mark in marks
    )
