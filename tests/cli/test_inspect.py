"""`neartwin methods`: says of each method whether it is active, registered and unchanged."""

import json

from typer.testing import CliRunner

from neartwin.cli import app
from neartwin.methods import load
from neartwin.warehouse import writer
from neartwin.warehouse.migrations import migrate


def listed(name):
    ran = CliRunner().invoke(app, ["methods", "--json"])
    assert ran.exit_code == 0, ran.output
    return {line["method"]: line[name] for line in json.loads(ran.stdout)}


def test_methods(settings, monkeypatch):
    monkeypatch.setenv("NEARTWIN_DATA", str(settings.data))
    assert set(listed("registered").values()) == {"no"}

    first, second, *others = load(settings)
    with writer(settings) as con:
        migrate(con)
        for method_id, spec_sha256 in ((first, load(settings)[first].spec_sha256), (second, "0" * 64)):
            con.execute(
                "insert into methods (method_id, name, version, spec, spec_sha256, status) "
                "values (?, 'm', 1, '', ?, 'active')",
                [method_id, spec_sha256],
            )

    assert listed("registered") == {first: "unchanged", second: "CHANGED"} | dict.fromkeys(others, "no")
    active = {method_id for method_id, status in listed("status").items() if status == "active"}
    assert active == set(settings.active_methods)
