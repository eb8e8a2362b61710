"""What a command still has to ask: only where somebody can answer."""

import sys
from typing import Annotated

import typer

from neartwin.errors import AnswerError

Reason = Annotated[
    str | None, typer.Option(help="The reason, kept with your name; a terminal asks for it, elsewhere it is needed")
]


def reason_of(given: str | None) -> str:
    """Return the reason as given, or ask for it; raises AnswerError where there is no terminal to ask on."""
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise AnswerError("give --reason TEXT: it is kept with your name, and there is no terminal to ask on")
    return str(typer.prompt("Why"))


def require_yes(question: str) -> None:
    """Ask a yes or no question; ends with exit code 1 on no, raises AnswerError where there is no terminal."""
    if not sys.stdin.isatty():
        raise AnswerError(f"{question} Give --yes: there is no terminal to ask on")
    if not typer.confirm(question):
        raise typer.Exit(1)
