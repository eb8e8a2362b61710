"""`neartwin methods`: versions of fingerprint methods and of the extractor, and the way from one to the next."""

import typer

from neartwin.cli.inspect import AsJson, _print_json, _print_table
from neartwin.settings import Settings
from neartwin.warehouse import reader, run

methods = typer.Typer(
    no_args_is_help=True, rich_markup_mode="markdown", help="Versions of methods: list, upgrade, compare, promote."
)


def add_commands(app: typer.Typer) -> None:
    """Add the command group of this module."""
    app.add_typer(methods, name="methods")


@methods.command(name="list")
def list_methods(as_json: AsJson = False) -> None:
    """List fingerprint methods: the version in use, candidates, and whether each is still what was registered.

    Example: `neartwin methods list --json`
    """
    from neartwin.methods import load, resolve

    settings = Settings.load()
    specs: dict[str, str] = {}
    statuses: dict[str, str] = {}
    resolved = resolve(None, settings)
    if settings.warehouse.is_file():
        with reader(settings) as con:
            resolved = resolve(con, settings)
            specs = dict(run(con, "methods/select_methods"))
            statuses = dict(run(con, "methods/select_statuses"))
    names = ("method", "algorithm", "status", "registered", "spec")
    lines = [
        (
            method_id,
            method.algorithm,
            "active" if method_id in resolved.active_methods else statuses.get(method_id, "new"),
            "no" if method_id not in specs else "unchanged" if specs[method_id] == method.spec_sha256 else "CHANGED",
            method.spec_sha256[:12],
        )
        for method_id, method in load(resolved).items()
    ]
    if as_json:
        _print_json([dict(zip(names, line, strict=True)) for line in lines])
    else:
        _print_table(names, lines)
