"""Rows of two versions side by side: everything that belongs to one comes out as if the other were not there."""

import re
import shutil

import pytest

import versioned_days as v
from neartwin import checks, methods, recall
from neartwin.settings import SQL
from neartwin.upgrade.walk import prepare, walk
from neartwin.warehouse import writer
from neartwin.warehouse.checksum import COLUMNS

KEYED = (
    "decisions",
    "fingerprints",
    "fingerprint_bands",
    "page_fingerprints",
    "unsigned_texts",
    "indexed_documents",
    "candidate_pairs",
    "verified_pairs",
    "hot_buckets",
    "proposed_clusters",
)
COUNTED = {  # tables whose rows of all versions are looked at on purpose
    "candidates/undo_guard_checks.sql",
    "candidates/undo_pair_guards.sql",
    "calibrate/select_learning_pairs.sql",
}


def statements():
    return sorted(path for path in SQL.rglob("*.sql") if path.parent.name not in ("migrations", "macros"))


def test_every_statement_that_reads_rows_of_a_method_says_of_which():
    """The cheap half of the rule: a keyed table that is read without a word about its method_id."""
    silent = []
    for path in statements():
        name = str(path.relative_to(SQL))
        text = "\n".join(line.partition("--")[0] for line in path.read_text(encoding="utf-8").splitlines())
        for table in KEYED:
            for alias in re.findall(rf"\b(?:from|join) {table}\b(?: as (\w+))?", text):
                words = rf"\b{alias or table}\.method_id\b|(?<![.\w])method_id\b"
                if not re.search(words, text) and name not in COUNTED:
                    silent.append((name, table))
    assert silent == []


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """Two installations that ran three days under version 1: in one of them version 2 went through the first two."""
    root = tmp_path_factory.mktemp("versions")
    alone, beside = (v.settings_at(root / name / "data") for name in ("alone", "beside"))
    with writer(alone) as con:
        v.run_days(con, v.before(alone), v.DAYS[:2])
    shutil.copytree(alone.data, beside.data, ignore=shutil.ignore_patterns("spill"))
    prepare(beside)
    walk(beside, v.UPGRADE, lambda _: None)
    for settings, wanted in ((alone, v.before(alone)), (beside, beside)):
        with writer(settings) as con:
            v.store(con, wanted, v.DAYS[2], v.pages_of(v.DAYS[2]))
            resolved = methods.resolve(con, wanted)
            v.run_day(con, wanted, v.DAYS[2])
            method = methods.load(resolved)[v.OLD]
            recall.measure(con, resolved, method, v.DAYS[2], "run", cpu_seconds=30)
            for look in (checks.check_fingerprints, checks.check_pairs, checks.check_clusters):
                look(con, resolved, v.DAYS[2], "run")
    return alone, beside


def rows(settings, query):
    with writer(settings) as con:
        return con.execute(query).fetchall()


@pytest.mark.parametrize("table", sorted(table for table, columns in COLUMNS.items() if "method_id" in columns))
def test_a_day_under_one_version_is_the_same_beside_another(both, table):
    query = f"select {COLUMNS[table]} from {table} where method_id <> '{v.NEW}' order by all"
    if table == "methods":
        query = query.replace("from methods where", "from methods where method_id like 'hybrid%' and")
    alone, beside = both
    assert rows(alone, query) == rows(beside, query) != []


def test_guards_of_a_pair_are_the_same_whoever_found_it(both):
    pairs = f"select document_id_l, document_id_r from verified_pairs where method_id = '{v.OLD}'"
    query = f"select * exclude (run_id) from guard_checks semi join ({pairs}) using (document_id_l, document_id_r)"
    query += " order by all"
    assert rows(both[0], query) == rows(both[1], query) != []


@pytest.mark.parametrize(
    "query",
    [
        "select suite, expectation, site, severity, is_success, observed, n_failed from check_results order by all",
        "select * exclude (run_id, measured_at, cpu_seconds) from recall_measurements"
        f" where method_id = '{v.OLD}' and day = '2026-11-03' order by all",
        "select * exclude (run_id) from drift_metrics order by all",
    ],
)
def test_checks_and_recall_of_the_day_are_the_same(both, query):
    assert rows(both[0], query) == rows(both[1], query)


def test_the_candidate_has_rows_of_its_own(both):
    count = f"select count(*) from verified_pairs where method_id = '{v.NEW}'"
    assert rows(both[0], count) == [(0,)]
    assert rows(both[1], count)[0][0] > 0
