"""The walk of a candidate over stored days: progress, resuming after any end, and nothing of what is active touched."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from datetime import date

import pytest

import versioned_days as v
from neartwin import methods
from neartwin.errors import MethodChangedError, OutputChangedError, RunLockedError, UpgradeError
from neartwin.orchestration.run_day import only_run
from neartwin.report.under_way import under_way
from neartwin.settings import ROOT
from neartwin.upgrade import detect, half_done, settle, versions
from neartwin.upgrade import progress as measure
from neartwin.upgrade.detect import Upgrade
from neartwin.upgrade.walk import prepare, walk
from neartwin.warehouse import writer
from neartwin.warehouse.checksum import table_checksums


@pytest.fixture(scope="session")
def days_run_once(tmp_path_factory):
    """The data folder of three days under version 1; version 2 is configured, and nothing of it was computed."""
    data = tmp_path_factory.mktemp("walk") / "data"
    settings = v.settings_at(data)
    with writer(settings) as con:
        v.run_days(con, v.before(settings))
    return data


@pytest.fixture
def settings(days_run_once, tmp_path):
    shutil.copytree(days_run_once, tmp_path / "data", ignore=shutil.ignore_patterns("spill"))
    return v.settings_at(tmp_path / "data")


def found(settings, upgrade=v.UPGRADE):
    with writer(settings) as con:
        return measure.progress(con, methods.resolve(con, settings), upgrade)


def sums(settings, names):
    with writer(settings) as con:
        known = table_checksums(con)
    return {name: known[name] for name in names}


def quarantine(settings, day, state="held"):
    with writer(settings) as con:
        con.execute(
            "insert into quarantines (day, site, state, actor, reason, run_id, set_at)"
            " values (?, '', ?, 'ann', 'walls', '', now()::timestamp)",
            [day, state],
        )


def test_a_new_section_is_a_candidate_and_the_only_upgrade(settings):
    prepare(settings)
    with writer(settings) as con:
        resolved = methods.resolve(con, settings)
        assert detect.pending(con, resolved) == [v.UPGRADE]
        assert resolved.purposes["search"].deciding_method == v.OLD
        assert v.statuses(con) == {v.OLD: "active", v.NEW: "candidate"}


def test_only_the_newest_candidate_waits_and_never_one_older_or_once_active(settings):
    newest = settings.methods[v.NEW] | {"shingle_size": {"default": 6}}
    settings = settings.model_copy(update={"methods": settings.methods | {"hybrid-words@3": newest}})
    prepare(settings)
    with writer(settings) as con:
        assert [one.candidate_id for one in detect.pending(con, methods.resolve(con, settings))] == ["hybrid-words@3"]
        con.execute("update methods set status = 'standby' where method_id = ?", [v.OLD])
        con.execute("update methods set status = 'active' where method_id = 'hybrid-words@3'")
        assert detect.pending(con, methods.resolve(con, settings)) == []


def test_what_can_take_the_place_of_the_active_version_may_be_named(settings):
    prepare(settings)
    with writer(settings) as con:
        resolved = methods.resolve(con, settings)
        assert versions.chosen(con, resolved, []) == versions.chosen(con, resolved, [v.NEW, v.NEW]) == [v.UPGRADE]
        with pytest.raises(UpgradeError, match="no version 'hybrid-words@9'"):
            versions.chosen(con, resolved, ["hybrid-words@9"])
        con.execute("update methods set status = 'standby' where method_id = ?", [v.NEW])
        assert versions.chosen(con, resolved, []) == []
        assert versions.chosen(con, resolved, [v.NEW]) == [v.UPGRADE]


def test_an_edited_spec_under_its_old_id_is_refused_with_the_way_out(settings):
    edited = settings.methods | {v.OLD: settings.methods[v.OLD] | {"shingle_size": {"default": 2}}}
    with pytest.raises(MethodChangedError, match="next version number"):
        prepare(settings.model_copy(update={"methods": edited}))
    assert found(settings.model_copy(update={"methods": settings.methods})).n_done == 0


def test_a_library_that_changes_an_output_is_refused_before_anything_is_signed(settings):
    prepare(settings)
    with writer(settings) as con:
        before = json.loads(con.execute("select any_value(made_with) from golden_outputs").fetchone()[0])
        con.execute(
            "update golden_outputs set golden_sha256 = 'x', made_with = ?", [json.dumps(before | {"numpy": "1"})]
        )
    with pytest.raises(OutputChangedError, match=r"numpy 1 →"):
        prepare(settings)


def test_progress_tells_days_texts_rate_and_what_is_left(settings):
    prepare(settings)
    empty = found(settings)
    told = []
    walk(settings, v.UPGRADE, told.append)

    assert (len(empty.days), empty.n_done, empty.rate, empty.seconds_left) == (3, 0, None, None)
    assert empty.days_left == list(v.DAYS)
    assert [sum(day.is_done for day in one.days) for one in told] == [1, 2, 3]
    assert [one.is_complete for one in told] == [False, False, True]
    assert told[0].rate > 0
    assert told[0].seconds_left > 0
    assert told[-1].n_done == told[-1].n_texts == empty.n_texts > 0
    assert all(day.seconds > 0 and day.cpu_seconds > 0 for day in told[-1].days)
    assert f"{v.NEW}: 1 of 3 days" in told[0].says


def test_report_table_and_command_tell_the_same(settings):
    prepare(settings)
    seen = []
    walk(settings, v.UPGRADE, lambda found: seen.append((found, under_way(settings)["upgrades"])))
    with writer(settings) as con:
        resolved = methods.resolve(con, settings)
        (now,) = measure.tables(con, resolved)
        promoting = con.execute("select count(*) from run_costs").fetchall()

    for progress, (told,) in seen:
        assert (told["says"], told["cost"], told["is_complete"]) == (progress.says, progress.cost, progress.is_complete)
        assert [day["n_done"] for day in told["days"]] == [day.n_done for day in progress.days]
    assert told == now | {"n_days": 3}
    assert "CPU-seconds a day, over 3 days" in now["cost"]
    assert promoting == [(3,)]
    assert now["says"] in (settings.reports / "index.html").read_text()


def test_a_walk_leaves_what_is_active_alone_and_equals_the_stages(settings):
    prepare(settings)
    before = sums(settings, v.OF_ACTIVE)
    with writer(settings) as con:
        checks = con.execute("select * from check_results order by all").fetchall()
    walk(settings, v.UPGRADE, lambda _: None)
    walked = sums(settings, v.OF_CANDIDATE)

    assert sums(settings, v.OF_ACTIVE) == before
    with writer(settings) as con:
        assert con.execute("select * from check_results order by all").fetchall() == checks
        assert con.execute("select count(*) from merge_batches").fetchone() == (0,)
        v.backfill(con, settings)
    assert sums(settings, v.OF_CANDIDATE) == walked


def test_a_complete_walk_again_runs_no_day(settings):
    prepare(settings)
    walk(settings, v.UPGRADE, lambda _: None)
    told = []

    assert walk(settings, v.UPGRADE, told.append).is_complete
    assert told == []


def test_an_interrupted_walk_goes_on_where_it_stopped(settings):
    prepare(settings)

    def stop(now):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        walk(settings, v.UPGRADE, stop)
    assert found(settings).days_left == list(v.DAYS[1:])
    assert walk(settings, v.UPGRADE, lambda _: None).is_complete


def test_a_day_with_nothing_and_a_day_put_aside_hold_nobody_up(settings):
    prepare(settings)
    quarantine(settings, v.DAYS[1])

    assert [day.day for day in found(settings).days] == [v.DAYS[0], v.DAYS[2]]
    assert walk(settings, v.UPGRADE, lambda _: None).is_complete
    with writer(settings) as con:
        measure.require_complete(con, methods.resolve(con, settings), v.UPGRADE)

    time.sleep(1.1)
    quarantine(settings, v.DAYS[1], "released")
    assert found(settings).days_left == [v.DAYS[1]]
    with writer(settings) as con, pytest.raises(UpgradeError, match=r"2 of 3 days.*to do: 2026-11-02.*--local"):
        measure.require_complete(con, methods.resolve(con, settings), v.UPGRADE)


def test_a_backfill_that_does_not_fit_is_refused_before_it_starts(settings, monkeypatch):
    prepare(settings)
    with writer(settings) as con:
        resolved = methods.resolve(con, settings)
        wanted = measure.estimate(con, resolved, v.UPGRADE)
        measure.require_space(wanted, v.UPGRADE)
        assert wanted.n_texts == 48

        usage = shutil.disk_usage(settings.data)
        for n_free, fits in ((wanted.n_needed, True), (wanted.n_needed - 1, False)):
            monkeypatch.setattr(shutil, "disk_usage", lambda _, n_free=n_free: usage._replace(free=n_free))
            small = measure.estimate(con, resolved, v.UPGRADE)
            assert small.fits == fits
    with pytest.raises(
        UpgradeError, match=r"does not fit on the disk: about 3\.1 MB for 48 texts, .* MB free.*2 times"
    ):
        measure.require_space(small, v.UPGRADE)
    measure.require_space(measure.Estimate(0, 0, n_free=0, margin=2), v.UPGRADE)


@pytest.mark.parametrize("kind", ["method", "extractor"])
def test_the_estimate_is_near_what_a_backfill_writes(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(v, "N_STORIES", 60)
    settings = v.settings_at(tmp_path / "many")
    with writer(settings) as con:
        v.run_days(con, v.before(settings))
    if kind == "extractor":
        floor = settings.extract.model_copy(update={"min_tokens": 5})
        settings = v.before(settings).model_copy(update={"extract": floor})
    prepare(settings)
    before = written(settings)
    with writer(settings) as con:
        resolved = methods.resolve(con, settings)
        (upgrade,) = detect.pending(con, resolved)
        wanted = measure.estimate(con, resolved, upgrade)
    walk(settings, upgrade, lambda _: None)
    with writer(settings) as con:
        left = measure.estimate(con, resolved, upgrade)

    assert (wanted.n_texts, left.n_texts, left.n_bytes) == (360, 0, 0)
    assert 1 / 3 < wanted.n_bytes / (written(settings) - before) < 3
    assert (wanted.n_lent > 0) == (kind == "extractor")


def written(settings):
    """Return the bytes of the warehouse and of the lake."""
    return settings.warehouse.stat().st_size + sum(path.stat().st_size for path in settings.lake.rglob("*.parquet"))


def test_a_half_done_day_of_the_active_version_is_found_and_finished(settings):
    prepare(settings)
    before = sums(settings, (*v.OF_ACTIVE, *v.OF_CANDIDATE))
    with writer(settings) as con:
        resolved = methods.resolve(con, settings)
        assert half_done.days(con, resolved) == {}
        names = "select document_id from captures where day = '2026-11-02' order by document_id limit 3"
        for table in ("fingerprint_bands", "indexed_documents", "fingerprints"):
            con.execute(f"delete from {table} where method_id = '{v.OLD}' and document_id in ({names})")
        assert half_done.days(con, resolved) == {date(2026, 11, 2): [v.OLD]}
    settle.settle(settings, "finish")

    assert sums(settings, (*v.OF_ACTIVE, *v.OF_CANDIDATE)) == before


def test_two_walks_at_once_are_refused(settings):
    with only_run(settings), pytest.raises(RunLockedError, match="another run"), only_run(settings):
        pass


def test_another_extractor_than_the_installed_one_cannot_be_tried(settings):
    with pytest.raises(UpgradeError, match="cannot extract here"):
        detect.require_installed("trafilatura-0@1", "trafilatura-1@1")
    with writer(settings) as con:
        assert [one for one in detect.pending(con, methods.resolve(con, settings)) if one.kind == "extractor"] == []


WALK = """
import sys
import versioned_days as v
from pathlib import Path
from neartwin.upgrade.walk import prepare, walk
settings = v.settings_at(Path(sys.argv[1]))
prepare(settings)
print("started", flush=True)
walk(settings, v.UPGRADE, lambda found: None)
"""


def test_a_walk_killed_at_any_moment_ends_in_the_same_state(settings, tmp_path):
    whole = tmp_path / "whole"
    shutil.copytree(settings.data, whole, ignore=shutil.ignore_patterns("spill"))
    undisturbed = settings.model_copy(update={"data": whole})
    prepare(undisturbed)
    started = time.monotonic()
    walk(undisturbed, v.UPGRADE, lambda _: None)
    seconds = time.monotonic() - started

    n_killed = sum(kill_walk(settings, share * seconds) for share in (0.05, 0.35, 0.65))

    prepare(settings)
    assert walk(settings, v.UPGRADE, lambda _: None).is_complete
    assert n_killed >= 1
    assert sums(settings, (*v.OF_ACTIVE, *v.OF_CANDIDATE)) == sums(undisturbed, (*v.OF_ACTIVE, *v.OF_CANDIDATE))


def kill_walk(settings, seconds):
    """Start the walk in a process of its own, and kill it some seconds after it began; tell whether it was at work."""
    path = os.pathsep.join([str(ROOT / "plugins"), str(ROOT / "tests")])
    env = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-c", WALK, str(settings.data)]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout.readline() == b"started\n"
    time.sleep(seconds)
    was_at_work = process.poll() is None
    if was_at_work:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return was_at_work


def test_a_page_method_is_walked_without_pairs(settings):
    section = settings.methods["simhash64-page@1"] | {"frequency": "linear"}
    settings = settings.model_copy(update={"methods": settings.methods | {"simhash64-page@2": section}})
    prepare(settings)
    upgrade = Upgrade("method", "simhash64-page@2", "simhash64-page@1")

    assert walk(settings, upgrade, lambda _: None).is_complete
    assert found(settings, upgrade).n_done == 48
