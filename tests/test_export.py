"""Exports: a file appears whole or the call says why not, and no spreadsheet executes what a page says."""

import csv
import os
import subprocess
import sys

import pytest

from neartwin.errors import NeartwinError
from neartwin.export import Format, Table, _copy, export
from neartwin.settings import ROOT
from neartwin.warehouse import writer
from neartwin.warehouse.migrations import migrate

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1+1", "＋1", "－1", "＠SUM(A1)"]


def test_csv_takes_no_formula(con, tmp_path):
    values = ", ".join(f"({number}, '{text}')" for number, text in enumerate([*FORMULAS, "a = b"]))
    out = tmp_path / "table.csv"
    _copy(con, f"select text from (values {values}) t(n, text) order by n", Format.CSV, out)

    with out.open(encoding="utf-8", newline="") as file:
        assert [row[0] for row in csv.reader(file)] == ["text", *(f"'{text}" for text in FORMULAS), "a = b"]


@pytest.mark.parametrize("name", ["", "file/table.csv"])
def test_says_what_cannot_be_written(con, tmp_path, name):
    (tmp_path / "file").touch()

    with pytest.raises(NeartwinError, match=r"name a file|cannot be made"):
        export(con, Table.CAPTURES, Format.CSV, tmp_path / name)
    assert [path.name for path in tmp_path.parent.glob(".*.part")] == []


def test_standard_output_is_continued(settings, tmp_path):
    with writer(settings) as con:
        migrate(con)
    out = tmp_path / "out.csv"
    out.write_text("before\n")
    code = "from neartwin.cli import main; main()"
    with out.open("a") as file:
        subprocess.run(
            [sys.executable, "-c", code, "export", "captures", "--format", "csv"],
            stdout=file,
            cwd=ROOT,
            env={**os.environ, "NEARTWIN_DATA": str(settings.data)},
            check=True,
        )
    assert out.read_text().startswith("before\ncapture_id,")
