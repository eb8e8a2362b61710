"""A full local Airflow starts, answers on the loopback address only, is found again, and stops to the last process."""

import json
import os
import signal
import socket
import subprocess
import sys
import time

import httpx
import pytest

from neartwin.errors import AirflowHomeError
from neartwin.orchestration import airflow_home, launcher, processes
from neartwin.settings import ROOT


def record(settings) -> dict[str, str]:
    return json.loads((airflow_home.home(settings) / "launch.json").read_text())


def listening(token: str) -> set[str]:
    """Return the addresses on which the processes of a launch listen."""
    return {address for process in processes.find(token) for address in listening_on(process)}


def listening_on(process) -> set[str]:
    connections = process.net_connections(kind="inet")
    return {connection.laddr.ip for connection in connections if connection.status == "LISTEN"}


@pytest.fixture
def stopped_at_the_end(settings):
    yield
    launcher.down(settings)


def test_up_serves_and_down_leaves_no_process_even_after_one_was_killed(settings, stopped_at_the_end, capsys):
    launcher.up(settings, port=0)
    launch = record(settings)
    health = httpx.get(f"{launch['url']}/api/v2/monitor/health", trust_env=False, timeout=30).json()
    launcher.up(settings, port=0)

    assert {part["status"] for part in health.values()} == {"healthy"}
    assert listening(launch["token"]) == {"127.0.0.1"}
    assert "already runs" in capsys.readouterr().out
    assert record(settings) == launch

    api_server = next(p for p in processes.find(launch["token"]) if listening_on(p))
    api_server.kill()
    launcher.up(settings, port=0)
    assert "not healthy" in capsys.readouterr().out

    launcher.down(settings)
    assert processes.find(launch["token"]) == []
    assert launcher.url(settings) is None


def test_a_start_cut_short_by_sigterm_leaves_no_process(settings):
    script = "from neartwin import settings; from neartwin.orchestration import launcher;"
    script += "launcher.up(settings.Settings.load(), 0)"
    env = os.environ | {"NEARTWIN_DATA": str(settings.data)}
    starting = subprocess.Popen([sys.executable, "-c", script], env=env, cwd=ROOT, stdout=subprocess.DEVNULL)
    file = airflow_home.home(settings) / "launch.json"
    while not (file.is_file() and file.read_text() and processes.find(record(settings)["token"])):
        assert starting.poll() is None
        time.sleep(0.05)
    token = record(settings)["token"]
    starting.send_signal(signal.SIGTERM)

    assert starting.wait(timeout=60) == 128 + signal.SIGTERM
    assert processes.find(token) == []
    assert not file.exists()


def test_a_record_whose_processes_are_gone_counts_as_not_running(settings, capsys):
    airflow_home.airflow_env(settings)
    (airflow_home.home(settings) / "launch.json").write_text(
        '{"token": "of-a-dead-launch", "url": "http://127.0.0.1:1"}'
    )

    assert launcher.url(settings) is None
    launcher.down(settings)
    assert capsys.readouterr().out == "Airflow does not run\n"


def test_a_taken_port_is_named_and_nothing_is_started(settings):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(AirflowHomeError, match="--port"):
            launcher.up(settings, port=other.getsockname()[1])

    assert launcher.url(settings) is None


def test_two_starts_at_once_are_refused(settings):
    with launcher._lock(settings), pytest.raises(AirflowHomeError, match="wait for it"):
        launcher.up(settings)
