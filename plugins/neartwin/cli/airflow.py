"""`neartwin up` and `neartwin down`: the full local Airflow."""

from typing import Annotated

import typer

from neartwin.settings import Settings


def add_commands(app: typer.Typer) -> None:
    """Add the commands `up` and `down`."""
    app.command()(up)
    app.command()(down)


def up(port: Annotated[int, typer.Option(help="Port on 127.0.0.1")] = 8080) -> None:
    """Start a full local Airflow on the same data (scheduler, DAG processor, API server), and print the login.

    Example: `neartwin up --port 8090`
    """
    from neartwin.orchestration import launcher

    launcher.up(Settings.load(), port=port)


def down() -> None:
    """Stop every process that `neartwin up` started.

    Example: `neartwin down`
    """
    from neartwin.orchestration import launcher

    launcher.down(Settings.load())
