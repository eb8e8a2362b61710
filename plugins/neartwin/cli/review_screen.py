"""One pair as a reviewer sees it on a terminal: both documents, guards, and the words that differ in their place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from neartwin.cli.inert import inert
from neartwin.spoken import spoken

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from neartwin.guards import Difference, Facts
    from neartwin.guards.difference import Part
    from neartwin.label.documents import Shown
    from neartwin.label.queue import Opinion

AROUND = 90  # characters of equal text before and after a difference
MARKS = {"same": ("", ""), "left": ("[-", "-]"), "right": ("{+", "+}")}
STYLES = {"same": "", "left": "red", "right": "green"}
KEYS = (
    ("s", "same"),
    ("d", "different"),
    ("u", "unsure"),
    ("k", "skip"),
    ("b", "back"),
    ("r", "relation"),
    ("w", "reason"),
    ("g", "region"),
    ("p", "purpose"),
    ("t", "whole texts"),
    ("q", "quit"),
)


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of text that both have, or one alone; is_value: numbers, dates or units stand in it."""

    kind: Literal["same", "left", "right"]
    text: str
    is_value: bool = False


def compare(left: "Shown", right: "Shown") -> "Difference":
    """Return what differs between two documents, with the guards that hold."""
    from neartwin.guards import explain

    return explain(left.main_text, right.main_text, _facts(left), _facts(right))


def segments(found: "Difference") -> Iterator[Segment]:
    """Yield both texts as one, in the order of the left one; equal text far from a difference is cut.

    What the right text has where the left one gives no place for it stands at the end.
    """
    at, unplaced = 0, []
    for hunk in found.hunks:
        if not hunk.left.tokens and hunk.left.place < 0:
            unplaced.append(_only("right", hunk.right))
            continue
        start = hunk.left.tokens[0] if hunk.left.tokens else max(hunk.left.place, at)
        yield from _same(found, at, start)
        if hunk.left.tokens:
            yield _only("left", hunk.left)
        if hunk.right.tokens:
            yield _only("right", hunk.right)
        at = max(at, hunk.left.tokens[-1] + 1 if hunk.left.tokens else start)
    yield from _same(found, at, len(found.left))
    yield from unplaced


def _only(kind: Literal["left", "right"], part: "Part") -> Segment:
    return Segment(kind, part.side.phrase(part.tokens), bool(part.values))


def screen(
    left: "Shown",
    right: "Shown",
    found: "Difference",
    *,
    told: Sequence[str],
    opinions: Sequence["Opinion"] = (),
    is_whole: bool = False,
) -> "RenderableType":
    """Return the screen of a pair; `told` are lines that depend on what the reviewer may see."""
    from rich.console import Group
    from rich.text import Text

    lines = [Text(inert(line), style="dim") for line in told]
    guards = [Text(f"! {spoken(guard.guard)}: {inert(guard.detail, 240)}", style="yellow") for guard in found.guards]
    said = [Text(inert(_said(opinion)), style="cyan") for opinion in opinions]
    body = _side_by_side(left, right) if is_whole else _inline(found)
    return Group(*lines, _heads(left, right), *guards, *said, Text(), body, Text(), keys())


def keys() -> "Text":
    """Return the line of keys."""
    from rich.text import Text

    line = Text()
    for key, word in KEYS:
        line.append(key, style="bold reverse")
        line.append(f" {word}  ")
    return line


def _same(found: "Difference", first: int, end: int) -> Iterator[Segment]:
    if first >= end:
        return
    side = found.left
    text = " ".join(side.text[side.starts[first] : side.ends[end - 1]].split())
    is_start, is_end = first == 0, end == len(side)
    head, tail = (0 if is_start and not is_end else AROUND), (0 if is_end and not is_start else AROUND)
    if len(text) > 2 * AROUND + 20:
        text = f"{text[:head]} … {text[len(text) - tail :]}".strip()
    yield Segment("same", text)


def _inline(found: "Difference") -> "Text":
    from rich.text import Text

    shown = Text()
    for segment in segments(found):
        before, after = MARKS[segment.kind]
        style = STYLES[segment.kind] + (" bold underline" if segment.is_value and segment.kind != "same" else "")
        shown.append(f"{before}{inert(segment.text)}{after}", style=style.strip())
        shown.append(" ")
    return shown


def _side_by_side(left: "Shown", right: "Shown") -> "RenderableType":
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2), expand=True)
    grid.add_column(ratio=1, overflow="fold")
    grid.add_column(ratio=1, overflow="fold")
    grid.add_row(*(Text("\n".join(map(inert, side.main_text.splitlines()))) for side in (left, right)))
    return grid


def _heads(left: "Shown", right: "Shown") -> "RenderableType":
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2), expand=True)
    grid.add_column()
    grid.add_column(ratio=1, overflow="fold")
    grid.add_column(ratio=1, overflow="fold")
    rows = {
        "": (f"[- {left.document_id[:12]} -]", f"{{+ {right.document_id[:12]} +}}"),
        "title": (left.title, right.title),
        "address": (left.url, right.url),
        "date": (_date(left), _date(right)),
        "facts": (_fact_words(left), _fact_words(right)),
    }
    for name, cells in rows.items():
        if any(cells):
            differs = cells[0] != cells[1] and name != ""
            grid.add_row(Text(name, style="dim"), *(Text(inert(c), style="bold" if differs else "") for c in cells))
    return grid


def _date(side: "Shown") -> str:
    return f"published {side.published_at}" if side.published_at else f"fetched {side.fetched_at[:16]}"


def _fact_words(side: "Shown") -> str:
    price = None if side.price is None else f"{side.price:,.12g} {side.currency or ''}".strip()
    return ", ".join(word for word in (side.language, side.sku, price) if word)


def _said(opinion: "Opinion") -> str:
    relation = f", {opinion.relation}" if opinion.relation else ""
    reason = f": {opinion.reason}" if opinion.reason else ""
    return f"{opinion.annotator} said {opinion.verdict}{relation}{reason}"


def _facts(side: "Shown") -> "Facts":
    from neartwin.guards import Facts

    return Facts(side.title, side.language, side.sku, side.price, side.currency)
