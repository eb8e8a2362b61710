"""Pairs, clusters and decisions: sound ones pass, and each damage fails the expectation that names it."""

import pytest
from damaged_day import look

from made_day import DAY
from neartwin import checks

METHOD = "minhash128-words@1"
PAIRED = (
    f"insert into methods values ('{METHOD}', 'm', 1, '{{}}', 'x', 'active', now()::timestamp)",
    f"insert into fingerprints select '{METHOD}', document_id, null, null, 'abcd'::blob, 90, 90, 'r' from documents",
    "create temp table twins as select min(document_id) as l, max(document_id) as r from documents"
    " group by language || (hash(document_id) % 4)::varchar having count(*) > 1",
    f"insert into candidate_pairs select '{METHOD}', l, r, 'minhash', 'r' from twins",
    f"insert into verified_pairs select '{METHOD}', l, r, null, 0.9, 0.95, 0.9, 'r' from twins",
    "insert into proposed_clusters"
    " (purpose, method_id, cluster_id, document_id, representative_id, role, reason, run_id)"
    f" select 'search', '{METHOD}', l, d, l, if(d = l, 'representative', 'member'), 'near', 'r'"
    " from (select l, unnest([l, r]) as d from twins)",
    "insert into decisions select purpose, method_id, document_id_l, document_id_r, 'review', 'no policy', 'jaccard',"
    " jaccard, 'guards@1', null, null, null, 'r', now()::timestamp from verified_pairs,"
    " (select unnest(['search', 'history']) as purpose)",
    "insert into recall_measurements (day, run_id, method_id, kind, language, edit_kind, measure, threshold, n_sampled,"
    " n_true, n_found, recall, lower, upper, missed_by, cpu_seconds, measured_at) select '2026-11-01', 'r',"
    " unnest(['simhash64-ref@1', 'simhash64-words@1', 'minhash128-words@1']), 'sample', '', '', 'jaccard', 0.7, 90,"
    " 500, 498, 0.996, 0.98, 0.999, '', 1, now()::timestamp",
)
ONE = "document_id_l = (select min(document_id_l) from candidate_pairs)"


@pytest.mark.parametrize("stage", ["pairs", "clusters"])
def test_sound_pairs_have_no_failure(stored, stage):
    assert stored.look(stage, *PAIRED) == {}


@pytest.mark.parametrize("stage", ["pairs", "clusters"])
def test_a_day_without_pairs_has_no_critical_failure(stored, stage):
    assert {f.severity for f in stored.look(stage).values()} <= {"info"}


@pytest.mark.parametrize(
    ("damage", "expectation", "severity"),
    [
        (f"insert into candidate_pairs select * from candidate_pairs where {ONE}", "pairs_unique", "critical"),
        (f"update candidate_pairs set found_by = '' where {ONE}", "found_by_given", "critical"),
        ("delete from fingerprints using twins where document_id = r", "pairs_within_method", "critical"),
        ("delete from methods", "method_registered", "critical"),
        (
            f"insert into hot_buckets values ('{METHOD}', 0, 1, 900, 4000, '2026-11-01', 'r')",
            "no_bucket_too_full",
            "warning",
        ),
        (f"insert into hot_buckets values ('{METHOD}', 0, 1, 900, 0, '2026-11-01', 'r')", "few_hot_buckets", "info"),
        ("delete from recall_measurements", "recall_measured", "info"),
        ("update recall_measurements set upper = 0.9", "recall_promise_kept", "warning"),
        ("update recall_measurements set n_true = 9", "recall_known_well", "info"),
    ],
)
def test_damage_of_candidate_pairs_is_named(stored, damage, expectation, severity):
    failure = stored.look("pairs", *PAIRED, damage)[f"candidate_pairs.{expectation}", ""]

    assert failure.severity == severity


def test_the_pairs_that_a_retired_version_left_fail_no_day(stored):
    left = (
        "insert into methods values ('old@1', 'old', 1, '{}', 'y', 'retired', now()::timestamp)",
        "insert into candidate_pairs select 'old@1', l, r, 'minhash', 'r' from twins",
        "insert into verified_pairs select 'old@1', l, r, null, 0.9, 0.95, 0.9, 'r' from twins",
    )
    assert stored.look("pairs", *PAIRED, *left) == {}


def test_a_blow_up_of_pairs_is_a_warning(stored):
    few = stored.settings.checks.model_copy(update={"max_pairs_per_document": 1})
    all_pairs = (
        f"insert into candidate_pairs select '{METHOD}', a.document_id, b.document_id, 'minhash', 'r'"
        " from documents a, documents b where a.document_id < b.document_id and not exists"
        " (select 1 from twins where l = a.document_id and r = b.document_id)"
    )
    settings = stored.settings.model_copy(update={"checks": few})

    failures = look(stored.con, settings, "pairs", (*PAIRED, all_pairs))

    assert failures["candidate_pairs.few_pairs_per_document", ""].severity == "warning"


@pytest.mark.parametrize(
    ("damage", "expectation", "severity"),
    [
        (f"insert into verified_pairs select * from verified_pairs where {ONE}", "pairs_unique", "critical"),
        (f"delete from candidate_pairs where {ONE}", "pairs_proposed", "critical"),
        (f"update verified_pairs set jaccard = 1.5 where {ONE}", "measures_in_range", "critical"),
        (f"update verified_pairs set containment = 0.2 where {ONE}", "measures_agree", "critical"),
        (f"delete from verified_pairs where {ONE}", "all_compared", "warning"),
        ("update verified_pairs set minhash_jaccard = 0.5", "estimate_near_exact", "warning"),
    ],
)
def test_damage_of_verified_pairs_is_named(stored, damage, expectation, severity):
    failure = stored.look("pairs", *PAIRED, damage)[f"verified_pairs.{expectation}", ""]

    assert failure.severity == severity


@pytest.mark.parametrize(
    ("damage", "expectation", "severity"),
    [
        ("update proposed_clusters set role = 'member'", "one_representative", "critical"),
        (
            "insert into proposed_clusters by name select * replace ('0' as cluster_id) from proposed_clusters limit 1",
            "one_cluster_per_document",
            "critical",
        ),
        ("delete from verified_pairs", "members_have_own_edge", "critical"),
        ("update proposed_clusters set role = 'bridged' where role = 'member'", "bridges_named", "critical"),
        ("update proposed_clusters set method_id = 'simhash64-ref@1' where role = 'member'", "one_method", "critical"),
        ("update proposed_clusters set cluster_id = 'z' || cluster_id", "named_by_smallest_id", "critical"),
        ("delete from proposed_clusters where role = 'member'", "clusters_of_two_or_more", "critical"),
        (
            "update proposed_clusters set cluster_id = 'a'",
            "largest_cluster_small",
            "warning",
        ),
        (
            "insert into proposed_clusters select 'search', 'm', 'a', document_id, 'a', 'member', null, '', 'r'"
            " from documents where language = 'vi'",
            "site_not_one_cluster",
            "warning",
        ),
    ],
)
def test_damage_of_clusters_is_named(stored, damage, expectation, severity):
    failure = stored.look("clusters", *PAIRED, damage)[f"clusters.{expectation}", ""]

    assert failure.severity == severity


@pytest.mark.parametrize(
    ("damage", "expectation", "severity"),
    [
        ("update decisions set verdict = 'merge'", "merges_have_policy", "critical"),
        (
            "update decisions set verdict = 'merge'; insert into pair_guards select l, r, 'guards@1', 'numbers', ''"
            " from twins",
            "guards_hold",
            "warning",
        ),
        ("update decisions set reason = ' '", "reasons_given", "critical"),
        ("delete from verified_pairs", "decided_pairs_verified", "critical"),
        ("insert into decisions select * from decisions limit 1", "one_verdict", "critical"),
        ("update decisions set similarity = -1", "measures_in_range", "critical"),
        ("delete from decisions", "all_decided", "warning"),
    ],
)
def test_damage_of_decisions_is_named(stored, damage, expectation, severity):
    failure = stored.look("clusters", *PAIRED, damage)[f"decisions.{expectation}", ""]

    assert failure.severity == severity


def test_a_fault_of_a_late_stage_is_critical_and_puts_nothing_aside(stored):
    for sql in (*PAIRED, "update decisions set verdict = 'merge'"):
        stored.con.execute(sql)

    gate = checks.check_clusters(stored.con, stored.settings, DAY, "r")

    assert gate.max_severity == "critical"
    assert not gate.is_day_quarantined
    assert stored.con.execute("select count(*) from quarantines").fetchone() == (0,)


def test_a_measure_of_a_method_is_said_with_its_value(stored):
    damage = f"insert into hot_buckets values ('{METHOD}', 0, 1, 900, 4000, '2026-11-01', 'r')"

    failure = stored.look("pairs", damage)["candidate_pairs.no_bucket_too_full", ""]

    assert failure.observed == f"{METHOD}: 4,000 pairs in full buckets were not proposed"
