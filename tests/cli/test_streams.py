"""A command whose standard streams are closed, full or no longer read: its work is done, and its end is told."""

import json
import os
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


STOPPED = """
import os, signal, sys

wanted = sys.argv.pop(1)

class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == wanted:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a test run in the background ignores it
sys.meta_path.insert(0, Stop())
from neartwin import cli
cli.main()
"""


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("typer", "status"),
        ("typer", "dedup in.jsonl out.jsonl"),
        ("neartwin.cli.merge", "methods list"),
        ("neartwin.cli.dedup", "dedup in.jsonl out.jsonl"),
        ("neartwin.dedup", "dedup in.jsonl out.jsonl"),
    ],
)
def test_a_real_stop_while_a_command_loads_or_runs_is_one_line(tmp_path, module, command):
    (tmp_path / "in.jsonl").write_text('{"id": "1", "text": "a b c"}\n')
    environment = {**os.environ, "NEARTWIN_DATA": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-c", STOPPED, module, *command.split()],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "neartwin: stopped\n")
