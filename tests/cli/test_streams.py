"""A command whose standard streams are closed, full or no longer read: its work is done, and its end is told."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from neartwin import cli

NEARTWIN = shlex.quote(str(Path(sys.executable).with_name("neartwin")))
DEDUP = f"{NEARTWIN} dedup texts.jsonl out.jsonl --json"


@pytest.fixture
def shell(tmp_path):
    """A shell beside a file of two equal texts."""
    lines = [json.dumps({"id": number, "text": "one two three four five six"}) for number in (1, 2)]
    (tmp_path / "texts.jsonl").write_text("\n".join(lines) + "\n")

    def run(command):
        script = ["bash", "-o", "pipefail", "-c", command]
        return subprocess.run(script, cwd=tmp_path, capture_output=True, text=True, check=False)

    return run


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_a_closed_stream_changes_no_result(shell, tmp_path, closed):
    shell(DEDUP)
    expected = (tmp_path / "out.jsonl").read_bytes()
    (tmp_path / "out.jsonl").unlink()

    done = shell(f"{DEDUP} {closed}")

    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out.jsonl").read_bytes() == expected


@pytest.mark.parametrize("command", [DEDUP, f"{NEARTWIN} --help"])
def test_a_full_output_is_one_line(shell, command):
    done = shell(f"{command} >/dev/full")

    assert done.returncode == 2
    assert done.stderr == "neartwin: what a command writes cannot be used: No space left on device\n"


def test_an_output_that_nobody_reads_ends_as_programs_end(shell, tmp_path):
    done = shell(f"(sleep 0.1; {DEDUP}) | true")

    assert (done.returncode, done.stderr) == (141, "")
    assert (tmp_path / "out.jsonl").exists()


def test_a_file_that_may_not_grow_is_one_line(shell, tmp_path):
    lines = (json.dumps({"id": number, "text": f"word {number}"}) for number in range(9_000))
    (tmp_path / "texts.jsonl").write_text("\n".join(lines))

    done = shell(f"ulimit -f 100; {DEDUP}")

    assert done.returncode == 2
    assert done.stderr == "neartwin: out.jsonl cannot be written: File too large; make room or choose another place\n"
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize(("argument", "maker"), [("status", "_every_command"), ("dedup", "_one_command")])
def test_a_stop_while_a_command_loads_is_one_line(monkeypatch, capsys, argument, maker):
    def stopped():
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["neartwin", argument])
    monkeypatch.setattr(cli, maker, stopped)
    for change in ("drop_output", "lean_start"):
        monkeypatch.setattr(cli, change, lambda: None)

    with pytest.raises(SystemExit, match="130"):
        cli.main()
    assert capsys.readouterr().err == "neartwin: stopped\n"
