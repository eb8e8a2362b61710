"""One private Airflow home under the data folder: its environment, its secrets, its migrated metadata database."""

import contextlib
import importlib.metadata
import json
import os
import secrets
import sys
from pathlib import Path

from neartwin.errors import AirflowHomeError
from neartwin.places import make_folder
from neartwin.settings import ROOT, Settings

HOST = "127.0.0.1"
DEFAULT_PORT = 8080
ROLES = {"admin": "admin", "reviewer": "user", "viewer": "viewer"}
LOOPBACK = "127.0.0.1,localhost,::1"


def home(settings: Settings) -> Path:
    """Return the folder that holds everything of Airflow's: metadata database, secrets, logs, process records."""
    return settings.data / "airflow"


def airflow_env(settings: Settings, *, port: int = DEFAULT_PORT) -> dict[str, str]:
    """Return the variables that make Airflow use this installation's home; `dag.test` and `up` share them.

    Makes the folder (0700), the secrets and the passwords (0600) at the first call. Only `port` differs between
    calls. SQLite with LocalExecutor, everything on the loopback address.
    """
    folder = home(settings)
    make_folder(folder, mode=0o700)
    keys = _secrets(folder)
    passwords(settings)
    url = f"http://{HOST}:{port}"
    return {
        "AIRFLOW_HOME": str(folder),
        "AIRFLOW__CORE__DAGS_FOLDER": str(ROOT / "dags"),
        "AIRFLOW__CORE__PLUGINS_FOLDER": str(ROOT / "plugins"),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
        "AIRFLOW__CORE__EXECUTOR": "LocalExecutor",
        "AIRFLOW__CORE__PARALLELISM": "4",  # LocalExecutor forks as many workers at its start; the default is 32
        "AIRFLOW__CORE__DEFAULT_TASK_RETRIES": "2",
        "AIRFLOW__CORE__FERNET_KEY": keys["fernet_key"],
        "AIRFLOW__CORE__EXECUTION_API_SERVER_URL": f"{url}/execution/",
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_USERS": ",".join(f"{name}:{role}" for name, role in ROLES.items()),
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE": str(folder / "passwords.json"),
        "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{folder / 'airflow.db'}",
        "AIRFLOW__API__HOST": HOST,
        "AIRFLOW__API__PORT": str(port),
        "AIRFLOW__API__BASE_URL": url,
        "AIRFLOW__API__SECRET_KEY": keys["secret_key"],
        "AIRFLOW__API__WORKERS": "1",
        "AIRFLOW__API_AUTH__JWT_SECRET": keys["jwt_secret"],
        "AIRFLOW__LOGGING__BASE_LOG_FOLDER": str(folder / "logs"),
        "AIRFLOW__DAG_PROCESSOR__REFRESH_INTERVAL": "10",
        "AIRFLOW__DAG_PROCESSOR__MIN_FILE_PROCESS_INTERVAL": "30",
        "AIRFLOW__WORKERS__EXECUTION_API_TIMEOUT": "30",  # the default of 5 s fails tasks while the API warms up
        f"AIRFLOW_CONN_{settings.upgrade.connection.upper()}": _own_connection(port, passwords(settings)["admin"]),
        "NEARTWIN_DATA": str(settings.data),
        **_inherited(),
    }


def passwords(settings: Settings) -> dict[str, str]:
    """Return the password of each user, generated once and kept in a file that only its owner can read."""
    return _load_or_make(home(settings) / "passwords.json", {name: secrets.token_urlsafe(12) for name in ROLES})


def prepare(settings: Settings, *, port: int = DEFAULT_PORT) -> None:
    """Point this process at the home, migrate its metadata database and make the writer pool; cheap when done before.

    Call it before Airflow is imported: raises AirflowHomeError when another home's database is already bound.
    """
    env = airflow_env(settings, port=port)
    os.environ.update(env)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    _refuse_other_database(env["AIRFLOW__DATABASE__SQL_ALCHEMY_CONN"])
    folder = home(settings)
    stamp, version = folder / "metadata.version", importlib.metadata.version("apache-airflow-core")
    if (folder / "airflow.db").is_file() and stamp.is_file() and stamp.read_text() == version:
        return
    from airflow.utils.db import initdb

    initdb()
    make_pool()
    stamp.write_text(version)


def make_pool() -> None:
    """Make the pool with one slot that serialises the warehouse's writers; a task of a missing pool waits forever."""
    from airflow.models.pool import Pool

    from neartwin.orchestration.defaults import WRITER_POOL

    Pool.create_or_update_pool(
        WRITER_POOL, 1, "One writer of the DuckDB warehouse at a time: never more than one slot.", include_deferred=True
    )


def _own_connection(port: int, password: str) -> str:
    """Return the Airflow connection with which `upgrade_method` calls this Airflow."""
    known = {"conn_type": "http", "schema": "http", "host": HOST, "port": port, "login": "admin", "password": password}
    return json.dumps(known)


def _inherited() -> dict[str, str]:
    """Return what a process started elsewhere must still see: the settings file, and no proxy for loopback."""
    known = os.environ.get("no_proxy") or os.environ.get("NO_PROXY") or ""
    hosts = ",".join(dict.fromkeys([host for host in known.split(",") if host] + LOOPBACK.split(",")))
    config = os.environ.get("NEARTWIN_CONFIG")
    return {"NO_PROXY": hosts, "no_proxy": hosts} | ({"NEARTWIN_CONFIG": str(Path(config).resolve())} if config else {})


def _refuse_other_database(wanted: str) -> None:
    bound = getattr(sys.modules.get("airflow.settings"), "SQL_ALCHEMY_CONN", wanted)
    if bound != wanted:
        raise AirflowHomeError(
            f"this process is bound to another Airflow database than {wanted}: use one process for each data folder"
        )


def _secrets(folder: Path) -> dict[str, str]:
    from cryptography.fernet import Fernet

    made = {
        "jwt_secret": secrets.token_urlsafe(64),
        "secret_key": secrets.token_urlsafe(32),
        "fernet_key": Fernet.generate_key().decode(),
    }
    return _load_or_make(folder / "secrets.json", made)


def _load_or_make(path: Path, made: dict[str, str]) -> dict[str, str]:
    """Return the file's content; the first caller of all processes writes `made`, readable by its owner alone."""
    if not path.is_file():
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        temporary.touch(mode=0o600)
        temporary.write_text(json.dumps(made, indent=2))
        with contextlib.suppress(FileExistsError):
            os.link(temporary, path)
        temporary.unlink()
    try:
        kept: dict[str, str] = json.loads(path.read_text())
    except ValueError as error:
        raise AirflowHomeError(f"{path} is not JSON: remove it, and new ones are generated") from error
    if missing := sorted(made.keys() - kept.keys()):
        raise AirflowHomeError(f"{path} lacks {', '.join(missing)}: remove it, and new ones are generated")
    return kept
