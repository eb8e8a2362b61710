"""Processes of a launch are found by their token and stopped, whatever they do about signals, groups and titles."""

import os
import subprocess
import sys
import time

import pytest

from neartwin.orchestration import processes

STUBBORN = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    import setproctitle; setproctitle.setproctitle("renamed")
print("ready", flush=True)
time.sleep(60)
"""


@pytest.fixture
def start():
    started = []

    def start_with(token: str, script: str) -> subprocess.Popen:
        env = os.environ | processes.marked(token)
        process = subprocess.Popen(
            [sys.executable, "-c", script], env=env, start_new_session=True, stdout=subprocess.PIPE, text=True
        )
        started.append(process)
        return process

    yield start_with
    for process in started:
        process.kill()
        process.wait()


def test_a_renamed_child_in_another_session_that_ignores_sigterm_is_stopped(start, monkeypatch):
    monkeypatch.setattr(processes, "TERM_SECONDS", 0.5)
    parent = start("token-stubborn", STUBBORN)
    assert [parent.stdout.readline(), parent.stdout.readline()] == ["ready\n", "ready\n"]

    assert processes.stop("token-stubborn") == 2
    assert processes.find("token-stubborn") == []


def test_processes_of_another_launch_are_left_alone(start):
    other = start("token-other", "import time; print('ready', flush=True); time.sleep(60)")
    other.stdout.readline()

    assert processes.stop("token-mine") == 0
    assert other.poll() is None
    assert [process.pid for process in processes.find("token-other")] == [other.pid]


def test_a_process_that_obeys_sigterm_is_not_waited_for(start):
    start("token-obeys", "import time; print('ready', flush=True); time.sleep(60)").stdout.readline()
    before = time.monotonic()

    assert processes.stop("token-obeys") == 1
    assert time.monotonic() - before < processes.TERM_SECONDS
