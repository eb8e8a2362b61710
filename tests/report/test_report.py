"""The report of a run: what it says in every state, how it stays small and inert, and its JSON twin."""

import json
import re
import shutil
import time
from datetime import date, timedelta
from pathlib import Path

import jsonschema
import pytest

from made_day import DAY, MadeDay, prose, sound_day
from made_report import HOSTILE, METHOD, RUN, reported_day
from neartwin import checks, report
from neartwin.report import files, page
from neartwin.report.gather import gather

SCHEMA = json.loads((Path(page.__file__).parent / "report.schema.json").read_text())


@pytest.fixture
def reported(con, settings):
    """A stored day with everything a report shows, checked."""
    reported_day(con, settings)
    checks.check_captures(con, settings, DAY, RUN)
    checks.check_documents(con, settings, DAY, RUN)
    return con


def told_of(con, settings, day=DAY, run_id=RUN):
    told = gather(con, settings, day, run_id)
    jsonschema.validate(told, SCHEMA)
    return told


def test_a_report_says_what_came_of_the_day(reported, settings):
    told = told_of(reported, settings)

    assert told["counts"]["n_captures"] == 142
    assert told["counts"]["n_ok"] == 110
    assert {line["name"]: line["n_ok"] for line in told["outcomes"]["by_site"]}["ban-doc.example.vn"] == 0
    assert told["candidates"]["by_method"][0]["n_pairs"] == sum(told["candidates"]["by_method"][0]["by_index"].values())
    assert told["exact_duplicates"]["n_documents"] == 3
    assert told["versions"][0]["title_before"] == "Giá cà phê hôm nay"
    assert told["sources"]["problems"][0]["reason"] == "cut short: 1,204 of 9,880 bytes"
    assert all(document["excerpt"] for cluster in told["clusters"][0]["largest"] for document in cluster["documents"])


def test_a_site_put_aside_asks_for_a_look_and_says_how(reported, settings):
    told = told_of(reported, settings)

    assert told["verdict"]["word"] == "look"
    assert told["needs"][0] == {
        "what": "Release or reject site ban-doc.example.vn",
        "why": "26 of 26 pages give no content (100%)",
        "how": f"neartwin release {DAY} --site ban-doc.example.vn",
    }


def test_a_sound_day_is_trusted(con, settings):
    sound_day(con, settings).store()
    checks.check_captures(con, settings, DAY, "r")
    checks.check_documents(con, settings, DAY, "r")

    told = told_of(con, settings, run_id="r")

    assert told["verdict"] == {
        "word": "trust",
        "sentence": f"All {told['checks']['n_checks']} checks that matter passed; nothing was put aside.",
    }
    assert told["needs"] == []


def test_a_day_put_aside_says_by_whom_and_why(reported, settings):
    checks.reject(reported, DAY, actor="linh", reason="a test feed")

    told = told_of(reported, settings)

    assert told["verdict"] == {"word": "aside", "sentence": "The whole day was put aside by linh: a test feed."}
    assert "Put aside" in page.render(told)


def test_a_failed_run_still_has_a_report(reported, settings):
    reported.execute("update runs set state = 'failed', reason = 'failed tasks: verify'")

    assert told_of(reported, settings)["verdict"] == {
        "word": "failed",
        "sentence": "The run did not finish (failed tasks: verify): this is what it left.",
    }


def test_a_run_that_left_nothing_still_has_a_report(con, settings):
    path = report.write_report(con, settings, DAY, "manual__never")

    assert "No check of this run has been stored" in path.read_text()
    told_of(con, settings, run_id="manual__never")
    assert "2026-11-01  LOOK FIRST" in report.terminal_summary(con, settings, DAY, "manual__never")


def test_lost_texts_do_not_cost_the_report(reported, settings):
    shutil.rmtree(settings.lake)

    html = page.render(told_of(reported, settings))

    assert "cannot be read from the lake" in html


def test_what_differs_is_shown(reported, settings):
    html = page.render(told_of(reported, settings))

    assert re.search(r"<del>.{0,60}不</del> <ins>.{0,60}给</ins>|<del>.{0,60}给</del> <ins>.{0,60}不</ins>", html)
    assert "numbers differ" in html


def test_a_repeated_run_replaces_its_files(reported, settings):
    first = report.write_report(reported, settings, DAY, RUN)
    content = first.read_bytes()

    assert report.write_report(reported, settings, DAY, RUN) == first == settings.reports / "2026-11-01.html"
    assert first.read_bytes() == content
    names = sorted(p.relative_to(settings.reports).as_posix() for p in settings.reports.rglob("*") if p.is_file())
    assert len(names) == 5
    assert names[:3] == ["2026-11-01.html", "2026-11-01.json", "index.html"]


def test_file_names_hold_nothing_foreign(settings):
    name = files.of_run(settings, DAY, "manual__../../etc/passwd\n\u202e").name

    assert re.fullmatch(r"2026-11-01-[A-Za-z0-9-]+\.html", name)
    assert files.of_run(settings, DAY, "a+b") != files.of_run(settings, DAY, "a-b")


def test_the_page_loads_and_runs_nothing(reported, settings):
    html = page.render(told_of(reported, settings))

    assert "<script" not in html
    assert not re.search(r"\son[a-z]+\s*=", re.sub(r">[^<]*<", "><", html))
    assert not re.search(r"(?:src|srcset|action)=", re.sub(r">[^<]*<", "><", html))
    assert "style=" not in html
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html).group(1)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    links = re.findall(r'href="([^"]*)"', html)
    assert all(re.match(r"(#|https?://|index\.html$)", link) for link in links)


def test_hostile_text_is_inert_in_page_twin_and_terminal(reported, settings):
    report.write_report(reported, settings, DAY, RUN)
    html, twin = ((settings.reports / f"2026-11-01.{kind}").read_text() for kind in ("html", "json"))
    summary = report.terminal_summary(reported, settings, DAY, RUN)

    for forbidden in ("\u202e", "\u200b", "\x1b", "\x00"):
        assert forbidden not in html + twin + summary
    assert "&lt;script&gt;document.title" in html
    assert 'title="right-to-left override">U+202E</abbr>' in html
    assert HOSTILE[:20] not in summary
    assert twin.isascii()
    json.loads(twin)


def test_the_terminal_summary_is_short_and_plain(reported, settings):
    lines = report.terminal_summary(reported, settings, DAY, RUN).splitlines()

    assert len(lines) < 20
    assert all(line.isprintable() for line in lines)
    assert lines[0].startswith("2026-11-01  LOOK FIRST: ")
    assert "to do     Release or reject site ban-doc.example.vn" in "\n".join(lines)


def test_a_very_bad_day_stays_small_and_quick(con, settings):
    made = MadeDay(con, settings)
    long = "\u202e<b>" * 900 + prose("vi", 1)
    for number in range(3_000):
        site = f"{'very-long-name.' * 4}{number % 700}.example"
        made.page(
            site,
            long + str(number % 40),
            title=long,
            outcome="ok" if number % 2 else "login_wall",
            url=f"https://{site}/{'x' * 900}/{number}",
            outcome_reason=long,
        )
    made.store(RUN)
    con.execute(
        "insert into source_problems (day, source_name, source_file, source_offset, reason, run_id)"
        " select '2026-11-01', 'made', repeat('f', 500), range, repeat('r', 500) || range, 'r' from range(5000)"
    )
    con.execute(
        "insert into check_results select '2026-11-01', ?, 'documents', 'check_' || range % 500, 's' || range,"
        " if(range % 500 = 7, 'critical', 'warning'),"
        " false, repeat('o', 500), 1, repeat('w', 500), 'h', [repeat('i', 64)], now()::timestamp"
        " from range(20000)",
        [RUN],
    )
    con.execute(
        "insert into quarantines (day, site, state, actor, reason, run_id, set_at) select '2026-11-01', 's' || range,"
        " 'held', 'checks', repeat('w', 500), 'r', now()::timestamp from range(4000)"
    )
    started = time.process_time()
    path = report.write_report(con, settings, DAY, RUN)

    assert time.process_time() - started < 3
    assert path.stat().st_size < page.MAX_BYTES
    assert path.with_suffix(".json").stat().st_size < page.MAX_BYTES
    told = json.loads(path.with_suffix(".json").read_text())
    assert told["n_quarantines"] == {"all": 4_000, "aside": 4_000}
    assert [need["what"] for need in told["needs"] if "more site" in need["what"]] == [
        "Release or reject 3,994 more sites"
    ]
    assert not [need for need in told["needs"] if "checks pass" in need["why"]]
    assert "and 3,940 more sites: 4,000 are put aside in all." in path.read_text()


def test_the_page_over_days_lists_newest_first(con, settings):
    for back in range(3):
        day = DAY - timedelta(days=back)
        sound_day(con, settings, day, n_pages=3 + back).store()
        report.write_report(con, settings, day, "r")
    (settings.reports / "2026-10-01.json").write_text("{ broken")
    html = report.write_trend(settings).read_text()

    days = re.findall(r'<a href="(\d{4}-\d\d-\d\d)\.html">', html)
    assert days == [str(date(2026, 11, 1) - timedelta(days=back)) for back in range(3)]
    assert "2026-10-30: 15; 2026-10-31: 12; 2026-11-01: 9" in html


def test_what_a_site_fails_twice_is_said_once(reported, settings):
    failed = told_of(reported, settings)["checks"]["failed"]

    assert [check["expectation"] for check in failed if check["severity"] != "info"] == ["site_readable"]


def test_a_run_without_a_page_has_no_path_that_exists(con, settings):
    assert not report.report_path(settings, DAY, "r").is_file()

    path = report.write_report(con, settings, DAY, "r")

    assert report.report_path(settings, DAY, "r") == path
    assert path.is_file()
    assert not report.report_path(settings, DAY, "other").is_file()


def test_menus_that_hide_what_differs_are_counted(con, settings):
    made = MadeDay(con, settings)
    texts = ("one", "two", "two", "three")
    pages = [made.page("menu.example", prose("en", text), title=text) for text in texts]
    made.store()
    for row, (page_bits, main_bits) in enumerate(((0, 0), (1, 2**40 - 1), (2**50 - 1, 2**40 - 1), (3, 1))):
        con.execute(
            "insert into page_fingerprints values ('simhash64-page@1', ?, ?, null, null, 9, 'r')",
            [pages[row]["extraction_key"], page_bits],
        )
        con.execute(
            "insert into fingerprints select 'simhash64-words@1', ?, ?, null, null, 9, 9, 'r'"
            " where not exists (select 1 from fingerprints where document_id = ?)",
            [pages[row]["document_id"], main_bits, pages[row]["document_id"]],
        )

    told = told_of(con, settings)["boilerplate"]

    assert (told["page_method"], told["near"]) == ("simhash64-page@1", 6)
    assert told["sites"] == [
        {
            "site": "menu.example",
            "n_pairs": 6,
            "n_near_by_page": 3,
            "n_near_by_main": 1,
            "n_near_by_page_only": 2,
            "n_near_by_main_only": 0,
            "n_same_document": 1,
            "n_same_document_page_far": 1,
        }
    ]


def test_missed_planted_copies_are_named(reported, settings):
    assert told_of(reported, settings)["candidates"]["canaries"] == [
        {
            "method_id": "minhash128-words@1",
            "n_true": 40,
            "n_found": 38,
            "n_kinds": 1,
            "missed": [{"language": "vi", "edit_kind": "words_changed", "n_true": 40, "n_found": 38}],
        }
    ]


def test_versions_out_of_use_are_not_in_the_figures_of_a_day(con, settings):
    run_id = reported_day(con, settings)
    older = "minhash128-words@7"
    for table in ("candidate_pairs", "recall_measurements"):
        con.execute(f"insert into {table} select * replace ('{older}' as method_id) from {table}")
    told = gather(con, settings, DAY, run_id)["candidates"]

    assert {row["method_id"] for part in ("by_method", "recall", "canaries") for row in told[part]} == {METHOD}
    assert older not in report.terminal_summary(con, settings, DAY, run_id)


def test_verdicts_are_counted_by_kind_of_reason(reported, settings):
    reported.execute(
        "update decisions set reason = (hash(document_id_l) % 99)::varchar"
        " || ' % shared; held apart by numbers (numbers differ: ' || document_id_l || ')'"
    )

    verdicts = told_of(reported, settings)["decisions"]["by_purpose"][0]["verdicts"]

    assert {reason["reason"] for verdict in verdicts for reason in verdict["reasons"]} == {"held apart by numbers"}
