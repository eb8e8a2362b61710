"""A process that extracts pages and may be killed at any moment: `python -m neartwin.extract.worker IN OUT LIMITS`.

It imports no Airflow, no DuckDB and no Arrow, bounds its own memory, and asks the kernel to kill it when one page takes
longer than its share of processor time, so that not even an orphan runs on.
"""

import json
import logging
import os
import resource
import sys
import time
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection

from neartwin.extract import messages, page
from neartwin.extract.page import Extraction, Limits, Request


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """What bounds one worker: page rules, seconds of processor time a page, bytes of address space."""

    min_tokens: int
    max_page_bytes: int
    seconds_per_page: float
    memory: int

    def as_argument(self) -> str:
        """Return a command-line form."""
        return json.dumps(asdict(self))


def main(arguments: list[str]) -> None:
    """Answer messages of requests with one message a page until the parent closes the pipe."""
    inbox, outbox = Connection(int(arguments[0]), writable=False), Connection(int(arguments[1]), readable=False)
    limits = WorkerLimits(**json.loads(arguments[2]))
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    logging.disable(logging.CRITICAL)
    page.warm_up()
    outbox.send_bytes(messages.READY)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())  # libraries quote pages in their complaints
    while True:
        try:
            requests = messages.unpack_requests(inbox.recv_bytes())
            for request in requests:
                outbox.send_bytes(messages.pack_extraction(_extract(request, limits)))
        except (EOFError, BrokenPipeError):
            return


def _extract(request: Request, limits: WorkerLimits) -> Extraction:
    _limit_processor_time(limits.seconds_per_page)
    started = time.perf_counter()
    try:
        extraction = page.extract(request, Limits(limits.min_tokens, limits.max_page_bytes))
    except MemoryError:
        reason = f"needed more than {limits.memory} bytes of memory"
        extraction = Extraction(request.extraction_key, "timed_out", reason)
    except Exception as error:  # noqa: BLE001 (whatever a hostile page does to a library costs that page only)
        extraction = Extraction(request.extraction_key, "undecodable", f"extraction failed with {type(error).__name__}")
    extraction.n_ms = round(1000 * (time.perf_counter() - started))
    return extraction


def _limit_processor_time(seconds: float) -> None:
    """Let the kernel end this process (SIGXCPU) when it uses `seconds` more, rounded up to whole seconds."""
    spent = time.process_time()
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(spent + seconds) + 1, hard))


if __name__ == "__main__":
    main(sys.argv[1:])
