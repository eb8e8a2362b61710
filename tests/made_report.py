"""A day with everything that a report can show: real-looking texts, pairs, clusters, guards, recall, hostile text."""

from datetime import datetime, timedelta

from made_day import DAY, MadeDay, prose, sound_day

METHOD = "minhash128-words@1"
RUN = "scheduled__2026-11-02T00:00:00+00:00"

BRIDGE = (
    "Sáng 31/10, UBND tỉnh Hà Tân thông báo cầu Bến Thuỷ sẽ đóng hoàn toàn từ 22 giờ ngày 2/11 để thay khe co giãn. "
    "Kinh phí sửa chữa là 3,2 tỷ đồng, lấy từ quỹ bảo trì đường bộ.\nTheo Sở Giao thông vận tải, xe tải trên 3,5 tấn "
    "đi đường vòng qua cầu Yên Xuân; xe máy và xe con đi phà miễn phí.\nDự kiến cầu thông xe trở lại ngày 18/11."
)
VERDICT = (
    "经市规划委员会第十七次会议审议，不予批准滨江路东段商业综合体项目的规划变更申请。会议认为，该项目占用公共绿地，"
    "且未完成环境影响评价。\n申请人可在六十日内提出行政复议。"
)
FERRY = (
    "The harbour board of Port Ellery has cut the winter ferry timetable from fourteen to nine crossings a day. The "
    "board said that two of the four vessels need new gearboxes and will stay in dock until March.\nSeason tickets "
    "remain valid, and the night crossing at 23:40 is kept for hospital staff."
)
HOSTILE = (
    "<script>document.title='owned'</script><img src=x onerror=alert(1)> \u202egnp.exe\u202c zero\u200bwidth "
    "\x1b[31mred\x1b[0m \x00nul Z\u0351\u0352\u0353\u0354\u0355\u0356\u0357\u0358algo javascript:alert(1) "
    + "A"
    * 3_000
)


def reported_day(con, settings, *, n_pages=30):
    """Store the day with pairs, decisions, clusters, checks and a finished run; return the run's id."""
    made = sound_day(con, settings, n_pages=n_pages)
    _twins(made)
    _bad_pages(made)
    made.page("evil.example", HOSTILE, title=HOSTILE, url="javascript:alert('x')//\u202e", language="en")
    made.page(
        "evil.example", HOSTILE + " twice", title=f"\u202e{HOSTILE}", url="https://evil.example/<b>", language="en"
    )
    made.store(RUN)
    _versions(con, settings)
    _runs(con)
    _pairs(con)
    return RUN


def _twins(made):
    for text, title, language, sites, edit in (
        (BRIDGE, "Đóng cầu Bến Thuỷ từ 22 giờ ngày 2/11", "vi", ("tin.example.vn", "bao.example.vn"), ("3,2", "2,3")),
        (
            VERDICT,
            "不予批准滨江路东段商业综合体规划变更",
            "zh",
            ("xinwen.example.cn", "gov.example.cn"),
            ("不予", "给予"),
        ),
        (FERRY, "Port Ellery cuts winter ferries", "en", ("news.example.com", "wire.example.com"), ("nine", "ten")),
    ):
        made.page(sites[0], text, title=title, language=language)
        made.page(sites[1], text.replace(*edit), title=title, language=language)
        made.page(sites[1], text, title=title, language=language, url=f"https://{sites[1]}/amp/{title[:4]}")
        made.page(sites[1], text + "\n" + prose(language, title, 2), title=title, language=language)


def _bad_pages(made):
    for number in range(26):
        outcome = "login_wall" if number % 2 else "blocked"
        reason = "a login form, and half of the text asks to log in"
        made.page("ban-doc.example.vn", "", title="Đăng nhập", outcome=outcome, outcome_reason=reason, language="vi")
    for number, outcome in enumerate(("empty", "error_page", "listing", "not_html", "js_shell", "undecodable")):
        made.page("news.example.com", "", outcome=outcome, outcome_reason="seen by its structure", http_status=404)
        made.page(f"small{number}.example", prose("en", number), language="en")


def _versions(con, settings):
    before = MadeDay(con, settings, DAY - timedelta(days=1))
    before.page("tin.example.vn", prose("vi", "before"), title="Giá cà phê hôm nay", url="https://tin.example.vn/gia")
    before.store("earlier")
    con.execute(
        "insert into version_links select newer.url, '', older.capture_id, newer.capture_id, older.document_id,"
        " newer.document_id, true from captures as older, (select * from captures where day = ? and outcome = 'ok'"
        " and site = 'tin.example.vn' order by capture_id limit 1) as newer where older.day < ?",
        [DAY, DAY],
    )


def _runs(con):
    con.execute(
        "insert into runs values (?, 'deduplicate_day', ?, ?, 'trafilatura-main@1', '0.1.0+abc', 'success', '', null,"
        " ?, ?, false)",
        [RUN, DAY, [METHOD], datetime(2026, 11, 2, 0, 0, 5), datetime(2026, 11, 2, 0, 3, 41)],
    )
    con.execute(
        "insert into source_problems (day, source_name, source_file, source_offset, reason, run_id, kind, n_records)"
        " values (?, 'made', 'made.warc.gz', 811, 'cut short: 1,204 of 9,880 bytes', 'r', 'problem', 1),"
        " (?, 'made', 'made.warc.gz', 12, 'a request, not a response', 'r', 'skipped', 96)",
        [DAY, DAY],
    )
    con.execute(
        "insert into methods values (?, 'minhash128-words', 1, '{}', 'x', 'active', now()::timestamp)", [METHOD]
    )
    con.execute(
        "insert into fingerprints select ?, document_id, null, null, 'abcd'::blob, 9, 9, 'r' from documents", [METHOD]
    )
    con.execute(
        "insert into recall_measurements (day, run_id, method_id, kind, language, edit_kind, measure, threshold,"
        " n_sampled, n_true, n_found, recall, lower, upper, missed_by, cpu_seconds, measured_at) values"
        " (?, 'r', ?, 'sample', '', '', 'jaccard', 0.7, 200, 421, 419, 0.995, 0.983, 0.999, '', 1, ?),"
        " (?, 'r', ?, 'canary', 'vi', 'words_changed', 'jaccard', 0.7, 40, 40, 38, 0.95, 0.835, 0.986, '', 1, ?)",
        [DAY, METHOD, datetime(2026, 11, 2), DAY, METHOD, datetime(2026, 11, 2)],
    )


def _pairs(con):
    con.execute(
        "create temp table twins as with d as (select distinct document_id, title, language from documents"
        " where document_id in (select document_id from captures where day = ?)) select l.document_id as l,"
        " r.document_id as r, if(l.title = r.title or l.title like '%script%', 0.8, 0.5) + 0.199 * (hash(l.document_id,"
        " r.document_id) % 1000) / 1000 as j from d as l, d as r"
        " where l.document_id < r.document_id and (l.title = r.title or (l.language = r.language"
        " and hash(l.document_id, r.document_id) % 60 = 0) or l.title like '%script%' and r.title like '%script%')",
        [DAY],
    )
    con.execute("insert into candidate_pairs select ?, l, r, if(j > 0.8, 'minhash', 'equal'), 'r' from twins", [METHOD])
    con.execute(
        "insert into verified_pairs select ?, l, r, null, j, least(j + 0.03, 1), j, 'r' from twins",
        [METHOD],
    )
    con.execute(
        "insert into decisions select unnest(['search', 'history']), ?, l, r, if(j > 0.65, 'review', 'keep'),"
        " if(j > 0.65, 'numbers differ: 3,2 tỷ / 2,3 tỷ', 'jaccard below review_at'), 'jaccard', j, 'guards@1', null,"
        " null, null, 'r', now()::timestamp from twins",
        [METHOD],
    )
    con.execute(
        "insert into pair_guards select l, r, 'guards@1', unnest(['numbers_differ', 'negation_differs']),"
        " unnest(['3,2 tỷ đồng / 2,3 tỷ đồng', '不予批准 / 给予批准']) from twins where hash(l) % 3 = 0"
    )
    con.execute(
        "insert into proposed_clusters (purpose, method_id, cluster_id, document_id, representative_id, role, reason,"
        " run_id) with named as (select document_id, if(title like '%script%', 'evil', title) as name from documents),"
        " groups as (select name, min(document_id) as l from named group by name having count(*) > 1)"
        " select unnest(['search', 'history']), ?, l, document_id, l, if(document_id = l, 'representative', 'member'),"
        " 'jaccard to the representative', 'r' from groups inner join named using (name)",
        [METHOD],
    )
