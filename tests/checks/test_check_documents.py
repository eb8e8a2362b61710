"""Extractions and documents: a sound day passes, and each damage is caught by the right check at its severity."""

import pytest

from made_day import DAY, MadeDay, prose, sound_day
from neartwin import checks

VI = "site = 'tin.example.vn'"
FIRST = "capture_id = (select min(capture_id) from captures)"


def names(gate):
    return {(f"{f.suite}.{f.expectation}", f.site, f.severity) for f in gate.failures}


def broken(outcome, where="true"):
    return f"update captures set outcome = '{outcome}', document_id = null where {where}"


def test_a_sound_day_has_no_failure(stored):
    assert stored.look("documents") == {}


@pytest.mark.parametrize(
    ("damage", "expectation", "severity"),
    [
        (f"update captures set outcome = null where {FIRST}", "extractions.outcome_given", "critical"),
        (f"update captures set document_id = 'lost' where {FIRST}", "extractions.ok_has_document", "critical"),
        (f"update captures set outcome = 'empty' where {FIRST}", "extractions.only_ok_has_document", "critical"),
        (f"update captures set extraction_key = 'lost' where {FIRST}", "extractions.ok_has_extraction", "critical"),
        (broken("empty"), "extractions.sites_not_broken_together", "critical"),
        (broken("empty") + "; update captures set site = capture_id", "extractions.day_readable", "critical"),
        (broken("undecodable", "hash(capture_id) % 2 = 0"), "extractions.day_mostly_readable", "warning"),
        (broken("timed_out", "hash(capture_id) % 2 = 0"), "extractions.pages_decodable", "warning"),
        (broken("empty", "hash(capture_id) % 2 = 0"), "extractions.day_not_poor", "info"),
        ("insert into documents select * from documents limit 1", "documents.document_stored_once", "critical"),
        ("delete from shards", "documents.text_shard_registered", "critical"),
        ("update extractions set kept_share = 0.01, n_page_tokens = 900", "documents.language_text_kept", "warning"),
        ("update documents set n_tokens = n_characters * 2", "documents.language_tokens_plausible", "warning"),
        ("update captures set published_at = '1970-01-01'", "documents.dates_plausible", "warning"),
        ("update documents set price = -5", "documents.prices_plausible", "warning"),
        ("update documents set n_tokens = 9", "documents.median_length_plausible", "warning"),
        ("update documents set n_tokens = 9", "documents.few_short_texts", "info"),
    ],
)
def test_damage_of_the_day_is_named(stored, damage, expectation, severity):
    assert stored.look("documents", damage)[expectation, ""].severity == severity


@pytest.mark.parametrize(
    ("damage", "expectation", "severity"),
    [
        (broken("empty", VI), "extractions.site_readable", "critical"),
        (broken("empty", f"{VI} and hash(capture_id) % 2 = 0"), "extractions.site_mostly_readable", "warning"),
        (broken("title_only", VI), "extractions.site_not_poor", "warning"),
        (broken("login_wall", VI), "extractions.site_not_walled", "warning"),
        (broken("error_page", VI), "extractions.site_few_errors", "warning"),
        (broken("repeated_body", VI), "extractions.site_texts_own", "warning"),
        ("update documents set title = 'Tin'", "documents.site_titles_differ", "warning"),
        ("update extractions set declared_language = 'de-DE'", "documents.site_language_as_declared", "warning"),
        (f"update documents set text_sha256 = '{'b' * 64}'", "documents.site_texts_differ", "critical"),
    ],
)
def test_damage_of_a_site_is_named(stored, damage, expectation, severity):
    assert stored.look("documents", damage)[expectation, "tin.example.vn"].severity == severity


@pytest.mark.parametrize(
    ("text", "expectation", "severity"),
    [
        (lambda n: prose("vi", n).encode().decode("cp1252", "replace"), "documents.site_decoded", "critical"),
        (lambda n: prose("zh", n).encode("gbk").decode("latin-1"), "documents.site_decoded", "critical"),
        (lambda n: prose("zh", n).encode().decode("gbk", "replace"), "documents.site_decoded", "critical"),
        (lambda n: f"Vui lòng đăng nhập để đọc bài {n}. Quên mật khẩu?", "documents.site_texts_no_wall", "critical"),
        (lambda n: f"请登录后查看全文。没有账号？忘记密码 {n}", "documents.site_texts_no_wall", "critical"),
        (lambda n: f"Access denied. You have been blocked. Ray {n}", "documents.site_texts_no_wall", "critical"),
        (lambda n: prose("en", "menu", 9) + "\n" + prose("en", n, 3), "documents.site_little_template", "warning"),
        (lambda n: 2 * (prose("en", n) + "\n"), "documents.site_bodies_once", "warning"),
        (lambda n: prose("en", n % 3), "documents.site_few_equal_texts", "warning"),
    ],
)
def test_damaged_texts_of_a_site_are_named(con, settings, text, expectation, severity):
    made = sound_day(con, settings, n_pages=21)
    for number in range(30):
        made.page("hong.example.org", text(number), title=f"{number}", n_tokens=50)
    made.store()

    gate = checks.check_documents(con, settings, DAY, "r")

    assert (expectation, "hong.example.org", severity) in names(gate)
    assert not gate.is_day_quarantined
    assert gate.quarantined_sites == (("hong.example.org",) if severity == "critical" else ())
    assert gate.max_severity == "warning"


@pytest.mark.parametrize(
    ("text", "expectation"),
    [
        (lambda n: prose("vi", n).encode().decode("cp1252", "replace"), "day_decoded"),
        (lambda n: f"Please log in. Forgot your password? {n}", "day_texts_no_wall"),
        (lambda n: "one text for all", "day_texts_differ"),
    ],
)
def test_a_day_of_small_damaged_sites_is_put_aside(con, settings, text, expectation):
    made = MadeDay(con, settings)
    for number in range(40):
        made.page(f"s{number}.example.org", text(number), title=f"{number}", n_tokens=50)
    made.store()

    gate = checks.check_documents(con, settings, DAY, "r")

    assert gate.is_day_quarantined
    assert (f"documents.{expectation}", "", "critical") in names(gate)
    assert expectation in gate.explanation


def test_some_garbled_and_walled_texts_are_warnings(con, settings):
    made = sound_day(con, settings, n_pages=21)
    made.page("x.example.org", "Tiáº¿ng Viá»‡t bá»‹ há»ng " * 9, n_tokens=60)
    made.page("x.example.org", "mất � chữ � rồi � nhé", n_tokens=8)
    made.page("x.example.org", "Truy cập bị từ chối", n_tokens=5)
    made.page("x.example.org", "Sign in to continue", n_tokens=4)
    made.store()

    found = names(checks.check_documents(con, settings, DAY, "r"))

    assert ("documents.few_garbled", "", "warning") in found
    assert ("documents.few_wall_texts", "", "warning") in found


def test_lost_letters_are_a_warning(con, settings):
    made = MadeDay(con, settings)
    for number in range(30):
        made.page("x.example.org", prose("vi", number) + ("\ufffd" if number < 3 else ""), language="vi")
    made.store()

    assert ("documents.few_lost_letters", "", "warning") in names(checks.check_documents(con, settings, DAY, "r"))


def test_decomposed_texts_are_counted_and_normalise_well(con, settings):
    import unicodedata

    made = MadeDay(con, settings)
    for number in range(30):
        made.page("x.example.org", unicodedata.normalize("NFD", prose("vi", number)), language="vi")
    made.store()

    gate = checks.check_documents(con, settings, DAY, "r")

    assert ("documents.few_decomposed", "", "info") in names(gate)
    assert gate.max_severity == "info"


def test_texts_that_do_not_compose_are_critical(con, settings, monkeypatch):
    import neartwin.fingerprint

    monkeypatch.setattr(neartwin.fingerprint, "normalise", lambda text: text)
    test_decomposed = MadeDay(con, settings)
    test_decomposed.page("x.example.org", "Tie\u0302\u0301ng Vie\u0302\u0323t " * 9)
    test_decomposed.store()

    gate = checks.check_documents(con, settings, DAY, "r")

    assert ("documents.normalised_is_nfc", "", "critical") in names(gate)


def test_sites_that_break_together_put_the_day_aside(con, settings):
    sound_day(con, settings).store()
    con.execute(broken("js_shell", "site <> 'xinwen.example.cn'"))
    con.execute("delete from captures where site = 'xinwen.example.cn' and hash(capture_id) % 3 > 0")

    gate = checks.check_documents(con, settings, DAY, "r")

    assert ("extractions.sites_not_broken_together", "", "critical") in names(gate)
    assert gate.is_day_quarantined


def test_one_big_broken_site_does_not_put_the_day_aside(con, settings):
    sound_day(con, settings).store()
    con.execute("delete from captures where site <> 'tin.example.vn' and hash(capture_id) % 3 > 0")
    con.execute(broken("empty", VI))

    gate = checks.check_documents(con, settings, DAY, "r")

    assert gate.quarantined_sites == ("tin.example.vn",)
    assert not gate.is_day_quarantined


def test_pages_without_a_site_never_put_the_day_aside_as_a_site(con, settings):
    made = sound_day(con, settings, n_pages=40)
    for number in range(30):
        made.page("", "", url=f"file:{number}.html", outcome="empty")
    made.store()

    gate = checks.check_documents(con, settings, DAY, "r")

    assert ("extractions.site_readable", "", "warning") in names(gate)
    assert not gate.is_day_quarantined


def test_a_language_that_cannot_be_read_is_a_warning(stored):
    damage = broken("undecodable", "extraction_key in (select extraction_key from extractions where language = 'zh')")

    failures = stored.look("documents", damage, "update captures set site = left(capture_id, 1)")

    assert failures["extractions.language_readable", ""].severity == "warning"


def test_document_id_must_be_given_where_a_text_is_found(stored):
    """A null key cannot join, so its capture is one without a document."""
    failures = stored.look("documents", f"update captures set document_id = null where {FIRST}")

    assert ("extractions.ok_has_document", "") in failures


def test_a_text_that_cannot_be_found_stops_the_day(con, settings):
    sound_day(con, settings, n_pages=5).store()
    next(settings.lake.rglob("*.parquet")).unlink()

    gate = checks.check_documents(con, settings, DAY, "r")

    assert gate.is_day_quarantined
    assert gate.n_evaluated == 0
    assert "FileNotFoundError" in gate.explanation


def test_results_hold_no_text_of_a_page(con, settings):
    made = sound_day(con, settings)
    for number in range(30):
        made.page("x.example.org", f"SECRET please log in, forgot your password {number}", title="SECRET", n_tokens=9)
    made.store()

    checks.check_documents(con, settings, DAY, "r")

    assert con.execute("select count(*) from check_results").fetchone()[0] > 40
    assert (
        con.execute("select * from check_results where cast(check_results as varchar) ilike '%secret%'").fetchall()
        == []
    )
