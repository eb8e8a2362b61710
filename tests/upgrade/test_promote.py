"""Promotion, roll back and retirement of a method: one transaction each, refused in plain words, safe to repeat."""

import json

import pytest

import versioned_days as v
from neartwin import methods
from neartwin.errors import MethodChangedError, UpgradeError
from neartwin.merge import apply, gate
from neartwin.merge.people import Person
from neartwin.settings import Settings
from neartwin.upgrade import compare, promote, upkeep, versions
from neartwin.upgrade.settle import settle
from neartwin.warehouse import ledger, run, writer

ANN = Person("ann", "finds more")


def promoted(con, settings, run_id="run"):
    compared = compare.compare(con, settings, v.UPGRADE, run_id)
    return promote.promote(con, settings, compared.comparison_id, ANN, run_id)


def entries(con):
    return con.execute(
        "select action, actor, evidence from ledger_entries where action in ('promote', 'roll_back', 'retire',"
        " 'set_policy') order by position"
    ).fetchall()


def test_the_candidate_takes_the_place_of_the_active_version_with_one_entry(opened):
    con, settings = opened
    compared = compare.compare(con, settings, v.UPGRADE, "run")

    assert promote.promote(con, settings, compared.comparison_id, ANN, "run") == v.UPGRADE
    assert v.statuses(con) == {v.OLD: "standby", v.NEW: "active"}
    [(action, actor, evidence)] = entries(con)
    told = json.loads(evidence)
    assert (action, actor) == ("promote", "ann")
    assert (told["candidate_id"], told["replaces_id"]) == (v.NEW, v.OLD)
    assert told["comparison_id"] == compared.comparison_id
    assert ledger.faults(con, settings) == []


def test_what_is_active_is_what_the_next_day_uses(opened):
    con, settings = opened
    promoted(con, settings)

    after = methods.resolve(con, v.versioned(settings))
    assert v.NEW in after.active_methods
    assert after.purposes["search"].deciding_method == v.NEW


def test_what_was_usual_is_measured_anew(opened):
    con, settings = opened
    con.execute("insert into day_profiles values ('2026-11-01', '', 'largest_group', '', 4, 16)")
    promoted(con, settings)

    assert con.execute("from day_profiles").fetchall() == []


def test_the_same_run_again_changes_nothing_and_another_run_is_refused(opened):
    con, settings = opened
    compared = compare.compare(con, settings, v.UPGRADE, "run")
    for _ in range(2):
        promote.promote(con, settings, compared.comparison_id, ANN, "run")

    assert len(entries(con)) == 1
    with pytest.raises(UpgradeError, match="active already"):
        promote.promote(con, settings, compared.comparison_id, ANN, "another run")


def test_the_policy_that_was_shown_comes_into_force_and_the_old_one_is_kept(opened):
    con, settings = opened
    v.allow_merging(con, v.NEW, 0.7, "p2", "candidate")
    promoted(con, settings)

    known = dict(con.execute("select policy_id, status from policies").fetchall())
    assert known == {"p1": "active", "p2": "active"}
    assert [action for action, *_ in entries(con)] == ["set_policy", "promote"]


def test_another_policy_than_the_one_shown_is_refused(opened):
    con, settings = opened
    compared = compare.compare(con, settings, v.UPGRADE, "run")
    v.allow_merging(con, v.NEW, 0.7, "p2", "candidate")

    with pytest.raises(UpgradeError, match="another policy waits"):
        promote.promote(con, settings, compared.comparison_id, ANN, "run")
    assert v.statuses(con)[v.NEW] == "candidate"


def test_a_failure_leaves_everything_as_it_was(opened, monkeypatch):
    con, settings = opened
    v.allow_merging(con, v.NEW, 0.7, "p2", "candidate")
    compared = compare.compare(con, settings, v.UPGRADE, "run")
    monkeypatch.setattr(versions, "FLIPPED", {"method": "upgrade/no_such_statement"})

    with pytest.raises(OSError, match="no_such_statement"):
        promote.promote(con, settings, compared.comparison_id, ANN, "run")
    assert v.statuses(con) == {v.OLD: "active", v.NEW: "candidate"}
    assert entries(con) == []
    assert con.execute("select status from policies where policy_id = 'p2'").fetchall() == [("candidate",)]


def test_a_day_that_is_missing_is_named(opened):
    con, settings = opened
    compared = compare.compare(con, settings, v.UPGRADE, "run")
    con.execute(
        "delete from indexed_documents where method_id = ? and document_id in (select document_id from captures"
        " where day = '2026-11-02')",
        [v.NEW],
    )

    with pytest.raises(UpgradeError, match="2026-11-02"):
        promote.promote(con, settings, compared.comparison_id, ANN, "run")


def test_what_cannot_be_promoted_is_said_in_plain_words(opened):
    con, settings = opened
    with pytest.raises(UpgradeError, match="no version 'hybrid-words@9'"):
        versions.upgrade_to(con, settings, "hybrid-words@9")
    with pytest.raises(UpgradeError, match="active already"):
        versions.upgrade_to(con, settings, v.OLD)
    with pytest.raises(UpgradeError, match="no comparison has an id"):
        promote.promote(con, settings, "feed", ANN, "run")
    promote.retire(con, settings, v.NEW, ANN)
    with pytest.raises(UpgradeError, match="retired"):
        versions.upgrade_to(con, settings, v.NEW)


@pytest.mark.parametrize("edited_id", [v.OLD, v.NEW])
def test_a_spec_that_was_edited_since_is_neither_compared_nor_promoted(opened, edited_id):
    con, settings = opened
    compared = compare.compare(con, settings, v.UPGRADE, "run")
    section = settings.methods[edited_id] | {"shingle_size": {"default": 7}}
    edited = settings.model_copy(update={"methods": settings.methods | {edited_id: section}})

    with pytest.raises(MethodChangedError, match=edited_id):
        versions.upgrade_to(con, edited, v.NEW)
    with pytest.raises(MethodChangedError, match=edited_id):
        promote.promote(con, edited, compared.comparison_id, ANN, "run")
    assert v.statuses(con) == {v.OLD: "active", v.NEW: "candidate"}


def test_roll_back_is_the_same_flip_back(opened):
    con, settings = opened
    promoted(con, settings)
    back = promote.roll_back(con, settings, "hybrid-words", ANN, "back")

    assert (back.candidate_id, back.replaces_id) == (v.OLD, v.NEW)
    assert v.statuses(con) == {v.OLD: "active", v.NEW: "standby"}
    assert [action for action, *_ in entries(con)] == ["promote", "roll_back"]
    assert methods.resolve(con, v.versioned(settings)).purposes["search"].deciding_method == v.OLD
    promote.roll_back(con, settings, "hybrid-words", ANN, "back")  # the same run, killed after its commit
    assert len(entries(con)) == 2
    with pytest.raises(UpgradeError, match="nothing to return to"):
        promote.roll_back(con, settings, "hybrid-words", ANN, "once more")


def test_a_version_rolled_back_from_can_be_promoted_again(opened):
    con, settings = opened
    promoted(con, settings)
    promote.roll_back(con, settings, v.NEW, ANN, "back")
    promoted(con, settings, "again")

    assert v.statuses(con) == {v.OLD: "standby", v.NEW: "active"}


def test_nothing_is_rolled_back_to_a_retired_version_or_from_an_unknown_one(opened):
    con, settings = opened
    promoted(con, settings)
    promote.retire(con, settings, v.OLD, ANN)

    with pytest.raises(UpgradeError, match="retired"):
        promote.roll_back(con, settings, "hybrid-words", ANN, "back")
    with pytest.raises(UpgradeError, match="no version of 'nothing' is active"):
        promote.roll_back(con, settings, "nothing", ANN, "back")


def test_nothing_is_rolled_back_to_a_version_without_its_section_or_with_another(opened):
    con, settings = opened
    promoted(con, settings)
    without = {name: section for name, section in settings.methods.items() if name != v.OLD}
    edited = settings.methods | {v.OLD: settings.methods[v.OLD] | {"shingle_size": {"default": 7}}}

    with pytest.raises(UpgradeError, match="no section for hybrid-words@1"):
        promote.roll_back(con, settings.model_copy(update={"methods": without}), "hybrid-words", ANN, "back")
    with pytest.raises(MethodChangedError, match=v.OLD):
        promote.roll_back(con, settings.model_copy(update={"methods": edited}), "hybrid-words", ANN, "back")
    assert v.statuses(con) == {v.OLD: "standby", v.NEW: "active"}


def test_a_version_that_is_not_active_is_not_rolled_back_from(opened):
    con, settings = opened
    promoted(con, settings)
    with pytest.raises(UpgradeError, match="no version of 'hybrid-words@1' is active"):
        promote.roll_back(con, settings, v.OLD, ANN, "back")
    assert v.statuses(con) == {v.OLD: "standby", v.NEW: "active"}


def test_a_batch_planned_under_the_version_before_is_not_applied(opened):
    con, settings = opened
    con.execute("delete from merged_documents")
    [batch] = gate.plan(con, settings, "search", v.OLD, run_id="plan")
    assert apply.rehearse(con, batch, run_id="plan").is_exact
    assert gate.refusals(con, batch) == []
    promoted(con, settings)

    assert any("not active any more" in reason for reason in gate.refusals(con, batch))


def test_retiring_keeps_decisions_and_lets_go_of_fingerprints_in_time(opened):
    con, settings = opened
    promoted(con, settings)
    kept = ("decisions", "verified_pairs", "policies", "labels")
    before = [con.execute(f"select count(*) from {table}").fetchall() for table in kept]
    promote.retire(con, settings, v.OLD, ANN)
    promote.retire(con, settings, v.OLD, ANN)

    assert upkeep.prune_retired(con, settings) == []
    at_once = settings.model_copy(update={"store": settings.store.model_copy(update={"keep_retired_days": 0})})
    assert upkeep.prune_retired(con, at_once) == [v.OLD]
    assert upkeep.prune_retired(con, at_once) == []
    for table in upkeep.BULK:
        assert con.execute(f"select count(*) from {table} where method_id = ?", [v.OLD]).fetchall() == [(0,)]
    assert [con.execute(f"select count(*) from {table}").fetchall() for table in kept] == before
    assert con.execute("select count(*) > 0 from fingerprints where method_id = ?", [v.NEW]).fetchall() == [(True,)]
    assert [action for action, *_ in entries(con)] == ["promote", "retire"]


def test_the_active_version_cannot_be_retired(opened):
    con, settings = opened
    with pytest.raises(UpgradeError, match="is active"):
        promote.retire(con, settings, v.OLD, ANN)


def test_merges_stay_and_those_that_the_new_version_contradicts_go_to_people(installed: Settings):
    strict = {"review_at": 0.79, "review_containment_at": 1.0, "review_aligned_at": 1.0}
    purposes = {"search": installed.purposes["search"].model_copy(update=strict)}
    settings = installed.model_copy(update={"purposes": purposes})
    with writer(settings) as con:
        merged = con.execute("select count(*) from merged_documents").fetchall()
        con.execute("update verified_pairs set jaccard = 0.3, containment = 0.4 where method_id = ?", [v.NEW])
        promoted(con, methods.resolve(con, settings))
    counts = settle(settings, "run")
    with writer(settings) as con:
        assert con.execute("select count(*) from merged_documents").fetchall() == merged
        contradicted = run(con, "upgrade/select_contradicted_merges")
        promote.roll_back(con, methods.resolve(con, settings), "hybrid-words", ANN, "back")
        assert run(con, "upgrade/select_contradicted_merges") == []

    assert counts["n_contradicted"] == len(contradicted) > 0
    assert all(method_id == v.NEW and "30 %" in reason for _, method_id, _, _, reason in contradicted)


def test_a_merge_that_the_new_version_never_compared_is_measured_on_its_texts(installed: Settings):
    with writer(installed) as con:
        promoted(con, methods.resolve(con, installed))
        con.execute("delete from verified_pairs where method_id = ?", [v.NEW])
        con.execute("delete from candidate_pairs where method_id = ?", [v.NEW])
    assert settle(installed, "run")["n_contradicted"] == 0
    with writer(installed) as con:
        rows = con.execute("select reason from merge_rechecks where reason like '%shared%'").fetchall()

    assert rows
    assert all(int(reason.split(" ")[0]) > 80 for (reason,) in rows)
