"""The processes of one local Airflow: found by a token in their environment, stopped to the last one."""

import contextlib
import os
import signal

import psutil

TOKEN_VARIABLE = "NEARTWIN_LAUNCH"
TERM_SECONDS = 6.0  # a scheduler needs from 1.4 s to more than 15 s after SIGTERM; killing it then loses nothing
KILL_SECONDS = 10.0


def marked(token: str) -> dict[str, str]:
    """Return the variables that mark a process and all its children; SPT_NOENV keeps process titles off them."""
    return {TOKEN_VARIABLE: token, "SPT_NOENV": "1"}


def find(token: str) -> list[psutil.Process]:
    """Return every living process that carries the token, whatever its parent, group or session."""
    return [process for process in psutil.process_iter() if _carries(process, token)]


def stop(token: str) -> int:
    """Stop every process that carries the token: SIGTERM to their groups, SIGKILL to what is left; return their number.

    Groups, because a task leads its own group but stays in the session of the scheduler that started it.
    """
    found = find(token)
    for process in found:
        with contextlib.suppress(ProcessLookupError):  # its group, or it, has just ended
            os.killpg(os.getpgid(process.pid), signal.SIGTERM)
    psutil.wait_procs(found, timeout=TERM_SECONDS)
    leftovers = find(token)
    for process in leftovers:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(leftovers, timeout=KILL_SECONDS)
    return len({process.pid for process in [*found, *leftovers]})


def _carries(process: psutil.Process, token: str) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE and process.environ().get(TOKEN_VARIABLE) == token
    except (psutil.Error, OSError):
        return False
