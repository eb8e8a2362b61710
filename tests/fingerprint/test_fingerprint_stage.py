"""The stage: a day's documents without fingerprints are signed once, whatever is repeated, killed or put aside."""

import datetime

import numpy as np
import pytest
from fingerprint_texts import TEXTS

from made_day import MadeDay
from neartwin import fingerprint, methods
from neartwin.errors import MethodError, ShardError
from neartwin.fingerprint import batches, kernel

DAY = datetime.date(2026, 11, 1)
METHODS = ["hybrid-words@1", "simhash64-ref@1"]
PAGE = "simhash64-page@1"


@pytest.fixture
def day(con, settings):
    """A day with one document for each test text."""
    store(con, settings, list(TEXTS), DAY)
    return con


def store(con, settings, names, day):
    made = MadeDay(con, settings, day)
    for name in names:
        made.page("site.example", TEXTS[name], document_id=name, language=name[:2], title=name)
    made.store()


def sign(con, settings, day=DAY, method_ids=METHODS):
    methods.register(con, settings)
    results = [fingerprint.write_fingerprints(settings, b) for b in fingerprint.plan(con, settings, day, method_ids)]
    return fingerprint.commit_fingerprints(con, settings, results, "run")


def rows(con, table="fingerprints"):
    return con.sql(f"select * exclude (run_id) from {table} order by all").fetchall()


def test_each_document_with_features_gets_the_kernels_signature(day, settings):
    counts = sign(day, settings)
    method = methods.load(settings)["hybrid-words@1"]
    found = kernel.sign([TEXTS["vi"]], ["vi"], method)
    stored = day.execute(
        "select simhash, minhash, n_features, n_shingles from fingerprints where method_id = ? and document_id = 'vi'",
        [method.method_id],
    ).fetchone()

    assert counts["fingerprints"] == 2 * (len(TEXTS) - 4)
    assert stored[0] == found.simhash[0]
    assert np.array_equal(np.frombuffer(stored[1], dtype="<u4"), found.minhash[0])
    assert stored[2:] == (found.n_features[0], found.n_shingles[0])


def test_texts_without_features_have_no_row(day, settings):
    sign(day, settings)
    signed = {name for (name,) in day.sql("select distinct document_id from fingerprints").fetchall()}

    assert set(TEXTS) - signed == {"empty", "white space", "marks only", "punctuation only"}


def test_signing_again_changes_nothing(day, settings):
    methods.register(day, settings)
    planned = fingerprint.plan(day, settings, DAY, METHODS)
    results = [fingerprint.write_fingerprints(settings, batch) for batch in planned]
    fingerprint.commit_fingerprints(day, settings, results, "run")
    before = rows(day), rows(day, "shards")

    assert [fingerprint.write_fingerprints(settings, batch) for batch in planned] == results
    assert set(fingerprint.commit_fingerprints(day, settings, results, "again").values()) == {0}
    assert (rows(day), rows(day, "shards")) == before


def test_only_lacking_methods_are_signed(day, settings):
    sign(day, settings, method_ids=METHODS[:1])
    planned = fingerprint.plan(day, settings, DAY, METHODS)

    assert [batch["method_ids"] for batch in planned if len(batch["method_ids"]) == 1] == [METHODS[1:]]


def test_another_day_adds_only_its_new_documents(con, settings):
    names = list(TEXTS)
    store(con, settings, names[:8], DAY)
    sign(con, settings)
    store(con, settings, names[4:], DAY + datetime.timedelta(days=1))
    counts = sign(con, settings, DAY + datetime.timedelta(days=1))

    assert counts["fingerprints"] == 2 * (len(names) - 8 - 4)


def test_texts_without_any_features_are_looked_at_once(con, settings):
    store(con, settings, ["empty", "marks only"], DAY)
    (batch,) = fingerprint.plan(con, settings, DAY, METHODS)

    assert fingerprint.write_fingerprints(settings, batch)["n_unsigned"] == 4
    assert {name: n for name, n in sign(con, settings).items() if n} == {"unsigned_texts": 4}
    assert fingerprint.plan(con, settings, DAY, METHODS) == []


def test_an_empty_day_plans_nothing(con, settings):
    assert fingerprint.plan(con, settings, DAY, METHODS) == []
    assert set(fingerprint.commit_fingerprints(con, settings, [], "run").values()) == {0}


def test_a_quarantined_day_plans_nothing(day, settings):
    day.execute(
        "insert into quarantines (day, site, state, actor, reason, run_id, set_at)"
        " values (?, '', 'held', 'x', 'x', 'r', now()::timestamp)",
        [DAY],
    )

    assert fingerprint.plan(day, settings, DAY, METHODS) == []


def test_pages_are_signed_apart(day, settings):
    counts = sign(day, settings, method_ids=[PAGE, *METHODS])

    assert counts["page_fingerprints"] == len(TEXTS)
    assert {row[0] for row in rows(day, "page_fingerprints")} == {PAGE}


def test_a_page_of_nothing_but_its_main_text_takes_the_signature_of_that(con, settings):
    made = MadeDay(con, settings, DAY)
    bare = made.page("site.example", TEXTS["en"], full_text=TEXTS["en"])
    framed = made.page("site.example", TEXTS["vi"], language="vi", full_text=f"Trang chủ Tin {TEXTS['vi']}")
    made.store()
    sign(con, settings, method_ids=[PAGE, "simhash64-words@1"])
    alone = kernel.sign([page["full_text"] for page in (bare, framed)], None, methods.load(settings)[PAGE])
    stored = dict(con.sql("select extraction_key, (simhash, n_features) from page_fingerprints").fetchall())

    assert [stored[page["extraction_key"]] for page in (bare, framed)] == list(
        zip(alone.simhash.tolist(), alone.n_features.tolist(), strict=True)
    )


def test_methods_that_weigh_tokens_otherwise_do_not_sign_alike(settings):
    known = methods.load(settings)

    assert kernel.signs_alike(known[PAGE], known["simhash64-words@1"])
    assert not kernel.signs_alike(known[PAGE], known["simhash64-ref@1"])
    assert not kernel.signs_alike(known[PAGE], known["hybrid-words@1"])


def test_fingerprints_of_an_unregistered_method_are_refused(day, settings):
    methods.register(day, settings)
    results = [fingerprint.write_fingerprints(settings, b) for b in fingerprint.plan(day, settings, DAY, METHODS)]
    day.execute("delete from methods where method_id = ?", [METHODS[0]])

    with pytest.raises(MethodError, match="hybrid-words@1 are refused: no such method is registered"):
        fingerprint.commit_fingerprints(day, settings, results, "run")
    assert rows(day) == []
    assert "fingerprints" not in {name for (name,) in day.sql("select table_name from shards").fetchall()}


def test_one_article_in_two_menus_has_two_page_fingerprints(settings):
    pages = [f"Home News Sport {TEXTS['en']}", f"Login Basket Help {TEXTS['en']}"]
    found = kernel.sign(pages, None, methods.load(settings)[PAGE]).simhash

    assert found[0] != found[1]


def test_an_unknown_method_is_refused(day, settings):
    with pytest.raises(MethodError, match="no method"):
        fingerprint.plan(day, settings, DAY, ["minhash@9"])


def test_an_altered_shard_enters_nothing(day, settings):
    results = [fingerprint.write_fingerprints(settings, b) for b in fingerprint.plan(day, settings, DAY, METHODS)]
    with (settings.lake / results[0]["shards"][0]["path"]).open("ab") as file:
        file.write(b"x")

    with pytest.raises(ShardError):
        fingerprint.commit_fingerprints(day, settings, results, "run")
    assert rows(day) == []


def test_batches_are_cut_by_rows_and_characters(day, settings, monkeypatch):
    monkeypatch.setattr(batches, "BATCH_ROWS", 5)
    by_rows = fingerprint.plan(day, settings, DAY, METHODS)
    monkeypatch.setattr(batches, "BATCH_CHARACTERS", 100)
    by_characters = fingerprint.plan(day, settings, DAY, METHODS)

    def texts(planned):
        return sorted(locator for batch in planned for locator in batches.locators(batch))

    assert len(by_rows) == 5
    assert len(by_characters) > 8
    assert texts(by_rows) == texts(by_characters)
    assert len(texts(by_rows)) == len(TEXTS)


def test_batches_in_any_number_give_the_same_rows(day, settings, monkeypatch):
    sign(day, settings)
    whole = rows(day)
    day.execute("delete from fingerprints")
    monkeypatch.setattr(batches, "BATCH_ROWS", 3)
    sign(day, settings)

    assert rows(day) == whole
