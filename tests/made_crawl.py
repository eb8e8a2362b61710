"""A made crawl of eight documents a to h, a the longest, with verified pairs or decisions as the tests want them."""

from neartwin.merge import plan


def fill(con, letters="abcdefgh", day="2026-11-01", site="a.example"):
    """Enter one document and one capture a letter, and a policy that justifies merging."""
    for place, document_id in enumerate(letters):
        con.execute(
            "insert into documents values"
            " (?, 'vi', 'article', 'long', 500, ?, 'Tin', null, null, null, 't', 's', 0, 'r')",
            [document_id, 900 - place],
        )
        con.execute(
            "insert into captures (capture_id, day, site, url, final_url, variant, http_status, fetched_at,"
            " content_type, charset, source_sha256, n_bytes, source_name, source_file, source_offset, source_id, shard,"
            " shard_row, run_id, outcome, document_id) values (?, ?, ?, ?, '', '', 200, ?, 'text/html', '', 'x', 1,"
            " 's', 'f', 0, '', 's', 0, 'r', 'ok', ?)",
            [f"c-{document_id}", day, site, f"https://{site}/{document_id}", day, document_id],
        )
    con.execute(
        "insert into policies values ('p1', 'search', 'm@1', 'vi', 'article', 'long', 'jaccard', 0.9, 0.5, 'c1',"
        " 'active', now()::timestamp)"
    )


def decide(con, *pairs, verdict="merge", similarity=0.97):
    """Enter decisions on pairs."""
    for left, right in pairs:
        con.execute(
            "insert into decisions (purpose, method_id, document_id_l, document_id_r, verdict, reason, measure,"
            " similarity, guards_id, policy_id, run_id, decided_at)"
            " values ('search', 'm@1', ?, ?, ?, 'alike', 'jaccard', ?, 'g1', 'p1', 'r', now()::timestamp)",
            [left, right, verdict, similarity],
        )


def verify(con, *pairs, similarity=0.97):
    """Enter verified pairs that no guard holds, to be decided by the policy."""
    for left, right in pairs:
        con.execute(
            "insert into verified_pairs values ('m@1', ?, ?, 0, ?, ?, ?, 'r')", [left, right, *[similarity] * 3]
        )
        con.execute("insert into guard_checks values (?, ?, 'g1', ?, ?, 'r')", [left, right, similarity, similarity])


def merged_state(con):
    """Return who stands for whom."""
    rows = con.execute(
        "select document_id, representative_id from merged_documents where representative_id is not null"
    )
    return dict(rows.fetchall())


def live(con):
    """Return the ids of the documents shown."""
    return {row[0] for row in con.execute("select document_id from live_documents_search").fetchall()}


def fill_many(con, n):
    """Enter n documents d0, d1, …, each with one capture, and the policy."""
    fill(con, "")
    con.execute(
        "insert into documents select 'd' || i, 'vi', 'article', 'long', 500, 1000 - i % 2, 'Tin', null, null, null,"
        " 't', 's', 0, 'r' from range(?) as numbers(i)",
        [n],
    )
    con.execute(
        "insert into captures (capture_id, day, site, url, final_url, variant, http_status, fetched_at, content_type,"
        " charset, source_sha256, n_bytes, source_name, source_file, source_offset, source_id, shard, shard_row,"
        " run_id, outcome, document_id)"
        " select 'c' || i, '2026-11-01', 'a.example', 'https://a.example/' || i, '', '', 200,"
        " '2026-11-01', 'text/html', '', 'x', 1, 's', 'f', 0, '', 's', 0, 'r', 'ok', 'd' || i"
        " from range(?) as numbers(i)",
        [n],
    )


def decide_many(con, first, n):
    """Decide to merge the pairs numbered from `first`: documents 2i and 2i + 1. Doing it again adds nothing."""
    con.execute(
        "insert into decisions (purpose, method_id, document_id_l, document_id_r, verdict, reason, measure, similarity,"
        " guards_id, policy_id, run_id, decided_at) select 'search', 'm@1', least(l, r), greatest(l, r), 'merge',"
        " 'alike', 'jaccard', 0.97, 'g1', 'p1', 'r', now()::timestamp"
        " from (select 'd' || (2 * i) as l, 'd' || (2 * i + 1) as r from range(?, ?) as numbers(i)) as pairs"
        " where not exists (select 1 from decisions where document_id_l = least(l, r))",
        [first, first + n],
    )


def plan_all(con, purpose="search", method_id="m@1", **options):
    """Store everything that may be merged as one batch and return it; None when there is nothing."""
    plan.lay_out(con, purpose, method_id)
    return plan.store(con, purpose, method_id, run_id="r", **options)
