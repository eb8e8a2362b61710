"""One worker process as its parent sees it: its pipes, the pages it was given, and how its end is understood."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import neartwin
from neartwin.errors import WorkerError
from neartwin.extract import messages
from neartwin.extract.page import Extraction, Request
from neartwin.extract.worker import WorkerLimits

PIPE_BYTES = 1_048_576  # what Linux grants without privileges: a message a switch of processes
START_SECONDS = 120
END_SECONDS = 5
WALL_FACTOR = 4  # a page may wait for the processor this many times its limit before its process is killed anyway
SOURCES = str(Path(neartwin.__file__).resolve().parents[1])
MAX_MESSAGE_RATIO = 8  # of the largest page: two texts and the facts, in UTF-8
KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "HOME")


class Child:
    """A worker process. `pending` holds the pages it was given and has not answered, in its order."""

    def __init__(self, limits: WorkerLimits, module: str) -> None:
        child_in, inbox = os.pipe()
        outbox, child_out = os.pipe()
        for pipe in (inbox, child_out):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self._limits = limits
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", module, str(child_in), str(child_out), limits.as_argument()],
            pass_fds=(child_in, child_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=_environment(),
        )
        os.close(child_in)
        os.close(child_out)
        self._inbox = Connection(inbox, readable=False)
        self.outbox = Connection(outbox, writable=False)
        self.pending: deque[Request] = deque()
        self.is_ready = self.is_dead = False
        self._since = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Whether it can be given pages."""
        return self.is_ready and not self.is_dead and not self.pending

    def give(self, chunk: list[Request]) -> None:
        """Send pages to the process, which is idle; when it is gone, they stay in `pending`."""
        self.pending.extend(chunk)
        self._since = time.monotonic()
        try:
            self._inbox.send_bytes(messages.pack_requests(chunk))
        except BrokenPipeError:
            self.stop()

    def seconds_left(self) -> float:
        """Seconds until the process has taken too long by the wall clock; its processor time the kernel watches."""
        if not self.is_ready:
            return self._since + START_SECONDS - time.monotonic()
        if not self.pending:
            return float(START_SECONDS)
        return self._since + WALL_FACTOR * self._limits.seconds_per_page + 1 - time.monotonic()

    def receive(self) -> Iterator[Extraction]:
        """Read one message: an extraction, the greeting, or the end of the process.

        Raises WorkerError when the process ended before it was ready.
        """
        try:
            message = self.outbox.recv_bytes(MAX_MESSAGE_RATIO * self._limits.max_page_bytes)
            if message != messages.READY:
                extraction = messages.unpack_extraction(message, self.pending[0].extraction_key)
        except (EOFError, OSError, IndexError, messages.MessageError):
            yield from self._bury(wait=True)
            return
        self._since = time.monotonic()
        if message == messages.READY:
            self.is_ready = True
        else:
            self.pending.popleft()
            yield extraction

    def kill(self) -> Iterator[Extraction]:
        """End a process that took too long; the page that it was at is timed out. Raises WorkerError at its start."""
        yield from self._bury(wait=False)

    def take_back(self) -> list[Request]:
        """Return, once, the pages that a dead process had not begun."""
        left = list(self.pending)
        self.pending.clear()
        return left

    def stop(self, *, wait: bool = False) -> None:
        """End the process; with `wait`, let it end by itself first, so that its exit status says why."""
        if self.is_dead:
            return
        self.is_dead = True
        self._inbox.close()
        self.outbox.close()
        if not wait and (self.pending or not self.is_ready):
            self._process.kill()
        try:
            self._process.wait(timeout=END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _bury(self, *, wait: bool) -> Iterator[Extraction]:
        self.stop(wait=wait)
        if not self.is_ready:
            raise WorkerError(self._process.returncode)
        if self.pending:
            key = self.pending.popleft().extraction_key
            yield Extraction(key, "timed_out", self._reason(took_too_long=not wait))

    def _reason(self, *, took_too_long: bool) -> str:
        code = self._process.returncode
        if took_too_long or code == -signal.SIGXCPU:
            return f"took longer than {self._limits.seconds_per_page:g} s"
        return f"ended its process ({signal.Signals(-code).name if code < 0 else f'exit code {code}'})"


def _environment() -> dict[str, str]:
    """Return what a child needs and nothing of the parent's secrets; single-threaded numerics, one hash order."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**kept, **threads, "PYTHONPATH": SOURCES, "PYTHONHASHSEED": "0"}
