"""`neartwin explain`: why two documents are or are not twins, or what became of one."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from neartwin.cli.evidence import about, evidence
from neartwin.cli.inert import inert
from neartwin.cli.installation import active_settings
from neartwin.cli.printing import AsJson, print_json
from neartwin.cli.removal import removal
from neartwin.cli.subjects import Subject, find
from neartwin.errors import DocumentError
from neartwin.settings import Settings
from neartwin.spoken import spoken

if TYPE_CHECKING:
    from rich.console import Console

N_DIFFERENCES = 40
WIDTH = 60


def add_commands(app: typer.Typer) -> None:
    """Add the command `explain`."""
    app.command()(explain)


def explain(
    document: Annotated[str, typer.Argument(help="Document id (8 letters are enough), URL or file")],
    other: Annotated[str | None, typer.Argument(help="A second one, to compare with")] = None,
    as_json: AsJson = False,
) -> None:
    """Explain a pair, or trace one document.

    With two: every measure under every method, the guards that hold, the words that differ side by side (numbers as
    values), and the passages that carry the pair. With one: where it comes from, what became of it and why, and which
    parts of the page were taken out of its text. Two files need nothing that was run before.

    Examples: `neartwin explain a.html b.html`, `neartwin explain 3f2a9c1e https://news.example/story`
    """
    settings = active_settings()
    left = find(settings, document)
    if other is None:
        _trace(left, as_json=as_json)
    else:
        _pair(settings, left, find(settings, other), as_json=as_json)


def _pair(settings: Settings, left: Subject, right: Subject, *, as_json: bool) -> None:
    from neartwin.methods import load

    for side in (left, right):
        if not side.main_text.strip():
            outcome, reason = side.capture.get("outcome", ""), side.capture.get("outcome_reason", "")
            raise DocumentError(f"{side.name!r} has no text to compare: {outcome} {reason}".rstrip())
    found = evidence(left, right, load(settings), settings.purposes["search"].deciding_method)
    found["decisions"] = _decisions(settings, left, right)
    if as_json:
        print_json(found)
        return
    console = _console()
    _print_sides(console, found)
    _print_measures(console, found)
    _print_guards(console, found)
    _print_differences(console, found)
    _print_passages(console, found)


def _decisions(settings: Settings, left: Subject, right: Subject) -> list[dict[str, Any]]:
    """Return what was decided about a pair of stored documents."""
    from neartwin.warehouse import reader, run

    low, high = sorted((left.document_id or "", right.document_id or ""))
    if not low or low == high or not settings.warehouse.is_file():
        return []
    with reader(settings) as con:
        rows = run(con, "explain/select_decisions", document_id_l=low, document_id_r=high)
    return [dict(zip(("purpose", "verdict", "reason", "method_id"), row, strict=True)) for row in rows]


def _print_sides(console: "Console", found: dict[str, Any]) -> None:
    keys = ("name", "document_id", "url", "source_file", "title", "language", "sku", "price", "currency", "n_captures")
    grid = _grid("", "left", "right")
    for key in keys:
        values = [found[side].get(key) for side in ("left", "right")]
        if any(values):
            _add(grid, spoken(key), *("" if value is None else value for value in values))
    console.print(grid)
    if found["left"].get("document_id") and found["left"].get("document_id") == found["right"].get("document_id"):
        console.print("\nBoth are one document: text, title and facts are equal.")


def _print_measures(console: "Console", found: dict[str, Any]) -> None:
    console.print("\nMeasures", style="bold")
    names = ("method", "jaccard", "containment", "minhash_jaccard", "hamming", "n_shared")
    grid = _grid(*map(spoken, names))
    for row in found["methods"]:
        _add(grid, *("–" if row[name] is None else row[name] for name in names))
    console.print(grid)
    for row in found["decisions"]:
        console.print(f"decided for {row['purpose']} by {row['method_id']}: {row['verdict']}", markup=False)
        console.print(f"  {inert(row['reason'])}", markup=False)


def _print_guards(console: "Console", found: dict[str, Any]) -> None:
    console.print("\nGuards", style="bold")
    if not found["guards"]:
        console.print("none holds")
    for guard in found["guards"]:
        console.print(f"{spoken(guard['guard'])}: {inert(guard['detail'], 4 * WIDTH)}", markup=False, soft_wrap=True)


def _print_differences(console: "Console", found: dict[str, Any]) -> None:
    console.print("\nWords that differ", style="bold")
    differences = found["differences"]
    if not differences:
        console.print("none")
        return
    grid = _grid("left", "right", "note")
    for row in differences[:N_DIFFERENCES]:
        notes = [" ≠ ".join(" / ".join(row[side]) or "none" for side in ("left_values", "right_values"))]
        if row["is_equal_value"]:
            notes = ["equal values"]
        elif not (row["left_values"] or row["right_values"]):
            notes = []
        notes += ["page furniture"] if row["is_furniture"] else []
        _add(grid, row["left"], row["right"], "; ".join(notes))
    console.print(grid)
    if len(differences) > N_DIFFERENCES:
        console.print(f"and {len(differences) - N_DIFFERENCES} more: --json lists all")


def _print_passages(console: "Console", found: dict[str, Any]) -> None:
    console.print("\nShared passages that carry the pair", style="bold")
    if not found["shared_passages"]:
        console.print("none")
    for row in found["shared_passages"]:
        console.print(
            f"{row['n_shingles']:>6} shingles  {inert(row['words'], 2 * WIDTH)}", markup=False, soft_wrap=True
        )


def _trace(subject: Subject, *, as_json: bool) -> None:
    parts = removal(subject) if subject.full_text else []
    told = about(subject)
    if as_json:
        print_json(told | {"text": [{"part": part, "is_removed": removed} for part, removed in parts]})
        return
    console = _console()
    grid = _grid("", "")
    for key, value in told.items():
        if value not in (None, ""):
            _add(grid, spoken(key), spoken(value) if key == "outcome" else value)
    console.print(grid)
    console.print("\nText of the page; what the main text lacks stands between ⟦ and ⟧", style="bold")
    _print_parts(console, parts)


def _print_parts(console: "Console", parts: list[tuple[str, bool]]) -> None:
    from rich.text import Text

    shown = Text()
    for part, is_removed in parts:
        lines = "\n".join(inert(line) for line in part.splitlines())
        shown.append(f"⟦{lines}⟧ " if is_removed else f"{lines} ", style="dim red" if is_removed else "")
    console.print(shown, soft_wrap=True)


def _console() -> "Console":
    from rich.console import Console

    return Console(highlight=False, emoji=False)


def _grid(*names: str) -> Any:  # noqa: ANN401 (a rich table)
    from rich.table import Table

    grid = Table(box=None, pad_edge=False, show_header=any(names))
    for name in names:
        grid.add_column(name, overflow="fold")
    return grid


def _add(grid: Any, *cells: object) -> None:  # noqa: ANN401 (a rich table)
    from rich.text import Text

    grid.add_row(*(Text(inert(cell, 4 * WIDTH)) for cell in cells))
