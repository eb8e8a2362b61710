"""Extract many pages in worker processes that can be killed: a page that hangs or kills its process costs that page.

Children are plain subprocesses with pipes of their own: that works inside a daemonic Airflow task process, where
multiprocessing refuses to start children, and re-imports nothing of the parent.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import wait

from neartwin.extract.child import Child
from neartwin.extract.page import Extraction, Request
from neartwin.extract.worker import WorkerLimits

MODULE = "neartwin.extract.worker"
CHUNK_PAGES = 32
CHUNK_BYTES = 1_000_000


class Pool:
    """Worker processes for one task; use it with `contextlib.closing`, which leaves no process behind."""

    def __init__(self, limits: WorkerLimits, processes: int, module: str = MODULE) -> None:
        self._limits, self._module = limits, module
        self._children = [Child(limits, module) for _ in range(max(1, processes))]

    def close(self) -> None:
        """End every process."""
        for child in self._children:
            child.stop()

    def extract(self, requests: Iterable[Request]) -> Iterator[Extraction]:
        """Yield one extraction for each request, in the order in which they are done.

        Raises WorkerError when a process does not start.
        """
        chunks = _Chunks(requests)
        while True:
            self._replace(chunks)
            for child in self._children:
                if child.is_idle and (chunk := chunks.take()):
                    child.give(chunk)
            if chunks.is_empty and not any(child.pending for child in self._children):
                return
            yield from self._collect()

    def _replace(self, chunks: "_Chunks") -> None:
        """Give a dead child's pages to others, and start another in its place while there is work."""
        for index, child in enumerate(self._children):
            if child.is_dead:
                chunks.give_back(child.take_back())
                if not chunks.is_empty:
                    self._children[index] = Child(self._limits, self._module)

    def _collect(self) -> Iterator[Extraction]:
        """Wait for one or more children; yield what they answer, and what the end of one means."""
        living = [child for child in self._children if not child.is_dead]
        if not living:
            return
        ready = wait([child.outbox for child in living], timeout=max(0, min(c.seconds_left() for c in living)))
        for child in living:
            if child.outbox in ready:
                yield from child.receive()
            elif child.seconds_left() <= 0:
                yield from child.kill()


class _Chunks:
    """Requests cut into messages of bounded size; what a dead child left comes first."""

    def __init__(self, requests: Iterable[Request]) -> None:
        self._source = iter(requests)
        self._left: deque[Request] = deque()
        self._next = next(self._source, None)

    @property
    def is_empty(self) -> bool:
        return self._next is None and not self._left

    def give_back(self, requests: Iterable[Request]) -> None:
        self._left.extend(requests)

    def take(self) -> list[Request]:
        chunk: list[Request] = []
        n_bytes = 0
        while not self.is_empty and len(chunk) < CHUNK_PAGES and n_bytes < CHUNK_BYTES:
            request = self._left.popleft() if self._left else self._advance()
            chunk.append(request)
            n_bytes += len(request.body)
        return chunk

    def _advance(self) -> Request:
        assert self._next is not None
        request, self._next = self._next, next(self._source, None)
        return request
