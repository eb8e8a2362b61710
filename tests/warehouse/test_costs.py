"""CPU seconds of a run: noted by its parts, entered at its end, added up over attempts."""

import os
import subprocess
import sys
import time

from neartwin.warehouse import costs


def entered(con):
    return con.execute("from run_costs").fetchall()


def burn(seconds):
    started = time.process_time()
    while time.process_time() - started < seconds:
        pass


def test_parts_and_their_children_are_counted_until_the_run_is_entered(con, settings):
    costs.begin(settings, "manual__2026-11-01T00:00:00+00:00/../x")
    for _ in range(2):
        with costs.noted(settings, "manual__2026-11-01T00:00:00+00:00/../x"):
            burn(0.1)
            subprocess.run([sys.executable, "-c", "sum(range(3_000_000))"], check=True)
    costs.enter(con, settings, "manual__2026-11-01T00:00:00+00:00/../x")
    [(run_id, first)] = entered(con)
    with costs.noted(settings, run_id):
        burn(0.05)
    costs.enter(con, settings, run_id)

    assert 0.2 < first < 5
    assert entered(con) == [(run_id, first)]
    assert list((settings.data / "costs").iterdir()) == []


def test_another_attempt_is_added_and_a_failing_part_counts(con, settings):
    for _ in range(2):
        costs.begin(settings, "run")
        try:
            with costs.noted(settings, "run"):
                burn(0.05)
                raise ValueError
        except ValueError:
            costs.enter(con, settings, "run")

    [(_, seconds)] = entered(con)
    assert 0.1 <= seconds < 1


def test_a_run_that_is_not_counted_leaves_nothing(con, settings):
    with costs.noted(settings, "other"):
        pass
    costs.enter(con, settings, "other")

    assert entered(con) == []


def test_files_of_runs_that_never_ended_go_and_those_of_runs_that_go_on_stay(settings):
    assert costs.prune(settings) == 0
    for name in ("killed", "goes on"):
        costs.begin(settings, name)
    killed, goes_on = (costs._path(settings, name) for name in ("killed", "goes on"))
    os.utime(killed, (time.time() - 8 * 86_400,) * 2)

    assert costs.prune(settings) == 1
    assert list((settings.data / "costs").iterdir()) == [goes_on]
