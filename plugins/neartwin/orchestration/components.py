"""Fork Airflow's long-lived processes from one that has imported it once: half the CPU of four separate starts.

Run by `launcher.up` as `python -m neartwin.orchestration.components`, with the environment that it prepared; ends as
soon as the processes are forked. Each leads a session of its own and writes to its own log file.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from neartwin.orchestration import airflow_home
from neartwin.settings import Settings

# Log servers would listen on every address of the machine; with one machine the API reads the log files itself.
COMPONENTS = {
    "scheduler": ("scheduler", "--skip-serve-logs"),
    "dag-processor": ("dag-processor",),
    "triggerer": ("triggerer", "--skip-serve-logs"),
    "api-server": ("api-server",),
}


def main() -> None:
    """Migrate the metadata database, make the writer pool, and fork every component."""
    settings = Settings.load()
    airflow_home.prepare(settings, port=int(os.environ["AIRFLOW__API__PORT"]))
    airflow_home.make_pool()
    import airflow.__main__
    import airflow.jobs.scheduler_job_runner  # noqa: F401 (imported before the fork, so that the children share it)

    for name, arguments in COMPONENTS.items():
        if os.fork() == 0:
            _become(arguments, airflow_home.home(settings) / "logs" / f"{name}.log")


def _become(arguments: Sequence[str], log_file: Path) -> NoReturn:
    import airflow.__main__

    os.setsid()
    with log_file.open("ab", buffering=0) as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    sys.argv = ["airflow", *arguments]
    airflow.__main__.main()
    sys.exit(0)


if __name__ == "__main__":
    main()
