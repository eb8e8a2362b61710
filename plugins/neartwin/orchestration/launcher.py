"""Start and stop a full local Airflow: `neartwin up` and `neartwin down`."""

import contextlib
import fcntl
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import httpx
import typer

from neartwin.errors import AirflowHomeError
from neartwin.orchestration import airflow_home, processes
from neartwin.places import make_folder
from neartwin.settings import ROOT, Settings

START_SECONDS = 240.0  # 10 s on an idle machine; a cold disk under load needed 155 s
POLL_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Launch:
    """One start of the local Airflow, as its record in the home says: how to find its processes and its pages."""

    token: str
    url: str


def up(settings: Settings, port: int = airflow_home.DEFAULT_PORT) -> None:
    """Start Airflow, wait until it answers and has read the DAGs, and print its address and login.

    Port 0 takes a free one. Says so when it already runs. Raises AirflowHomeError when the port is taken or a
    component does not become healthy; nothing is left running then.
    """
    with _lock(settings):
        launch = _running(settings)
        if launch:
            state = "already runs" if _answers(launch) else "already runs but is not healthy"
            typer.echo(f"Airflow {state} at {launch.url} (stop it with: neartwin down)")
        else:
            launch = _start(settings, _free_port(port))
    users = airflow_home.passwords(settings)
    typer.echo(
        f"{launch.url}\nlogin: admin / {users['admin']}   (all users: {airflow_home.home(settings)}/passwords.json)"
    )


def down(settings: Settings) -> None:
    """Stop every process that `up` started, and check that none is left; says so when nothing runs."""
    with _lock(settings):
        launch = _read(settings)
        n_stopped = processes.stop(launch.token) if launch else 0
        if launch and (left := processes.find(launch.token)):
            raise AirflowHomeError(
                f"could not stop {[process.pid for process in left]}: end them by hand, then try again"
            )
        _record(settings).unlink(missing_ok=True)
    typer.echo(f"stopped {n_stopped} processes" if n_stopped else "Airflow does not run")


def url(settings: Settings) -> str | None:
    """Return the address of the local Airflow, None when none of its processes lives."""
    launch = _running(settings)
    return launch.url if launch else None


def _start(settings: Settings, port: int) -> Launch:
    typer.echo("starting Airflow (10 to 30 seconds) …")
    launch = Launch(secrets.token_hex(16), f"http://{airflow_home.HOST}:{port}")
    env = airflow_home.airflow_env(settings, port=port) | processes.marked(launch.token)
    _record(settings).write_text(json.dumps(asdict(launch)))  # before the first process, so that `down` always finds it
    since = datetime.now(UTC)
    try:
        with _terminate_as_exit():
            _fork_components(settings, env)
            _wait(settings, launch, since)
    except BaseException:
        processes.stop(launch.token)
        _record(settings).unlink(missing_ok=True)
        raise
    return launch


def _fork_components(settings: Settings, env: dict[str, str]) -> None:
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    logs = airflow_home.home(settings) / "logs"
    logs.mkdir(exist_ok=True)
    with (logs / "start.log").open("wb") as log:
        code = subprocess.run(
            [sys.executable, "-m", "neartwin.orchestration.components"],
            cwd=ROOT,
            env=inherited | env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            timeout=START_SECONDS,
            check=False,
        ).returncode
    if code:
        raise AirflowHomeError(f"Airflow could not be started (exit {code}): see {logs / 'start.log'}")


def _wait(settings: Settings, launch: Launch, since: datetime) -> None:
    deadline = time.monotonic() + START_SECONDS
    with httpx.Client(base_url=launch.url, timeout=30, trust_env=False) as client:
        while not (_is_healthy(client, since) and _has_dags(client, settings)):
            logs = airflow_home.home(settings) / "logs"
            if not processes.find(launch.token):
                raise AirflowHomeError(f"Airflow ended while it started: see {logs}/*.log")
            if time.monotonic() > deadline:
                raise AirflowHomeError(f"Airflow is not healthy after {START_SECONDS:g} s: see {logs}/*.log")
            time.sleep(POLL_SECONDS)


def _answers(launch: Launch) -> bool:
    with httpx.Client(base_url=launch.url, timeout=30, trust_env=False) as client:
        return _is_healthy(client, since=datetime.min.replace(tzinfo=UTC))


def _is_healthy(client: httpx.Client, since: datetime) -> bool:
    """Tell whether all components are healthy with a heartbeat of this start: the database remembers older ones."""
    try:
        health = client.get("/api/v2/monitor/health").raise_for_status().json()
    except (httpx.HTTPError, ValueError):
        return False
    return health["metadatabase"]["status"] == "healthy" and all(
        _beats(health[component], f"latest_{component}_heartbeat", since)
        for component in ("scheduler", "dag_processor", "triggerer")
    )


def _beats(component: dict[str, Any], heartbeat: str, since: datetime) -> bool:
    at = component.get(heartbeat)
    return component["status"] == "healthy" and bool(at) and datetime.fromisoformat(str(at)) >= since


def _has_dags(client: httpx.Client, settings: Settings) -> bool:
    """Tell whether the DAG files have been read, as the admin sees it: proves the login too."""
    if not any((ROOT / "dags").glob("*.py")):
        return True
    login = {"username": "admin", "password": airflow_home.passwords(settings)["admin"]}
    try:
        token = client.post("/auth/token", json=login).raise_for_status().json()["access_token"]
        dags = client.get("/api/v2/dags", headers={"Authorization": f"Bearer {token}"}).raise_for_status().json()
    except (httpx.HTTPError, ValueError):
        return False
    return bool(dags["total_entries"])


def _free_port(port: int) -> int:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((airflow_home.HOST, port))
        except OSError as error:
            raise AirflowHomeError(f"port {port} is taken: free it, or choose another with --port (0: any)") from error
        return int(probe.getsockname()[1])


def _running(settings: Settings) -> Launch | None:
    launch = _read(settings)
    return launch if launch and processes.find(launch.token) else None


def _read(settings: Settings) -> Launch | None:
    """Return the last launch; a record that cannot be read counts as none."""
    try:
        return Launch(**json.loads(_record(settings).read_text()))
    except (OSError, ValueError, TypeError):
        return None


def _record(settings: Settings) -> Path:
    return airflow_home.home(settings) / "launch.json"


@contextlib.contextmanager
def _lock(settings: Settings) -> Iterator[None]:
    """Hold the start and stop lock of this home; raises AirflowHomeError when another `up` or `down` holds it."""
    folder = airflow_home.home(settings)
    make_folder(folder, mode=0o700)
    with (folder / "launch.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise AirflowHomeError("another `neartwin up` or `neartwin down` is at work: wait for it to end") from error
        yield


@contextlib.contextmanager
def _terminate_as_exit() -> Iterator[None]:
    """Turn SIGTERM into an exit that unwinds, so that a start cut short leaves no process."""

    def leave(number: int, frame: FrameType | None) -> NoReturn:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
