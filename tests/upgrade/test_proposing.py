"""Only methods that decide propose pairs by themselves: who is done with what it signed, and what a change brings."""

from types import SimpleNamespace

import pytest

import versioned_days as v
from neartwin import methods
from neartwin.methods import load
from neartwin.orchestration.day_run import DayRun
from neartwin.settings import Settings
from neartwin.upgrade import half_done, settle, walk
from neartwin.upgrade.detect import Upgrade
from neartwin.warehouse import writer

SIGNING, TRIED = "minhash128-words@1", "minhash128-words@2"


def with_signing(settings: Settings) -> Settings:
    """The settings of a file in which a second method signs texts and decides nothing, with a candidate of its name."""
    sections = settings.methods | {TRIED: settings.methods[SIGNING] | {"shingle_size": {"default": 2}}}
    active = ("hybrid-words", "minhash128-words")
    return settings.model_copy(update={"active_methods": active, "methods": sections})


@pytest.fixture
def settings(tmp_path):
    """Two days: both active methods have signed them, the deciding one has proposed their pairs."""
    made = with_signing(v.before(v.settings_at(tmp_path / "data")))
    old = made.model_copy(update={"methods": {name: s for name, s in made.methods.items() if name != TRIED}})
    with writer(made) as con:
        v.run_days(con, old, v.DAYS[:2])
        con.execute("delete from candidate_pairs where method_id = ?", [SIGNING])
        for table in ("fingerprint_bands", "indexed_documents", "verified_pairs"):
            con.execute(f"delete from {table} where method_id = ?", [SIGNING])
        methods.register(con, made)
    return made


def pairs(settings, method_id):
    with writer(settings) as con:
        return con.execute("select count(*) from verified_pairs where method_id = ?", [method_id]).fetchone()[0]


def in_use(con):
    """The methods whose decisions and clusters count."""
    views = ("decisions_in_use", "clusters_in_use")
    return {method_id for view in views for (method_id,) in con.execute(f"select method_id from {view}").fetchall()}


def clusters_twice(con):
    """How many documents lie in two clusters that count for one purpose."""
    clusters = "select 1 from clusters_in_use group by purpose, document_id having count(*) > 1"
    return con.execute(f"select count(*) from ({clusters})").fetchone()[0]


def a_run(settings, *asked):
    blank = {"run_id": "new", "actor": "ann", "params": {}, "day": v.DAYS[0], "source": None, "extractor": None}
    return DayRun(settings=settings, asked=asked, **blank)


def test_a_day_is_done_when_methods_that_decide_nothing_have_signed_it(settings):
    with writer(settings) as con:
        assert half_done.days(con, methods.resolve(con, settings)) == {}
        con.execute("delete from fingerprints where method_id = ?", [SIGNING])
        assert half_done.days(con, methods.resolve(con, settings)) == {day: [SIGNING] for day in v.DAYS[:2]}


def test_a_purpose_that_decides_by_another_method_has_its_days_finished(settings):
    purposes = {
        name: one.model_copy(update={"deciding_method": "minhash128-words"}) for name, one in settings.purposes.items()
    }
    changed = settings.model_copy(update={"purposes": purposes})
    with writer(changed) as con:
        assert half_done.days(con, methods.resolve(con, changed)) == {day: [SIGNING] for day in v.DAYS[:2]}
        methods.register(con, changed)
    settle.settle(changed, "settle")

    with writer(changed) as con:
        assert half_done.days(con, methods.resolve(con, changed)) == {}
        decided = con.execute("select count(*) from decisions where method_id = ?", [SIGNING]).fetchone()[0]
        assert (in_use(con), clusters_twice(con)) == ({SIGNING}, 0)
        methods.register(con, settings)
        assert (in_use(con), clusters_twice(con)) == ({v.OLD}, 0)
    assert decided == pairs(changed, SIGNING) > 0


def test_a_candidate_that_decides_nothing_is_compared_with_pairs_of_the_active_version(settings):
    assert pairs(settings, SIGNING) == 0
    walk.walk(settings, Upgrade("method", TRIED, SIGNING), lambda _: None)

    assert pairs(settings, TRIED) > 0
    assert pairs(settings, SIGNING) > 0


@pytest.mark.parametrize(
    ("asked", "proposing"),
    [
        ((), [v.OLD]),
        (("minhash128-words",), [SIGNING]),
        (("hybrid-words", "minhash128-words"), [v.OLD, SIGNING]),
        ((TRIED,), [SIGNING, TRIED]),
        (("simhash64-page@1",), []),
    ],
)
def test_a_run_proposes_pairs_of_what_decides_or_was_asked_for(settings, asked, proposing):
    with writer(settings) as con:
        resolved = methods.resolve(con, settings)
        found = a_run(settings, *asked).proposing(con, resolved)

    assert [method.method_id for method in found] == proposing


def test_a_run_that_another_version_has_overtaken_still_proposes(settings, monkeypatch):
    began = SimpleNamespace(methods_of=lambda *_: ["hybrid-words@1"], is_of_candidate=lambda *_: False)
    monkeypatch.setattr("neartwin.orchestration.day_run.runs", began)
    later = v.versioned(settings).model_copy(update={"active_methods": ("hybrid-words@2",)})
    purposes = {key: one.model_copy(update={"deciding_method": v.NEW}) for key, one in later.purposes.items()}
    later = later.model_copy(update={"purposes": purposes})
    with writer(settings) as con:
        found = a_run(settings).proposing(con, later)

    assert found == [load(later)[v.OLD]]
