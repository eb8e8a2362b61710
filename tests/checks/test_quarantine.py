"""Quarantines: held by checks, released or rejected by people; re-runs respect what a person said of that content."""

import pytest

from made_day import DAY, MadeDay, prose, sound_day
from neartwin import checks
from neartwin.checks import quarantine, stages
from neartwin.errors import NeartwinError, QualityGateError, QuarantineError
from neartwin.warehouse import ledger

BROKEN = "update captures set outcome = 'empty', document_id = null where site = 'tin.example.vn'"
FIXED = (
    "update captures set outcome = 'ok', document_id = sound.document_id from sound"
    " where sound.capture_id = captures.capture_id"
)
SITE = "tin.example.vn"


def history(con, site=SITE):
    return con.execute("select state, actor from quarantines where site = ? order by set_at", [site]).fetchall()


def n_sound(con, site=SITE):
    return con.execute("select count(*) from sound_captures where site = ?", [site]).fetchone()[0]


@pytest.fixture
def broken(con, settings):
    """A day of which one site is held."""
    sound_day(con, settings).store()
    con.execute("create temp table sound as select capture_id, document_id from captures")
    con.execute(f"{BROKEN} and hash(capture_id) % 9 > 0")
    checks.check_documents(con, settings, DAY, "run1")
    return con


def check(con, settings, run_id="run2"):
    return checks.check_documents(con, settings, DAY, run_id)


def test_a_broken_site_is_held_and_the_rest_of_the_day_goes_on(broken, settings):
    assert history(broken) == [("held", "checks")]
    assert (n_sound(broken), n_sound(broken, "news.example.com")) == (0, 30)


def test_checking_again_adds_nothing(broken, settings):
    gate = check(broken, settings, "run1")

    assert history(broken) == [("held", "checks")]
    assert gate.quarantined_sites == (SITE,)
    assert broken.execute(
        "select count(*), count(distinct (suite, expectation, site)) from check_results"
    ).fetchone() == (
        (n := broken.execute("select count(*) from check_results").fetchone()[0]),
        n,
    )


def test_results_are_kept_per_run(broken, settings):
    check(broken, settings, "run2")

    assert broken.execute("select distinct run_id from check_results order by 1").fetchall() == [("run1",), ("run2",)]


def test_checks_that_pass_after_a_fix_do_not_release(broken, settings):
    broken.execute(FIXED)

    gate = check(broken, settings)

    assert history(broken) == [("held", "checks")]
    assert gate.quarantined_sites == (SITE,)


def test_a_release_holds_for_the_same_content_only(broken, settings):
    assert checks.release(broken, DAY, SITE, actor="linh", reason="a real outage") is True
    gate = check(broken, settings)
    assert gate.quarantined_sites == ()
    assert n_sound(broken) > 0

    broken.execute(f"{BROKEN} and outcome = 'ok'")
    assert check(broken, settings, "run3").quarantined_sites == (SITE,)
    assert history(broken) == [("held", "checks"), ("released", "linh"), ("held", "checks")]


def test_releasing_again_adds_nothing(broken):
    checks.release(broken, DAY, SITE, actor="linh", reason="seen")

    assert checks.release(broken, DAY, SITE, actor="linh", reason="seen") is False
    assert len(history(broken)) == 2


def test_a_rejected_site_stays_out_whatever_its_checks_say(broken, settings):
    checks.reject(broken, DAY, SITE, actor="linh", reason="menus only")
    broken.execute(FIXED)

    assert check(broken, settings).quarantined_sites == (SITE,)
    assert checks.reject(broken, DAY, SITE, actor="linh", reason="again") is False
    assert history(broken) == [("held", "checks"), ("rejected", "linh")]


def test_a_person_may_reject_what_passed_and_release_it_again(con, settings):
    sound_day(con, settings).store()

    checks.reject(con, DAY, SITE, actor="linh", reason="a test feed")
    assert n_sound(con) == 0
    checks.release(con, DAY, SITE, actor="minh", reason="no, it is real")
    assert n_sound(con) == 30


@pytest.mark.parametrize("act", [checks.release, checks.reject])
def test_an_answer_needs_a_reason(broken, act):
    with pytest.raises(QuarantineError, match="needs a reason"):
        act(broken, DAY, SITE, actor="linh", reason=" ")


def test_nothing_can_be_released_where_nothing_was_put_aside(broken):
    with pytest.raises(NeartwinError, match=r"put aside of that day: tin\.example\.vn"):
        checks.release(broken, DAY, "news.example.com", actor="linh", reason="x")


def test_what_was_not_crawled_cannot_be_rejected(broken):
    with pytest.raises(QuarantineError, match="has no captures"):
        checks.reject(broken, DAY, "other.example", actor="linh", reason="x")


def test_an_answer_to_a_warning_is_kept_and_puts_nothing_aside(broken):
    checks.answer(broken, DAY, "news.example.com", verdict="waived", actor="linh", reason="known")

    assert broken.execute("select site, answer, actor, reason from answers").fetchall() == [
        ("news.example.com", "waived", "linh", "known")
    ]
    assert n_sound(broken, "news.example.com") == 30


def test_a_held_day_stops_and_a_released_one_goes_on(con, settings):
    made = MadeDay(con, settings)
    for number in range(40):
        made.page(f"s{number}.example", "", outcome="empty")
    made.store()

    gate = check(con, settings, "run1")
    assert gate.is_day_quarantined
    with pytest.raises(QualityGateError, match="day_readable: 40 of 40"):
        gate.raise_if_critical()

    checks.release(con, DAY, actor="linh", reason="a holiday")
    gate = check(con, settings)
    assert (gate.is_day_quarantined, gate.max_severity, gate.explanation) == (False, "warning", "")
    gate.raise_if_critical()


def test_a_held_day_stops_the_next_stages_too(con, settings):
    sound_day(con, settings).store()
    checks.reject(con, DAY, actor="linh", reason="wrong feed")

    gate = checks.check_fingerprints(con, settings, DAY, "run1")

    assert gate.is_day_quarantined
    assert gate.explanation == f"{DAY} fingerprints: put aside: wrong feed"


def test_a_day_held_because_checks_could_not_run_is_released_when_they_do(con, settings, monkeypatch):
    from neartwin.checks import looks

    sound_day(con, settings).store()
    with monkeypatch.context() as patch:
        patch.setattr(looks, "at_captures", lambda *_: 1 / 0)
        gate = checks.check_captures(con, settings, DAY, "run1")
    assert gate.is_day_quarantined
    assert "ZeroDivisionError" in gate.explanation
    assert checks.check_documents(con, settings, DAY, "run1").is_day_quarantined  # another stage does not release it

    assert not checks.check_captures(con, settings, DAY, "run1").is_day_quarantined
    assert history(con, "") == [("held", "checks"), ("released", "checks")]


def test_checks_that_say_nothing_are_a_critical_failure(con, settings, monkeypatch):
    from neartwin.checks import looks
    from neartwin.checks.batch import Evaluation

    sound_day(con, settings).store()
    monkeypatch.setattr(looks, "at_captures", lambda *_: Evaluation())
    gate = checks.check_captures(con, settings, DAY, "run1")

    assert gate.is_day_quarantined
    assert "0 of 0 expectations were evaluated" in gate.explanation


def test_fewer_evaluated_than_declared_is_a_critical_failure(con, settings, monkeypatch):
    from neartwin.checks import looks

    sound_day(con, settings).store()
    real = looks.at_captures

    def dropped(*args):
        found = real(*args)
        found.n_evaluated -= 1
        return found

    monkeypatch.setattr(looks, "at_captures", dropped)

    assert checks.check_captures(con, settings, DAY, "run1").is_day_quarantined


def test_data_found_bad_later_takes_a_hold_over(con, settings, monkeypatch):
    """A day held unchecked, then found bad, is no longer released by passing checks."""
    from neartwin.checks import looks

    sound_day(con, settings).store()
    with monkeypatch.context() as patch:
        patch.setattr(looks, "at_captures", lambda *_: 1 / 0)
        checks.check_captures(con, settings, DAY, "run1")
    con.execute("update captures set source_sha256 = 'x'")
    checks.check_captures(con, settings, DAY, "run2")
    con.execute("update captures set source_sha256 = repeat('a', 64)")

    assert checks.check_captures(con, settings, DAY, "run3").is_day_quarantined


def test_the_same_pages_on_another_day_stay_live(con, settings):
    """What a quarantined day shares with another day is carried by that other day."""
    from datetime import date

    for day in (DAY, date(2026, 11, 2)):
        made = MadeDay(con, settings, day)
        for number in range(3):
            made.page("tin.example.vn", prose("vi", number), title=str(number))
        made.store()
    checks.reject(con, DAY, actor="linh", reason="x")

    assert con.execute("select count(*) from sound_documents").fetchone() == (3,)


def test_the_gate_is_small_and_json_ready(broken, settings):
    import json

    answer = json.dumps(check(broken, settings).as_dict())

    assert len(answer) < 4_000
    assert json.loads(answer)["max_severity"] == "warning"


def test_a_kill_between_results_and_quarantine_leaves_neither(con, settings, monkeypatch):
    sound_day(con, settings).store()
    con.execute(BROKEN)
    with monkeypatch.context() as patch:
        patch.setattr(quarantine, "settle", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            check(con, settings, "run1")
    assert con.execute("select count(*) from check_results").fetchone() == (0,)

    check(con, settings, "run1")
    assert history(con) == [("held", "checks")]


def test_old_results_are_pruned_but_the_newest_run_of_a_day_stays(broken, settings):
    check(broken, settings, "run2")
    broken.execute("update check_results set checked_at = '2020-01-01' where run_id = 'run1'")

    assert stages.prune(broken, settings) > 0
    assert broken.execute("select distinct run_id from check_results").fetchall() == [("run2",)]
    assert stages.prune(broken, settings) == 0


def test_an_answer_is_entered_in_the_ledger_once(broken, settings):
    def answer():
        return checks.settle_by_person(broken, settings, "release", DAY, SITE, actor="ann", reason="checked by hand")

    assert [answer(), answer()] == [True, False]
    rows = broken.execute("select action, actor, reason from ledger_entries").fetchall()
    assert rows == [("release", "ann", "checked by hand")]
    assert ledger.faults(broken, settings) == []
