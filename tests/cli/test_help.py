"""Help teaches: every command says what it does and ends with an example."""

from collections.abc import Iterator

import click
import pytest
import typer

from neartwin.cli import app


def commands(group: click.Group, above: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*above, name))
        else:
            yield " ".join((*above, name)), command


ALL = dict(commands(typer.main.get_command(app)))


@pytest.mark.parametrize("name", ALL)
def test_help_ends_with_an_example_of_the_command(name):
    last = ALL[name].help.rstrip().rsplit("\n\n", 1)[-1]

    assert last.startswith("Example")
    assert f"`neartwin {name}" in last


def test_every_command_is_there():
    assert {"run", "dedup", "explain", "status", "undo", "restore", "labels import", "verify-handover"} <= ALL.keys()


def test_the_commands_stand_under_what_they_are_for():
    assert all(command.rich_help_panel for command in (*app.registered_commands, *app.registered_groups))
