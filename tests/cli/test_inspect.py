"""`neartwin methods` and `neartwin status`: what is active and unchanged; how each day ended, put aside or not."""

import json

import pytest
from typer.testing import CliRunner

from neartwin.cli import app
from neartwin.methods import load
from neartwin.warehouse import run, writer
from neartwin.warehouse.migrations import migrate


def listed(name):
    ran = CliRunner().invoke(app, ["methods", "list", "--json"])
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
                "values (?, split_part(?, '@', 1), 1, '', ?, 'active')",
                [method_id, method_id, spec_sha256],
            )

    assert listed("registered") == {first: "unchanged", second: "CHANGED"} | dict.fromkeys(others, "no")
    active = {method_id for method_id, status in listed("status").items() if status == "active"}
    assert active == set(settings.active_methods)


@pytest.mark.parametrize(
    ("aside", "state", "reason"),
    [
        ([], "success", ""),
        ([("", "held", "walls")], "held", "walls"),
        ([("", "held", "walls"), ("", "rejected", "a bad crawl")], "rejected", "a bad crawl"),
        ([("", "held", "walls"), ("", "released", "looked")], "success", ""),
        ([("a.vn", "held", "garbled")], "success", "1 sites put aside: a.vn (held: garbled)"),
    ],
)
def test_status_tells_what_is_put_aside(con, aside, state, reason):
    con.execute(
        "insert into runs values ('r', 'd', '2026-11-01', [], '', '', 'success', '', null, '2026-11-01', null, false)"
    )
    for n, (site, entered, why) in enumerate(aside):
        con.execute(
            "insert into quarantines (day, site, state, actor, reason, run_id, set_at) "
            "values ('2026-11-01', ?, ?, 'ann', ?, '', timestamp '2026-11-02' + to_hours(?))",
            [site, entered, why, n],
        )

    assert [row[4:] for row in run(con, "warehouse/select_status")] == [(state, reason)]
