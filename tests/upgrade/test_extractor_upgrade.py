"""Another extractor, made by a real setting: only changed contents get other documents, labels stay where they can."""

import shutil
from datetime import date

import pytest

import versioned_days as v
from captured import extract_day, store
from made_day import prose
from neartwin import extract, methods, version_links
from neartwin.decide import decide
from neartwin.errors import UpgradeError
from neartwin.merge.people import Person
from neartwin.report.comparison import render, summary
from neartwin.upgrade import compare, half_done, progress, promote, rehearsal
from neartwin.upgrade.detect import Upgrade
from neartwin.upgrade.settle import settle
from neartwin.warehouse import run, writer
from neartwin.warehouse.checksum import table_checksums

FIRST, SECOND = date(2026, 11, 1), date(2026, 11, 2)
ANN = Person("ann", "reads short pages")
LEAD = "The ferry will not sail today because of the storm, and passengers are asked to come back on Monday morning."
ASIDE = (
    "Tickets for the morning crossing stay valid for one week and can be changed at the desk without a fee. The "
    "harbour office expects the wind to turn on Sunday night and will open the gate one hour before the first boat. "
    "Buses to the northern villages leave from the market place instead, every forty minutes until the evening. People "
    "who need medicine from the island should call the doctor on duty before noon. Tickets for the evening crossing "
    "are not sold online, and whoever has one already can exchange it at the kiosk by the pier. The harbour office "
    "asks everybody to keep the quay free for the lifeboat and for the crane that lifts the broken pontoon."
)
FERRY, SHORT = "https://harbour.example/ferry", "https://harbour.example/short"
COPIES = "https://wire.example"
NOTICE = "Closed on Monday for repairs, open again from Tuesday noon."


def html(title, body):
    return f"<!doctype html><html><head><title>{title}</title></head><body>{body}</body></html>"


def article(text, title):
    paragraphs = "".join(f"<p>{line}</p>" for line in text.split("\n"))
    return html(title, f"<article><h1>{title}</h1>{paragraphs}</article>")


STORY = prose("en", "harbour", 14)
PAGES = {
    FIRST: [
        {"url": "https://news.example/1", "body": article(STORY, "Harbour plan")},
        {"url": "https://wire.example/1", "body": article(v.edited(STORY, 3), "Harbour plan")},
        # Main text under min_tokens 20: the whole visible prose; under 5: the article alone.
        {
            "url": FERRY,
            "body": html("Ferry", f"<article><h1>Ferry</h1><p>{LEAD}</p></article><aside><p>{ASIDE}</p></aside>"),
        },
        {"url": SHORT, "body": article(NOTICE, "Notice")},
    ],
    SECOND: [
        {"url": "https://news.example/1", "body": article(STORY, "Harbour plan")},
        {"url": "https://news.example/2", "body": article(prose("vi", "cho", 14), "Chợ phiên")},
        {"url": "https://news.example/3", "body": article(prose("en", "mill", 14), "The mill")},
        {"url": f"{COPIES}/ferry", "body": article(f"{LEAD}\n{ASIDE}", "No ferry")},
        {"url": f"{COPIES}/short", "body": article(NOTICE, "Notice of Monday")},
    ],
}


def with_floor(settings, min_tokens):
    return settings.model_copy(update={"extract": settings.extract.model_copy(update={"min_tokens": min_tokens})})


@pytest.fixture(scope="module")
def two_days(tmp_path_factory):
    """An installation of two days, made once; its tests go on with it in order."""
    data = tmp_path_factory.mktemp("extractors") / "data"
    settings = v.before(v.settings_at(data))
    with writer(settings) as con:
        v.migrate(con)
        methods.register(con, settings)
        for day, pages in PAGES.items():
            store(con, settings, day, pages)
            v.run_day(con, settings, day)
        story, copy, ferry = (
            document_at(con, url) for url in ("https://news.example/1", "https://wire.example/1", FERRY)
        )
        v.judge(con, [(story, copy)])
        v.judge(con, [(story, ferry)], "different")
        v.allow_merging(con)
        decide(con, methods.resolve(con, settings), "search", None, "labels")
        con.execute("create table marks as select url, document_id from captures")
    return settings


def document_at(con, url):
    return con.execute("select any_value(document_id) from captures where url = ?", [url]).fetchall()[0][0]


def carried(con):
    return con.execute(
        "select capture_id, extraction_key, outcome, outcome_reason, document_id, published_at from captures order by 1"
    ).fetchall()


def of_documents(con, ids):
    """Everything that was computed of some documents."""
    marked = ", ".join(f"'{name}'" for name in ids)
    tables = {
        "fingerprints": f"document_id in ({marked})",
        "indexed_documents": f"document_id in ({marked})",
        "verified_pairs": f"document_id_l in ({marked}) and document_id_r in ({marked})",
        "guard_checks": f"document_id_l in ({marked}) and document_id_r in ({marked})",
        "decisions": f"document_id_l in ({marked}) and document_id_r in ({marked})",
    }
    return [
        con.execute(f"select * from {table} where {where} order by all").fetchall() for table, where in tables.items()
    ]


def upgrade_of(con, old, new):
    ids = [extract.extractor(settings).extractor_id for settings in (new, old)]
    extract.register(con, new)
    return Upgrade("extractor", *ids)


def backfill(con, settings, days=PAGES):
    for day in days:
        results = [extract.write_extractions(settings, b) for b in extract.plan(con, settings, day, is_backfill=True)]
        extract.commit_extractions(con, settings, day, results, "backfill")


def test_a_candidate_extracts_everything_and_what_is_active_stays(two_days):
    new = with_floor(two_days, 5)
    with writer(new) as con:
        before = carried(con), con.execute("select * from documents order by all").fetchall()
        upgrade = upgrade_of(con, two_days, new)
        resolved = methods.resolve(con, new)
        backfill(con, new, [FIRST])

        assert not progress.is_complete(con, resolved, upgrade)
        with pytest.raises(UpgradeError, match="2026-11-02"):
            compare.compare(con, resolved, upgrade, "run")
        backfill(con, new)
        assert progress.is_complete(con, resolved, upgrade)
        assert (carried(con), con.execute("select * from documents order by all").fetchall()) == before
        assert con.execute("select count(*) from extractions").fetchall() == [(16,)]


def test_the_comparison_names_what_changes_and_sets_labels_apart(two_days):
    new = with_floor(two_days, 5)
    with writer(new) as con:
        resolved = methods.resolve(con, new)
        told = compare.compare(con, resolved, upgrade_of(con, two_days, new), "run").told

    effects = {name: part["n_captures"] for name, part in told["texts"]["effects"].items()}
    assert effects == {"same": 6, "text": 1, "gained": 2}
    assert told["texts"]["outcomes"] == [["too_short", "ok", 2]]
    assert told["texts"]["no_content"]["too_short"] == {"old": 2, "new": 0}
    samples = {sample["url"]: sample["alike"] for sample in told["texts"]["samples"]}
    assert set(samples) == {SHORT, f"{COPIES}/short", FERRY}
    assert 0 < samples[FERRY] < 0.5
    assert [(row["site"], row["n_captures"], row["n_lost"], row["n_gained"]) for row in told["texts"]["sites"]] == [
        ("harbour.example", 2, 0, 1),
        ("wire.example", 3, 0, 1),
    ]
    labels = told["purposes"]["search"]
    assert (labels["n_labels"], labels["n_carried"], labels["n_apart"]) == (2, 2, 1)
    assert [part["name"] for part in told["spec"]] == ["min_tokens"]


def test_the_comparison_names_pairs_and_merges_of_texts_that_nobody_has_promoted(two_days):
    new = with_floor(two_days, 5)
    with writer(new) as con:
        resolved, upgrade = methods.resolve(con, new), upgrade_of(con, two_days, new)
        before = table_checksums(con), con.execute("from shards order by all").fetchall()
        lake = sorted(new.lake.rglob("*"))
        told = compare.compare(con, resolved, upgrade, "run").told
        assert (table_checksums(con), con.execute("from shards order by all").fetchall()) == before
        assert compare.compare(con, resolved, upgrade, "again").told == told

    def addresses(samples):
        return [{told["documents"][s[f"document_id_{side}"]]["url"] for side in "lr"} for s in samples]

    found, change = told["candidates"], told["purposes"]["search"]["change"]
    assert {name: part["n_pairs"] for name, part in found.items()} == {"kept": 1, "gained": 1, "lost": 1, "joined": 0}
    assert addresses(found["lost"]["samples"]) == [{FERRY, f"{COPIES}/ferry"}]
    assert addresses(found["gained"]["samples"]) == [{SHORT, f"{COPIES}/short"}]
    assert addresses(change["released"]["samples"]) == [{FERRY, f"{COPIES}/ferry"}]
    assert change["released"]["n_documents"] == 2
    assert "1 pairs would be proposed that are not now, 1 would be no more, 1 stay." in summary(told)
    assert 'id="candidates"' in render("0" * 64, told)
    assert not (new.data / rehearsal.FOLDER).exists()
    assert sorted(new.lake.rglob("*")) == lake


def test_a_copy_that_does_not_fit_is_refused_before_it_is_made(two_days, monkeypatch):
    new = with_floor(two_days, 5)
    usage = shutil.disk_usage(two_days.data)._replace(free=1_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with writer(new) as con:
        resolved = methods.resolve(con, new)
        with pytest.raises(
            UpgradeError, match=r"comparing texts needs a copy of the warehouse, about .* make room first"
        ):
            compare.compare(con, resolved, upgrade_of(con, two_days, new), "run")
    assert not (new.data / rehearsal.FOLDER).exists()


def test_a_promotion_that_fails_half_way_leaves_every_capture_as_it_was(two_days, monkeypatch):
    new = with_floor(two_days, 5)
    with writer(new) as con:
        resolved = methods.resolve(con, new)
        compared = compare.compare(con, resolved, upgrade_of(con, two_days, new), "run")
        before = carried(con), con.execute("from extractors order by all").fetchall()
        monkeypatch.setattr(version_links, "relink", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))

        with pytest.raises(KeyboardInterrupt):
            promote.promote(con, resolved, compared.comparison_id, ANN, "run")
        assert (carried(con), con.execute("from extractors order by all").fetchall()) == before
        assert con.execute("select count(*) from former_documents").fetchall() == [(0,)]


def test_only_captures_whose_content_changed_get_other_documents(two_days):
    new = with_floor(two_days, 5)
    with writer(new) as con:
        upgrade = upgrade_of(con, two_days, new)
        resolved = methods.resolve(con, new)
        kept = [
            name
            for (name,) in con.execute(
                "select distinct document_id from marks where url not in (?, ?, ?)", [FERRY, SHORT, f"{COPIES}/short"]
            ).fetchall()
        ]
        computed = of_documents(con, kept)
        compared = compare.compare(con, resolved, upgrade, "run")
        promote.promote(con, resolved, compared.comparison_id, ANN, "run")
    settle(new, "run")
    with writer(new) as con:
        changed = con.execute(
            "select url from captures inner join marks using (url) where captures.document_id is distinct from"
            " marks.document_id order by url"
        ).fetchall()
        assert changed == [(FERRY,), (SHORT,), (f"{COPIES}/short",)]
        assert of_documents(con, kept) == computed
        unsigned = con.execute(
            "select count(*) from sound_documents where document_id not in (select document_id from fingerprints)"
        ).fetchall()
        assert unsigned == [(0,)]


def test_labels_stay_where_content_is_equal_and_the_rest_is_offered_again(two_days):
    with writer(two_days) as con:
        story, copy = document_at(con, "https://news.example/1"), document_at(con, "https://wire.example/1")
        gone = con.execute("select any_value(document_id) from marks where url = ?", [FERRY]).fetchall()[0][0]
        ferry = document_at(con, FERRY)
        v.judge(con, [(copy, gone)], "different")  # a label that came after the promotion, on the text before it
        con.execute("delete from label_captures where document_id = ?", [gone])
        offered = run(con, "label/select_queue_changed", purpose="search", n=10) if _opinions(con) else []

        assert con.execute(
            "select verdict from pair_labels where document_id_l = least(?, ?) and document_id_r = greatest(?, ?)",
            [story, copy, story, copy],
        ).fetchall() == [("same",)]
        pairs = {tuple(row[:2]) for row in offered}
        assert pairs == {tuple(sorted((story, ferry))), tuple(sorted((copy, ferry)))}
        assert all("the content changed (was judged different)" in row[5] for row in offered)


def _opinions(con):
    con.execute("create or replace temp table opinions (document_id_l varchar, document_id_r varchar)")
    return True


def test_roll_back_gives_every_capture_back_what_it_carried(two_days):
    new = with_floor(two_days, 5)
    with writer(new) as con:
        promote.roll_back(con, methods.resolve(con, new), "extractor", ANN, "back")
        changed = con.execute(
            "select url from captures inner join marks using (url) where captures.document_id is distinct from"
            " marks.document_id"
        ).fetchall()
        assert changed == []
        assert con.execute("select count(*) from rejudgements").fetchall() == [(0,)]
        assert sorted(con.execute("select status from extractors").fetchall()) == [("active",), ("standby",)]


def test_a_day_half_by_one_and_half_by_another_is_found_and_finished(two_days):
    other = with_floor(two_days, 6)
    late = {"url": "https://news.example/late", "body": article(prose("en", "late", 12), "Late")}
    with writer(other) as con:
        upgrade = upgrade_of(con, two_days, other)
        resolved = methods.resolve(con, other)
        store(con, other, SECOND, [*PAGES[SECOND], late])
        extract_day(con, other, SECOND)
        by = con.execute(
            "select count(distinct extractor_id) from captures inner join extractions using (extraction_key)"
            " where day = '2026-11-02'"
        ).fetchall()
        assert by == [(2,)]
        assert not progress.is_complete(con, resolved, upgrade)
        backfill(con, other)
        compared = compare.compare(con, resolved, upgrade, "half")
        promote.promote(con, resolved, compared.comparison_id, ANN, "half")
        by = con.execute(
            "select distinct extractor_id from captures inner join extractions using (extraction_key)"
        ).fetchall()
        assert by == [(upgrade.candidate_id,)]


def test_days_that_another_extractor_has_touched_are_finished_by_the_active_one(two_days):
    installed = with_floor(two_days, 6)
    settle(installed, "half")
    with writer(with_floor(two_days, 7)) as con:
        store(con, two_days, SECOND, [{"url": "https://news.example/later", "body": article(prose("en", "z", 9), "Z")}])
        extract_day(con, with_floor(two_days, 7), SECOND)
        resolved = methods.resolve(con, installed)
        assert list(half_done.days(con, resolved)) == [SECOND]
    assert settle(installed, "finish")["n_days"] == 1
    with writer(installed) as con:
        by = con.execute(
            "select distinct extractor_id from captures inner join extractions using (extraction_key)"
        ).fetchall()
        assert by == [(extract.extractor(installed).extractor_id,)]
        assert half_done.days(con, resolved) == {}
