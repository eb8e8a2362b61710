"""Pages in processes that may be killed: whatever a page does to its process costs that page only."""

import multiprocessing
import os
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psutil
import pytest
from pages import EN, TEXTS, article

from neartwin.errors import WorkerError
from neartwin.extract import child
from neartwin.extract.page import Request
from neartwin.extract.pool import Pool
from neartwin.extract.worker import WorkerLimits

LIMITS = WorkerLimits(min_tokens=20, max_page_bytes=1_000_000, seconds_per_page=1, memory=2_000_000_000)
HERE = Path(__file__).parent


@pytest.fixture
def hostile(monkeypatch):
    """Workers that do what pages tell them."""
    monkeypatch.setattr(child, "SOURCES", f"{child.SOURCES}{os.pathsep}{HERE}")
    monkeypatch.setattr(child, "WALL_FACTOR", 1)
    return "hostile_worker"


def request(key, body):
    data = body if isinstance(body, bytes) else body.encode()
    return Request(key, data, "https://example.vn/a", "text/html", "", "2xx", len(data))


def outcomes(requests, processes=1, limits=LIMITS, **options):
    with closing(Pool(limits, processes, **options)) as pool:
        return {found.extraction_key: found for found in pool.extract(requests)}


def test_every_page_comes_back_once_with_its_text():
    found = outcomes([request(language, article(text)) for language, text in TEXTS.items()], processes=2)

    assert {key: extraction.outcome for key, extraction in found.items()} == dict.fromkeys(TEXTS, "ok")
    assert "bến đò cũ" in found["vi"].main_text


def test_no_pages_give_nothing():
    assert outcomes([]) == {}


@pytest.mark.parametrize(
    ("misdeed", "outcome", "reason"),
    [
        ("spin", "timed_out", "longer than 1 s"),
        ("sleep", "timed_out", "longer than 1 s"),
        ("killed", "timed_out", "SIGKILL"),
        ("exit", "timed_out", "exit code 7"),
        ("babble", "timed_out", "ended its process"),
        ("memory", "timed_out", "memory"),
        ("raise", "undecodable", "RecursionError"),
    ],
)
def test_a_misdeed_costs_that_page_only(hostile, misdeed, outcome, reason):
    pages = [request(f"{number}", article(EN)) for number in range(3)]
    found = outcomes([*pages[:1], request("bad", misdeed), *pages[1:]], module=hostile)

    assert {key: extraction.outcome for key, extraction in found.items()} == {
        "0": "ok",
        "bad": outcome,
        "1": "ok",
        "2": "ok",
    }
    assert reason in found["bad"].outcome_reason
    assert "page text" not in found["bad"].outcome_reason


def test_many_bad_pages_over_two_processes(hostile):
    pages = [request(f"{number}", "exit" if number % 3 == 0 else article(EN)) for number in range(12)]
    found = outcomes(pages, processes=2, module=hostile)

    assert [found[f"{number}"].outcome for number in range(12)] == ["timed_out", "ok", "ok"] * 4


def test_what_libraries_say_about_a_page_goes_nowhere(hostile, capfd):
    outcomes([request("a", "shout " + EN)], module=hostile)

    assert "page text" not in capfd.readouterr().err


def test_a_worker_that_does_not_start_says_so(capfd):
    with pytest.raises(WorkerError, match="code 1"):
        outcomes([request("a", EN)], module="neartwin.extract.no_such_module")
    assert "no_such_module" in capfd.readouterr().err


def test_no_process_is_left_behind(hostile):
    before = {process.pid for process in psutil.Process().children()}
    outcomes([request("a", "killed"), request("b", article(EN))], processes=2, module=hostile)

    assert {process.pid for process in psutil.Process().children()} <= before


def extract_one(queue):
    found = outcomes([request("a", article(EN))])
    queue.put((multiprocessing.current_process().daemon, found["a"].outcome))


def test_a_daemonic_process_may_have_workers():
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    process = context.Process(target=extract_one, args=(queue,), daemon=True)
    process.start()

    assert queue.get(timeout=60) == (True, "ok")
    process.join(10)


def test_a_worker_loads_no_airflow_duckdb_or_arrow():
    code = (
        "import sys, neartwin.extract.worker;"
        "print(sorted({'airflow', 'duckdb', 'pyarrow', 'pydantic', 'pandas', 'numba'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": child.SOURCES}

    assert (
        subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True).stdout == "[]\n"
    )


def test_an_orphan_ends_by_itself():
    """Kill the parent while its worker spins: the kernel ends the worker by its own limit."""
    code = (
        f"import sys; sys.path[:0] = [{str(HERE)!r}];"
        "from test_pool import *;"
        f"child.SOURCES += os.pathsep + {str(HERE)!r};"
        "pool = Pool(LIMITS, 1, 'hostile_worker');"
        "print(psutil.Process().children()[0].pid, flush=True);"
        "list(pool.extract([request('a', 'spin')]))"
    )
    environment = {**os.environ, "PYTHONPATH": child.SOURCES}
    parent = subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
    orphan = psutil.Process(int(parent.stdout.readline()))
    time.sleep(1)
    parent.kill()
    parent.wait()

    assert psutil.wait_procs([orphan], timeout=30)[1] == []
    parent.stdout.close()


def test_secrets_of_the_parent_are_not_handed_on(monkeypatch):
    monkeypatch.setenv("AIRFLOW__DATABASE__SQL_ALCHEMY_CONN", "secret")

    assert "secret" not in child._environment().values()
