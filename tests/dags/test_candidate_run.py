"""A run of `deduplicate_day` for a candidate version, as Airflow runs it: tried on what is stored, and nothing else."""

import shutil

import pytest

import versioned_days as v
from neartwin import methods
from neartwin.orchestration import notices
from neartwin.settings import ROOT, Settings
from neartwin.upgrade import progress as measure
from neartwin.warehouse import runs, writer
from neartwin.warehouse.checksum import table_checksums

LEFT_OUT = ("decide", "cluster", "check_pairs", "check", "ingest.plan", "extract.plan", "report", "publish")


@pytest.fixture(scope="module")
def days_run(tmp_path_factory):
    data = tmp_path_factory.mktemp("candidate") / "data"
    settings = v.settings_at(data)
    with writer(settings) as con:
        v.run_days(con, v.before(settings))
    return data


@pytest.fixture
def settings(days_run, tmp_path, monkeypatch):
    """An installation of one's own, whose settings file names the candidate."""
    shutil.copytree(days_run, tmp_path / "data", ignore=shutil.ignore_patterns("spill"))
    text = (ROOT / "neartwin.toml").read_text(encoding="utf-8")
    section = text.partition(f'[methods."{v.OLD}"]')[2].partition("\n[methods.")[0]
    section = section.replace("{ default = 3, ja = 5, th = 8, lo = 8, km = 8 }", "{ default = 2 }")
    (tmp_path / "neartwin.toml").write_text(f'{text}\n[methods."{v.NEW}"]{section}', encoding="utf-8")
    monkeypatch.setenv("NEARTWIN_CONFIG", str(tmp_path / "neartwin.toml"))
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "data"))
    return Settings.load()


def run(bag, day, **conf):
    dag = bag.dags["deduplicate_day"]
    dag.deadline = None
    return dag.test(run_conf={"day": str(day)} | conf)


def states(done):
    return {instance.task_id: str(instance.state) for instance in done.get_task_instances()}


def sums(settings):
    with writer(settings) as con:
        known = table_checksums(con)
        checks = con.execute("select * from check_results order by all").fetchall()
    return {name: known[name] for name in v.OF_ACTIVE}, checks


def of_run(settings, run_id):
    with writer(settings) as con:
        return con.execute("select state, is_of_candidate, methods from runs where run_id = ?", [run_id]).fetchall()


def events():
    """Return how many asset events there are."""
    from airflow.models.asset import AssetEvent
    from airflow.utils.session import create_session

    with create_session() as session:
        return session.query(AssetEvent).count()


def test_a_candidate_is_signed_and_compared_and_nothing_that_is_active_changes(bag, settings):
    before, n_events = sums(settings), events()
    done = run(bag, v.DAYS[0], methods=[v.NEW])

    assert str(done.state) == "success"
    assert sums(settings) == before
    assert events() == n_events
    assert {name: states(done)[name] for name in LEFT_OUT} == dict.fromkeys(LEFT_OUT, "skipped")
    assert {states(done)[name] for name in ("verify", "guards", "recall", "finish")} == {"success"}
    assert states(done)["merge_duplicates"] == "skipped"
    assert of_run(settings, done.run_id) == [("success", True, [v.NEW])]
    assert [path.name for path in settings.reports.rglob("*.html")] == ["index.html"]  # which says how far it is
    assert "1 of 3 days" in (settings.reports / "index.html").read_text()
    with writer(settings) as con:
        day = measure.progress(con, methods.resolve(con, settings), v.UPGRADE).days[0]
    assert day.is_done
    assert day.seconds > 0


@pytest.mark.parametrize("case", ["no data", "put aside", "done"])
def test_a_day_with_nothing_to_do_ends_at_once(bag, settings, case):
    day = v.DAYS[0]
    if case == "no data":
        day = v.DAYS[0].replace(day=20)
    elif case == "put aside":
        with writer(settings) as con:
            con.execute(
                "insert into quarantines (day, site, state, actor, reason, run_id, set_at)"
                " values (?, '', 'held', 'ann', 'walls', '', now()::timestamp)",
                [day],
            )
    else:
        run(bag, day, methods=[v.NEW])
    before = sums(settings)
    done = run(bag, day, methods=[v.NEW])

    assert str(done.state) == "success"
    assert states(done)["fingerprint.plan"] == states(done)["verify"] == states(done)["recall"] == "skipped"
    assert sums(settings) == before
    assert of_run(settings, done.run_id) == [("success", True, [v.NEW])]


def test_an_unknown_version_fails_the_run_with_the_known_ones(bag, settings):
    done = run(bag, v.DAYS[0], methods=["hybrid-words@9"])

    assert str(done.state) == "failed"
    assert of_run(settings, done.run_id) == []


def test_a_run_keeps_the_versions_that_it_began_with(settings):
    with writer(settings) as con:
        methods.register(con, settings)
        runs.begin(con, run_id="r", day=v.DAYS[0], methods=[v.OLD], extractor_id="x")
        con.execute("update methods set status = 'standby' where method_id = ?", [v.OLD])
        con.execute("update methods set status = 'active' where method_id = ?", [v.NEW])
        from neartwin.orchestration.day_run import DayRun

        begun = DayRun(
            settings=settings, run_id="r", actor="ann", params={}, day=v.DAYS[0], source=None, asked=(), extractor=None
        )
        resolved = methods.resolve(con, settings)

        assert [method.method_id for method in begun.methods(con, resolved)] == [v.OLD]
        assert not begun.is_of_candidate(con, resolved)


@pytest.mark.parametrize("conf", [{"methods": [v.NEW]}, {"extractor": "trafilatura-1@1"}])
def test_nobody_is_told_of_a_candidate(settings, monkeypatch, conf):
    told = []
    monkeypatch.setattr(notices, "_tell", lambda *words: told.append(words))
    with_notices = settings.model_copy(update={"notices": settings.notices.model_copy(update={"kind": "webhook"})})
    monkeypatch.setattr(Settings, "load", classmethod(lambda cls: with_notices))
    for conf_of_run in (conf, {}):
        dag_run = {"conf": conf_of_run, "run_id": "r", "partition_key": "2026-11-01"}
        notices.tell_failed({"dag_run": dag_run})
        notices.tell_late({"dag_run": dag_run})

    assert len(told) == 2
