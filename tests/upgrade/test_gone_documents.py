"""A promoted extractor leaves a text that nobody carries: it may not stand between those that are still carried."""

from datetime import date

from test_extractor_upgrade import ANN, ASIDE, FERRY, LEAD, backfill, carried, html, upgrade_of, with_floor

import versioned_days as v
from captured import store
from neartwin import extract, methods
from neartwin.upgrade import compare, promote
from neartwin.upgrade.settle import settle
from neartwin.warehouse import writer
from neartwin.warehouse.checksum import table_checksums

DAY = date(2026, 11, 1)
COPIES = ("https://wire.example/ferry", "https://coast.example/ferry")
FOLLOWING = ("candidate_pairs", "verified_pairs", "pair_guards", "decisions", "proposed_clusters")


def pages(title):
    """A page whose text becomes its article alone under a lower floor, and two copies of the whole text."""
    own = html(title, f"<article><p>{LEAD}</p></article><aside><p>{ASIDE}</p></aside>")
    whole = f"<article><p>{LEAD}</p><p>{ASIDE}</p></article>"
    copies = [{"url": url, "body": html(f"No ferry {number}", whole)} for number, url in enumerate(COPIES, 1)]
    return [{"url": FERRY, "body": own}, *copies]


def hub(con):
    return con.execute(
        "select distinct url from indexed_documents inner join captures using (document_id)"
        " where is_hub and method_id = ?",
        [v.OLD],
    ).fetchall()


def pairs(con):
    """The addresses of each candidate pair of the deciding method, as carried now."""
    found = con.execute(
        "select l.url, r.url from candidate_pairs left join captures as l on document_id_l = l.document_id"
        " left join captures as r on document_id_r = r.document_id where method_id = ?",
        [v.OLD],
    ).fetchall()
    return {frozenset(pair) for pair in found}


def installed(data, title):
    settings = v.before(v.settings_at(data))
    with writer(settings) as con:
        v.migrate(con)
        methods.register(con, settings)
        store(con, settings, DAY, pages(title))
        v.run_day(con, settings, DAY)
        return settings, hub(con)


def with_the_changing_page_as_hub(tmp_path):
    """Ties between equal signatures go to the smaller id, which hangs on the title."""
    for number in range(40):
        settings, hubs = installed(tmp_path / str(number), f"Ferry {number}")
        if hubs == [(FERRY,)]:
            return settings
    raise AssertionError("no title makes the page the hub")


def test_live_documents_are_paired_though_their_hub_is_gone_and_roll_back_restores(tmp_path):
    old = with_the_changing_page_as_hub(tmp_path)
    new = with_floor(old, 5)
    with writer(new) as con:
        upgrade, resolved = upgrade_of(con, old, new), methods.resolve(con, new)
        before, was_carried = table_checksums(con), carried(con)
        assert pairs(con) == {frozenset((FERRY, copy)) for copy in COPIES}
        backfill(con, new, [DAY])
        compared = compare.compare(con, resolved, upgrade, "run")
        promote.promote(con, resolved, compared.comparison_id, ANN, "run")
    settle(new, "run")

    with writer(new) as con:
        assert extract.is_active(con, upgrade.candidate_id)
        assert frozenset(COPIES) in pairs(con)
        assert not con.execute(
            "select 1 from indexed_documents where method_id = ? and document_id not in"
            " (select document_id from sound_documents)",
            [v.OLD],
        ).fetchall()
        promote.roll_back(con, methods.resolve(con, new), "extractor", ANN, "back")
    settle(old, "back")

    with writer(old) as con:
        after = table_checksums(con)
        assert carried(con) == was_carried
        assert {table: after[table] for table in FOLLOWING} == {table: before[table] for table in FOLLOWING}
