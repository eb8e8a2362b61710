"""How commands print: a table for people, JSON for machines; crawled text acts in neither."""

import json
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from neartwin.cli.inert import inert

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines")]


def print_json(value: object) -> None:
    """Print a value as JSON, times and dates as text; what would act on a terminal stands as JSON's own escape."""
    lines = json.dumps(value, indent=2, default=str, ensure_ascii=False).split("\n")
    sys.stdout.writelines(f"{line if line.isprintable() else _escaped(line)}\n" for line in lines)


def _escaped(line: str) -> str:
    return "".join(character if character.isprintable() else json.dumps(character)[1:-1] for character in line)


def print_table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print rows under their names, every cell in one line that cannot act on a terminal."""
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(*names, box=None, pad_edge=False)
    for row in rows:
        grid.add_row(*(Text(inert(cell)) for cell in row))
    Console(highlight=False, emoji=False).print(grid)
