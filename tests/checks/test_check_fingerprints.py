"""Fingerprints: a sound day passes, and each damage fails the expectation that names it."""

import pytest

from made_day import DAY
from neartwin import checks

SIGNED = (
    "insert into methods select unnest(['simhash64-ref@1', 'simhash64-words@1', 'minhash128-words@1']), 'm', 1, '{}',"
    " 'x', 'active', now()::timestamp",
    "insert into fingerprints select 'simhash64-ref@1', document_id, (hash(document_id) >> 1)::bigint"
    " * if(hash(document_id) % 2 = 0, 1, -1), null, null, 90, 90, 'r' from documents",
    "insert into fingerprints select 'simhash64-words@1', document_id, (hash(document_id, 1) >> 1)::bigint"
    " * if(hash(document_id) % 2 = 0, 1, -1), null, null, 90, 90, 'r' from documents",
    "insert into fingerprints select 'minhash128-words@1', document_id, null, null,"
    " repeat(document_id, 8)::blob, 90, 90, 'r' from documents",
)


def test_sound_fingerprints_have_no_failure(stored):
    assert stored.look("fingerprints", *SIGNED) == {}


@pytest.mark.parametrize(
    ("damage", "expectation", "severity"),
    [
        ("insert into fingerprints select * from fingerprints limit 1", "signed_once", "critical"),
        ("delete from methods where method_id = 'simhash64-ref@1'", "method_registered", "critical"),
        (
            "update fingerprints set minhash = null, simhash = null where hash(document_id) % 9 = 0",
            "signature_given",
            "critical",
        ),
        ("update fingerprints set n_features = 0 where hash(document_id) % 9 = 0", "features_found", "critical"),
        ("update fingerprints set n_features = 3", "features_enough", "warning"),
        ("update fingerprints set minhash = 'abc'::blob where hash(document_id) % 9 = 0", "minhash_whole", "critical"),
        ("update fingerprints set simhash = 7 where minhash is null", "signatures_differ", "critical"),
        ("update fingerprints set simhash = 7 where hash(document_id) % 3 = 0", "signatures_mostly_differ", "warning"),
        ("update fingerprints set simhash = simhash & 3 where minhash is null", "bits_alive", "critical"),
        ("delete from fingerprints where hash(document_id) % 3 > 0", "documents_signed", "critical"),
        ("delete from fingerprints where hash(document_id) % 9 = 0", "nearly_all_signed", "warning"),
        ("delete from fingerprints where method_id = 'simhash64-ref@1'", "active_methods_ran", "warning"),
    ],
)
def test_damage_is_named(stored, damage, expectation, severity):
    failure = stored.look("fingerprints", *SIGNED, damage)[f"fingerprints.{expectation}", ""]

    assert failure.severity == severity


def test_documents_of_one_text_may_sign_alike(stored):
    alike = ("update documents set text_sha256 = 'same'", "update fingerprints set simhash = 7 where minhash is null")

    assert stored.look("fingerprints", *SIGNED, *alike) == {}


def test_stuck_bits_are_a_warning_from_200_rows_on(stored):
    many = (
        "insert into captures by name select captures.* replace (capture_id || range as capture_id,"
        " document_id || range as document_id) from captures, range(9)",
        "insert into documents by name select documents.* replace (document_id || range as document_id,"
        " text_sha256 || range as text_sha256) from documents, range(9)",
        "insert into fingerprints select 'simhash64-ref@1', document_id,"
        " ((hash(document_id) >> 1)::bigint | 1048575), null, null, 90, 90, 'r' from documents",
        SIGNED[0],
    )

    failures = stored.look("fingerprints", *many)

    assert failures["fingerprints.bits_balanced", ""].severity == "warning"


def test_a_day_without_documents_passes(con, settings):
    gate = checks.check_fingerprints(con, settings, DAY, "r")

    assert (gate.max_severity, gate.n_evaluated) == (None, gate.n_declared)


def test_a_document_without_id_cannot_be_signed(stored):
    damage = ("update fingerprints set document_id = '' where hash(document_id) % 9 = 0",)

    assert ("fingerprints.nearly_all_signed", "") in stored.look("fingerprints", *SIGNED, *damage)
